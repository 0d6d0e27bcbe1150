import { usageFailure } from '../failure';
import { largest } from '../lib/largest';
import { areBlank, type CellFault, exactCell, plainCell } from './cells';
import {
  type ColumnMap,
  type FieldNames,
  type FileColumn,
  findColumns,
  type HeaderOptions,
  isRejectColumn,
  readColumnMap,
  surplusColumn,
} from './header';
import { withFirstRows } from './missing-columns';
import {
  faultIn,
  type MergedCell,
  numberAt,
  openTable,
  type Reading,
  type TableRecord,
  type TableSource,
} from './table';

/** One non-empty cell, with the header of its column. */
export interface TableCell {
  readonly field: string;
  readonly text: string;
  /** The same with the spaces that `="…"` protects. */
  readonly exact: string;
  readonly header: string;
  /** How a workbook shows the number, if with a currency sign or decimals. */
  readonly amount?: string | undefined;
  /** Whether a workbook has it as a number with decimals, whose point is not the user's. */
  readonly isNumber?: boolean;
  /** Where a workbook has merged it with cells of other rows. */
  readonly merged?: MergedCell | undefined;
}

export interface TableRow {
  /** Where the row starts, counted from 1. */
  readonly line: number;
  /** Without empty cells. */
  readonly filled: readonly TableCell[];
  /** As in the file, without the columns that waybill added to it; surplus cells last. */
  readonly cells: readonly string[];
  /** More cells than the header line has columns: something is in the wrong one. */
  readonly ragged: boolean;
  /** Cells without a value to send. */
  readonly faults: readonly (CellFault & Pick<TableCell, 'field' | 'header'>)[];
}

export interface RowOptions extends Partial<Pick<HeaderOptions, 'nearest' | 'others' | 'oneEach'>> {
  /** The fields that may occur; they may depend on the header. */
  readonly columns:
    | readonly FieldNames[]
    | ((header: readonly string[], map?: ColumnMap) => readonly FieldNames[]);
  /** How to read the file, with `--map` as typed. */
  readonly reading?: (Reading & { readonly map?: readonly string[] }) | undefined;
  /** The columns of waybill's own exports, if the file may be one. */
  readonly exported?: ReadonlySet<string> | undefined;
  /** What to do about a required field without a column. */
  readonly whenMissing?: string | HeaderOptions['whenMissing'];
  /** Whether a line is the header; without one, the line that names the most fields is. */
  isHeader?(cells: readonly string[], map: ColumnMap): boolean;
  /** What `--map` would say for a header, of lists the last; what was typed comes before all. */
  mapsFor?(header: readonly string[]): readonly (readonly string[])[];
  /** Throws if the file must not be read any further. */
  refuse?(header: readonly string[]): void;
}

export interface FileRows {
  /** The columns whose cells each row has, without those that waybill added to the file. */
  readonly header: readonly string[];
  /** The fields in the file, each with the header of its column. */
  readonly fields: ReadonlyMap<string, string>;
  /** The columns that are read. */
  readonly columns: readonly FileColumn[];
  /** Headers of columns that are not read, where others are kept. */
  readonly ignored: readonly string[];
  /** What `--map` and `mapsFor` say together. */
  readonly map: ColumnMap;
  readonly rows: AsyncIterable<TableRow>;
}

/** A place in a line, and the field whose cell is there. */
interface Place {
  readonly field: string;
  readonly index: number;
  readonly header: string;
}

function toRow(
  record: TableRecord,
  places: readonly Place[],
  kept: readonly number[],
  headers: readonly string[],
): TableRow {
  const { line, cells } = record;
  const filled: TableCell[] = [];
  const faults: TableRow['faults'][number][] = [];
  for (const { index, field, header } of places) {
    const text = plainCell(cells[index]);
    const fault = faultIn(record, index);
    if (fault !== undefined) faults.push({ ...fault, field, header });
    if (text === '') continue;
    const { amount, isNumber } = numberAt(record, index);
    const merged = record.merged?.get(index);
    filled.push({
      ...{ field, header, text, exact: exactCell(cells[index]) },
      ...{ amount, isNumber, merged },
    });
  }
  const surplus = cells.filter((_, index) => (headers[index] ?? surplusColumn) === surplusColumn);
  const ragged = !areBlank(surplus);
  const own = kept.map((index) => cells[index] ?? '');
  return { ...{ line, filled, faults, ragged }, cells: ragged ? [...own, ...surplus] : own };
}

