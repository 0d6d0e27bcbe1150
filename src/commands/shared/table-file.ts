import { closest } from '../../command/suggest';
import { usageFailure } from '../../failure';
import type { InputFile } from './input-file';

/** A column that a file may have. */
export interface TableColumn {
  /** What its cells are. */
  readonly field: string;
  /** Headers it is known by besides that, whatever their case and punctuation. */
  readonly names: readonly string[];
}

/** One filled cell, with the place that messages give. */
export interface TableCell {
  readonly field: string;
  readonly text: string;
  /** `items.csv, line 3, column qty` */
  readonly place: string;
}

export interface TableRow {
  /** Where the row starts; the header is line 1. */
  readonly line: number;
  /** `items.csv, line 3` */
  readonly place: string;
  /** Empty cells are not there. */
  readonly cells: readonly TableCell[];
}

export interface TableOptions {
  readonly columns: readonly TableColumn[];
  /** A header that is not known is told by its position alone: it may be a secret itself. */
  readonly secret?: boolean;
}

interface Column extends TableColumn {
  readonly header: string;
}

function fold(header: string): string {
  return header.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function findColumn(
  header: string,
  index: number,
  { file, options }: { file: InputFile; options: TableOptions },
): Column {
  const { columns, secret = false } = options;
  const known = columns.flatMap(({ field, names }) => [field, ...names]);
  const column = columns.find(({ field, names }) =>
    [field, ...names].some((name) => fold(name) === fold(header)),
  );
  if (column !== undefined) return { ...column, header };
  const near = secret ? undefined : closest(header, known);
  throw usageFailure(
    secret
      ? `${file.name}: column ${index + 1} has no header that is known`
      : `${file.name} has a column "${header}" that is not known`,
    {
      hint:
        `${near === undefined ? '' : `Did you mean ${near}? `}` +
        `The first line names the columns: ${columns.map(({ names, field }) => names[0] ?? field).join(', ')}.`,
    },
  );
}

function refuseRepeated(columns: readonly Column[], file: InputFile): void {
  const seen = new Set<string>();
  for (const { field } of columns) {
    if (seen.has(field)) throw usageFailure(`${file.name} has two columns for ${field}`);
    seen.add(field);
  }
}

interface ParsedRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

async function parseRecords(file: InputFile): Promise<readonly ParsedRecord[]> {
  const { parse } = await import('csv-parse/sync');
  try {
    const records: unknown = parse(file.bytes, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      delimiter: /\.tsv$/i.test(file.name) ? '\t' : ',',
    });
    return records as readonly ParsedRecord[];
  } catch (error) {
    // The parser's message may quote the input.
    const { lines } = error as { lines?: number };
    throw usageFailure(`${file.name} is no csv${lines === undefined ? '' : `: see line ${lines}`}`);
  }
}

/**
 * Reads a small csv or tsv file whose first line names its columns. Throws a usage failure for a
 * column that is not known and for a row that does not fit the header.
 */
export async function readTable(
  file: InputFile,
  options: TableOptions,
): Promise<readonly TableRow[]> {
  const [head, ...records] = await parseRecords(file);
  if (head === undefined) throw usageFailure(`${file.name} is empty`);
  const columns = head.record.map((header, index) => findColumn(header, index, { file, options }));
  refuseRepeated(columns, file);
  return records.map(({ record, info: { lines: line } }) => {
    const place = `${file.name}, line ${line}`;
    if (record.length > columns.length) {
      throw usageFailure(`${place} has more cells than the first line has columns`);
    }
    const cells = columns.flatMap(({ field, header }, index) => {
      const text = record[index]?.trim() ?? '';
      return text === '' ? [] : [{ field, text, place: `${place}, column ${header}` }];
    });
    return { line, place, cells };
  });
}
