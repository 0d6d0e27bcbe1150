import { usageFailure } from '../failure';

/**
 * Every format that waybill reads comes down to this: records of cells, each with its line. A format
 * is a function from the bytes of a file to `RecordBatches` (`csv.ts`); what is done with the header
 * and the cells knows nothing of formats.
 */
export interface TableRecord {
  /** Where the record begins, counted from 1: the line of a text, the row of a sheet. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** The records of a file, some hundreds at a time. Blank lines are none. */
export type RecordBatches = AsyncIterable<readonly TableRecord[]>;

/** The bytes of a file, read as they are asked for. */
export interface TableSource {
  /** As the user calls the file. */
  readonly name: string;
  readonly chunks: AsyncIterable<Buffer>;
}

export interface TableOptions {
  /** Between the cells of a text; found in the file where it is not given. */
  readonly delimiter?: string | undefined;
  /** False where the first line is a row. */
  readonly hasHeader?: boolean;
}

export interface Table {
  /** As the user calls the file. */
  readonly name: string;
  /** The cells of the line that names the columns; empty for a file without one. */
  readonly header: readonly string[];
  /** What comes after the header. */
  readonly records: RecordBatches;
}

/** The delimiters that are found without being named. */
export const delimiters = [',', ';', '\t', '|'] as const;

/**
 * Opens a file and reads as far as its header. Throws a usage failure for what can't be read, with
 * the line and the byte, and for a file with a header and nothing in it.
 */
export async function openTable(
  source: TableSource,
  { delimiter, hasHeader = true }: TableOptions = {},
): Promise<Table> {
  const { csvRecords } = await import('./csv');
  const batches = csvRecords(source, delimiter);
  const { name } = source;
  if (!hasHeader) return { name, header: [], records: batches };
  // Not a loop: leaving a loop would end the reading.
  for (let next = await batches.next(); next.done !== true; next = await batches.next()) {
    const [first, ...others] = next.value;
    if (first !== undefined) {
      return { name, header: first.cells, records: resumed(others, batches) };
    }
  }
  throw usageFailure(`${name} is empty`, {
    hint: 'The first line names the columns. Nothing was sent.',
  });
}

async function* resumed(first: readonly TableRecord[], rest: RecordBatches) {
  yield first;
  yield* rest;
}
