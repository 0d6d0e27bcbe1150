import { createReadStream, promises as files } from 'node:fs';
import { basename, dirname, join, sep, win32 } from 'node:path';
import type { Readable } from 'node:stream';
import { choice, type FlagValues, repeated, text, valued } from '../cli/flag';
import { type Failure, localFileFailure, usageFailure } from '../failure';
import { diskHint, diskReason } from '../lib/disk-failure';
import { parseExactly, whyNotJson } from '../lib/json';
import { gathered, inOne } from '../lib/once';
import { textIn } from '../lib/text-file';
import { dateOrders } from '../tabular/date';
import { encodings } from '../tabular/encoding';
import type { Reading, TableSource } from '../tabular/record';
import type { World } from '../world';

/** A file that the user named, held in memory: bodies, line items and codes are small. */
export interface InputFile {
  readonly name: string;
  readonly bytes: Buffer;
}

export type InputWorld = Pick<World, 'stdin' | 'interruption' | 'sleep'>;

const standardInput = '-';
/** Bytes read at once. With 64 KiB V8 takes rows for objects that live long, and needs twice the memory. */
const chunkSize = 16 * 1024;

/** True for `*.csv` on Windows, whose shells leave patterns to the program; no file there has such a name. */
const isPattern = (path: string, separator: string = sep) =>
  separator === win32.sep && /[*?]/.test(path);

/** `pay*.csv` as what fits a name as a whole; Windows ignore case. */
function patternOf(name: string): RegExp {
  const source = name.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${source.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'i');
}

/**
 * The files that the user named, with those that fit `pay*.csv` in its place, by name. Throws exit 2 if
 * none fits.
 */
export async function expandedFiles(
  paths: readonly string[],
  separator: string = sep,
): Promise<readonly string[]> {
  const expanded: string[] = [];
  for (const path of paths) {
    const [folder, pattern] = [dirname(path), basename(path)];
    if (!isPattern(path, separator)) {
      expanded.push(path);
      continue;
    }
    const names = isPattern(folder, separator) ? [] : await files.readdir(folder).catch(() => []);
    const fitting = names.filter((name) => patternOf(pattern).test(name)).sort();
    if (fitting.length === 0) {
      throw usageFailure(`No file fits ${path}`, {
        hint: 'Only the last part of a path may have * or ?.',
      });
    }
    expanded.push(...fitting.map((name) => (folder === '.' ? name : join(folder, name))));
  }
  return expanded;
}

/** The advice for `*.csv` where one file is read, and the shells of Windows leave it to the program. */
export function patternHint(name: string, separator: string = sep): string | undefined {
  if (!isPattern(name, separator)) return undefined;
  return 'This takes one file: write its name, without * or ?.';
}

function unreadable(name: string, error: unknown): Failure {
  const hint = patternHint(name) ?? diskHint(error);
  return localFileFailure(`Could not read ${name}: ${diskReason(error)}`, { hint, cause: error });
}

async function* chunksOf(
  name: string,
  open: () => AsyncIterable<Buffer> | Promise<AsyncIterable<Buffer>>,
  interruption: AbortSignal,
): AsyncGenerator<Buffer, void> {
  try {
    for await (const chunk of await open()) yield Buffer.from(chunk);
  } catch (error) {
    interruption.throwIfAborted();
    throw unreadable(name, error);
  }
}

/** A file, or standard input for `-`, read on demand. Reading throws exit 14 if it can't be read. */
export function openInputFile(path: string, world: InputWorld): TableSource {
  const { interruption } = world;
  // The writer of a pipe may never close it.
  const stoppable = async (stream: Readable) => {
    const { addAbortSignal } = await import('node:stream');
    return addAbortSignal(interruption, stream);
  };
  if (path === standardInput) {
    const name = 'standard input';
    return { name, chunks: chunksOf(name, () => stoppable(world.stdin), interruption) };
  }
  const open = async () => {
    // Loaded here: commands that can read a file usually run without one.
    const { readStream, readWithoutWaiting } = await import('../lib/waiting-file');
    const stats = await files.stat(path);
    if (!stats.isFile() && !stats.isDirectory()) return readStream(path, chunkSize, world);
    const options = { highWaterMark: chunkSize, flags: readWithoutWaiting };
    return stoppable(createReadStream(path, options as object));
  };
  return { name: path, chunks: chunksOf(path, open, interruption) };
}

/** Reads a whole file, or standard input for `-`. Throws a failure with exit 14. */
export async function readInputFile(path: string, world: InputWorld): Promise<InputFile> {
  const { name, chunks } = openInputFile(path, world);
  return { name, bytes: Buffer.concat(await gathered(chunks)) };
}

