import { type Failure, usageFailure } from '../failure';
import { areBlank, currencyNamed } from './cells';
import { peek } from './encoding';
import { likelyHeader, mayBeCode, namesRequired } from './header';
import { isRejectColumn } from './header-words';
import {
  lastHeaderLine,
  mostBytes,
  type TableOptions,
  type TableRecord,
  type TableSource,
} from './record';

/** Columns that together only the results of an upload have; there, `code` is a reason. */
const resultColumns = ['outcome', 'code', 'message'];

export function isResultsHeader(header: readonly string[]): boolean {
  const names = header.map((one) => one.trim().toLowerCase());
  return resultColumns.every((one) => names.includes(one));
}

/** The failure for flags that describe the user's own file, used with one that waybill wrote. */
export function misdescribed(name: string, flags: readonly string[]): Failure {
  const listed = flags.join(' and ');
  return usageFailure(
    `${listed} ${flags.length === 1 ? 'does' : 'do'} not fit ${name}: waybill wrote that file, as UTF-8 with commas and a header line`,
    { hint: `Leave out ${listed}. Nothing was sent.` },
  );
}

const saveAs = 'Save it as .xlsx or CSV. Nothing was sent.';

/** The formats by their first bytes, in Latin-1; a file's name only says what someone believed it to be. */
const formats: readonly (readonly [begins: RegExp, format: string])[] = [
  [/^PK(?:\x03\x04|\x05\x06)/, 'zip'],
  [/^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/, 'ole'],
  [/^%PDF/, 'a PDF document'],
  [/^\x1f\x8b/, 'a compressed file (gzip)'],
  [/^(?:\x89PNG|\xff\xd8\xff|GIF8)/, 'an image'],
  [/^\{\\rtf/, 'a rich text document (.rtf)'],
  [
    /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head|body|table|meta|style)\b/i,
    'a web page, despite its name',
  ],
  [/^(?:\xef\xbb\xbf)?\s*<\?xml\b/i, 'an XML document'],
  [/^(?:\xef\xbb\xbf)?\s*(?:\[\s*[[{"\]]|\{\s*["}])/, 'json'],
];

function refuse(name: string, what: string): Failure {
  return usageFailure(`${name} is ${what}, which waybill can't read`, { hint: saveAs });
}

async function allOf(name: string, chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > mostBytes) throw usageFailure(`${name} is larger than 200 MiB`, { hint: saveAs });
    all.push(chunk);
  }
  return Buffer.concat(all);
}

function refuseFlag(flag: string, name: string, what: string): Failure {
  return usageFailure(`${flag} does not work with ${name}: it is ${what}`);
}

/**
 * Throws if waybill wrote the file, and flags from the upload of another one were repeated. Waybill
 * puts the header first, but a spreadsheet may have saved the file with another delimiter.
 */
function refuseUnfitFlags(name: string, head: Buffer, options: TableOptions): void {
  const { sheet, delimiter, encoding } = options;
  const text = head.toString().replace(/^\uFEFF/, '');
  const [line = ''] = text.split(/[\r\n]/, 1);
  const isOwn = (delimiter: string | RegExp) => {
    const names = line.split(delimiter).map((one) => one.replace(/^"(.*)"$/, '$1'));
    return names.some(isRejectColumn) || isResultsHeader(names);
  };
  if (!isOwn(/[,;\t|]/)) return;
  const flags = [
    sheet === undefined ? [] : '--sheet',
    delimiter === undefined || isOwn(delimiter) ? [] : '--delimiter',
    encoding?.startsWith('utf-16') ? '--encoding' : [],
  ].flat();
  if (flags.length > 0) throw misdescribed(name, flags);
}

/** The records of a file in any format that waybill reads. Throws a usage failure for any other. */
export async function* recordsOf(
  { name, chunks }: TableSource,
  options: TableOptions,
): AsyncGenerator<readonly TableRecord[], void> {
  const { head, from } = await peek(chunks);
  const whole = from(0);
  const start = head.toString('latin1');
  const format = formats.find(([begins]) => begins.test(start))?.[1] ?? 'text';
  if (format === 'text') {
    refuseUnfitFlags(name, head, options);
    if (options.sheet !== undefined) throw refuseFlag('--sheet', name, 'not a workbook');
    const { csvRecords } = await import('./csv');
    return yield* csvRecords({ name, chunks: whole }, options);
  }
  if (format === 'json') throw usageFailure(`${name} is JSON, not a table`, { hint: saveAs });
  if (format !== 'zip' && format !== 'ole') throw refuse(name, format);
  const bytes = await allOf(name, whole);
  if (format === 'ole') {
    // A workbook with a password keeps its contents there.
    const isProtected = bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'));
    throw refuse(
      name,
      isProtected ? 'a password-protected workbook' : 'an old Office document (.xls)',
    );
  }
  const [{ openArchive }, { workbookRecords }] = await Promise.all([
    import('./archive'),
    import('./workbook'),
  ]);
  const archive = await openArchive(bytes, { name, mostBytes });
  const other = archive.otherKind();
  if (other !== undefined) throw refuse(name, other);
  if (options.encoding !== undefined) throw refuseFlag('--encoding', name, 'a workbook');
  if (options.delimiter !== undefined) throw refuseFlag('--delimiter', name, 'a workbook');
  yield* workbookRecords(archive, options);
}

