import { type Failure, usageFailure } from '../failure';
import { grouped } from '../lib/words';
import { areBlank, type CellFault, errorIn, plainCell } from './cells';
import type { Encoding } from './encoding';
import { bestLine, type ColumnMap, type FieldNames, namedBy, namesRequired } from './header';

/**
 * Every format that waybill reads is reduced to this: records of cells, each with its line. A
 * format is a function from the bytes of a file to `RecordBatches` (`csv.ts`, `workbook.ts`); code
 * that handles the header and the cells knows nothing of formats.
 */
export interface TableRecord {
  /** Where the record starts, counted from 1: the line of a text, or the row of a sheet. */
  readonly line: number;
  readonly cells: readonly string[];
  /** By column, what a workbook says about a cell besides its value; most rows have none. */
  readonly marks?: ReadonlyMap<number, CellMark> | undefined;
  /** By column, where a workbook has merged the cell with those of other rows: its value is all of theirs. */
  readonly merged?: ReadonlyMap<number, MergedCell> | undefined;
}

/** A cell over several rows, the same object for each of them. */
export interface MergedCell {
  /** How many rows have it. */
  readonly rows: number;
}

export type CellMark =
  /** A number that the workbook shows with a currency sign or decimals, as it shows it. */
  | { readonly kind: 'money'; readonly text: string }
  /** Another number with decimals. */
  | { readonly kind: 'number' }
  /** A formula that the program that wrote the workbook has not computed. */
  | { readonly kind: 'no_result' };

/** What a workbook says about a number with decimals, whose point is not the user's. */
export function numberAt({ marks }: TableRecord, index: number) {
  const mark = marks?.get(index);
  const amount = mark?.kind === 'money' ? mark.text : undefined;
  return { amount, isNumber: amount !== undefined || mark?.kind === 'number' };
}

/** Why a cell of a record has no value to send, though it is not empty. */
export function faultIn({ cells, marks }: TableRecord, index: number): CellFault | undefined {
  if (marks?.get(index)?.kind !== 'no_result') return errorIn(plainCell(cells[index]));
  return {
    code: 'formula_without_result',
    message:
      'contains a formula without a stored result: open the file in a spreadsheet program and save it',
  };
}

/** The records of a file, some hundreds at a time, without blank lines. */
export type RecordBatches = AsyncIterable<readonly TableRecord[]>;

/** The bytes of a file, read on demand. */
export interface TableSource {
  /** The file's name for the user. */
  readonly name: string;
  readonly chunks: AsyncIterable<Buffer>;
}

/** How the user wants a file to be read; everything else is detected. */
export interface Reading {
  /** What separates the cells of a text. */
  readonly delimiter?: string | undefined;
  readonly encoding?: Encoding | undefined;
  /** A sheet of a workbook, by name or number. */
  readonly sheet?: string | undefined;
  /** Whether the command has flags for these, so that hints may name them. */
  readonly byFlags?: boolean;
  /** Called with what was skipped in the file, and which sheet was read. */
  onNotice?(text: string): void;
  /** Called with what was skipped although it looks like rows that were meant to be read. */
  onWarning?(text: string): void;
}

export interface TableOptions extends Reading {
  /** False if the first line is a row. */
  readonly hasHeader?: boolean;
  /** What the caller wants: the header is the line that names most of it. */
  readonly fields?: readonly FieldNames[];
  readonly map?: ColumnMap;
  /** Whether a line that names no field is a row, which a header below it would leave out. */
  readonly isRow?: (cells: readonly string[]) => boolean;
  /** Whether a line is the wanted header; without one, or where none is, it is the one that names most. */
  readonly isHeader?: ((cells: readonly string[]) => boolean) | undefined;
  /** The most rows below a header that the caller can hold. */
  readonly mostRows?: number | undefined;
  /** The columns of waybill's own exports, if the file may be one. */
  readonly exported?: ReadonlySet<string> | undefined;
}

export interface Table {
  /** The file's name for the user. */
  readonly name: string;
  /** The cells of the line that names the columns; empty for a file without one. */
  readonly header: readonly string[];
  /** What follows the header. */
  readonly records: RecordBatches;
}

/** The delimiters that can be detected. */
export const delimiters = [',', ';', '\t', '|'] as const;

/** The failure for a file with more rows than the caller can hold. */
export function tooManyRows(name: string, most: number): Failure {
  return usageFailure(`${name} has more than ${grouped(most)} rows`, {
    hint: 'Split it into smaller files. Nothing was sent.',
  });
}

/** Titles and notes may precede the header; it is searched for up to this line. */
export const lastHeaderLine = 15;

/** How likely a line is the header: as much as it names of what the caller wants, or surely. */
function headerScore(
  { cells }: TableRecord,
  { fields = [], map, hasHeader = true, isHeader }: TableOptions,
): number {
  if (isHeader?.(cells)) return Number.MAX_SAFE_INTEGER;
  return hasHeader ? namedBy(cells, fields, map) : 0;
}

/** The likeliest header among the first lines, and how much of what the caller wants it names. */
export function headerNames(
  records: readonly TableRecord[],
  options: TableOptions,
): { readonly header: TableRecord | undefined; readonly named: number } {
  const score = (line: TableRecord) => headerScore(line, options);
  const top = records.slice(0, lastHeaderLine).filter(({ line }) => line <= lastHeaderLine);
  const header = top[bestLine(top, score) ?? -1];
  return { header, named: header === undefined ? 0 : score(header) };
}

/**
 * Opens a file and reads up to its header. Throws a usage failure with the line and the byte if it
 * can't be read, and for a file with only a header.
 */
export async function openTable(source: TableSource, options: TableOptions = {}): Promise<Table> {
  const { hasHeader = true } = options;
  const { recordsOf } = await import('./format');
  const batches = recordsOf(source, options);
  const { name } = source;
  if (!hasHeader) return { name, header: [], records: batches };
  const top: TableRecord[] = [];
  // Not a `for await` loop: leaving one would end the reading.
  while ((top.at(-1)?.line ?? 0) <= lastHeaderLine) {
    const next = await batches.next();
    if (next.done === true) break;
    for (const record of next.value) top.push(record);
  }
  const within = top.filter(({ line }) => line <= lastHeaderLine);
  const candidates = within.length === 0 ? top.slice(0, 1) : within;
  const position = bestLine(candidates, (one) => headerScore(one, options)) ?? 0;
  const header = candidates[position];
  if (header === undefined) {
    throw usageFailure(`${name} is empty`, {
      hint: 'The first line must contain the column names. Nothing was sent.',
    });
  }
  reportSkipped(candidates.slice(0, position), header, name, options);
  return { name, header: header.cells, records: resumed(top.slice(position + 1), batches) };
}

/**
 * Says that lines above the header were skipped. Throws a usage failure if they are a table of
 * their own.
 */
function reportSkipped(
  above: readonly TableRecord[],
  header: TableRecord,
  name: string,
  { fields = [], map, isRow, onNotice, onWarning }: TableOptions,
): void {
  const skipped = above.filter(({ cells }) => !areBlank(cells));
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
}

async function* resumed(first: readonly TableRecord[], rest: RecordBatches) {
  yield first;
  yield* rest;
}
