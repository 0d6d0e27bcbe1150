import type { StoredField } from '../contract/fields';
import { fold } from '../lib/fold';
import { closest, nameHint } from '../lib/suggest';
import type { Notices } from '../output/screen';
import { type OrderFilter, passesMarked, readMarks } from './filters';
import type { OrderKind } from './kinds';

const partsOf = (typed: string) =>
  typed
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/**
 * The groups that were meant, given all known ones: a name is taken whole before it is split. Marks
 * stay in front of the names, and folding ignores them.
 */
function meantGroups(typed: readonly string[], known: ReadonlySet<string>): readonly string[] {
  return typed.flatMap((one) => (known.has(fold(one)) ? [one] : partsOf(one)));
}

/** Whether a name with commas could be one group's whole name, which only the list shows. */
function needsWholeList(typed: readonly string[], featured: ReadonlySet<string>): boolean {
  return typed.some((one) => {
    const parts = partsOf(one);
    return parts.length > 1 && !parts.every((part) => featured.has(fold(part)));
  });
}

/** How to filter orders, in whatever form they come. */
interface Filtering<T> {
  readonly filter: OrderFilter;
  readonly kind: OrderKind;
  /** The value of a field; for a field of a list's elements, the values of all of them. */
  read(order: T, field: StoredField): unknown;
  /** Called at the end for each group that is neither known by name nor on any order read. */
  unknown(group: string, known: readonly string[]): void;
  /** Names of groups that exist elsewhere: a group's whole name is not split at its commas. */
  readonly others?: readonly string[];
}

/** Yields the orders that pass, as they arrive. */
export async function* filterOrders<T>(
  orders: AsyncIterable<T>,
  { filter, kind, read, unknown, others = [] }: Filtering<T>,
): AsyncGenerator<T, void, undefined> {
  const tests = filter.map(({ test }) => test(kind));
  const passes = (order: T) => {
    const readField = (field: StoredField) => read(order, field);
    return tests.every((test) => test(readField));
  };
  const typed = filter.find(({ groups }) => groups !== undefined)?.groups;
  if (typed === undefined) {
    for await (const order of orders) if (passes(order)) yield order;
    return;
  }
  const featured = new Set([...kind.featured, ...others].map(fold));
  /** The groups of the orders read: the folded name, with one spelling of it. */
  const seen = new Map<string, string>();
  const groupOf = (order: T) => {
    const name = String(read(order, kind.group) ?? '');
    const folded = fold(name);
    if (name !== '' && !seen.has(folded)) seen.set(folded, name);
    return folded;
  };
  let source: AsyncIterable<T> | readonly T[] = orders;
  if (needsWholeList(typed, featured)) {
    const all: T[] = [];
    for await (const order of orders) {
      groupOf(order);
      all.push(order);
    }
    source = all;
  }
  const meant = meantGroups(typed, new Set([...featured, ...seen.keys()]));
  const { wanted, excluded } = readMarks(meant);
  const folded = { wanted: wanted.map(fold), excluded: excluded.map(fold) };
  try {
    for await (const order of source) {
      const group = groupOf(order);
      if (passesMarked(folded, (name) => name === group) && passes(order)) yield order;
    }
  } finally {
    for (const name of [...wanted, ...excluded]) {
      if (featured.has(fold(name)) || seen.has(fold(name))) continue;
      unknown(name, [...new Set([...seen.values(), ...kind.featured])]);
    }
  }
}

/** Warns of a group that no order has, since a misspelled name finds nothing. */
export function warnOfGroup({ notices }: { readonly notices: Notices }, kind: OrderKind) {
  return (group: string, known: readonly string[]) => {
    const hint = nameHint(group, known);
    notices.warning(
      `None of the orders read has the ${kind.groupFlag} "${group}".${hint === '' ? '' : ` ${hint}`}`,
    );
  };
}

/** The groups of the account that lists have shown. */
export interface KnownGroups {
  readonly notices: Notices;
  knownGroups(flag: OrderKind['groupFlag']): Promise<readonly string[]>;
}

/**
 * Warns of a group to set that is neither known by name nor on any order that lists have read, if
 * it is close to one: any other may be new.
 */
export async function warnOfNewGroup(
  body: Readonly<Record<string, unknown>>,
  kind: OrderKind,
  context: KnownGroups,
): Promise<void> {
  const group = body[kind.group];
  if (typeof group !== 'string') return;
  const known = [...(await context.knownGroups(kind.groupFlag)), ...kind.featured];
  if (known.some((name) => fold(name) === fold(group)) || closest(group, known) === undefined) {
    return;
  }
  warnOfGroup(context, kind)(group, known);
}