/** Throws for a cell in a column whose header is empty: it can't be ignored. */
function refuseNameless(
  { line, cells }: TableRecord,
  columns: readonly number[],
  name: string,
): void {
  const filled = columns.find((index) => !areBlank([cells[index] ?? '']));
  if (filled === undefined) return;
  throw usageFailure(`${name}, line ${line}: column ${filled + 1} has no header`, {
    hint: 'Give the column a name in the first line, or clear its cells. Nothing was sent.',
  });
}

/**
 * Reads a file whose columns are named by a header. Throws a usage failure for an unknown column,
 * unless others are kept; no message repeats a cell.
 */
export async function openRows(source: TableSource, options: RowOptions): Promise<FileRows> {
  const { columns: known, reading = {}, others = 'refused', whenMissing = '', isHeader } = options;
  const { nearest, exported, oneEach } = options;
  const { name } = source;
  const fieldsOf = (header: readonly string[], map?: ColumnMap) =>
    typeof known === 'function' ? known(header, map) : known;
  const usual = fieldsOf([]);
  const map = readColumnMap(reading.map ?? [], usual);
  const { header, records } = await openTable(source, {
    ...{ ...reading, fields: usual, map, exported },
    isHeader: isHeader && ((cells) => isHeader(cells, map)),
  });
  options.refuse?.(header);
  const given = options.mapsFor?.(header).map((one) => readColumnMap(one, fieldsOf(header))) ?? [];
  const whole: ColumnMap = new Map([...given, map].flatMap((one) => [...one]));
  const find = () =>
    findColumns(fieldsOf(header, whole), header, {
      ...{ name, others, onNotice: reading.onNotice },
      whenMissing: typeof whenMissing === 'string' ? () => whenMissing : whenMissing,
      ...(reading.map && { map: whole }),
      ...(oneEach && { oneEach }),
      ...(nearest && { nearest }),
    });
  const columns = await withFirstRows(find, records);
  const headers = header.map((cell) => cell.trim());
  const places = columns
    .flatMap(({ field, index, more }) =>
      [index, ...more].map((place) => ({ field, index: place, header: headers[place] ?? '' })),
    )
    .toSorted((one, other) => one.index - other.index);
  const read = new Set(places.map(({ index }) => index));
  const isKept = (index: number) => others === 'kept' || read.has(index);
  const kept = headers.flatMap((one, index) =>
    isKept(index) && !isRejectColumn(one) ? [index] : [],
  );
  const nameless = headers.flatMap((one, index) => (one === '' && !isKept(index) ? [index] : []));
  async function* rows() {
    for await (const batch of records) {
      for (const record of batch) {
        refuseNameless(record, nameless, name);
        const row = toRow(record, places, kept, headers);
        if (row.filled.length > 0 || row.ragged || row.faults.length > 0) yield row;
      }
    }
  }
  return {
    header: kept.map((index) => headers[index] ?? ''),
    fields: new Map(columns.map(({ field, header }) => [field, header])),
    columns,
    ignored: kept.flatMap((index) => (read.has(index) ? [] : (headers[index] ?? []))),
    map: whole,
    rows: rows(),
  };
}

/** Columns of a rejects file for the cells that its rows have more than these. */
export function surplusColumns(
  { length }: readonly string[],
  rows: readonly Pick<TableRow, 'cells'>[],
): readonly string[] {
  const widest = largest(rows.map(({ cells }) => cells.length));
  return Array.from({ length: Math.max(0, widest - length) }, () => surplusColumn);
}

/** The place of a cell in messages: `items.csv, line 3, column qty`. */
export function cellPlace(name: string, { line }: TableRow, header?: string): string {
  return `${name}, line ${line}${header === undefined ? '' : `, column ${header}`}`;
}

/** All rows of a small file. Throws a usage failure for a row that can't be right. */
export async function readRows(
  source: TableSource,
  options: RowOptions,
): Promise<readonly TableRow[]> {
  const rows: TableRow[] = [];
  for await (const row of (await openRows(source, options)).rows) {
    if (row.ragged) {
      throw usageFailure(
        `${cellPlace(source.name, row)} has more cells than the header line has columns`,
      );
    }
    const [fault] = row.faults;
    if (fault !== undefined) {
      throw usageFailure(`${cellPlace(source.name, row, fault.header)} ${fault.message}`, {
        hint: 'Correct it and try again. Nothing was sent.',
      });
    }
    rows.push(row);
  }
  return rows;
}
