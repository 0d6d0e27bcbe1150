import { sep, win32 } from 'node:path';
import { unlessItThrows } from './once';

/**
 * For cmd, PowerShell and the C runtime: only double quotes mean the same to all of them. PowerShell expands
 * `$` and backticks inside of them, so that such words are quoted for PowerShell.
 */
function quotedForWindows(word: string): string {
  // A comma makes a list of a word in PowerShell, and a point or a colon cuts a flag in two.
  if (/^[\w+=:./\\-]+$/.test(word) && !/^-.*[.:]/.test(word)) return word;
  if (/[$`]/.test(word)) return `'${word.replaceAll("'", "''")}'`;
  return `"${word.replace(/(\\*)"/g, '$1$1""').replace(/\\+$/, '$&$&')}"`;
}

/** Quotes a word of a command to copy, for the shells of a system whose paths have this separator. */
export function quotedFor(separator: string, word: string): string {
  if (separator === win32.sep) return quotedForWindows(word);
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

export function quotedWord(word: string): string {
  return quotedFor(sep, word);
}

/** A command to copy, of the words after `waybill`. */
export function commandOf(words: readonly string[]): string {
  return ['waybill', ...words].map(quotedWord).join(' ');
}

/** Commands to copy that run one in a folder; for cmd and PowerShell 5.1, which has no `&&`, on two lines. */
export function commandInFolder(folder: string, command: string, separator: string = sep): string {
  const quoted = quotedFor(separator, folder);
  return separator === '\\' ? `pushd ${quoted}\n${command}` : `cd ${quoted} && ${command}`;
}

/** The text without its percent-encoding; itself if a `%` in it begins no escape. */
export function percentDecoded(text: string): string {
  return unlessItThrows(() => decodeURIComponent(text)) ?? text;
}

/** The numbers of a cell that names several, as written: spaces may be inside one. */
export function splitNumbers(cell: string): readonly string[] {
  return cell.split(/[,;|\r\n]/);
}

/** The parts of a list, without empty ones, which scripts often leave: `a, b,,c`. */
export function commaParts(text: string): readonly string[] {
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

/** "999", "1,234". */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A name as a title: `orderDate` is "Order date", `cashback.platform` is "Cashback platform". */
export function nameInWords(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('.', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A file's size: "1,234 KiB". */
export function kibibytes(bytes: number): string {
  return `${grouped(Math.ceil(bytes / 1024))} KiB`;
}

/** A sentence or description after a colon; a first word like POST or HTTP stays as it is. */
export function continued(sentence: string): string {
  return sentence.replace(/^[A-Z][a-z]*\b/, (word) => word.toLowerCase());
}

/** A moment in milliseconds by the user's clock: `2026-03-05T15:07:31.000`. */
export const localTime = (at: number): string =>
  new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, -1);

/** A moment by the user's clock, `2026-03-05T14:07:31.000Z` as `2026-03-05 15:07`. Any other text stays. */
export function toTheMinute(moment: string): string {
  const at = Date.parse(moment);
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(moment) || Number.isNaN(at)) return moment;
  return localTime(at).slice(0, 16).replace('T', ' ');
}

/** "1 row", "1 entry", "1,234 rows". */
export function counted(count: number, unit: string): string {
  const single = unit.replace(/ies$/, 'y').replace(/s$/, '');
  return `${grouped(count)} ${count === 1 ? single : unit}`;
}

/** "one, two, three", or "one, two and 3 more" if there are more than `most`. */
export function firstOf(names: readonly string[], most = 5): string {
  const more = names.length > most ? ` and ${grouped(names.length - most)} more` : '';
  return `${names.slice(0, most).join(', ')}${more}`;
}

/** "2 of 5 rows are", "1 of 5 rows is", "0 of 1 row is". */
export function countedOf(part: number, whole: number, unit: string, verb: Verb = 'are'): string {
  const isSingle = part === 1 || whole === 1;
  return `${grouped(part)} of ${counted(whole, unit)} ${isSingle ? singular[verb] : verb}`;
}

const singular = { are: 'is', were: 'was' } as const;
type Verb = keyof typeof singular;

/** The fault of a line that has more cells than the header line. */
export function surplusCells(count: number, expected: number): string {
  return `The line has ${count} cells but the header line has ${expected}: if a cell contains the delimiter, put the cell in quotes`;
}

/** `123456` cents become `1234.56`. Works on the digits as text, without floats. */
export function dollars(cents: number | bigint): string {
  const digits = String(cents).replace('-', '').padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** `123456` cents become `$1,234.56`. */
export function dollarsForPeople(cents: number | bigint): string {
  const amount = dollars(cents).replace(/\B(?=(\d{3})+\.)/g, ',');
  return amount.startsWith('-') ? `-$${amount.slice(1)}` : `$${amount}`;
}

type WordsIn<Text extends string, Found = never> = Text extends `${infer First} ${infer Rest}`
  ? WordsIn<Rest, Found | First>
  : Found | Text;

/** A long list of names, of which each is a type: `typedWords('a b', 'c')` is `['a', 'b', 'c']`. */
export function typedWords<Text extends string>(...texts: Text[]): readonly WordsIn<Text>[] {
  return texts.flatMap((text) => text.split(' ') as WordsIn<Text>[]);
}
