import type { StoredField } from '../contract/fields';
import { groupNamed, type KnownNames, knownNames, nameKey } from '../contract/named';
import { gathered } from '../lib/once';
import { nameHint } from '../lib/suggest';
import { commaParts } from '../lib/words';
import type { Notices } from '../output/screen';
import { holdsName, type OrderFilter, passesMarked, readMarks } from './filters';
import type { OrderKind } from './kinds';

function namesIn(typed: readonly string[]): readonly string[] {
  const { wanted, excluded } = readMarks(typed);
  return [...wanted, ...excluded];
}

/** The key of the name behind a mark: `bfmr` of `! BFMR`. */
const keyOf = (text: string) => nameKey(namesIn([text])[0] ?? text);

export class FilterNames {
  readonly #groups = new Map<string, number>();
  readonly retailers = new Set<string>();
  /** The groups as typed: lists of them, or names with commas. */
  readonly typedGroups: readonly string[];

  /** `ids` are groups that are known before any order is read. */
  constructor(
    readonly filter: OrderFilter,
    private readonly ids: readonly string[],
  ) {
    this.typedGroups = filter.flatMap(({ groups = [] }) => groups);
  }

  seeGroup(text: string): void {
    this.#groups.set(text, (this.#groups.get(text) ?? 0) + 1);
  }

  #knownGroups(): KnownNames {
    return knownNames(this.ids, this.#groups);
  }

  /** True if a name with commas could be one group's whole name, which only the whole list shows. */
  get needsWholeList(): boolean {
    const known = this.#knownGroups();
    return this.typedGroups.some((one) => {
      const parts = commaParts(one);
      return parts.length > 1 && !parts.every((part) => known.has(keyOf(part)));
    });
  }

  /** The groups that are meant, with marks in front: a name is taken whole before it is split. */
  groups(): readonly string[] {
    const known = this.#knownGroups();
    return this.typedGroups.flatMap((one) => (known.has(keyOf(one)) ? [one] : commaParts(one)));
  }

  /** Says which name is meant by one that was typed in another way, and warns of one that no order has. */
  say(notices: Pick<Notices, 'notice' | 'warning'>, group: 'group' | 'platform'): void {
    const none = (what: string) => (name: string) =>
      `None of the orders read has the ${what} "${name}".`;
    const known = this.#knownGroups();
    for (const typed of namesIn(this.groups())) {
      const isSpelled = known.get(nameKey(typed))?.includes(typed) === true;
      if (!isSpelled) groupNamed(typed, known, notices, none(group));
    }
    const retailers = [...this.retailers];
    for (const typed of namesIn(this.filter.flatMap((one) => one.retailers ?? []))) {
      if (retailers.some((text) => holdsName(text, typed))) continue;
      notices.warning(`${none('retailer')(typed)} ${nameHint(typed, retailers)}`.trimEnd());
    }
  }
}

interface Filtering<T> {
  readonly kind: OrderKind;
  readonly names: FilterNames;
  /** The value of a field; for a field of a list's elements, the values of all of them. */
  read(order: T, field: StoredField): unknown;
  /** Called when no more orders are read. */
  onEnd?(): void;
}

/** Yields the orders that pass, as they arrive. */
export async function* filterOrders<T>(
  orders: AsyncIterable<T> | Iterable<T>,
  { kind, names, read, onEnd }: Filtering<T>,
): AsyncGenerator<T, void, undefined> {
  const { filter } = names;
  const passes = (order: T) => {
    const readField = (field: StoredField) => read(order, field);
    return filter.every(({ test }) => test(readField));
  };
  const textOf = (order: T, field: StoredField) => String(read(order, field) ?? '');
  const namesRetailer = filter.some(({ retailers }) => retailers !== undefined);
  async function* seen() {
    for await (const order of orders) {
      if (names.typedGroups.length > 0) names.seeGroup(textOf(order, kind.group));
      if (namesRetailer) names.retailers.add(textOf(order, 'retailer'));
      yield order;
    }
  }
  const candidates = names.needsWholeList ? await gathered(seen()) : seen();
  const { wanted, excluded } = readMarks(names.groups());
  const keys = { wanted: wanted.map(nameKey), excluded: excluded.map(nameKey) };
  try {
    for await (const order of candidates) {
      const isMeant = (key: string) => key === nameKey(textOf(order, kind.group));
      if (passesMarked(keys, isMeant) && passes(order)) yield order;
    }
  } finally {
    onEnd?.();
  }
}
