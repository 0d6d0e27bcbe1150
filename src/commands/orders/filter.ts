import {
  type Day,
  type Month,
  month as monthFlag,
  resolveDay,
  resolveMonth,
  spanDay,
} from '../../cli/day';
import {
  choices,
  type Flag,
  type Flags,
  refuseEmpty,
  repeated,
  text,
  toggle,
  valued,
} from '../../cli/flag';
import { readDollars } from '../../cli/money';
import type { Context } from '../../context';
import { sources } from '../../contract/values';
import { usageFailure } from '../../failure';
import { nameHint } from '../../lib/suggest';
import { dollarsForPeople } from '../../output/cell';
import { cardId, cardReader } from './card-choice';
import type { AnyOrder, OrderKind } from './kinds';
import {
  passesMarked,
  passesStatus,
  readMarks,
  type StatusFilter,
  statusFlag,
} from './status-filter';

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
    return ({ orderDate }) => orderDate !== undefined && passes(orderDate);
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
  if (creditCardId !== undefined) tests.push((order) => order.creditCardId === creditCardId);
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
 * calls `unknown` for each group that is neither known by name nor on any order read.
 */
export async function* filterOrders(
  orders: AsyncIterable<AnyOrder>,
  filter: OrderFilter,
  kind: OrderKind,
  unknown: (group: string, known: readonly string[]) => void,
): AsyncGenerator<AnyOrder, void, undefined> {
  const tests = withoutGroup(filter, kind);
  const passes = (order: AnyOrder) => tests.every((test) => test(order));
  const { group: typed } = filter;
  if (typed === undefined) {
    for await (const order of orders) if (passes(order)) yield order;
    return;
  }
  const featured = new Set(kind.featured.map(fold));
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
export function letsAllPass(filter: OrderFilter): boolean {
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

const filters = { group: 'Filters' };

/** The values of the filter flags of either kind; gift card orders have `platform` for `group`. */
interface FilterValues {
  readonly status?: StatusFilter;
  readonly group?: readonly string[];
  readonly platform?: readonly string[];
  readonly retailer?: readonly string[];
  readonly since?: Day;
  readonly until?: Day;
  readonly month?: Month;
  readonly olderThan?: Day;
  readonly source?: readonly string[];
  readonly card?: string;
  readonly tracking?: string;
  readonly noTracking?: boolean;
  readonly search?: readonly string[];
  readonly minTotal?: number;
  readonly maxTotal?: number;
}

/** A name, or with an exclamation mark in front one to exclude. */
function readName(typed: string, label: string): string {
  if (!/(^|,)\s*!\s*(,|$)/.test(typed)) return refuseEmpty(typed, label);
  throw usageFailure(`${label} has no name after the exclamation mark`);
}

function groupFlag(kind: OrderKind): Flags {
  const groups = (what: string, complete: 'group' | 'platform'): Flag<unknown> => ({
    ...repeated(
      valued('<id>', `${what}, or !id to exclude it`, readName, {
        ...filters,
        suggestions: kind.featured,
        complete,
      }),
    ),
    // Completed after a comma too, even though the value is split only if no group has that name.
    joined: true,
  });
  return kind.group === 'platform'
    ? { platform: groups('Platform', 'platform') }
    : { group: groups('Buying group', 'group') };
}

/** The choices are five long words: completion and the error message list them, help does not. */
function sourceFlag(): Flag<unknown> {
  const describe = 'How it was created: api, csv_import, dashboard, …';
  const { choices: suggestions = [], ...flag } = choices('<s,…>', describe, sources, filters);
  return { ...flag, suggestions };
}

const money = (describe: string) => valued('<money>', describe, readDollars, filters);

/** The flags that narrow a list of orders; `readFilter` reads their values. */
export function filterFlags(kind: OrderKind): Flags {
  return {
    status: { ...statusFlag(kind), ...filters },
    ...groupFlag(kind),
    retailer: repeated(
      valued('<text>', "Part of the retailer's name, or !text to exclude it", readName, filters),
    ),
    since: { ...spanDay('Ordered on this day or later'), ...filters },
    until: { ...spanDay('Ordered on this day or earlier'), ...filters },
    month: { ...monthFlag('Ordered in this month: 2025-06, "last month"'), ...filters },
    olderThan: { ...spanDay('Ordered more than this long ago', '<30d>'), ...filters },
    source: sourceFlag(),
    card: text('<card>', 'Paid with this card: id, last digits or nickname', {
      ...filters,
      complete: 'card',
    }),
    ...(kind.tracking
      ? {
          tracking: text('<number>', 'With this tracking number', filters),
          noTracking: toggle('Without any tracking number', {
            ...filters,
            conflicts: ['tracking'],
          }),
        }
      : {}),
    search: repeated(text('<text>', 'Text in names, notes, items, numbers', filters)),
    minTotal: money('Total of at least this'),
    maxTotal: money('Total of at most this'),
  };
}

async function findCard(typed: string, { session }: FilterContext): Promise<string> {
  const readCards = async () => cardReader((await session()).api)();
  return cardId(typed, '--card', readCards);
}

/** The parts of the context that a filter needs. */
type FilterContext = Pick<Context, 'today' | 'session'>;

/** The later or the earlier of two dates, either of which may be missing. */
function narrower(
  one: string | undefined,
  other: string | undefined,
  end: 'later' | 'earlier',
): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one > other === (end === 'later') ? one : other;
}

function readDays(values: FilterValues, context: FilterContext) {
  const at = (value: Day | undefined, end: 'first' | 'last') =>
    value && resolveDay(value, context.today(), end);
  const [since, until] = [at(values.since, 'first'), at(values.until, 'last')];
  if (since !== undefined && until !== undefined && since > until) {
    throw usageFailure(`--since ${since} is later than --until ${until}`);
  }
  const month =
    values.month === undefined ? undefined : resolveMonth(values.month, context.today());
  return {
    since: narrower(since, month?.first, 'later'),
    until: narrower(until, month?.last, 'earlier'),
    before: at(values.olderThan, 'first'),
  };
}

/**
 * Resolves the filter flags relative to today, and looks up a card in the account. Throws a usage
 * failure if no order could pass.
 */
export async function readFilter(
  flags: Readonly<Record<string, unknown>>,
  context: FilterContext,
): Promise<OrderFilter> {
  const values = flags as FilterValues;
  const { minTotal, maxTotal } = values;
  if (minTotal !== undefined && maxTotal !== undefined && minTotal > maxTotal) {
    const [least, most] = [dollarsForPeople(minTotal), dollarsForPeople(maxTotal)];
    throw usageFailure(`--min-total ${least} is more than --max-total ${most}`);
  }
  return {
    status: values.status,
    group: values.group ?? values.platform,
    retailer: values.retailer,
    ...readDays(values, context),
    source: values.source,
    creditCardId: values.card === undefined ? undefined : await findCard(values.card, context),
    tracking: values.tracking,
    noTracking: values.noTracking,
    search: values.search,
    minTotal,
    maxTotal,
  };
}
