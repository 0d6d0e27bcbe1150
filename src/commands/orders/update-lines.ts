import { show } from '../../output/cell';
import { fieldAt, headingOf, kindOf } from '../../output/fields';
import { cut, measureFor } from '../../output/text';
import type { AnyOrder, OrderBody, OrderKind } from './kinds';
import { type CardNames, orderView } from './view';

/** An order before and after an update. */
export interface Updated {
  /** Undefined if it was not read. */
  readonly before: AnyOrder | undefined;
  readonly after: AnyOrder;
  /** The body that was sent. */
  readonly body: OrderBody;
}

/** Longer values are notes: the line only says that they changed, and `get` shows them. */
const widestValue = 40;

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

/** `line items 1 → 2`; undefined if they are unchanged. */
function itemsChange({ before, after }: Updated): string | undefined {
  const [was, is] = [before?.orderLineItems, after.orderLineItems];
  if (before !== undefined && isSame(was, is)) return undefined;
  const [old, now] = [was?.length, is?.length];
  return old === undefined || now === undefined || old === now
    ? 'line items changed'
    : `line items ${old} → ${now}`;
}

/** `purchased → delivered`, `notes - → At the warehouse`: the fields of the body that changed. */
export async function changes(
  updated: Updated,
  kind: OrderKind,
  names: CardNames,
): Promise<readonly string[]> {
  const { before, after, body } = updated;
  const view = orderView(kind);
  const wasOf = before as OrderBody | undefined;
  const isOf = after as OrderBody;
  const found: string[] = [];
  for (const field of Object.keys(body)) {
    if (field === 'orderLineItems') {
      const change = itemsChange(updated);
      if (change !== undefined) found.push(change);
      continue;
    }
    // They can't be read back, so whether they differ is unknown.
    if (field === 'redemptionCodes') {
      found.push('redemption codes replaced');
      continue;
    }
    if (wasOf !== undefined && isSame(wasOf[field], isOf[field])) continue;
    const kindOfField = kindOf(fieldAt(view, field), undefined);
    const text = (value: unknown) => show(names.get(value as string) ?? value, kindOfField);
    const [was, is] = [text(wasOf?.[field]), text(isOf[field])];
    const measure = await measureFor([was, is]);
    const short = (value: string) => cut(value, widestValue, measure);
    const change = wasOf === undefined ? short(is) : `${short(was)} → ${short(is)}`;
    found.push(field === 'status' ? change : `${headingOf(view, field).toLowerCase()} ${change}`);
  }
  return found;
}

/** `800458530  purchased → delivered, notes - → At the warehouse`: a line for each order. */
export function orderLines(
  orders: readonly { readonly called: unknown; readonly changes: readonly string[] }[],
): string {
  const shown = orders.map(({ called }) => show(called, 'id'));
  const width = Math.max(0, ...shown.map(({ length }) => length));
  const lines = orders.map(
    (one, index) =>
      `${(shown[index] ?? '').padEnd(width)}  ${one.changes.join(', ') || 'no change'}\n`,
  );
  return lines.join('');
}

export async function updateLines(
  updated: readonly Updated[],
  kind: OrderKind,
  names: CardNames,
): Promise<string> {
  const lines = updated.map(async (one) => ({
    called: one.after.orderNumber ?? one.after.id,
    changes: await changes(one, kind, names),
  }));
  return orderLines(await Promise.all(lines));
}
