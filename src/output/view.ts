/**
 * The look of a value for a person. Machine formats carry what the service sent, except money as dollars.
 *
 * - `id`: an order number, a tracking number: people copy it, so it is never cut
 * - `money`: an integer number of cents, `$1,234.56`
 * - `status`: one word, colored on a terminal
 * - `date`: `YYYY-MM-DD`; `moment`: a date with its time
 * - `rate`: a multiplier, `1.5x`
 * - `overdue`: days overdue, red on a terminal unless 0
 * - `bar`: drawn for comparison, so it is never cut, and dropped before any other is
 * - `object`: has fields of its own, declared by dotted paths
 * - `list`: several objects, written to csv and tsv as compact JSON
 * - `any`: any JSON, which another member explains
 */
export type FieldKind =
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
  | 'bar'
  | 'object'
  | 'list'
  | 'any';

export interface Field {
  readonly kind: FieldKind;
  /** For people; by default the last name of the path: `orderDate` is "Order date". */
  readonly heading?: string | undefined;
  /** For people, a number has this many decimals, so that a column of them lines up. */
  readonly decimals?: number;
  /** For people, what a number counts: `50 d`. */
  readonly unit?: string;
  /** The width below which its text is cut only after the columns in `leaveOut` were dropped. */
  readonly preferredWidth?: number;
  /** For people, a list shows this member of its elements: their tracking numbers. */
  readonly shows?: string | undefined;
  /** Set if its text continues on the next line of a table instead of being cut. */
  readonly wraps?: true;
  /** Computed by waybill: shown only if `--fields` names it. */
  readonly computed?: true;
  /** Another name for it in `--fields` and `--sort`, besides its path and its headings. */
  readonly short?: string | undefined;
  /** One sentence, for schemas and docs. */
  readonly means?: string;
  readonly orNull?: true;
  /** Set if it is absent where it doesn't apply. */
  readonly optional?: true;
  /** All values that it can have, if these are few and known. */
  readonly values?: readonly string[];
  /** The kind of a list's elements, or of an object's values, if they have no fields of their own. */
  readonly of?: FieldKind;
  /** A type that depends on the object: `rewardAmount` is money only if the `rewardType` is `cashback`. */
  kindIn?(owner: Readonly<Record<string, unknown>>): FieldKind;
  /** The address of a page about an `id`, given the object that holds it. */
  page?(owner: Readonly<Record<string, unknown>>): string | null;
}

/** A column of a table or a line of a card: a known field, or a value computed for people. */
export type ViewColumn<T> = string | Renamed | Computed<T>;

/** A field under a different heading: a table has less room than a card. */
export interface Renamed {
  readonly field: string;
  readonly heading: string;
}

export interface Computed<T> extends Pick<Field, 'preferredWidth' | 'wraps'> {
  readonly heading: string;
  readonly kind: FieldKind;
  value(row: T): unknown;
}

/** A list within a row, by its path; its columns are relative to it: `model`, not the whole path. */
export interface Nested {
  readonly at: string;
  readonly columns: readonly ViewColumn<object>[];
  readonly leaveOut?: readonly string[];
  /** Set if the first column numbers the elements from 1, for use as `<item>`. */
  readonly numbered?: boolean;
}

/** A list within a card, as a small table. */
export interface Section extends Nested {
  readonly heading: string;
  /** Shown if the list is empty; without it, or without a list, the section is omitted. */
  readonly empty?: string;
}

export interface Card<T> {
  title(row: T): string;
  readonly lines: readonly ViewColumn<T>[];
  readonly sections?: readonly Section[];
}

/** A noun's declaration of the things it prints. `T` is a row as the service sent it. */
export interface View<T> {
  readonly one: string;
  /** Every known field by dotted path, in csv and tsv order: `cashback.platform`, `orderLineItems.model`. */
  readonly fields: Readonly<Record<string, FieldKind | Field>>;
  readonly table?: readonly ViewColumn<T>[];
  /** The fields of csv and tsv, if they differ from `fields`. */
  readonly flat?: readonly string[];
}

/** The view of things that are printed as a list. */
export interface ListView<T> extends View<T> {
  /** Printed on stderr for an empty list: "No orders." */
  readonly empty: string;
  readonly table: readonly ViewColumn<T>[];
  /** Headings of columns in the order in which a narrow terminal drops them. */
  readonly leaveOut?: readonly string[];
  /** Headings of columns without which a row would mislead: dropped last. */
  readonly needed?: readonly string[];
  /** Rows that belong to a row, indented below it: a column for each of the table, empty for an empty cell. */
  readonly below?: Nested;
}

/** The view of a thing that is printed by itself. */
export interface CardView<T> extends View<T> {
  /** One thing as a card, or as text of one or more lines. */
  readonly card: Card<T> | ((row: T) => string);
}

export type Rows<T> = Iterable<T> | AsyncIterable<T>;
