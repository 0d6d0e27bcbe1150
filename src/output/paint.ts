import type { buyingGroupStatuses, giftCardStatuses } from '../contract/values';
import { type Cell, nothing } from './cell';

/** Colour, or the lack of it: the words are the same either way. */
export interface Paint {
  heading(text: string): string;
  faint(text: string): string;
  bad(text: string): string;
  cell(cell: Cell): string;
}

export const noPaint: Paint = {
  heading: (text) => text,
  faint: (text) => text,
  bad: (text) => text,
  cell: ({ text }) => text,
};

type Status = (typeof buyingGroupStatuses)[number] | (typeof giftCardStatuses)[number];
type Tone = 'cyan' | 'blue' | 'green' | 'yellow' | 'red' | 'gray';

/** Under way is blue, nearly there is yellow, done is green, trouble is red, over is grey. */
const tones: Readonly<Record<Status, Tone>> = {
  purchased: 'cyan',
  submitted: 'blue',
  shipped: 'blue',
  partially_delivered: 'yellow',
  delivered: 'yellow',
  partially_received: 'yellow',
  received: 'yellow',
  partially_paid: 'yellow',
  paid: 'green',
  issue: 'red',
  cancelled: 'gray',
};

/** The colours of a terminal, by chalk. */
export async function colorPaint(): Promise<Paint> {
  const { Chalk } = await import('chalk');
  const chalk = new Chalk({ level: 1 });
  const faint = (text: string) => chalk.dim(text);
  return {
    heading: (text) => chalk.bold(text),
    faint,
    bad: (text) => chalk.red(text),
    cell({ text, kind }: Cell) {
      if (text === nothing) return faint(text);
      if (kind === 'overdue' && text !== '0') return chalk.red(text);
      const tone =
        kind === 'status' && Object.hasOwn(tones, text) ? tones[text as Status] : undefined;
      return tone === undefined ? text : chalk[tone](text);
    },
  };
}
