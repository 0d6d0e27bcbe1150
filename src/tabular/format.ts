import { type Failure, usageFailure } from '../failure';
import { isRejectColumn, isResultsHeader, misdescribed } from './header';
import type { TableOptions, TableRecord, TableSource } from './table';

/**
 * The most bytes in a workbook, packed and unpacked: anything larger is not a list of shipments.
 */
export const mostBytes = 200 * 1024 * 1024;

/** Enough to recognize any of the formats, and a header line. */
const headSize = 4096;

const saveAs = 'Save it as .xlsx or CSV. Nothing was sent.';

type Format = 'text' | 'json' | 'zip' | 'ole' | { readonly refused: string };

const isAt = (head: Buffer, bytes: string) => head.toString('latin1', 0, bytes.length) === bytes;

/** What a file is, from its first bytes; its name only says what someone believed it to be. */
function formatOf(head: Buffer): Format {
  if (isAt(head, 'PK\x03\x04') || isAt(head, 'PK\x05\x06')) return 'zip';
  if (isAt(head, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return 'ole';
  if (isAt(head, '%PDF')) return { refused: 'a PDF document' };
  if (isAt(head, '\x1f\x8b')) return { refused: 'a compressed file (gzip)' };
  if (isAt(head, '\x89PNG') || isAt(head, '\xff\xd8\xff') || isAt(head, 'GIF8')) {
    return { refused: 'an image' };
  }
  if (isAt(head, '{\\rtf')) return { refused: 'a rich text document (.rtf)' };
  const start = head
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  if (/^<(!doctype html|html|head|body|table|meta|style)\b/i.test(start)) {
    return { refused: 'a web page, despite its name' };
  }
  if (/^<\?xml\b/i.test(start)) return { refused: 'an XML document' };
  if (/^(\[\s*[[{"\]]|\{\s*["}])/.test(start)) return 'json';
  return 'text';
}

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

/** A workbook with a password keeps its contents in `EncryptedPackage`. */
function oleKind(bytes: Buffer): string {
  return bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))
    ? 'a password-protected workbook'
    : 'an old Office document (.xls)';
}

/** The first bytes of a file, and the whole of it. */
async function peek(chunks: AsyncIterable<Buffer>) {
  const iterator = chunks[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  while (head.length < headSize) {
    const next = await iterator.next();
    if (next.done === true) break;
    head = head.length === 0 ? next.value : Buffer.concat([head, next.value]);
  }
  async function* whole() {
    if (head.length > 0) yield head;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { head, whole: whole() };
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
  const [line = ''] = head
    .toString()
    .replace(/^\uFEFF/, '')
    .split(/[\r\n]/, 1);
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
  const { head, whole } = await peek(chunks);
  const format = formatOf(head);
  if (format === 'text') {
    refuseUnfitFlags(name, head, options);
    if (options.sheet !== undefined) throw refuseFlag('--sheet', name, 'not a workbook');
    const { csvRecords } = await import('./csv');
    return yield* csvRecords({ name, chunks: whole }, options);
  }
  if (format === 'json') throw usageFailure(`${name} is JSON, not a table`, { hint: saveAs });
  if (typeof format === 'object') throw refuse(name, format.refused);
  const bytes = await allOf(name, whole);
  if (format === 'ole') throw refuse(name, oleKind(bytes));
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
