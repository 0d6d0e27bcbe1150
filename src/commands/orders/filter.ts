import type { BuyingGroupOrder, GiftCardOrder } from '../../contract/answers';
import type { OrderKind } from './kinds';

/** An order of either kind. Of a gift card order only the id is sure to be there. */
export type AnyOrder = GiftCardOrder | BuyingGroupOrder;

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
