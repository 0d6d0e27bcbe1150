import type { buyingGroupStatuses, giftCardStatuses } from '../contract/values';
import { type Cell, nothing } from './cell';

/** Color, or the lack of it: the words are the same either way. */
export interface Paint {
  heading(text: string): string;
  faint(text: string): string;
  bad(text: string): string;
  /** The text as a link to its page, where there is one. */
  link(cell: Cell): string;
  /** The text in the color of what it says. */
  tone(cell: Cell): string;
  /** Both. */
  cell(cell: Cell): string;
}

export const noPaint: Paint = {
  heading: (text) => text,
  faint: (text) => text,
  bad: (text) => text,
  link: ({ text }) => text,
  tone: ({ text }) => text,
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

/** A link as terminals know it (OSC 8); the address holds no control characters. */
function linked(text: string, address: string): string {
  return `\u001b]8;;${address}\u001b\\${text}\u001b]8;;\u001b\\`;
}

/** The colors of a terminal, by chalk; `links` where the text is read on one. */
export async function colorPaint({ links = false } = {}): Promise<Paint> {
  const { Chalk } = await import('chalk');
  const chalk = new Chalk({ level: 1 });
  const faint = (text: string) => chalk.dim(text);
  const link = ({ text, link: address }: Cell) => (links && address ? linked(text, address) : text);
  const tone = ({ text, kind }: Cell) => {
    if (text === nothing) return faint(text);
    if (kind === 'overdue' && text !== '0') return chalk.red(text);
    const own = kind === 'status' && Object.hasOwn(tones, text) ? tones[text as Status] : undefined;
    return own === undefined ? text : chalk[own](text);
  };
  return {
    heading: (text) => chalk.bold(text),
    faint,
    bad: (text) => chalk.red(text),
    link,
    tone,
    cell: (cell) => tone({ ...cell, text: link(cell) }),
  };
}
