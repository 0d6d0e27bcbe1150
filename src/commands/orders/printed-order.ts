import { isObject } from '../../lib/json';
import type { OrderBody } from './kinds';

/** The fields that the service returns but no body accepts. */
const readOnlyFields: readonly string[] = [
  ...['id', 'source', 'subtotal', 'total', 'expectedPayout', 'cashback', 'createdAt'],
  ...['trackingNumbers', 'margin', 'age', 'itemCount', 'trackingUrl'],
];

/** A body, and the fields of the printed order that it leaves out. */
export interface WritableBody {
  readonly body: OrderBody;
  readonly leftOut: readonly string[];
}

/** Whether this is an order as `get --json` prints it, rather than a body written by hand. */
export function isPrintedOrder(value: Readonly<Record<string, unknown>>): boolean {
  return readOnlyFields.some((field) => Object.hasOwn(value, field));
}

/**
 * Makes a body from a printed order by leaving out its read-only fields, and its nulls, which would
 * clear fields that are merely empty. Removes line item ids for a new order, which has none yet.
 */
export function writableBody(
  printed: Readonly<Record<string, unknown>>,
  { isNew }: { readonly isNew: boolean },
): WritableBody {
  const leaves = ([name, value]: readonly [string, unknown]) =>
    value === null || readOnlyFields.includes(name);
  const entries = Object.entries(printed);
  const items = printed.orderLineItems;
  const body: OrderBody = Object.fromEntries(entries.filter((entry) => !leaves(entry)));
  if (Array.isArray(items)) body.orderLineItems = items.map((item) => writableItem(item, isNew));
  return { body, leftOut: entries.filter(leaves).map(([name]) => name) };
}

function writableItem(item: unknown, isNew: boolean): unknown {
  if (!isObject(item)) return item;
  return Object.fromEntries(
    Object.entries(item).filter(([name, value]) => value !== null && !(isNew && name === 'id')),
  );
}
