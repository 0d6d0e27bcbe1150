import type { Context } from '../../context';
import { settledStatuses } from '../../contract/values';
import { nameHint } from '../../lib/suggest';
import type { AnyOrder, OrderKind } from './kinds';

export const openWords: readonly string[] = ['open', 'unpaid'];

/** Whether an order is open: neither paid nor cancelled. */
function isOpen(status: string): boolean {
  return !settledStatuses.includes(status);
}

/** Which values of an order's field pass. */
export interface Marked {
  /** Any of these; if empty, any value. */
  readonly wanted: readonly string[];
  /** None of these. */
  readonly excluded: readonly string[];
}

/** The requested statuses; `open` and `unpaid` mean every open one. */
export type StatusFilter = Marked;

/** Tells the plain words from those after an exclamation mark. */
export function readMarks(words: readonly string[]): Marked {
  const trimmed = words.map((word) => word.trim());
  return {
    wanted: trimmed.filter((word) => !word.startsWith('!')),
    excluded: trimmed.filter((word) => word.startsWith('!')).map((word) => word.slice(1).trim()),
  };
}

/** Whether a value passes, given which words mean it. */
export function passesMarked({ wanted, excluded }: Marked, means: (word: string) => boolean) {
  return (wanted.length === 0 || wanted.some(means)) && !excluded.some(means);
}

/** Whether an order with this status passes. */
export function passesStatus(filter: StatusFilter, status: string): boolean {
  return passesMarked(filter, (word) =>
    openWords.includes(word) ? isOpen(status) : status === word,
  );
}

/** What a list is narrowed to. The service has no filters, so waybill checks each order. */
export interface OrderFilter {
  readonly status?: StatusFilter | undefined;
  /**
   * Buying groups or platforms as typed: each is a name, or several joined by commas. An
   * exclamation mark in front excludes it.
   */
  readonly group?: readonly string[] | undefined;
  /** Parts of retailers' names: any of these, and none of those after an exclamation mark. */
  readonly retailer?: readonly string[] | undefined;
  /** First and last order date, `YYYY-MM-DD`, both included. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** Orders dated before this day. */
  readonly before?: string | undefined;
  readonly source?: readonly string[] | undefined;
  /** The id of a card or sub-card. */
  readonly creditCardId?: string | undefined;
  readonly tracking?: string | undefined;
  readonly noTracking?: boolean | undefined;
  /** Parts of any texts in the order, all of which must match. */
  readonly search?: readonly string[] | undefined;
  /** Cents, both included. */
  readonly minTotal?: number | undefined;
  readonly maxTotal?: number | undefined;
}

/**
 * Normalizes a text for comparing without case, punctuation, spacing or the shape of quotes. A text
 * that is nothing but those is compared unchanged.
 */
export function fold(text: string): string {
  const lower = text.normalize('NFKC').toLowerCase();
  return lower.replace(/[^\p{L}\p{M}\p{N}]+/gu, '') || lower.trim();
}

/** Whether one text contains another, both folded. */
function holds(text: string, wanted: string): boolean {
  return fold(text).includes(wanted) || text.includes(wanted);
}

/** Tracking numbers are often copied with spaces, and in either case. */
export function foldTracking(text: string): string {
  return text.replace(/\s/g, '').toUpperCase();
}

function trackingNumbersOf(order: AnyOrder): readonly string[] {
  const list = order.trackingNumbers;
  if (!Array.isArray(list)) return [];
  return list.map((one) => String((one as { trackingNumber?: unknown }).trackingNumber));
}

function textsOf(order: AnyOrder, kind: OrderKind): readonly string[] {
  const items = order.orderLineItems ?? [];
  const texts = [
    order.orderNumber,
    order.retailer,
    order.retailerAccount,
    order.notes,
    order[kind.group],
    ...items.flatMap(({ description, model }) => [description, model]),
    ...trackingNumbersOf(order),
  ];
  return texts.filter((one) => typeof one === 'string');
}

type Predicate = (order: AnyOrder) => boolean;

function dateTests({ since, until, before }: OrderFilter): Predicate[] {
  // An order without a date matches no date filter.
  const dated = (passes: (date: string) => boolean): Predicate => {
    return ({ orderDate }) => Boolean(orderDate) && passes(String(orderDate));
  };
  return [
    ...(since === undefined ? [] : [dated((date) => date >= since)]),
    ...(until === undefined ? [] : [dated((date) => date <= until)]),
    ...(before === undefined ? [] : [dated((date) => date < before)]),
  ];
}

