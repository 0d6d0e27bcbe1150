import { type ContractField, type FieldType, withPaths } from '../contract/fields';
import type { OrderNoun } from '../contract/order-kinds';
import { trackingUrl } from '../contract/tracking-url';
import { plainField } from '../lib/fold';
import { isObject } from '../lib/json';
import { dollarsForPeople, nameInWords, toTheMinute } from '../lib/words';
import { wholeName } from './fit';
import { listSeparator, visibleLine } from './text';
import type { Field, FieldKind, View, ViewColumn } from './view';

/** The look of a field whose name says enough. */
export const kindByType: Readonly<Record<FieldType, Field>> = {
  text: { kind: 'text' },
  id: { kind: 'id' },
  trackingNumber: {
    kind: 'id',
    page: ({ carrier, trackingNumber }) => trackingUrl(carrier, trackingNumber),
  },
  money: { kind: 'money' },
  count: { kind: 'number' },
  integer: { kind: 'number' },
  rate: { kind: 'rate' },
  reward: {
    kind: 'number',
    kindIn: ({ rewardType }) => (rewardType === 'cashback' ? 'money' : 'number'),
  },
  date: { kind: 'date' },
  time: { kind: 'text' },
  moment: { kind: 'moment' },
  status: { kind: 'status' },
  card: { kind: 'id' },
  group: { kind: 'text', preferredWidth: wholeName },
  object: { kind: 'object' },
  list: { kind: 'list' },
};

/** The number of an order in a list of something else; a payment of no order has none. */
export const numberOfOrder: Field = {
  kind: 'id',
  heading: 'Order',
  short: 'number',
  means: 'The order number',
  orNull: true,
};

/** The fields of a view of what the service sends, by their paths. */
export function shownFields(
  fields: readonly ContractField[],
  kind?: OrderNoun,
): Readonly<Record<string, Field>> {
  return Object.fromEntries(
    withPaths(fields, kind).map(([path, { type, heading, short, shows }]) => [
      path,
      { ...kindByType[type], heading, short, shows },
    ]),
  );
}

/** The value at a path, with the object that holds it. */
interface FoundValue {
  readonly value: unknown;
  /** The object in which the last name was looked up, if it was an object. */
  readonly owner?: Readonly<Record<string, unknown>>;
  /** The path went through a list: the value is a list with each element's value. */
  readonly spread?: true;
}

/**
 * Reads a dotted path: `cashback.platform`, `orderLineItems.0.model`. A name after a list is read in each
 * element: `trackingNumbers.trackingNumber` is a list of texts. A name that contains a dot takes precedence.
 * Everything below null is null; undefined means that the field is absent.
 */
export function readPath(row: unknown, path: string): FoundValue | undefined {
  if (Array.isArray(row)) {
    const [, index, rest] = /^(\d+)(?:\.(.+))?$/.exec(path) ?? [];
    if (index !== undefined) {
      const element: unknown = row[Number(index)] ?? null;
      return rest === undefined ? { value: element } : readPath(element, rest);
    }
    const found = row.flatMap((element) => readPath(element, path) ?? []);
    return found.length === 0 && row.length > 0
      ? undefined
      : { value: found.flatMap(({ value }) => value), spread: true };
  }
  if (!isObject(row)) return row === null ? { value: null } : undefined;
  if (Object.hasOwn(row, path)) return { value: row[path], owner: row };
  const dot = path.indexOf('.');
  if (dot === -1 || !Object.hasOwn(row, path.slice(0, dot))) return undefined;
  return readPath(row[path.slice(0, dot)], path.slice(dot + 1));
}

export function valueAt(row: unknown, path: string): unknown {
  return readPath(row, path)?.value ?? null;
}

/** The full path of a field that is named relative to a list. */
export function below(path: string, at: string | undefined): string {
  return at === undefined ? path : `${at}.${path}`;
}

type Fields = View<unknown>['fields'];

/** Members that count what became of things, by what it was: `new`, `gone`. */
export function countFields(counts: readonly string[]): Fields {
  return Object.fromEntries(
    counts.map((count) => [count, { kind: 'number', means: `How many were ${count}` }]),
  );
}

type Named<T> = Pick<View<T>, 'fields' | 'table'>;

/** The declaration of a field; positions in lists are not part of its name. */
export function fieldAt<T>(view: Pick<View<T>, 'fields'>, path: string): Field | undefined {
  const name = path.replace(positions, '');
  if (!Object.hasOwn(view.fields, name)) return undefined;
  const field = view.fields[name] as FieldKind | Field;
  return typeof field === 'string' ? { kind: field } : field;
}

export function kindOf(field: Field | undefined, found: FoundValue | undefined): FieldKind {
  if (field === undefined) return 'text';
  if (field.kindIn !== undefined && found?.owner !== undefined) return field.kindIn(found.owner);
  return field.kind;
}

/** Its name in words. `trackingNumbers.trackingNumber` is "Tracking number", without repeating itself. */
export function headingOf<T>(view: View<T>, path: string, at?: string): string {
  const heading = fieldAt(view, below(path, at))?.heading;
  if (heading !== undefined) return heading;
  const [last = '', above] = path.split('.').toReversed();
  return nameInWords(above === `${last}s` ? last : path);
}

/** Positions in a list: `orderLineItems.0.model`. */
const positions = /\.\d+(?=\.|$)/g;

