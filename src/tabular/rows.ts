import { usageFailure } from '../failure';
import { areBlank, type CellFault, exactCell, plainCell } from './cells';
import {
  type FieldNames,
  type FileColumn,
  findColumns,
  type HeaderOptions,
  readColumnMap,
} from './header';
import { faultIn, openTable, type Reading, type TableRecord, type TableSource } from './table';

/** One non-empty cell, with the header of its column. */
export interface TableCell {
  readonly field: string;
  readonly text: string;
  /** The same with the spaces that `="…"` protects. */
  readonly exact: string;
  readonly header: string;
  /** How a workbook shows the number, if with a currency sign or decimals. */
  readonly amount?: string | undefined;
}

export interface TableRow {
  /** Where the row starts, counted from 1. */
  readonly line: number;
  /** Without empty cells. */
  readonly filled: readonly TableCell[];
  /** As in the file, without the columns that waybill added to it. */
  readonly cells: readonly string[];
  /** More cells than the header line has columns: something is in the wrong one. */
  readonly ragged: boolean;
  /** Cells without a value to send. */
  readonly faults: readonly (CellFault & Pick<TableCell, 'field' | 'header'>)[];
}

export interface RowOptions extends Pick<HeaderOptions, 'nearest'> {
  /** The fields that may occur; they may depend on the header. */
  readonly columns: readonly FieldNames[] | ((header: readonly string[]) => readonly FieldNames[]);
  /** How to read the file, with `--map` as typed. */
  readonly reading?: (Reading & { readonly map?: readonly string[] }) | undefined;
  /** The columns of waybill's own exports, if the file may be one. */
  readonly exported?: ReadonlySet<string> | undefined;
  /** Whether to name an unknown header only by its position, since it may be a secret itself. */
  readonly secret?: boolean;
  /** What to do about a required field without a column. */
  readonly whenMissing?: string;
  /** Throws if the file must not be read any further. */
  refuse?(header: readonly string[]): void;
}

export interface FileRows {
  /** The file's columns, without those that waybill added to it. */
  readonly header: readonly string[];
  /** The fields in the file, each with the header of its column. */
  readonly fields: ReadonlyMap<string, string>;
  readonly rows: AsyncIterable<TableRow>;
}

function toRow(record: TableRecord, columns: readonly FileColumn[], width: number): TableRow {
  const { line, cells, marks } = record;
  return {
    line,
    filled: columns.flatMap(({ index, field, header }) => {
      const text = plainCell(cells[index]);
      if (text === '') return [];
      const mark = marks?.get(index);
      const amount = mark?.kind === 'money' ? mark.text : undefined;
      return [{ field, header, text, exact: exactCell(cells[index]), amount }];
    }),
    cells: columns.map(({ index }) => cells[index] ?? ''),
    ragged: !areBlank(cells.slice(width)),
    faults: columns.flatMap(({ index, field, header }) => {
      const fault = faultIn(record, index);
      return fault === undefined ? [] : [{ ...fault, field, header }];
    }),
  };
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
 * Reads a file in which every column must match a field. Throws a usage failure for an unknown
 * column; no message repeats a cell.
 */
export async function openRows(source: TableSource, options: RowOptions): Promise<FileRows> {
  const { columns: known, reading = {}, secret = false, whenMissing = '' } = options;
  const { nearest, exported } = options;
  const fieldsOf = (header: readonly string[]) =>
    typeof known === 'function' ? known(header) : known;
  const usual = fieldsOf([]);
  const map = readColumnMap(reading.map ?? [], usual);
  const { header, records } = await openTable(source, { ...reading, fields: usual, map, exported });
  options.refuse?.(header);
  const fields = fieldsOf(header);
  const found = findColumns(fields, header, {
    name: source.name,
    map,
    others: secret ? 'secret' : 'refused',
    whenMissing: () => whenMissing,
    ...(nearest && { nearest }),
  });
  const columns = found.toSorted((one, other) => one.index - other.index);
  const nameless = header.flatMap((cell, index) => (cell.trim() === '' ? [index] : []));
  async function* rows() {
    for await (const batch of records) {
      for (const record of batch) {
        refuseNameless(record, nameless, source.name);
        const row = toRow(record, columns, header.length);
        if (row.filled.length > 0 || row.ragged || row.faults.length > 0) yield row;
      }
    }
  }
  return {
    header: columns.map((column) => column.header),
    fields: new Map(columns.map(({ field, header }) => [field, header])),
    rows: rows(),
  };
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
