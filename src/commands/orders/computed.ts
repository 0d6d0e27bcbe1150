import type { Context } from '../../context';
import { trackingUrl } from '../../contract/tracking-url';
import { resolveField, valueAt } from '../../output/fields';
import type { Field } from '../../output/view';
import type { AnyOrder, OrderKind } from './kinds';

/** A field that waybill computes from an order; `today` gives `YYYY-MM-DD`, which takes time. */
interface ComputedField extends Field {
  value(order: AnyOrder, today: () => string): unknown;
}

const cents = (value: unknown) => (typeof value === 'number' ? value : undefined);

/** Expected payout minus total, in cents, before any rewards. */
function margin({ expectedPayout, total }: AnyOrder): number | null {
  const [payout, cost] = [cents(expectedPayout), cents(total)];
  return payout === undefined || cost === undefined ? null : payout - cost;
}

/** Days since the order date. */
function age({ orderDate }: AnyOrder, today: () => string): number | null {
  const days = (Date.parse(today()) - Date.parse(orderDate ?? '')) / 86_400_000;
  return Number.isInteger(days) ? days : null;
}

/** Units in all line items. */
function itemCount({ orderLineItems }: AnyOrder): number | null {
  if (!Array.isArray(orderLineItems)) return null;
  return orderLineItems.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);
}

/** The carriers' pages for its tracking numbers, for the carriers that have one. */
function trackingUrls({ trackingNumbers }: AnyOrder): readonly string[] {
  if (!Array.isArray(trackingNumbers)) return [];
  return trackingNumbers.flatMap(
    ({ carrier, trackingNumber }) => trackingUrl(carrier, trackingNumber) ?? [],
  );
}

const common: Readonly<Record<string, ComputedField>> = {
  margin: { kind: 'money', computed: true, value: margin },
  age: { kind: 'number', computed: true, value: age },
  itemCount: { kind: 'number', heading: 'Items', computed: true, value: itemCount },
};

/** The computed fields of a kind of order, by name. */
export function computedFields({ tracking }: OrderKind): Readonly<Record<string, ComputedField>> {
  if (!tracking) return common;
  return {
    ...common,
    trackingUrl: {
      kind: 'text',
      heading: 'Tracking page',
      computed: true,
      value: trackingUrls,
    },
  };
}

/** Reads a field of an order by its path, computed ones included; null if there is none. */
export function orderValue(kind: OrderKind, { today }: Pick<Context, 'today'>) {
  const computed = computedFields(kind);
  return (order: AnyOrder, path: string): unknown =>
    Object.hasOwn(computed, path)
      ? (computed[path]?.value(order, today) ?? null)
      : valueAt(order, path);
}

/** Adds only the computed fields that `--fields` names. */
export function withComputed(
  kind: OrderKind,
  { globals, today }: Pick<Context, 'globals' | 'today'>,
): (order: AnyOrder) => AnyOrder {
  const fields = computedFields(kind);
  const named = globals.fields?.map((name) => resolveField({ fields, table: [] }, name));
  const wanted = Object.entries(fields).filter(([name]) => named?.includes(name));
  if (wanted.length === 0) return (order) => order;
  return (order) => ({
    ...order,
    ...Object.fromEntries(wanted.map(([name, { value }]) => [name, value(order, today)])),
  });
}
