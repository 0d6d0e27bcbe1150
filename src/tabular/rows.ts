import { usageFailure } from '../failure';
import { headerName } from '../lib/fold';
import { gathered, groupBy, inOne, largest } from '../lib/once';
import { surplusCells } from '../lib/words';
import type { MoneyCell } from './amount';
import { areBlank, type CellFault, currencyNamed, errorIn, plainCell } from './cells';
import { type FileColumn, findColumns, firstColumns, type HeaderOptions, namedBy } from './header';
import { isRejectColumn, surplusColumn } from './header-words';
import {
  type ColumnMap,
  type FieldNames,
  type MergedCell,
  type Reading,
  type RecordBatches,
  readColumnMap,
  rowsBelowHeader,
  type TableOptions,
  type TableRecord,
  type TableSource,
  tooManyRows,
} from './record';
import { openTable } from './table';

/** One non-empty cell, with the header of its column. */
export interface TableCell extends MoneyCell {
  readonly field: string;
  /** As in the file. */
  readonly raw: string;
  readonly header: string;
  /** True if a workbook has it as a date. */
  readonly isDate?: boolean;
  /** The merged cell of a workbook that it is, with cells of other rows. */
  readonly merged?: MergedCell | undefined;
}

/** A place in a line, and the field whose cell is there. */
type Place = Pick<FileColumn, 'field' | 'index' | 'header'>;

interface RowShape {
  /** The columns that are read, in the order of the file, and those of each field. */
  readonly places: readonly Place[];
  readonly placesOf: ReadonlyMap<string, readonly Place[]>;
  /** The positions of the columns whose cells are kept; all of them in a file without a header. */
  readonly kept: readonly number[] | undefined;
  readonly headers: readonly string[];
  /** True if columns of a rejects file hold cells that its rows have more. */
  readonly hasSurplus: boolean;
}

const withoutResult: CellFault = {
  code: 'formula_without_result',
  message:
    'contains a formula without a stored result: open the file in a spreadsheet program and save it',
};

/** A row of a file. Its cells are read each time they are asked for, and never kept: files may have a million rows. */
export class TableRow {
  constructor(
    readonly record: TableRecord,
    private readonly shape: RowShape,
  ) {}

  /** The first line of the row, counted from 1. */
  get line(): number {
    return this.record.line;
  }

  /** The cells of these fields, or of all, without empty ones. */
  cellsOf(isWanted: (field: string) => boolean = () => true): readonly TableCell[] {
    return this.#cellsAt(this.shape.places.filter(({ field }) => isWanted(field)));
  }

  #cellsAt(places: readonly Place[] = []): readonly TableCell[] {
    return places.flatMap(({ index, field }) => this.at(index, field) ?? []);
  }

  /** The cells of all columns of a field, without empty ones. */
  all(field: string): readonly TableCell[] {
    return this.#cellsAt(this.shape.placesOf.get(field));
  }

  cell(field: string): TableCell | undefined {
    return this.all(field)[0];
  }

  /** The cell at a position, of a column that may be left unread; undefined if it is empty. */
  at(index: number, field = ''): TableCell | undefined {
    const { cells, marks, merged } = this.record;
    const header = this.shape.headers[index] ?? '';
    const raw = cells[index] ?? '';
    const text = plainCell(raw);
    if (text === '') return undefined;
    const cell = { field, header, text, raw };
    const mark = marks?.get(index);
    // Only workbooks say more of a cell; thousands of rows of a text are smaller without it.
    if (mark === undefined && merged === undefined) return cell;
    const amount = mark?.kind === 'money' ? mark.text : undefined;
    const isNumber = amount !== undefined || mark?.kind === 'number';
    const isDate = mark?.kind === 'date';
    return { ...cell, amount, isNumber, isDate, merged: merged?.get(index) };
  }

  /** The cells that the header line has no column for: something is in the wrong one. */
  get #surplus(): readonly string[] {
    const { headers, kept, hasSurplus } = this.shape;
    const { cells } = this.record;
    if (kept === undefined || (cells.length <= headers.length && !hasSurplus)) return [];
    const surplus = cells.filter((_, index) => (headers[index] ?? surplusColumn) === surplusColumn);
    return areBlank(surplus) ? [] : surplus;
  }

  get isRagged(): boolean {
    return this.#surplus.length > 0;
  }

  /** As in the file, without the columns that waybill added to it; surplus cells last. */
  get cells(): readonly string[] {
    const { kept } = this.shape;
    if (kept === undefined) return this.record.cells;
    return [...kept.map((index) => this.#written(index)), ...this.#surplus];
  }

  /**
   * A cell as a text file keeps it, so that what a workbook's cell is refused for is refused again: `€ 119.50`,
   * and an error for a formula without a result.
   */
  #written(index: number): string {
    const mark = this.record.marks?.get(index);
    if (mark?.kind === 'no_result') return '#N/A';
    const isForeign = mark?.kind === 'money' && currencyNamed(mark.text) !== undefined;
    return isForeign ? mark.text : (this.record.cells[index] ?? '');
  }

  get isBlank(): boolean {
    const { cells } = this.record;
    const isFilled = this.shape.places.some(({ index }) => plainCell(cells[index]) !== '');
    return !isFilled && !this.isRagged && this.fault() === undefined;
  }

  /** The first cell without a value to send, of the fields that are sent. */
  fault(
    isSent: (field: string) => boolean = () => true,
  ): (CellFault & Pick<TableCell, 'header'>) | undefined {
    const { cells, marks } = this.record;
    for (const { index, field, header } of this.shape.places) {
      if (!isSent(field)) continue;
      if (marks?.get(index)?.kind === 'no_result') return { ...withoutResult, header };
      const fault = errorIn(plainCell(cells[index]));
      if (fault !== undefined) return { ...fault, header };
    }
    return undefined;
  }

  /** The fault of the row whatever its columns mean; fields that are not sent may hold anything. */
  problem(isSent?: (field: string) => boolean): CellFault | undefined {
    const fault = this.fault(isSent);
    if (fault !== undefined) {
      return { code: fault.code, message: `column "${fault.header}" ${fault.message}` };
    }
    if (!this.isRagged) return undefined;
    const message = surplusCells(this.record.cells.length, this.shape.headers.length);
    return { code: 'too_many_cells', message };
  }
}

