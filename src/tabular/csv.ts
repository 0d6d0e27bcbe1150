import { type Failure, usageFailure } from '../failure';
import { BrokenRecord, CsvReader } from './csv-reader';
import { UnreadableByte, utf8Of } from './encoding';
import { delimiters, type TableRecord, type TableSource } from './table';

/** Bytes that show the delimiter. */
const sampleSize = 4 * 1024;

/** How many cells the records of a sample have with this delimiter. */
async function cellCounts(sample: Buffer, delimiter: string): Promise<readonly number[]> {
  const reader = new CsvReader(delimiter);
  // As many line breaks as the parser looks ahead, so that the last record counts.
  const records = await reader
    .feed(Buffer.concat([sample, Buffer.alloc(8, '\n')]))
    // With another delimiter a quote may be out of place.
    .catch(() => reader.taken());
  return records.map(({ cells }) => cells.length);
}

/**
 * The delimiter of a file, from its beginning: the one that cuts its first record into most cells,
 * and of equals the one that cuts most records as it cuts the first. A comma where there is no sign
 * of any.
 */
export async function findDelimiter(sample: Buffer): Promise<string> {
  let best = { delimiter: ',', cells: 1, alike: 0 };
  for (const delimiter of delimiters) {
    const [cells = 1, ...others] = await cellCounts(sample, delimiter);
    const alike = others.filter((count) => count === cells).length;
    if (cells > best.cells || (cells === best.cells && alike > best.alike)) {
      best = { delimiter, cells, alike };
    }
  }
  return best.delimiter;
}

/** The same text, its first chunk large enough to find the delimiter in. */
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
  CSV_QUOTE_NOT_CLOSED: 'a quoted cell is never closed',
  CSV_MAX_RECORD_SIZE: 'the record is larger than 16 MiB',
  CSV_INVALID_CLOSING_QUOTE: 'a quoted cell goes on after its closing quote',
  INVALID_OPENING_QUOTE: 'there is a quote within a cell that is not quoted',
};

function asFailure(error: unknown, name: string, lineReached: number): Failure | undefined {
  if (error instanceof BrokenRecord) {
    return usageFailure(`${name}, line ${error.line}: ${faults[error.code] ?? 'this is not CSV'}`, {
      hint: 'A cell that holds a quote is written "like ""this""", and every quote is closed. Nothing was sent.',
    });
  }
  if (!(error instanceof UnreadableByte)) return undefined;
  const { byte, what, hint } = error;
  return usageFailure(`${name} can't be read: line ${lineReached}, byte ${byte} is ${what}`, {
    hint: `${hint} Nothing was sent.`,
  });
}

/**
 * The records of a CSV text: quoted cells and line breaks in them (RFC 4180), lines ended by LF, CRLF
 * or CR, in UTF-8 or UTF-16. Throws a usage failure with the line for what is not CSV.
 */
export async function* csvRecords(
  { name, chunks }: TableSource,
  delimiter?: string,
): AsyncGenerator<readonly TableRecord[], void> {
  let reader: CsvReader | undefined;
  try {
    for await (const chunk of sampledFirst(utf8Of(chunks))) {
      reader ??= new CsvReader(delimiter ?? (await findDelimiter(chunk.subarray(0, sampleSize))));
      yield await reader.feed(chunk);
    }
    if (reader !== undefined) yield await reader.feed(undefined);
  } catch (error) {
    throw asFailure(error, name, reader?.lineReached ?? 1) ?? error;
  }
}
