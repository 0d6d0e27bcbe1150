import { Failure, usageFailure } from '../failure';
import { headerName, plainName } from '../lib/fold';
import { counted, grouped } from '../lib/words';
import type { Encoding } from './encoding';

/**
 * Every format that waybill reads is reduced to this: records of cells, each with its line. A
 * format is a function from the bytes of a file to `RecordBatches` (`csv.ts`, `workbook.ts`); code
 * that handles the header and the cells knows nothing of formats.
 */
export interface TableRecord {
  /** The start of the record, counted from 1: the line of a text, or the row of a sheet. */
  readonly line: number;
  readonly cells: readonly string[];
  /** By column, what a workbook says about a cell besides its value; most rows have none. */
  readonly marks?: ReadonlyMap<number, CellMark> | undefined;
  /** By column, where a workbook has merged the cell with those of other rows: its value is all of theirs. */
  readonly merged?: ReadonlyMap<number, MergedCell> | undefined;
}

/** A cell over several rows, the same object for each of them. */
export interface MergedCell {
  readonly rows: number;
}

export type CellMark =
  /** A number that the workbook shows with a currency sign or decimals, as it shows it. */
  | { readonly kind: 'money'; readonly text: string }
  /** Another number with decimals, or a date. */
  | { readonly kind: 'number' | 'date' }
  /** A formula that the program that wrote the workbook has not computed. */
  | { readonly kind: 'no_result' };

/** The records of a file, some hundreds at a time, without blank lines. */
export type RecordBatches = AsyncIterable<readonly TableRecord[]>;

/** The bytes of a file, read on demand. */
export interface TableSource {
  readonly name: string;
  readonly chunks: AsyncIterable<Buffer>;
}

/** The user's choices for reading a file; everything else is detected. */
export interface Reading {
  /** Separates the cells of a text. */
  readonly delimiter?: string | undefined;
  readonly encoding?: Encoding | undefined;
  /** A sheet of a workbook, by name or number. */
  readonly sheet?: string | undefined;
  /** True if the command has flags for these, so that hints may name them. */
  readonly byFlags?: boolean;
  /** Called with what was skipped in the file, and which sheet was read. */
  onNotice?(text: string): void;
  /** Called with each line above the header. */
  onSkipped?(cells: readonly string[]): void;
  /** Called with what was skipped although it looks like rows that were meant to be read. */
  onWarning?(text: string): void;
}

/** The meaning of a header in its words: whose number it is, or that it is the currency. */
export type MeantInWords = 'order' | 'tracking' | 'currency';

/** A field that a file contains, with the headers it goes by. */
export interface FieldNames<F extends string = string> {
  /** The service's own name for it, or waybill's. */
  readonly field: F;
  /** True if the field's own name is no header of it. */
  readonly isNameless?: boolean;
  /** Other headers that mean it, whatever their case, spaces and punctuation; earlier ones win. */
  readonly names: readonly string[];
  /** Headers that mean it only in a file where no other column does. */
  readonly fallback?: readonly string[];
  readonly required?: boolean;
  /** True if `Tracking 1`, `Tracking 2` and so on are all columns of this field. */
  readonly numbered?: boolean;
  /** True if `--map` may name several columns of it, whose amounts add up: `Shipping` and `Bag Fee`. */
  readonly adds?: boolean;
  /** True if every column that goes by one of the names is read. */
  readonly several?: boolean;
  /** The facts that the cells of a file prove together, beyond what each of them shows. */
  readonly proves?: 'dates' | 'money';
  /** Tests of the words of headers that are no known names: the first that only one header passes names it. */
  readonly means?: readonly ((header: string, headers?: readonly string[]) => boolean)[];
  /** The kind that a header may name in its words, if it is no known name. */
  readonly inWords?: MeantInWords;
  /** The one of `$`, `%` and `#` that a header may have besides its name; if none, any: `Tax %` is no tax. */
  readonly sign?: string;
}

/** Names of headers, as `headerName` has them. */
export const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Every beginning with every end. */
export function everyJoined(fronts: readonly string[], ends: readonly string[]): readonly string[] {
  return fronts.flatMap((front) => ends.map((end) => front + end));
}

/** The header in `--map <field>=<header>`, as `plainName` has it. */
export const mappedTo = (mapped: string) => plainName(mapped.slice(mapped.indexOf('=') + 1));

/** The headers of each field by `--map field=header`; none leaves the field unread. */
export type ColumnMap = ReadonlyMap<string, readonly string[]>;

/** The names of a field as they are compared. */
export function plainNames({ field, names, isNameless }: FieldNames): readonly string[] {
  return (isNameless ? names : [field, ...names]).map(headerName);
}

