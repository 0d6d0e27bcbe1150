import { type Day, day, resolveDay } from '../../cli/day';
import { choices, type Flags, text, texts, toggle } from '../../cli/flag';
import type { Context } from '../../context';
import { sources } from '../../contract/values';
import { usageFailure } from '../../failure';
import type { AnyOrder, OrderKind } from './kinds';

/** What a list may be narrowed to. The service has no filters: waybill looks at each order. */
export interface OrderFilter {
  readonly status?: readonly string[] | undefined;
  /** Buying group or platform ids, exactly. */
  readonly group?: readonly string[] | undefined;
  /** Part of the retailer's name, whatever the case. */
  readonly retailer?: string | undefined;
  /** First and last order date, `YYYY-MM-DD`, both included. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** Orders dated before this day. */
  readonly before?: string | undefined;
  readonly source?: readonly string[] | undefined;
  readonly creditCardId?: string | undefined;
  readonly tracking?: string | undefined;
  readonly noTracking?: boolean | undefined;
  /** Part of any text in the order, whatever the case. */
  readonly search?: string | undefined;
}

/** Letters alike whatever their case or composition. */
function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Tracking numbers are copied with spaces and in either case. */
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

function oneOf(values: readonly string[] | undefined, field: string): Predicate[] {
  if (values === undefined) return [];
  const wanted = new Set(values);
  return [(order) => wanted.has(String(order[field]))];
}

/** Whether an order passes the filter; undefined where nothing is filtered. */
export function toPredicate(filter: OrderFilter, kind: OrderKind): Predicate | undefined {
  const { retailer, since, until, before, creditCardId, tracking, noTracking, search } = filter;
  const tests: Predicate[] = [
    ...oneOf(filter.status, 'status'),
    ...oneOf(filter.group, kind.group),
    ...oneOf(filter.source, 'source'),
  ];
  if (retailer !== undefined) {
    const wanted = fold(retailer);
    tests.push((order) => fold(order.retailer ?? '').includes(wanted));
  }
  // An order without a date is in no span of days.
  if (since !== undefined)
    tests.push(({ orderDate }) => orderDate !== undefined && orderDate >= since);
  if (until !== undefined)
    tests.push(({ orderDate }) => orderDate !== undefined && orderDate <= until);
  if (before !== undefined)
    tests.push(({ orderDate }) => orderDate !== undefined && orderDate < before);
  if (creditCardId !== undefined) tests.push((order) => order.creditCardId === creditCardId);
  if (tracking !== undefined) {
    const wanted = foldTracking(tracking);
    tests.push((order) => trackingNumbersOf(order).some((one) => foldTracking(one) === wanted));
  }
  if (noTracking === true) tests.push((order) => trackingNumbersOf(order).length === 0);
  if (search !== undefined) {
    const wanted = fold(search);
    tests.push((order) => textsOf(order, kind).some((text) => fold(text).includes(wanted)));
  }
  return tests.length === 0 ? undefined : (order) => tests.every((passes) => passes(order));
}

const filters = { group: 'Filters' };

/** What the filter flags of either kind come to; the group is `platform` on gift card orders. */
interface FilterValues {
  readonly status?: readonly string[];
  readonly group?: readonly string[];
  readonly platform?: readonly string[];
  readonly retailer?: string;
  readonly since?: Day;
  readonly until?: Day;
  readonly olderThan?: Day;
  readonly source?: readonly string[];
  readonly card?: string;
  readonly tracking?: string;
  readonly noTracking?: boolean;
  readonly search?: string;
}

function groupFlag(kind: OrderKind): Flags {
  const suggestions = kind.featured;
  const groups = (describe: string, complete: 'group' | 'platform') =>
    texts('<id,…>', describe, { ...filters, suggestions, complete });
  return kind.group === 'platform'
    ? { platform: groups('Of these platforms', 'platform') }
    : { group: groups('Of these buying groups', 'group') };
}

/** The flags that narrow a list of orders; `readFilter` reads their values. */
export function filterFlags(kind: OrderKind): Flags {
  return {
    status: choices('<s,…>', 'In one of these statuses', kind.statuses, filters),
    ...groupFlag(kind),
    retailer: text('<text>', "Part of the retailer's name", filters),
    since: { ...day('Ordered on this day or later'), ...filters },
    until: { ...day('Ordered on this day or earlier'), ...filters },
    olderThan: { ...day('Ordered longer ago than this', '<30d>'), ...filters },
    source: choices('<s,…>', 'Created in one of these ways', sources, filters),
    card: text('<card>', 'Paid with this card: id, last digits or nickname', {
      ...filters,
      complete: 'card',
    }),
    ...(kind.tracking
      ? {
          tracking: text('<number>', 'With this tracking number', filters),
          noTracking: toggle('Without any tracking number', filters),
        }
      : {}),
    search: text('<text>', 'With this text in any number, name, note or line item', filters),
  };
}

async function findCard(typed: string, { session }: FilterContext): Promise<string> {
  const { cardId, cardReader } = await import('./card-choice');
  const readCards = async () => cardReader((await session()).api)();
  return cardId(typed, '--card', readCards);
}

/** As much of a context as a filter needs. */
type FilterContext = Pick<Context, 'today' | 'session'>;

/**
 * What the filter flags mean today; a card is looked up in the account. Throws a usage failure where
 * no order could pass.
 */
export async function readFilter(
  flags: Readonly<Record<string, unknown>>,
  context: FilterContext,
): Promise<OrderFilter> {
  const values = flags as FilterValues;
  const toDate = (value: Day | undefined) => value && resolveDay(value, context.today());
  const [since, until] = [toDate(values.since), toDate(values.until)];
  if (since !== undefined && until !== undefined && since > until) {
    throw usageFailure(`--since ${since} is later than --until ${until}: no day is in between`);
  }
  if (values.tracking !== undefined && values.noTracking === true) {
    throw usageFailure('--tracking and --no-tracking contradict each other');
  }
  return {
    status: values.status,
    group: values.group ?? values.platform,
    retailer: values.retailer,
    since,
    until,
    before: toDate(values.olderThan),
    source: values.source,
    creditCardId: values.card === undefined ? undefined : await findCard(values.card, context),
    tracking: values.tracking,
    noTracking: values.noTracking,
    search: values.search,
  };
}
