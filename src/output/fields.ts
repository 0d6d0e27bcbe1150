import type { Field, Kind, View } from './view';

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** What stands at a path: absent, or a value, with the object that holds it. */
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
  if (!isObject(row)) return row === null ? { value: null } : undefined;
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

/** The declaration of a field: positions in lists are no part of its name. */
export function fieldAt<T>(view: View<T>, path: string): Field | undefined {
  const name = path.replace(/\.\d+(?=\.|$)/g, '');
  if (!Object.hasOwn(view.fields, name)) return undefined;
  const field = view.fields[name] as Kind | Field;
  return typeof field === 'string' ? { kind: field } : field;
}

export function kindOf(field: Field | undefined, found: Found | undefined): Kind {
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

/** The fields of csv and tsv: all known ones, objects by their own fields, lists whole. */
export function flatFields<T>(view: View<T>): readonly string[] {
  const kinds = (path: string) => fieldAt(view, path)?.kind;
  return Object.keys(view.fields).filter((path) => {
    if (kinds(path) === 'object') return false;
    const parents = path.split('.').slice(0, -1);
    return !parents.some((_, index) => kinds(parents.slice(0, index + 1).join('.')) === 'list');
  });
}

/** The row with these fields alone, in this order, each under the name that was asked for. */
export function pick(row: unknown, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((path) => [path, valueAt(row, path)]));
}
