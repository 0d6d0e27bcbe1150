import { type Failure, usageFailure } from '../failure';
import { unescapedCell } from './cells';
import { BrokenRecord, CsvReader } from './csv-reader';
import { AlreadyUtf8, UnreadableByte, utf8Of } from './encoding';
import { type ColumnMap, type FieldNames, namedBy } from './header';
import {
  delimiters,
  lastHeaderLine,
  type Reading,
  type TableOptions,
  type TableRecord,
  type TableSource,
} from './table';

/** Bytes that the delimiter is detected from. */
const sampleSize = 4 * 1024;

/** The first records of a sample, split at this delimiter. */
async function recordsWith(sample: Buffer, delimiter: string): Promise<readonly TableRecord[]> {
  const reader = new CsvReader(delimiter);
  return (
    reader
      // Add as many line breaks as the parser looks ahead, so that the last record counts.
      .feed(Buffer.concat([sample, Buffer.alloc(8, '\n')]))
      // With the wrong delimiter a quote may be out of place.
      .catch(() => reader.taken())
  );
}

interface Cut {
  readonly delimiter: string;
  readonly records: readonly TableRecord[];
  /** How many of the wanted fields the header names with this delimiter. */
  readonly named: number;
}

/**
 * Detects the delimiter from the beginning of a file: the one that yields a header with the wanted
 * fields. Failing that, the one that splits the first line any of them splits into the most cells,
 * and on a tie the one that splits the most records alike. A comma if nothing decides.
 */
export async function findDelimiter(
  sample: Buffer,
  fields: readonly FieldNames[] = [],
  map?: ColumnMap,
): Promise<string> {
  const cuts: Cut[] = [];
  for (const delimiter of delimiters) {
    const records = await recordsWith(sample, delimiter);
    const top = records.filter(({ line }) => line <= lastHeaderLine);
    const named = Math.max(0, ...top.map(({ cells }) => namedBy(cells, fields, map)));
    cuts.push({ delimiter, records, named });
  }
  const most = Math.max(...cuts.map(({ named }) => named));
  const candidates = cuts.filter(({ named }) => named === most);
  const isCut = ({ cells }: TableRecord) => cells.length > 1;
  const start = Math.min(
    ...candidates.map(({ records }) => records.find(isCut)?.line ?? Number.POSITIVE_INFINITY),
  );
  let best = { delimiter: ',', cells: 1, alike: 0 };
  for (const { delimiter, records } of candidates) {
    const counts = records.filter(({ line }) => line >= start).map(({ cells }) => cells.length);
    const [cells = 1, ...others] = counts;
    const alike = others.filter((count) => count === cells).length;
    if (cells > best.cells || (cells === best.cells && alike > best.alike)) {
      best = { delimiter, cells, alike };
    }
  }
  return best.delimiter;
}

/** The line that tells Excel the file's delimiter, including its line break. */
const delimiterLine = /^"?sep=([^\r\n])"?(?:\r\n|\r(?!\n)|\n|$)/i;

/**
 * How to split the rest according to the first bytes, and how many bytes said only that. A tsv whose
 * columns are all named exactly as waybill exports them is taken for such an export.
 */
async function openReader(first: Buffer, { delimiter, fields, map, exported }: TableOptions) {
  const sample = first.subarray(0, sampleSize);
  const [line, separator] = delimiterLine.exec(sample.toString('latin1', 0, 16)) ?? [];
  if (line !== undefined) {
    const reader = new CsvReader(delimiter ?? separator ?? ',', 2);
    return { reader, skip: line.length, isExport: false };
  }
  const found = delimiter ?? (await findDelimiter(sample, fields, map));
  const [header = ''] = sample.toString('utf8').split('\n', 1);
  const names = header.trimEnd().split('\t');
  const isExport = found === '\t' && names.every((name) => exported?.has(name));
  // Waybill writes no quotes and LF. With CRLF, a spreadsheet saved the file and quoted cells.
  const reader = new CsvReader(found, 1, !isExport || header.endsWith('\r'));
  return { reader, skip: 0, isExport };
}

function unescaped(records: readonly TableRecord[]): readonly TableRecord[] {
  return records.map(({ line, cells }) => ({ line, cells: cells.map(unescapedCell) }));
}

/** The same text, with a first chunk large enough to detect the delimiter. */
async function* sampledFirst(text: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let sample: Buffer | undefined = Buffer.alloc(0);
  try {
    for await (const chunk of text) {
      if (sample === undefined) {
        yield chunk;
        continue;
      }
      sample = Buffer.concat([sample, chunk]);
      if (sample.length < sampleSize) continue;
      const full = sample;
      sample = undefined;
      yield full;
    }
  } catch (error) {
    if (sample !== undefined) yield sample;
    throw error;
  }
  if (sample !== undefined) yield sample;
}

const faults: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quoted cell is not closed',
  CSV_MAX_RECORD_SIZE: 'the record is larger than 16 MiB',
  CSV_INVALID_CLOSING_QUOTE: 'a quoted cell continues after its closing quote',
};

function byteHint({ isText }: UnreadableByte, { byFlags = false }: Reading): string {
  if (!isText) return 'It is not a text file, or it is damaged.';
  const save = 'Save it as "CSV UTF-8"';
  return byFlags
    ? `${save}, or name its encoding: --encoding windows-1252.`
    : `${save} and try again.`;
}

function asFailure(
  error: unknown,
  name: string,
  { reading, lineReached }: { reading: Reading; lineReached: number },
): Failure | undefined {
  if (error instanceof BrokenRecord) {
    return usageFailure(`${name}, line ${error.line}: ${faults[error.code] ?? 'this is not CSV'}`, {
      hint: 'If a cell contains a quote, put the cell in quotes and double the quote inside it: "15"" monitor". Nothing was sent.',
    });
  }
  if (error instanceof AlreadyUtf8) {
    return usageFailure(`${name} is UTF-8, not ${error.wanted}`, {
      hint: 'Leave out --encoding. Nothing was sent.',
    });
  }
  if (!(error instanceof UnreadableByte)) return undefined;
  const { byte, what } = error;
  return usageFailure(`${name} can't be read: line ${lineReached}, byte ${byte} is ${what}`, {
    hint: `${byteHint(error, reading)} Nothing was sent.`,
  });
}

/**
 * The records of a CSV text: quoted cells with line breaks in them (RFC 4180), lines ending in LF,
 * CRLF or CR, in UTF-8, UTF-16 or Windows-1252, with or without Excel's `sep=` line. Throws a usage
 * failure with the line for anything that is not CSV.
 */
export async function* csvRecords(
  { name, chunks }: TableSource,
  options: TableOptions = {},
): AsyncGenerator<readonly TableRecord[], void> {
  let reader: CsvReader | undefined;
  let read = (records: readonly TableRecord[]) => records;
  try {
    for await (const chunk of sampledFirst(utf8Of(chunks, options.encoding))) {
      if (reader !== undefined) {
        yield read(await reader.feed(chunk));
        continue;
      }
      const opened = await openReader(chunk, options);
      reader = opened.reader;
      if (opened.isExport) read = unescaped;
      yield read(await reader.feed(chunk.subarray(opened.skip)));
    }
    if (reader !== undefined) yield read(await reader.feed(undefined));
  } catch (error) {
    const lineReached = reader?.lineReached ?? 1;
    throw asFailure(error, name, { reading: options, lineReached }) ?? error;
  }
}
