import { nameKey } from '../../contract/named';
import { areContradicting, itemReach, referenceName } from './facts';
import type { Fact, RecordedPayment, TypedEntry } from './ledger';
import { Shelf } from './match';

/** A payment with what decides whether a row is it, and whether a file drops it. */
export interface BookedPayment extends RecordedPayment {
  id: number | null;
  paidOn: string | null;
  /** True if the day was given later: one of its row's own stays. */
  readonly isUndated: boolean;
  readonly names: readonly string[];
  readonly groups: readonly string[];
  readonly lineKey: string;
  /** Its orders, or in place of them its item. */
  readonly reach: readonly string[];
  /** The last own day of the import that recorded it. */
  readonly lastDay: string | null;
  /** Of the imports that have it (`sourceOf`); what replaces it by its reference shares them. */
  readonly sources: string[];
  /** The files that have it, by their place among all that were read. */
  files: readonly number[];
  /** The identities that rows which are this payment would have given it. */
  readonly aliases: string[];
  /** The moment of its removal; null if it counts. */
  removedAt: number | null;
}

/** The source that imports of one format and group have in common. */
export const sourceOf = (format: string, group: string) => `${format}\n${nameKey(group)}`;

export const formatsOf = ({ sources }: BookedPayment) =>
  sources.map((source) => source.slice(0, source.indexOf('\n')));

export const counts = ({ removedAt }: BookedPayment) => removedAt === null;

const isTyped = ({ importId }: RecordedPayment) => importId === null;

/** Targets of a payment: orders, or without any the item that it is for. */
export const reachOf = ({ allocations, item }: Pick<Fact, 'allocations' | 'item'>) =>
  allocations.length === 0 ? [itemReach(item)] : allocations.map(({ orderId }) => orderId);

const intersect = (some: readonly string[], others: readonly string[]) =>
  some.some((one) => others.includes(one));

/** A new payment: of a row, or what was typed. */
export function paymentOfRow(
  fact: Pick<Fact, 'names' | 'groups' | 'lineKey' | (keyof RecordedPayment & keyof Fact)>,
  identity: string,
  run: Pick<BookedPayment, 'group' | 'importId' | 'moment' | 'lastDay' | 'sources' | 'aliases'>,
): BookedPayment {
  const { names, groups, lineKey, amount, allocations, keys, item, paidOn, reference } = fact;
  return {
    id: null,
    identity,
    names: names.slice(0, 1),
    groups,
    lineKey,
    isUndated: paidOn === null,
    amount,
    allocations,
    reach: reachOf(fact),
    keys,
    item,
    paidOn,
    reference,
    removedAt: null,
    files: [],
    ...run,
  };
}

/** A typed payment. With the group's reference it is the payment that a row with this reference names. */
export function paymentTyped(typed: TypedEntry): BookedPayment {
  const { subject, orderId, group, moment, ...said } = typed;
  const fact = {
    ...said,
    names: said.reference === null ? [] : [referenceName(said.reference, said.amount)],
    groups: group === null ? [] : [nameKey(group)],
    lineKey: '',
    allocations: [{ orderId, cents: said.amount }],
    keys: '',
    item: null,
  };
  const run = { group, importId: null, moment, lastDay: null, sources: [], aliases: [] };
  return paymentOfRow(fact, subject, run);
}

/** The payments that count or were removed, to find those that a row or a file is about. */
export class Book {
  readonly #payments = new Map<string, BookedPayment>();
  readonly #byName = new Shelf<BookedPayment>();
  readonly #byReach = new Shelf<BookedPayment>();
  readonly #byLine = new Shelf<BookedPayment>();
  readonly #byAlias = new Shelf<BookedPayment>();

  payments(): Iterable<BookedPayment> {
    return this.#payments.values();
  }

  of(identity: string): BookedPayment | undefined {
    return this.#payments.get(identity);
  }

  /** The identity of a new payment: its orders' group and its name; or its file's, if that is taken. */
  identityFor({ groups, names }: Fact): string {
    const candidates = groups.map((group) => `${group}/${names[0]}`);
    return candidates.find((one) => !this.#payments.has(one)) ?? candidates.join('/');
  }

  /** Remembers what a row calls the payment that it is, which another machine may have removed. */
  nameAlso(payment: BookedPayment, fact: Fact): void {
    const usual = `${fact.groups[0]}/${fact.names[0]}`;
    if (payment.identity === usual || payment.aliases.includes(usual)) return;
    const alias = this.identityFor(fact);
    if (!payment.aliases.includes(alias)) payment.aliases.push(alias);
    this.#byAlias.put(alias, payment);
  }

  /** The payments of an identity: the one that has it, else those whose row it names. */
  called(identity: string): readonly BookedPayment[] {
    const own = this.of(identity);
    return own === undefined ? this.#byAlias.on(identity) : [own];
  }

  add(payment: BookedPayment): void {
    this.#payments.set(payment.identity, payment);
    for (const name of payment.names) this.#byName.put(name, payment);
    for (const one of payment.reach) this.#byReach.put(one, payment);
    for (const alias of payment.aliases) this.#byAlias.put(alias, payment);
    this.#byLine.put(payment.lineKey, payment);
  }

  /** Takes out a payment that another one replaced. */
  takeOut(payment: BookedPayment): void {
    this.#payments.delete(payment.identity);
    for (const name of payment.names) this.#byName.take(name, payment);
    for (const one of payment.reach) this.#byReach.take(one, payment);
    for (const alias of payment.aliases) this.#byAlias.take(alias, payment);
    this.#byLine.take(payment.lineKey, payment);
  }

  reaching(orders: Iterable<string>): ReadonlySet<BookedPayment> {
    return new Set([...orders].flatMap((one) => this.#byReach.on(one)));
  }

  onLine(lineKey: string): readonly BookedPayment[] {
    return this.#byLine.on(lineKey);
  }

  /**
   * The payment that a row is: of its group's files, or for one of its orders. Another group's payment with the
   * same reference is it only if nothing contradicts that. One that was typed under its reference is it, unless
   * several share the reference; of those typed for several orders, the one for the row's order.
   */
  recorded(fact: Fact): BookedPayment | undefined {
    const known = fact.names.flatMap((name) => this.#byName.on(name));
    const reach = reachOf(fact);
    const isNear = (one: BookedPayment) => intersect(one.reach, reach) && isOfGroup(fact, one);
    const named = known.filter(
      (one) =>
        isNear(one) ||
        one.groups.at(-1) === fact.groups.at(-1) ||
        (intersect(one.groups, fact.groups) && !contradicts(fact, one)),
    );
    const imported = named.filter((one) => !isTyped(one));
    if (imported.length > 0) return imported.find(isNear) ?? imported[0];
    const typed = named.filter(counts);
    const near = typed.filter(isNear);
    const [only, ...others] = near.length > 0 ? near : typed;
    return others.length === 0 ? only : undefined;
  }
}

/** False for a bonus or a fee of another group: two groups may have the same one. */
export const isOfGroup = (fact: Fact, { allocations, groups }: BookedPayment) =>
  allocations.length > 0 || intersect(groups, fact.groups);

/** True if a row has the reference of a payment, but other identifiers. */
export const contradicts = (fact: Fact, payment: BookedPayment) =>
  fact.reference !== null && areContradicting(fact.keys, payment.keys);
