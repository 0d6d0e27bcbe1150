import type { buyingGroupStatuses, giftCardStatuses } from '../contract/values';
import { type Failure, usageFailure } from '../failure';
import type { ColorChoice, MoneyUnit, OutputFormat } from '../formats';
import { closest } from '../lib/suggest';
import type { Terminal, World } from '../world';
import { type Cell, fieldAt, fieldVocabulary, nothing, readPath } from './fields';
import type { Notices } from './screen';
import type { Sink } from './sink';
import type { Rows, View } from './view';

export interface OutputSettings {
  readonly output: OutputFormat;
  readonly money: MoneyUnit;
  readonly rawCsv: boolean;
  readonly excel: boolean;
  readonly noHeader: boolean;
  readonly fields?: readonly string[] | undefined;
  readonly color: ColorChoice;
  /** Set if a screen reader reads what is for people. */
  readonly accessible: boolean;
}

export type OutputOptions = ReturnType<typeof outputOptions>;

export interface OutputParts {
  readonly options: OutputOptions;
  readonly sink: Sink;
  readonly notices: Notices;
  readonly interruption: AbortSignal;
  /** Called before a person at a terminal is shown a list or sentences. */
  readonly onShown?: () => Promise<void>;
}

const defaultWidth = 80;

/** True if the locale's characters are those of UTF-8; so they are where none is chosen. */
export function isUtf8({ LC_ALL, LC_CTYPE, LANG }: World['env']): boolean {
  return /^$|utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '');
}

/** True if a stream gets color: if asked for, or if it is a terminal that can show it. */
export function wantsColor(
  color: OutputSettings['color'],
  stream: Terminal,
  env: World['env'],
): boolean {
  if (color !== 'auto') return color === 'always';
  return stream.isTTY === true && env.TERM !== 'dumb';
}

export function outputOptions(
  settings: OutputSettings,
  { stdout, env }: Pick<World, 'stdout' | 'env'>,
) {
  const { output: format, money, rawCsv, noHeader, excel, fields, color, accessible } = settings;
  if (fields?.length === 0) {
    throw usageFailure('--fields is empty', { hint: 'For example --fields orderNumber,status.' });
  }
  return {
    format,
    money,
    rawCsv,
    excel,
    /** Set if a screen reader reads it: a label and its value on each line, and words for symbols. */
    accessible,
    /** Set if csv and tsv start with a header line. */
    header: !noHeader,
    fields,
    color: wantsColor(color, stdout, env),
    /** Columns of the terminal on stdout; undefined if stdout is not a terminal. */
    width: stdout.isTTY === true ? stdout.columns || defaultWidth : undefined,
    /** Set if boxes are drawn with ASCII characters only. */
    ascii: !isUtf8(env),
  };
}

/** The state of things: green, yellow or red. */
export type MarkTone = 'good' | 'doubtful' | 'bad';

/** A line that begins with the words that say how things are. */
export interface MarkedLine {
  readonly tone: MarkTone;
  readonly mark: string;
  readonly rest: string;
}

/** A line of what is printed for people. */
export type Line = string | MarkedLine;

export function lineText(line: Line): string {
  return typeof line === 'string' ? line : line.mark + line.rest;
}

/** The line as it is laid out, with its mark in color. */
export function withMark(laidOut: string, line: Line, paint: Paint): string {
  if (typeof line === 'string') return laidOut;
  const { mark, tone } = line;
  return laidOut.replace(mark.trimStart(), (found) => paint.mark(found, tone));
}

/** Color or no color; the words are the same. */
export type Paint = Readonly<typeof noPaint>;

export const noPaint = {
  heading: (text: string) => text,
  faint: (text: string) => text,
  /** A word or two that say how things are. */
  mark: (text: string, _tone: MarkTone) => text,
  /** Sentences, with the statuses in color that something gets. */
  statuses: (text: string) => text,
  link: ({ text }: Cell) => text,
  tone: ({ text }: Cell) => text,
  cell: ({ text }: Cell) => text,
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

const markColors = { good: 'green', doubtful: 'yellow', bad: 'red' } as const;

/** No colors, or those of chalk; set `links` if the text is read on a terminal. */
export async function paintOf(color: boolean, links = false): Promise<Paint> {
  if (!color) return noPaint;
  const { Chalk } = await import('chalk');
  const chalk = new Chalk({ level: 1 });
  const faint = (text: string) => chalk.dim(text);
  // A terminal link (OSC 8); the address contains no control characters.
  const link = ({ text, link: address }: Cell) =>
    links && address ? `\u001b]8;;${address}\u001b\\${text}\u001b]8;;\u001b\\` : text;
  const tone = ({ text, kind }: Cell) => {
    if (text === nothing) return faint(text);
    if (kind === 'overdue' && !/^0\b/.test(text)) return chalk.red(text);
    const own = kind === 'status' && Object.hasOwn(tones, text) ? tones[text as Status] : undefined;
    return own === undefined ? text : chalk[own](text);
  };
  return {
    heading: (text) => chalk.bold(text),
    faint,
    mark: (text, tone) => chalk[markColors[tone]](text),
    statuses: (text) => text.replace(/(?<=→ )\w+/g, (text) => tone({ text, kind: 'status' })),
    link,
    tone,
    cell: (cell) => tone({ ...cell, text: link(cell) }),
  };
}

/** The most rows to hold back while looking for a field that the view doesn't know. */
const rowsLookedAt = 100;

function unknownFields<T>(view: View<T>, paths: readonly string[]): Failure {
  const known = Object.keys(view.fields);
  const issues = paths.map((path) => {
    const near = closest(path, [...known, ...fieldVocabulary(view).keys()]);
    const message = near === undefined ? `not in any ${view.one}` : `did you mean ${near}?`;
    return { path, message };
  });
  return usageFailure(
    paths.length === 1 ? `Unknown field "${paths[0]}"` : '--fields names unknown fields',
    { issues, hint: `The fields are ${(view.flat ?? known).join(', ')}.` },
  );
}

function strangers<T>(view: View<T>, fields: readonly string[] = []): readonly string[] {
  return fields.filter((path) => fieldAt(view, path) === undefined);
}

/** Throws a usage failure for fields that the view doesn't know. */
export function expectKnown<T>(view: View<T>, fields: readonly string[] | undefined): void {
  const unknown = strangers(view, fields);
  if (unknown.length > 0) throw unknownFields(view, unknown);
}

/**
 * Passes rows on once every wanted field is known to the view or was seen in a row: a newer service may have
 * more fields. The first hundred decide, because a csv's header comes before its first line. Without rows,
 * refuses only what looks like a misspelled field. Throws a usage failure.
 */
export async function* withWantedFields<T>(
  view: View<T>,
  fields: readonly string[],
  rows: Rows<T>,
): AsyncGenerator<T, void, undefined> {
  let missing = strangers(view, fields);
  const held: T[] = [];
  for await (const row of rows) {
    if (missing.length === 0) {
      yield row;
      continue;
    }
    held.push(row);
    missing = missing.filter((path) => readPath(row, path) === undefined);
    if (missing.length === 0) yield* held.splice(0);
    else if (held.length >= rowsLookedAt) break;
  }
  if (missing.length > 0 && held.length === 0) {
    const known = Object.keys(view.fields);
    missing = missing.filter((path) => closest(path, known) !== undefined);
  }
  if (missing.length > 0) throw unknownFields(view, missing);
}