export interface RowOptions<C extends FieldNames = FieldNames>
  extends Partial<Pick<HeaderOptions, 'others' | 'isIgnored' | 'onUnclear' | 'whenMissing'>>,
    Pick<TableOptions, 'isRow' | 'isExported' | 'mostRows'> {
  /** The fields that may occur; they may depend on the header. */
  readonly columns: readonly C[] | ((header: readonly string[], map?: ColumnMap) => readonly C[]);
  /** The way to read the file, with `--map` as typed. */
  readonly reading?: (Reading & { readonly map?: readonly string[] }) | undefined;
  /** False if the first line is a row, of columns in the order of the fields; or named by their numbers. */
  readonly hasHeader?: boolean | 'numbers' | undefined;
  /** True if a line is the header; without one, the line that names the most fields is. */
  isHeader?(cells: readonly string[], map: ColumnMap): boolean;
  /** Values of `--map` for a header; the last of several lists wins, and what was typed comes before all. */
  mapsFor?(header: readonly string[]): readonly (readonly string[])[];
  /** Throws if the file must not be read any further. */
  refuse?(header: readonly string[]): void;
}

/** A column that no field is read from. */
export type UnreadColumn = Pick<FileColumn, 'header' | 'index'>;

export interface FileRows<C extends FieldNames = FieldNames> {
  readonly name: string;
  /** The columns whose cells each row has, without those that waybill added to the file. */
  readonly header: readonly string[];
  /** The fields in the file, each with the header of its column. */
  readonly fields: ReadonlyMap<string, string>;
  readonly columns: readonly FileColumn[];
  /** The columns that the file may have, by field. */
  readonly types: ReadonlyMap<string, C>;
  /** The columns that are not read, where others are kept, without those that waybill added to the file. */
  readonly unread: readonly UnreadColumn[];
  /** The columns that `--map` and `mapsFor` give together. */
  readonly map: ColumnMap;
  /** Some hundreds of rows at a time. */
  readonly batches: AsyncIterable<readonly TableRow[]>;
}

