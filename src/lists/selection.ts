import { type Flag, integer, toggle } from '../cli/flag';
import { limits } from '../contract/limits';
import { usageFailure } from '../failure';
import { plainField } from '../lib/fold';
import { gathered } from '../lib/once';
import { nameHint } from '../lib/suggest';
import { fieldVocabulary, valueAt } from '../output/fields';
import type { View } from '../output/view';

const rangeOf = (defaultLimit: string, all: string) => ({
  limit: integer('<n>', 'How many to list', { short: 'L', minimum: 1, defaultText: defaultLimit }),
  all: toggle(all, { conflicts: ['limit'] }),
  offset: integer('<n>', 'How many to skip', { minimum: 0, defaultText: '0' }),
  verify: toggle('Read the list twice and compare the results'),
});

/** The flags that select part of a long list: one page by default. */
export const rangeFlags = rangeOf(String(limits.pageSize.default), 'List all of them');

/** The same for lists that are always read to their end: all rows by default. */
export const wholeRangeFlags = rangeOf('all', 'List all of them, which is the default');

/** The rows that are wanted of those read. */
export interface Selection<T> {
  readonly passes?: ((row: T) => boolean) | undefined;
  readonly compare?: ((left: T, right: T) => number) | undefined;
  /** Rows to skip, counted after filtering and sorting. */
  readonly offset: number;
  /** Undefined for every row. */
  readonly limit: number | undefined;
}

async function* filtered<T>(rows: AsyncIterable<T>, passes: (row: T) => boolean) {
  for await (const row of rows) if (passes(row)) yield row;
}

/** Filters, sorts, skips and limits. Without sorting, stops reading at the last row wanted. */
export async function* selectRows<T>(
  rows: AsyncIterable<T>,
  { passes, compare, offset, limit }: Selection<T>,
): AsyncGenerator<T, void, undefined> {
  if (limit === 0) return;
  const passing = passes === undefined ? rows : filtered(rows, passes);
  const wanted = compare === undefined ? passing : (await gathered(passing)).sort(compare);
  let index = 0;
  for await (const row of wanted) {
    index++;
    if (index > offset) yield row;
    if (limit !== undefined && index >= offset + limit) return;
  }
}

/** The fields that rows can be sorted by, also by short names: those that are not inside another one. */
export function ownSortNames(fields: View<unknown>['fields']): ReadonlyMap<string, string> {
  return sortNames(
    Object.fromEntries(Object.entries(fields).filter(([name]) => !name.includes('.'))),
  );
}

/** All of these fields, also by their short names. */
export function sortNames(fields: View<unknown>['fields']): ReadonlyMap<string, string> {
  const short = Object.entries(fields).flatMap(([name, field]) =>
    typeof field === 'object' && field.short !== undefined ? [[field.short, name] as const] : [],
  );
  return new Map([...short, ...Object.keys(fields).map((name) => [name, name] as const)]);
}

/** One field to sort by; a dotted path reaches inside. */
export interface SortKey {
  readonly path: string;
  /** As typed. */
  readonly name: string;
  readonly descending: boolean;
}

/**
 * Reads `total:desc,orderDate` and `-total`; names match in any case. `names` holds the fields and their
 * synonyms; titles of the table and the names that `--fields` takes work too.
 */
export function readSort<T>(
  typed: string,
  label: string,
  names: ReadonlyMap<string, string>,
  view?: Pick<View<T>, 'fields' | 'table'>,
): readonly SortKey[] {
  const titles = view === undefined ? [] : [...fieldVocabulary(view)];
  const known = new Map([
    ...titles.filter(([, field]) => !field.includes('.')),
    ...[...names].map(([name, field]) => [plainField(name), field] as const),
  ]);
  return typed.split(',').map((one) => {
    const [, minus, name = '', direction] = /^(-?)([^:]*)(?::(.*))?$/s.exec(one.trim()) ?? [];
    const ways = ['asc', 'desc', undefined];
    if (!ways.includes(direction?.toLowerCase()) || (minus === '-' && direction !== undefined)) {
      throw usageFailure(`${label} takes field, field:asc, field:desc or -field, not "${one}"`);
    }
    const [first = '', ...inside] = name.split('.');
    const isName = !name.startsWith('-');
    const field = isName
      ? (known.get(plainField(name)) ?? known.get(plainField(first)))
      : undefined;
    if (field === undefined) {
      throw usageFailure(`${label}: unknown field "${name}"`, {
        hint:
          nameHint(first, [...names.keys()]) ||
          `It takes ${[...new Set(names.values())].join(', ')}.`,
      });
    }
    const whole = known.has(plainField(name));
    return {
      path: whole ? field : [field, ...inside].join('.'),
      name,
      descending: minus === '-' || direction?.toLowerCase() === 'desc',
    };
  });
}

/** A flag that takes fields to sort by; later ones break ties. */
export function sort<T>(
  names: ReadonlyMap<string, string>,
  view?: Pick<View<T>, 'fields' | 'table'>,
): Flag<readonly SortKey[] | undefined> {
  return {
    describe: 'Sort by fields; a - in front, or :desc, reverses',
    placeholder: '<field[:desc],…>',
    repeatable: true,
    joined: true,
    suggestions: [...names.keys(), ...[...names.keys()].map((name) => `-${name}`)],
    parse: (typed, label) =>
      typed.length === 0 ? undefined : typed.flatMap((one) => readSort(one, label, names, view)),
  };
}

const isPlain = (value: unknown) => typeof value !== 'object' || value === null;

/** Numbers by value, texts by code point; lists by their first different value, of objects by length. */
function compareValues(left: unknown, right: unknown): number {
  if (Array.isArray(left) && Array.isArray(right)) {
    const different = [...left, ...right].every(isPlain)
      ? left.findIndex((one, index) => index < right.length && compareValues(one, right[index]))
      : -1;
    if (different === -1) return left.length - right.length;
    return compareValues(left[different], right[different]);
  }
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  const [a, b] = [left, right].map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  if (a === b) return 0;
  return (a as string) < (b as string) ? -1 : 1;
}

/** Orders records by the keys, missing values last either way. `read` gets a value, null for none. */
export function compareBy<T>(
  keys: readonly SortKey[],
  read: (row: T, path: string) => unknown = valueAt,
): (left: T, right: T) => number {
  return (left, right) => {
    for (const { path, descending } of keys) {
      const [a, b] = [read(left, path), read(right, path)];
      if (a === null && b === null) continue;
      if (a === null) return 1;
      if (b === null) return -1;
      const difference = compareValues(a, b);
      if (difference !== 0) return descending ? -difference : difference;
    }
    return 0;
  };
}
