/**
 * How a value is shown to a person. Machine formats carry what the service sent, whatever the kind;
 * only `--money dollars` looks at it, in csv and tsv.
 *
 * - `id`: an order number, a tracking number: what people copy, so that it is never cut
 * - `money`: an integer number of cents, `$1,234.56`
 * - `status`: one word, colored on a terminal
 * - `date`: `YYYY-MM-DD`; `moment`: a date with its time
 * - `rate`: a multiplier, `1.5x`
 * - `overdue`: days too late, red on a terminal unless it is none
 * - `object`: has fields of its own, declared below it by dotted paths
 * - `list`: several of them; csv and tsv hold it as compact JSON
 */
export type CellType =
  | 'text'
  | 'id'
  | 'number'
  | 'money'
  | 'status'
  | 'date'
  | 'moment'
  | 'rate'
  | 'yesNo'
  | 'overdue'
  | 'object'
  | 'list';

export interface Field {
  readonly kind: CellType;
  /** For people; by default the last word of the path: `orderDate` is "Order date". */
  readonly heading?: string;
  /** Worked out by waybill: there only where `--fields` names it. */
  readonly computed?: true;
  /** What else it is called in `--fields` and `--sort`, beside its path and its headings. */
  readonly short?: string;
  /**
   * Where the kind depends on the object that holds the field: `rewardAmount` is money only beside a
   * `rewardType` of `cashback`.
   */
  kindIn?(owner: Readonly<Record<string, unknown>>): CellType;
  /** The address of a page about what an `id` names, from the object that holds it. */
  page?(owner: Readonly<Record<string, unknown>>): string | null;
}

/** A column of a table or a line of a card: a known field, or something worked out for people. */
export type Column<T> = string | Renamed | Computed<T>;

/** A field under another heading than its own: a table has less room than a card. */
export interface Renamed {
  readonly field: string;
  readonly heading: string;
}

export interface Computed<T> {
  readonly heading: string;
  readonly kind: CellType;
  value(row: T): unknown;
}

/** A list within a row, by its path; its columns are named from there: `model`, not the whole path. */
export interface Nested {
  readonly at: string;
  readonly columns: readonly Column<object>[];
  /** As in `View`. */
  readonly leaveOut?: readonly string[];
  /** Whether a first column counts the elements from 1, as `<item>` does. */
  readonly numbered?: boolean;
}

/** A list within a card, as a small table of its own. */
export interface Section extends Nested {
  readonly heading: string;
  /** Said where there are none; without it the section is left out. */
  readonly empty?: string;
}

/** How one thing is shown in full. */
export interface Card<T> {
  title(row: T): string;
  readonly lines: readonly Column<T>[];
  readonly sections?: readonly Section[];
}

/**
 * What a noun declares of the things that it prints, as plain data. `T` is the type of a row; the
 * rows handed to `Output` are what the service sent, unknown fields and their order included.
 */
export interface View<T> {
  /** What one is called: "order". */
  readonly one: string;
  /** Said on stderr where a list is empty: "No orders." */
  readonly empty: string;
  /**
   * Every field that is known, by dotted path, in the order of csv and tsv, nested ones included:
   * `cashback.platform`, `orderLineItems.model`.
   */
  readonly fields: Readonly<Record<string, CellType | Field>>;
  readonly table: readonly Column<T>[];
  /** The fields of csv and tsv, where not all of `fields` in their order are meant. */
  readonly flat?: readonly string[];
  /** Headings of columns in the order in which a narrow terminal leaves them out. */
  readonly leaveOut?: readonly string[];
  /**
   * Rows that belong to a row, indented below it: a column for each of the table's, in its order; an
   * empty text leaves the cell empty.
   */
  readonly below?: Nested;
  /** Where one thing is printed: a card, or prose of one or more lines. */
  readonly card: Card<T> | ((row: T) => string);
}

/** Things to print, at hand or still to come. */
export type Rows<T> = Iterable<T> | AsyncIterable<T>;
