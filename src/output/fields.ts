import { type Failure, usageFailure } from '../failure';
import { isObject } from '../lib/json';
import { closest } from '../lib/suggest';
import type { CellType, Field, Rows, View } from './view';

/** What is at a path: absent, or a value, with the object that holds it. */
export interface Found {
  readonly value: unknown;
  /** The object that the last name was looked up in, where it was one. */
  readonly owner?: Readonly<Record<string, unknown>>;
  /** The path led through a list: the value is the list of what each element holds. */
  readonly spread?: true;
}

/**
 * Reads a dotted path: `cashback.platform`, `orderLineItems.0.model`. A name after a list reads it in
 * each element: `trackingNumbers.trackingNumber` is a list of texts. A name with a dot in it wins
 * over the path. Below null there is null; undefined means that the field is not there.
 */
export function readPath(row: unknown, path: string): Found | undefined {
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

/** The value at a path, null where there is none. */
export function valueAt(row: unknown, path: string): unknown {
  return readPath(row, path)?.value ?? null;
}

/** The whole path of a field that is named from a list. */
export function below(path: string, at: string | undefined): string {
  return at === undefined ? path : `${at}.${path}`;
}

/** What of a view says how its fields are called. */
type Named<T> = Pick<View<T>, 'fields' | 'table'>;

/** The declaration of a field: positions in lists are no part of its name. */
export function fieldAt<T>(view: Pick<View<T>, 'fields'>, path: string): Field | undefined {
  const name = path.replace(positions, '');
  if (!Object.hasOwn(view.fields, name)) return undefined;
  const field = view.fields[name] as CellType | Field;
  return typeof field === 'string' ? { kind: field } : field;
}

export function kindOf(field: Field | undefined, found: Found | undefined): CellType {
  if (field === undefined) return 'text';
  if (field.kindIn !== undefined && found?.owner !== undefined) return field.kindIn(found.owner);
  return field.kind;
}

/** `orderDate` is "Order date", `cashback.platform` is "Cashback platform". */
export function headingOf<T>(view: View<T>, path: string, at?: string): string {
  const heading = fieldAt(view, below(path, at))?.heading;
  if (heading !== undefined) return heading;
  const words = path
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('.', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Names are compared without case, hyphens, underscores and spaces. */
function folded(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, '');
}

/** Positions in a list: `orderLineItems.0.model`. */
const positions = /\.\d+(?=\.|$)/g;

/** The last names that one field goes by: its own, its short one, and those of its titles. */
function namesOf<T>(view: Named<T>, path: string): readonly string[] {
  const field = fieldAt(view, path);
  const titles = view.table.flatMap((column) =>
    typeof column === 'object' && 'field' in column && column.field === path ? column.heading : [],
  );
  return [path.split('.').at(-1) ?? path, field?.short, field?.heading, ...titles].flatMap(
    (name) => (name === undefined ? [] : folded(name)),
  );
}

/**
 * The one vocabulary of `--fields` and `--sort`: every field of the view by every name that it may be
 * called, folded (`payout`, `expectedpayout`, `items.price`). Where two share a name, the one whose own
 * name it is has it, then the first.
 */
export function fieldVocabulary<T>(view: Named<T>): ReadonlyMap<string, string> {
  const paths = Object.keys(view.fields);
  const vocabulary = new Map(paths.map((path) => [folded(path), path]));
  const spellings = new Map<string, readonly string[]>();
  for (const path of paths) {
    const parent = path.split('.').slice(0, -1).join('.');
    const above = parent === '' ? [''] : (spellings.get(parent) ?? [folded(parent)]);
    const names = above.flatMap((one) =>
      namesOf(view, path).map((name) => (one === '' ? name : `${one}.${name}`)),
    );
    spellings.set(path, names);
    for (const name of names) if (!vocabulary.has(name)) vocabulary.set(name, path);
  }
  return vocabulary;
}

/** The path of the field that a user means by `typed`; `typed` itself where the view knows none. */
export function resolveField<T>(view: Named<T>, typed: string): string {
  const name = fieldVocabulary(view).get(folded(typed.replace(positions, '')));
  if (name === undefined) return typed;
  const given = typed.match(/[^.]+/g) ?? [];
  const places = given.filter((one) => !/^\d+$/.test(one)).length;
  const words = name.split('.');
  // Positions stay where they were typed, which needs as many names as the path has.
  if (places !== words.length) return name;
  return given.map((one) => (/^\d+$/.test(one) ? one : words.shift())).join('.');
}

/** The fields of csv and tsv: all known ones, objects by their own fields, lists whole. */
export function flatFields<T>(view: View<T>): readonly string[] {
  if (view.flat !== undefined) return view.flat;
  const kinds = (path: string) => fieldAt(view, path)?.kind;
  return Object.keys(view.fields).filter((path) => {
    if (kinds(path) === 'object' || fieldAt(view, path)?.computed) return false;
    const parents = path.split('.').slice(0, -1);
    return !parents.some((_, index) => kinds(parents.slice(0, index + 1).join('.')) === 'list');
  });
}

/** The row with these fields alone, in this order, each under the name that was asked for. */
export function pick(row: unknown, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((path) => [path, valueAt(row, path)]));
}

/** Rows that are held back, at most, to look for a field that the view does not know. */
const rowsLookedAt = 100;

function unknownFields<T>(view: View<T>, paths: readonly string[]): Failure {
  const known = Object.keys(view.fields);
  const issues = paths.map((path) => {
    const near = closest(path, [...known, ...fieldVocabulary(view).keys()]);
    const message = near === undefined ? `not in any ${view.one}` : `did you mean ${near}?`;
    return { path, message };
  });
  return usageFailure(
    paths.length === 1 ? `Unknown field "${paths[0]}"` : '--fields names unknown fields',
    { issues, hint: `The fields are ${known.join(', ')}.` },
  );
}

function strangers<T>(view: View<T>, fields: readonly string[]): readonly string[] {
  return fields.filter((path) => fieldAt(view, path) === undefined);
}

/** Refuses fields that the view does not know. Throws a usage failure. */
export function expectKnown<T>(view: View<T>, fields: readonly string[] | undefined): void {
  const unknown = strangers(view, fields ?? []);
  if (unknown.length > 0) throw unknownFields(view, unknown);
}

/**
 * Passes rows on once every wanted field is known to the view or was seen in a row: the service may
 * have fields that waybill has not heard of, so the rows decide; the first hundred of them, since
 * the header of a csv must be right before its first line. Where there is nothing to look in, only
 * what looks like a known field misspelled is refused. Throws a usage failure.
 */
export function withWantedFields<T>(
  view: View<T>,
  fields: readonly string[] | undefined,
  rows: Rows<T>,
): Rows<T> {
  const unknown = strangers(view, fields ?? []);
  return unknown.length === 0 ? rows : onceSeen(view, unknown, rows);
}

async function* onceSeen<T>(
  view: View<T>,
  unknown: readonly string[],
  rows: Rows<T>,
): AsyncGenerator<T, void, undefined> {
  let missing = unknown;
  const held: T[] = [];
  for await (const row of rows) {
    if (missing.length === 0) {
      yield row;
      continue;
    }
    held.push(row);
    missing = missing.filter((path) => readPath(row, path) === undefined);
    if (missing.length === 0) yield* held.splice(0);
    else if (held.length >= rowsLookedAt) break;
  }
  if (missing.length > 0 && held.length === 0) {
    const known = Object.keys(view.fields);
    missing = missing.filter((path) => closest(path, known) !== undefined);
  }
  if (missing.length > 0) throw unknownFields(view, missing);
}
