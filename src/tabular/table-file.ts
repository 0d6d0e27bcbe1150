import { nameHint } from '../cli/suggest';
import { type Failure, usageFailure } from '../failure';
import { addedColumns } from '../upload/results';
import { plainHeader } from './columns';
import { utf8Of } from './encoding';
import { plainCell } from './plain-cell';
import { type Record as CsvRecord, recordsOf } from './records';

/** A column that a file may have. */
export interface TableColumn {
  /** What its cells are. */
  readonly field: string;
  /** Headers it is known by besides that, whatever their case and punctuation. */
  readonly names: readonly string[];
}

/** One filled cell, under the header that the file gives its column. */
export interface TableCell {
  readonly field: string;
  readonly text: string;
  readonly header: string;
}

export interface TableRow {
  /** Where the row starts, counted from 1. */
  readonly line: number;
  /** Empty cells are not there. */
  readonly filled: readonly TableCell[];
  /** As they stand in the file, without the columns that waybill added to it. */
  readonly cells: readonly string[];
  /** More cells than the first line has columns: something stands in the wrong one. */
  readonly ragged: boolean;
}

export interface TableSource {
  /** As the user calls the file. */
  readonly name: string;
  readonly chunks: AsyncIterable<Buffer>;
}

export interface TableOptions {
  readonly columns: readonly TableColumn[];
  /** A header that is not known is told by its position alone: it may be a secret itself. */
  readonly secret?: boolean;
  /** Throws where the file must not be read any further. */
  refuse?(header: readonly string[]): void;
}

export interface Table {
  /** The columns of the file, without those that waybill added to it. */
  readonly header: readonly string[];
  readonly fields: ReadonlySet<string>;
  readonly rows: AsyncIterable<TableRow>;
}

interface Column {
  readonly index: number;
  readonly field: string;
  readonly header: string;
}

function unknownColumn(
  header: string,
  index: number,
  { name, columns, secret = false }: TableOptions & { name: string },
): Failure {
  const known = columns.map(({ names, field }) => names[0] ?? field);
  return usageFailure(
    secret
      ? `${name}: the header of column ${index + 1} is not known`
      : `${name} has a column "${header}" that is not known`,
    {
      hint: nameHint(
        secret ? '' : header,
        known,
        `The first line names the columns; known are ${known.join(', ')}. Nothing was sent.`,
      ),
    },
  );
}

function findColumns(
  header: readonly string[],
  options: TableOptions & { name: string },
): readonly Column[] {
  const byName = new Map(
    options.columns.flatMap(({ field, names }) =>
      [field, ...names].map((name) => [plainHeader(name), field] as const),
    ),
  );
  const own: readonly string[] = addedColumns;
  const found = header.flatMap((text, index) => {
    if (own.includes(text.trim())) return [];
    const field = byName.get(plainHeader(text));
    if (field === undefined) throw unknownColumn(text.trim(), index, options);
    return [{ index, field, header: text.trim() }];
  });
  for (const [index, { field }] of found.entries()) {
    if (found.findIndex((one) => one.field === field) === index) continue;
    throw usageFailure(`${options.name} has two columns for ${field}`, {
      hint: 'Leave one of them out. Nothing was sent.',
    });
  }
  return found;
}

function toRow({ line, cells }: CsvRecord, columns: readonly Column[], width: number): TableRow {
  return {
    line,
    filled: columns.flatMap(({ index, field, header }) => {
      const text = plainCell(cells[index]);
      return text === '' ? [] : [{ field, header, text }];
    }),
    cells: columns.map(({ index }) => cells[index] ?? ''),
    ragged: cells.slice(width).some((cell) => cell.trim() !== ''),
  };
}

/**
 * Reads a csv or tsv file whose first line names its columns, in any encoding and with any delimiter
 * that uploads take. Throws a usage failure for a column that is not known; no message repeats a cell.
 */
export async function openTable(
  { name, chunks }: TableSource,
  options: TableOptions,
): Promise<Table> {
  const records = flat(recordsOf(utf8Of(chunks), { name }));
  const first = await records.next();
  if (first.done === true) {
    throw usageFailure(`${name} is empty`, { hint: 'The first line names the columns.' });
  }
  const { cells: header } = first.value;
  options.refuse?.(header);
  const columns = findColumns(header, { ...options, name });
  async function* rows() {
    for await (const record of records) {
      const row = toRow(record, columns, header.length);
      if (row.filled.length > 0 || row.ragged) yield row;
    }
  }
  return {
    header: columns.map((column) => column.header),
    fields: new Set(columns.map(({ field }) => field)),
    rows: rows(),
  };
}

async function* flat<T>(chunks: AsyncIterable<readonly T[]>): AsyncGenerator<T, void> {
  for await (const chunk of chunks) yield* chunk;
}

/** Where a cell stands, for messages: `items.csv, line 3, column qty`. */
export function cellPlace(name: string, { line }: TableRow, header?: string): string {
  return `${name}, line ${line}${header === undefined ? '' : `, column ${header}`}`;
}

/** All rows of a small file. Throws a usage failure for a row that does not fit the header. */
export async function readTable(
  source: TableSource,
  options: TableOptions,
): Promise<readonly TableRow[]> {
  const rows: TableRow[] = [];
  for await (const row of (await openTable(source, options)).rows) {
    if (row.ragged) {
      throw usageFailure(
        `${cellPlace(source.name, row)} has more cells than the first line has columns`,
      );
    }
    rows.push(row);
  }
  return rows;
}