/** The numbers of the columns, as the header of a file without one. */
async function withNumbers(records: RecordBatches) {
  const all = (await gathered(records)).flat();
  const width = largest(all.map(({ cells }) => cells.length));
  return { header: Array.from({ length: width }, (_, at) => String(at + 1)), records: inOne(all) };
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
export async function openRows<C extends FieldNames>(
  source: TableSource,
  options: RowOptions<C>,
): Promise<FileRows<C>> {
  const { columns: known, reading = {}, others = 'refused', isHeader } = options;
  const { hasHeader = true } = options;
  const { name } = source;
  const fieldsOf = (header: readonly string[], map?: ColumnMap) =>
    typeof known === 'function' ? known(header, map) : known;
  const usual = fieldsOf([]);
  const map = readColumnMap(reading.map ?? [], usual);
  const table = await openTable(source, {
    ...options,
    ...reading,
    fields: usual,
    map,
    hasHeader: hasHeader === true,
    isHeader: hasHeader === true && isHeader ? (cells) => isHeader(cells, map) : undefined,
  });
  const { header, records } = hasHeader === 'numbers' ? await withNumbers(table.records) : table;
  options.refuse?.(header);
  const given = options.mapsFor?.(header).map((one) => readColumnMap(one, fieldsOf(header))) ?? [];
  const whole: ColumnMap = new Map([...given, map].flatMap((one) => [...one]));
  const fields = hasHeader ? fieldsOf(header, whole) : usual;
  const columns = hasHeader
    ? findColumns(fields, header, {
        ...options,
        name,
        others,
        first: table.first,
        onNotice: reading.onNotice,
        ...(reading.map && { map: whole }),
      })
    : firstColumns(fields);
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
  const hasSurplus = headers.includes(surplusColumn);
  const placesOf = groupBy(places, ({ field }) => field);
  const shape = { places, placesOf, kept: hasHeader ? kept : undefined, headers, hasSurplus };
  async function* batches() {
    for await (const batch of records) {
      yield batch.map((record) => {
        refuseNameless(record, nameless, name);
        return new TableRow(record, shape);
      });
    }
  }
  return {
    name,
    header: kept.map((index) => headers[index] ?? ''),
    fields: new Map(columns.map(({ field, header }) => [field, header])),
    columns,
    types: new Map(fields.map((one) => [one.field, one])),
    unread: kept.flatMap((index) =>
      read.has(index) ? [] : { header: headers[index] ?? '', index },
    ),
    map: whole,
    batches: batches(),
  };
}

/** The place of a cell in messages: `items.csv, line 3, column qty`. */
export function cellPlace(name: string, { line }: TableRow, header?: string): string {
  return `${name}, line ${line}${header === undefined ? '' : `, column ${header}`}`;
}

/** A file whose rows are all held in memory. */
export interface HeldRows<C extends FieldNames = FieldNames> extends FileRows<C> {
  /** Without blank ones. */
  readonly rows: readonly TableRow[];
  /** Columns of a rejects file for the cells that its rows have more than the header. */
  readonly surplus: readonly string[];
}

/**
 * Throws a usage failure for a line below the header that is another one, whose columns are elsewhere: what is
 * below it would be read from the wrong ones. A repetition of the header is none. `deciding` are the fields
 * whose cells have digits, so that few lines are looked at.
 */
function refuseOtherHeader(
  rows: readonly TableRow[],
  { name, header, columns }: Pick<FileRows, 'name' | 'header' | 'columns'>,
  deciding: readonly FieldNames[],
): void {
  // The columns of a file without a header are named by their numbers, which are no words.
  const own = header.map(headerName);
  const words = new Set(own.filter((one) => /\D/.test(one)));
  const places = columns.filter(({ field }) => deciding.some((one) => one.field === field));
  const other = rows.find(({ record: { cells } }) => {
    if (places.some(({ index }) => /\d/.test(cells[index] ?? ''))) return false;
    const names = cells.map(headerName);
    const isHeader =
      namedBy(cells, deciding).length === deciding.length ||
      names.filter((one) => words.has(one)).length > 1 ||
      places.some(({ index }) => words.has(names[index] ?? '') && names[index] === own[index]);
    return isHeader && names.some((one, index) => one !== '' && one !== own[index]);
  });
  if (other === undefined) return;
  throw usageFailure(`${name}, line ${other.line}: a second header, with other columns`, {
    hint: 'Put each table into a file of its own. Nothing was sent.',
  });
}

/**
 * Reads all rows of a file. Throws a usage failure for more than the caller can hold, and for a second header
 * among them.
 */
export async function readTable<C extends FieldNames>(
  source: TableSource,
  { deciding, isKept = ({ isBlank }) => !isBlank, ...options }: TableRowOptions<C>,
): Promise<HeldRows<C>> {
  const file = await openRows(source, options);
  const { mostRows = Number.POSITIVE_INFINITY } = options;
  const all: TableRow[] = [];
  for await (const batch of file.batches) {
    for (const row of batch) if (isKept(row)) all.push(row);
    if (all.length > mostRows) throw tooManyRows(file.name, mostRows);
  }
  const rows = rowsBelowHeader(file, all, options.reading);
  if (deciding !== undefined) refuseOtherHeader(rows, file, deciding);
  const more = largest(rows.map(({ cells }) => cells.length - file.header.length));
  return { ...file, rows, surplus: Array.from({ length: more }, () => surplusColumn) };
}

export interface TableRowOptions<C extends FieldNames = FieldNames> extends RowOptions<C> {
  /** The fields whose cells have digits, by which a second header is known. */
  readonly deciding?: readonly FieldNames[];
  /** True if a row is wanted; by default unless it is blank. */
  isKept?(row: TableRow): boolean;
}

/** All rows of a small file. Throws a usage failure for a row that can't be right. */
export async function readRows(
  source: TableSource,
  options: RowOptions,
): Promise<readonly TableRow[]> {
  const { rows } = await readTable(source, options);
  for (const row of rows) {
    const place = cellPlace(source.name, row);
    if (row.isRagged)
      throw usageFailure(`${place} has more cells than the header line has columns`);
    const fault = row.fault();
    if (fault !== undefined) {
      throw usageFailure(`${cellPlace(source.name, row, fault.header)} ${fault.message}`, {
        hint: 'Correct it and try again. Nothing was sent.',
      });
    }
  }
  return rows;
}