/** Reads `--map` values. Throws a usage failure for an unknown field or one named twice. */
export function readColumnMap(typed: readonly string[], fields: readonly FieldNames[]): ColumnMap {
  const map = new Map<string, readonly string[]>();
  for (const one of typed) {
    const at = one.indexOf('=');
    const plain = headerName(at === -1 ? '' : one.slice(0, at));
    const header = one.slice(at + 1).trim();
    const found = fields.find((known) =>
      [known.field, ...known.names].map(headerName).includes(plain),
    );
    if (found === undefined || at === -1) {
      throw usageFailure(`--map takes <field>=<header>, not "${one}"`, {
        hint: `The fields are ${fields.map(({ field }) => field).join(', ')}. Without a header, a field is not read.`,
      });
    }
    const before = map.get(found.field);
    const isMore = found.adds && before?.length && header && !before.includes(header);
    if (before !== undefined && !isMore) throw usageFailure(`--map names ${found.field} twice`);
    map.set(found.field, header === '' ? [] : [...(before ?? []), header]);
  }
  return map;
}

export interface TableOptions extends Reading {
  /** False if the first line is a row. */
  readonly hasHeader?: boolean;
  /** The fields that the caller wants: the header is the line that names most of them. */
  readonly fields?: readonly FieldNames[];
  readonly map?: ColumnMap;
  /** True if a line that names no field is a row, which a header below it would leave out. */
  readonly isRow?: ((cells: readonly string[]) => boolean) | undefined;
  /** True if a line is the wanted header; without one, or where none is, it is the one that names most. */
  readonly isHeader?: ((cells: readonly string[]) => boolean) | undefined;
  /** The most rows below a header that the caller can hold. */
  readonly mostRows?: number | undefined;
  /** True if waybill's own exports have this column, if the file may be one. */
  readonly isExported?: ((header: string) => boolean) | undefined;
}

export const delimiters = [',', ';', '\t', '|'] as const;

export function tooManyRows(name: string, most: number): Failure {
  return usageFailure(`${name} has more than ${grouped(most)} rows`, {
    hint: 'Split it into smaller files. Nothing was sent.',
  });
}

/** Titles and notes may precede the header; it is searched for up to this line. */
export const lastHeaderLine = 15;

/** The most bytes in a workbook, packed and unpacked: anything larger is not a list of shipments. */
export const mostBytes = 200 * 1024 * 1024;

/** A header without the columns that are needed; a person may be asked for them. */
export class MissingColumns extends Failure {
  constructor(
    { ending, code, message, hint }: Failure,
    readonly fields: readonly string[],
    readonly header: readonly string[],
    /** The places of columns that are not those of another field. */
    readonly free: readonly number[],
    /** The cells of the first rows. */
    readonly rows: readonly (readonly string[])[],
  ) {
    super({ ending, code, message, hint });
  }
}

const countOf = (text: string, sign: string) => text.split(sign).length - 1;

/**
 * True if the lines of a quoted cell are rows, as between the quotes of `Sony 55"` and `LG 65"`: its first
 * line ends the row that it is in, the last one begins another.
 */
export function holdsRows(cell: string, index: number, width: number): boolean {
  if (!cell.includes('\n')) return false;
  const [first = '', ...others] = cell.split(/\r?\n/);
  const last = others.pop() ?? '';
  return delimiters.some(
    (sign) =>
      index + countOf(first, sign) === width - 1 &&
      countOf(last, sign) === index &&
      others.every((line) => countOf(line, sign) === width - 1),
  );
}

/**
 * The rows of a file without those that repeat its header, as between months that were pasted together. Warns
 * of the first one with a cell that holds rows.
 */
export function rowsBelowHeader<R extends Pick<TableRecord, 'line' | 'cells'>>(
  { name, header }: { readonly name: string; readonly header: readonly string[] },
  all: readonly R[],
  reading: Reading = {},
): readonly R[] {
  const plain = (text = '') => text.trim().toLowerCase();
  const own = header.map(plain);
  // The columns of a file without a header are named by their numbers.
  const hasNames = own.some((one) => /\D/.test(one));
  const isHeader = ({ cells }: R) => cells.every((cell, at) => plain(cell) === own[at]);
  const rows = hasNames ? all.filter((row) => !isHeader(row)) : all;
  if (rows.length < all.length) {
    const lines = all.length - rows.length;
    reading.onNotice?.(`${name}: left out ${counted(lines, 'repeated header lines')}.`);
  }
  const isOdd = (cell: string, index: number) => holdsRows(cell, index, header.length);
  const row = rows.find(({ cells }) => cells.some(isOdd));
  if (row !== undefined) {
    reading.onWarning?.(
      `${name}, line ${row.line}: one cell holds whole lines. If a quote in it is stray, their rows are lost.`,
    );
  }
  return rows;
}
