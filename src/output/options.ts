import type { buyingGroupStatuses, giftCardStatuses } from '../contract/values';
import { usageFailure } from '../failure';
import type { ColorChoice, MoneyUnit, OutputFormat } from '../formats';
import type { Terminal, World } from '../world';
import { type Cell, nothing } from './fields';

/** The settings of a run that concern output. */
export interface OutputSettings {
  readonly output: OutputFormat;
  readonly money: MoneyUnit;
  readonly rawCsv: boolean;
  readonly excel: boolean;
  readonly noHeader: boolean;
  readonly fields?: readonly string[] | undefined;
  readonly color: ColorChoice;
}

/** Everything that determines what a result looks like. */
export interface OutputOptions {
  readonly format: OutputFormat;
  readonly money: MoneyUnit;
  readonly rawCsv: boolean;
  readonly excel: boolean;
  /** Whether csv and tsv start with a header line. */
  readonly header: boolean;
  /** Undefined for the format's own fields. */
  readonly fields: readonly string[] | undefined;
  readonly color: boolean;
  /** Columns of the terminal on stdout; undefined if stdout is not a terminal. */
  readonly width: number | undefined;
}

const defaultWidth = 80;

/** Whether to write color to a stream: if asked to, or if it is a terminal that can show it. */
export function wantsColor(
  color: OutputSettings['color'],
  stream: Terminal,
  env: World['env'],
): boolean {
  if (color !== 'auto') return color === 'always';
  return stream.isTTY === true && env.TERM !== 'dumb';
}

/** Throws a usage failure if `--fields` is empty. */
export function outputOptions(
  settings: OutputSettings,
  { stdout, env }: Pick<World, 'stdout' | 'env'>,
): OutputOptions {
  const { output: format, money, rawCsv, noHeader, excel, fields, color } = settings;
  if (fields?.length === 0) {
    throw usageFailure('--fields is empty', {
      hint: 'For example --fields orderNumber,status.',
    });
  }
  return {
    format,
    money,
    rawCsv,
    excel,
    header: !noHeader,
    fields,
    color: wantsColor(color, stdout, env),
    width: stdout.isTTY === true ? stdout.columns || defaultWidth : undefined,
  };
}

/** Color or no color; the words are the same. */
export interface Paint {
  heading(text: string): string;
  faint(text: string): string;
  bad(text: string): string;
  /** The text as a link to its page, if it has one. */
  link(cell: Cell): string;
  /** The text in the color of its meaning. */
  tone(cell: Cell): string;
  /** Link and color. */
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

/** In progress is blue, nearly done yellow, done green, trouble red, and over gray. */
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

/** A terminal link (OSC 8); the address contains no control characters. */
function linked(text: string, address: string): string {
  return `\u001b]8;;${address}\u001b\\${text}\u001b]8;;\u001b\\`;
}

/** Terminal colors, by chalk; set `links` if the text is read on a terminal. */
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