/**
 * Lets Node collect garbage once the heap has grown by a tenth. It waits for several times as much by
 * default; the rows of a file live long, so that 20,000 took 60 MiB more. Other runtimes have no such setting.
 */
async function collectOften(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  try {
    setFlagsFromString('--heap-growing-percent=10');
  } catch {
    // Bun has the function, which throws.
  }
}

/**
 * Opens a file and reads up to its header: the cells of the line that names the columns, none for a file
 * without one. Throws a usage failure with the line and the byte if it
 * can't be read, and for a file with only a header.
 */
export async function openTable(source: TableSource, options: TableOptions) {
  await collectOften();
  const { hasHeader = true } = options;
  const batches = recordsOf(source, options);
  const { name } = source;
  if (!hasHeader) return { header: [], first: [], records: batches };
  const top: TableRecord[] = [];
  // Not a `for await` loop: leaving one would end the reading.
  while ((top.at(-1)?.line ?? 0) <= lastHeaderLine) {
    const next = await batches.next();
    if (next.done === true) break;
    for (const record of next.value) top.push(record);
  }
  const within = top.filter(({ line }) => line <= lastHeaderLine);
  const candidates = within.length === 0 ? top.slice(0, 1) : within;
  const position = headerPlace(candidates, options);
  const header = candidates[position];
  if (header === undefined) {
    throw usageFailure(`${name} is empty`, {
      hint: 'The first line must contain the column names. Nothing was sent.',
    });
  }
  reportSkipped(candidates.slice(0, position), header, name, options);
  const rest = top.slice(position + 1);
  async function* records() {
    yield rest;
    yield* batches;
  }
  return { header: header.cells, first: rest.slice(0, 3), records: records() };
}

/** Finds the header among the first lines: the likeliest, else the first one below titles with two words. */
export function headerPlace(lines: readonly TableRecord[], options: TableOptions): number {
  const { place } = likelyHeader(lines, options);
  if (place !== -1) return place;
  const first = lines.findIndex(({ cells }) => cells.filter((one) => one.trim()).length > 1);
  const words = lines[first]?.cells.filter((one) => /\p{L}/u.test(one) && !mayBeCode(one)) ?? [];
  return words.length > 1 ? first : 0;
}

/** Says that lines above the header were skipped. Throws a usage failure if they are a table of their own. */
function reportSkipped(
  above: readonly TableRecord[],
  header: TableRecord,
  name: string,
  { fields = [], map, isRow, onSkipped, onNotice, onWarning }: TableOptions,
): void {
  const skipped = above.filter(({ cells }) => !areBlank(cells));
  for (const { cells } of skipped) onSkipped?.(cells);
  if (skipped.length === 0) return;
  const looksLikeRow = isRow ?? (({ length }) => length > 1);
  const isOfRows = ({ cells }: TableRecord) =>
    looksLikeRow(cells.filter((cell) => !areBlank([cell])));
  const other = skipped.findIndex(({ cells }) => namesRequired(cells, fields, map));
  if (other !== -1 && skipped.slice(other + 1).some(isOfRows)) {
    throw usageFailure(
      `${name} has two header lines, line ${skipped[other]?.line} and line ${header.line}, with rows after each`,
      { hint: 'Put each table into a file of its own. Nothing was sent.' },
    );
  }
  const said = `${name}: the header is line ${header.line}; skipped the lines above it`;
  const row = skipped.find(({ cells }) => isRow?.(cells));
  if (row === undefined) onNotice?.(`${said}.`);
  else onWarning?.(`${said}, although line ${row.line} looks like a row.`);
  if (!fields.some(({ proves }) => proves === 'money')) return;
  for (const { line, cells } of skipped) {
    const currency = cells.map(currencyNamed).find((one) => one !== undefined);
    if (currency === undefined) continue;
    onWarning?.(
      `${name}: line ${line} names ${currency}, but all amounts are US dollars to waybill.`,
    );
  }
}
