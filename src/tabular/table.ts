import { usageFailure } from '../failure';
import { areBlank } from './cells';
import type { Encoding } from './encoding';
import { type ColumnMap, type FieldNames, headerPosition } from './header';

/**
 * Every format that waybill reads comes down to this: records of cells, each with its line. A format
 * is a function from the bytes of a file to `RecordBatches` (`csv.ts`, `workbook.ts`); what is done
 * with the header and the cells knows nothing of formats.
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

/** How the user says that a file should be read; what is not said is found in the file. */
export interface Reading {
  /** Between the cells of a text. */
  readonly delimiter?: string | undefined;
  readonly encoding?: Encoding | undefined;
  /** A sheet of a workbook, by its name or its number. */
  readonly sheet?: string | undefined;
  /** Whether the command takes these as flags, so that hints may name them. */
  readonly byFlags?: boolean;
  /** Called with what was left out of the file, and which sheet was read. */
  onNotice?(text: string): void;
}

export interface TableOptions extends Reading {
  /** False where the first line is a row. */
  readonly hasHeader?: boolean;
  /** What the caller looks for: the header is the line that names most of it. */
  readonly fields?: readonly FieldNames[];
  readonly map?: ColumnMap;
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

/** Titles and notes come above the header; it is looked for this far. */
export const lastHeaderLine = 15;

/**
 * Opens a file and reads as far as its header. Throws a usage failure for what can't be read, with
 * the line and the byte, and for a file with a header and nothing in it.
 */
export async function openTable(source: TableSource, options: TableOptions = {}): Promise<Table> {
  const { hasHeader = true, fields = [], map, onNotice } = options;
  const { recordsOf } = await import('./format');
  const batches = recordsOf(source, options);
  const { name } = source;
  if (!hasHeader) return { name, header: [], records: batches };
  const top: TableRecord[] = [];
  // Not a loop over them: leaving it would end the reading.
  while ((top.at(-1)?.line ?? 0) <= lastHeaderLine) {
    const next = await batches.next();
    if (next.done === true) break;
    top.push(...next.value);
  }
  const within = top.filter(({ line }) => line <= lastHeaderLine);
  const candidates = within.length === 0 ? top.slice(0, 1) : within;
  const position = headerPosition(candidates, fields, map);
  const header = candidates[position];
  if (header === undefined) {
    throw usageFailure(`${name} is empty`, {
      hint: 'The first line names the columns. Nothing was sent.',
    });
  }
  if (candidates.slice(0, position).some(({ cells }) => !areBlank(cells))) {
    onNotice?.(`${name}: the header is line ${header.line}; skipped the lines above it.`);
  }
  return { name, header: header.cells, records: resumed(top.slice(position + 1), batches) };
}

async function* resumed(first: readonly TableRecord[], rest: RecordBatches) {
  yield first;
  yield* rest;
}