function totalTests({ minTotal, maxTotal }: OrderFilter): Predicate[] {
  const summed = (passes: (total: number) => boolean): Predicate => {
    return ({ total }) => typeof total === 'number' && passes(total);
  };
  return [
    ...(minTotal === undefined ? [] : [summed((total) => total >= minTotal)]),
    ...(maxTotal === undefined ? [] : [summed((total) => total <= maxTotal)]),
  ];
}

function textTests({ retailer, search }: OrderFilter, kind: OrderKind): Predicate[] {
  const { wanted, excluded } = readMarks(retailer ?? []);
  const shops = { wanted: wanted.map(fold), excluded: excluded.map(fold) };
  const words = search?.map(fold) ?? [];
  return [
    (order: AnyOrder) => passesMarked(shops, (one) => holds(order.retailer ?? '', one)),
    ...words.map(
      (word): Predicate =>
        (order) =>
          textsOf(order, kind).some((text) => holds(text, word)),
    ),
  ];
}

/** The tests for everything but the group, whose meaning may depend on the whole list. */
function withoutGroup(filter: OrderFilter, kind: OrderKind): Predicate[] {
  const { status, source, creditCardId, tracking, noTracking } = filter;
  const tests: Predicate[] = [
    ...dateTests(filter),
    ...totalTests(filter),
    ...textTests(filter, kind),
  ];
  if (status !== undefined) tests.push((order) => passesStatus(status, String(order.status)));
  if (source !== undefined) tests.push((order) => source.includes(String(order.source)));
  if (creditCardId !== undefined) {
    tests.push((order) => [order.creditCardId, order.subCreditCardId].includes(creditCardId));
  }
  if (tracking !== undefined) {
    const wanted = foldTracking(tracking);
    tests.push((order) => trackingNumbersOf(order).some((one) => foldTracking(one) === wanted));
  }
  if (noTracking === true) tests.push((order) => trackingNumbersOf(order).length === 0);
  return tests;
}

const isFiltered = (filter: OrderFilter) =>
  Object.values(filter).some((value) => value !== undefined && value !== false);

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

/**
 * Yields the orders that pass, as they arrive; undefined filters pass every order. At the end,
 * calls `unknown` for each group that is neither known by name nor on any order read. `others` are
 * names that exist elsewhere: a group's whole name is not split at its commas.
 */
export async function* filterOrders(
  orders: AsyncIterable<AnyOrder>,
  filter: OrderFilter,
  kind: OrderKind,
  unknown: (group: string, known: readonly string[]) => void,
  others: readonly string[] = [],
): AsyncGenerator<AnyOrder, void, undefined> {
  const tests = withoutGroup(filter, kind);
  const passes = (order: AnyOrder) => tests.every((test) => test(order));
  const { group: typed } = filter;
  if (typed === undefined) {
    for await (const order of orders) if (passes(order)) yield order;
    return;
  }
  const featured = new Set([...kind.featured, ...others].map(fold));
  /** The groups of the orders read: the folded name, with one spelling of it. */
  const seen = new Map<string, string>();
  const groupOf = (order: AnyOrder) => {
    const name = String(order[kind.group] ?? '');
    const folded = fold(name);
    if (name !== '' && !seen.has(folded)) seen.set(folded, name);
    return folded;
  };
  let source: AsyncIterable<AnyOrder> | readonly AnyOrder[] = orders;
  if (needsWholeList(typed, featured)) {
    source = [];
    for await (const order of orders) {
      groupOf(order);
      (source as AnyOrder[]).push(order);
    }
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

/** Whether the filter lets every order pass. */
export function matchesEverything(filter: OrderFilter): boolean {
  return !isFiltered(filter);
}

/** Warns of a group that no order has, since a misspelled name finds nothing. */
export function warnOfGroup({ notices }: Pick<Context, 'notices'>, kind: OrderKind) {
  return (group: string, known: readonly string[]) => {
    const what = kind.group === 'platform' ? 'platform' : 'group';
    const hint = nameHint(group, known);
    notices.warning(
      `None of the orders read has the ${what} "${group}".${hint === '' ? '' : ` ${hint}`}`,
    );
  };
}