export function tableSource({ name, bytes }: InputFile): TableSource {
  return { name, chunks: inOne(bytes) };
}

/** True if the name says csv or tsv; if it says nothing, the content decides. */
export function looksTabular({ name, bytes }: InputFile): boolean {
  if (/\.(csv|tsv)$/i.test(name)) return true;
  if (/\.json$/i.test(name)) return false;
  // The bytes of plain characters, with or without a byte order mark.
  const start = bytes.subarray(0, 1024).toString('latin1').replaceAll('\0', '');
  return !/^(?:\xEF\xBB\xBF|\xFF\xFE|\xFE\xFF)?\s*[[{]/.test(start);
}

/** `line 3, column 7` for the offset in the parser's message, if it has one. */
function place(text: string, message: string): string {
  const [, digits] = /at position (\d+)/.exec(message) ?? [];
  if (digits === undefined) return '';
  const before = text.slice(0, Number(digits)).split('\n');
  return ` (line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1})`;
}

/** Parses JSON in a file. Throws a usage failure with the place only: the parser's message quotes secrets. */
export function parseJsonFile(file: InputFile): unknown {
  const text = textIn(file.bytes, file.name);
  let parsed: ReturnType<typeof parseExactly>;
  try {
    parsed = parseExactly(text);
  } catch (error) {
    const where = place(text, (error as SyntaxError).message);
    throw usageFailure(
      text.trim() === '' ? `${file.name} is empty` : `${file.name} ${whyNotJson(error)}${where}`,
    );
  }
  const { value, changed } = parsed;
  if (changed === undefined) return value;
  throw usageFailure(
    `${file.name} contains a number that is too large to be sent exactly${changed === '' ? '' : `: ${changed}`}`,
  );
}

/** A place within a file's JSON, from its steps: `body.json, orderLineItems[1].quantity`. */
export function jsonPlace({ name }: InputFile, steps: readonly string[]): string {
  const path = steps.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('');
  return steps.length === 0 ? name : `${name}, ${path.replace(/^\./, '')}`;
}

/** A JSON list whose elements are not checked yet. Throws a usage failure for anything else. */
export function jsonList<T>(file: InputFile, what: string): Sourced<readonly T[]> {
  const value = parseJsonFile(file);
  if (!Array.isArray(value)) {
    throw usageFailure(`${file.name} does not contain a list of ${what}`, {
      hint: "Use a JSON array of objects with the service's own fields and units.",
    });
  }
  return { value, nameOf: (steps) => jsonPlace(file, steps) };
}

/** A value read from a file or a flag, and the name of an issue inside it. */
export interface Sourced<T> {
  readonly value: T;
  /** Takes the rest of the path below the value. */
  nameOf(rest: readonly string[]): string;
}

const names: Readonly<Record<string, string>> = {
  tab: '\t',
  '\\t': '\t',
  comma: ',',
  semicolon: ';',
  pipe: '|',
};

function readDelimiter(typed: string, label: string): string {
  const delimiter = names[typed.toLowerCase()] ?? typed;
  if ([',', ';', '\t', '|'].includes(delimiter)) return delimiter;
  throw usageFailure(`${label} takes a comma, a semicolon, tab or |, not "${typed}"`);
}

/** The flags that say how to read a file of rows, for every command that takes one. */
export const tableFlags = {
  map: repeated(text('<field>=<header>', 'The column that holds a field')),
  sheet: text('<name|number>', 'Sheet of a workbook', { defaultText: 'the first' }),
  encoding: choice('<encoding>', 'Encoding of a csv or tsv file', encodings, {
    defaultText: 'utf-8 or utf-16',
  }),
  delimiter: valued('<delimiter>', 'Delimiter: , ; tab or |', readDelimiter, {
    defaultText: 'detected',
  }),
};

/** For commands that read dates. */
export const dateFormat = choice('<order>', 'What comes first in 01/02/2026', dateOrders);

export type TableFlagValues = Partial<FlagValues<typeof tableFlags>>;

export function readingOf(
  { map = [], sheet, encoding, delimiter }: TableFlagValues,
  context: NoticeContext,
): Reading & { readonly map: readonly string[] } {
  return { map, sheet, encoding, delimiter, byFlags: true, ...noticesOf(context) };
}

export interface NoticeContext {
  readonly notices: Readonly<Record<'notice' | 'warning', (text: string) => void>>;
}

/** Notices of what was not read of a file. */
export function noticesOf({ notices }: NoticeContext) {
  return { onNotice: notices.notice, onWarning: notices.warning };
}