/** All names for the last part of a field's path: its own, its short one, and its headings. */
function namesOf<T>(view: Named<T>, path: string): readonly string[] {
  const field = fieldAt(view, path);
  const titles = (view.table ?? []).flatMap((column) =>
    typeof column === 'object' && 'field' in column && column.field === path ? column.heading : [],
  );
  return [path.split('.').at(-1) ?? path, field?.short, field?.heading, ...titles].flatMap(
    (name) => (name === undefined ? [] : plainField(name)),
  );
}

/**
 * The vocabulary of `--fields` and `--sort`: every field under each of its names, folded (`payout`,
 * `items.price`). A name that two fields share belongs to the one with that path, or else to the first.
 */
export function fieldVocabulary<T>(view: Named<T>): ReadonlyMap<string, string> {
  const paths = Object.keys(view.fields);
  const vocabulary = new Map(paths.map((path) => [plainField(path), path]));
  const spellings = new Map<string, readonly string[]>();
  for (const path of paths) {
    const parent = path.split('.').slice(0, -1).join('.');
    const above = parent === '' ? [''] : (spellings.get(parent) ?? [plainField(parent)]);
    const names = above.flatMap((one) =>
      namesOf(view, path).map((name) => (one === '' ? name : `${one}.${name}`)),
    );
    spellings.set(path, names);
    for (const name of names) if (!vocabulary.has(name)) vocabulary.set(name, path);
  }
  return vocabulary;
}

/** The path of the field that the user means by `typed`; `typed` itself if the view has none. */
export function resolveField<T>(view: Named<T>, typed: string): string {
  const name = fieldVocabulary(view).get(plainField(typed.replace(positions, '')));
  if (name === undefined) return typed;
  const given = typed.match(/[^.]+/g) ?? [];
  const places = given.filter((one) => !/^\d+$/.test(one)).length;
  const words = name.split('.');
  // Keep positions where they were typed, which works only if the path has as many names.
  if (places !== words.length) return name;
  return given.map((one) => (/^\d+$/.test(one) ? one : words.shift())).join('.');
}

/** The fields of csv and tsv: all known fields, with objects split into theirs and lists whole. */
export function flatFields<T>(view: View<T>): readonly string[] {
  if (view.flat !== undefined) return view.flat;
  const kinds = (path: string) => fieldAt(view, path)?.kind;
  return Object.keys(view.fields).filter((path) => {
    if (kinds(path) === 'object' || fieldAt(view, path)?.computed) return false;
    const parents = path.split('.').slice(0, -1);
    return !parents.some((_, index) => kinds(parents.slice(0, index + 1).join('.')) === 'list');
  });
}

/** The row with only these fields, in this order, under the names that were asked for. */
export function pick(row: unknown, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((path) => [path, valueAt(row, path)]));
}

/** One value ready for a table or a card. */
export interface Cell {
  readonly text: string;
  readonly kind: FieldKind;
  readonly preferredWidth?: number | undefined;
  readonly wraps?: true | undefined;
  /** The elements of a list of identifiers, which may be cut between them. */
  readonly items?: readonly string[];
  /** The address of a page about it: plain ASCII, no controls. */
  readonly link?: string | null | undefined;
}

export const nothing = '-';

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A value as people read it. One that doesn't fit its type is shown as sent. */
export function show(value: unknown, kind: FieldKind): string {
  if (value === null || value === undefined || value === '') return nothing;
  if (Array.isArray(value) && kind !== 'list' && kind !== 'object') {
    return value.map((one) => show(one, kind)).join(listSeparator) || nothing;
  }
  if (kind === 'money' && Number.isSafeInteger(value)) return dollarsForPeople(value as number);
  if (kind === 'moment' && typeof value === 'string') return visibleLine(toTheMinute(value));
  if (kind === 'rate' && typeof value === 'number') return `${value}x`;
  if (kind === 'yesNo' && typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.length === 0) return nothing;
  return visibleLine(asText(value));
}

export function columnHeading<T, R>(view: View<T>, column: ViewColumn<R>, at?: string): string {
  return visibleLine(typeof column === 'string' ? headingOf(view, column, at) : column.heading);
}

export function cellOf<T, R>(view: View<T>, row: R, column: ViewColumn<R>, at?: string): Cell {
  if (typeof column === 'object' && 'value' in column) {
    const { kind, preferredWidth, wraps } = column;
    return { text: show(column.value(row), kind), kind, preferredWidth, wraps };
  }
  const path = typeof column === 'string' ? column : column.field;
  if (path === '') return { text: '', kind: 'text' };
  const found = readPath(row, path);
  const field = fieldAt(view, below(path, at));
  if (field?.shows !== undefined) return cellOf(view, row, below(field.shows, path), at);
  const kind = kindOf(field, found);
  const value = found?.value;
  const { decimals, unit } = field ?? {};
  const isNumber = typeof value === 'number';
  const plain = decimals !== undefined && isNumber ? value.toFixed(decimals) : show(value, kind);
  const text = unit !== undefined && isNumber ? `${plain} ${unit}` : plain;
  if (kind !== 'id') {
    const { preferredWidth, wraps } = field ?? {};
    return { text, kind, preferredWidth, wraps };
  }
  if (Array.isArray(value) && value.length > 1) {
    return { text, kind, items: value.map((one) => show(one, kind)) };
  }
  return { text, kind, link: found?.owner && field?.page?.(found.owner) };
}

export function isRightAligned(kind: FieldKind): boolean {
  return kind === 'money' || kind === 'number' || kind === 'rate' || kind === 'overdue';
}
