import type { Flag } from '../cli/flag';
import { usageFailure } from '../failure';
import { nameHint } from '../lib/suggest';
import { valueAt } from '../output/fields';

/** One field to sort by; a dotted path reaches inside. */
export interface SortKey {
  readonly path: string;
  readonly descending: boolean;
}

/**
 * Reads `total:desc,orderDate` and `-total`; names match in any case. `names` holds the fields and
 * their synonyms.
 */
export function readSort(
  typed: string,
  label: string,
  names: ReadonlyMap<string, string>,
): readonly SortKey[] {
  const known = new Map([...names].map(([name, field]) => [name.toLowerCase(), field]));
  return typed.split(',').map((one) => {
    const [, minus, name = '', direction] = /^(-?)([^:]*)(?::(.*))?$/s.exec(one.trim()) ?? [];
    const ways = ['asc', 'desc', undefined];
    if (!ways.includes(direction?.toLowerCase()) || (minus === '-' && direction !== undefined)) {
      throw usageFailure(`${label} takes field, field:asc, field:desc or -field, not "${one}"`);
    }
    const [first = '', ...inside] = name.split('.');
    const field = known.get(name.toLowerCase()) ?? known.get(first.toLowerCase());
    if (field === undefined) {
      throw usageFailure(`${label}: unknown field "${name}"`, {
        hint:
          nameHint(first, [...names.keys()]) ||
          `It takes ${[...new Set(names.values())].join(', ')}.`,
      });
    }
    const whole = known.has(name.toLowerCase());
    return {
      path: whole ? field : [field, ...inside].join('.'),
      descending: minus === '-' || direction?.toLowerCase() === 'desc',
    };
  });
}

/** A flag that takes fields to sort by; later ones break ties. */
export function sort(
  describe: string,
  names: ReadonlyMap<string, string>,
): Flag<readonly SortKey[] | undefined> {
  return {
    describe,
    placeholder: '<field[:desc],…>',
    repeatable: true,
    joined: true,
    suggestions: [...names.keys()],
    parse: (typed, label) =>
      typed.length === 0 ? undefined : typed.flatMap((one) => readSort(one, label, names)),
  };
}

/** Numbers by value and texts by code point. */
function compareValues(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  const [a, b] = [left, right].map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  if (a === b) return 0;
  return (a as string) < (b as string) ? -1 : 1;
}

/**
 * Orders records by the keys; missing values come last either way, and equal records keep their
 * order. `read` gets the value at a path, null for none.
 */
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
