import { leftOver, sameFields } from '../../api/same-state';
import { Failure } from '../../failure';
import type { AnyOrder } from './kinds';
import type { LineItemInput } from './line-item';

/** Changes to single line items; the rest are kept. */
export interface ItemEdits {
  readonly add: readonly LineItemInput[];
  readonly set: readonly LineItemInput[];
  /** Ids of line items. */
  readonly remove: readonly string[];
}

/** An existing line item. */
type Existing = Readonly<Record<string, unknown>> & { readonly id: string };

/**
 * The line items of an order. "Which gift card response fields are required: not shown", but
 * without their ids single items can't be kept, so this throws if one is missing.
 */
export function identifiedItems({ orderLineItems }: AnyOrder): readonly Existing[] {
  return (orderLineItems ?? []).map(({ id, ...members }) => {
    if (typeof id === 'string') return { ...members, id };
    throw new Failure({
      ending: 'unexpectedResponse',
      code: 'unexpected_answer',
      message: "The service sent a line item without an id, so waybill can't change single items",
      hint: 'Replace the whole list with --item or --items-file.',
    });
  });
}

function refuseUnknown(edits: ItemEdits, existing: readonly Existing[]): void {
  const ids = new Set(existing.map(({ id }) => id));
  const named = [
    ...edits.set.map(({ id = '' }) => ['--set-item', id] as const),
    ...edits.remove.map((id) => ['--remove-item', id] as const),
  ];
  const issues = named
    .filter(([, id]) => !ids.has(id))
    .map(([flag, id]) => ({ path: flag, message: `the order has no line item "${id}"` }));
  if (issues.length === 0) return;
  throw new Failure({
    ending: 'notFound',
    code: 'not_found',
    message: 'The order has no such line item',
    issues,
    hint: `Its line items: ${[...ids].join(', ') || 'none'}.`,
  });
}

/**
 * The whole list to send, in its existing order: "existing line items not listed are removed", so
 * every item that stays is listed by its id, and only by its id if it does not change ("keeps the
 * fields omitted"). Throws `notFound` for an id that the order does not have.
 */
export function editedItems(
  existing: readonly Existing[],
  edits: ItemEdits,
): readonly LineItemInput[] {
  refuseUnknown(edits, existing);
  const kept = existing.filter(({ id }) => !edits.remove.includes(id));
  return [
    ...kept.map(({ id }) => Object.assign({ id }, ...edits.set.filter((one) => one.id === id))),
    ...edits.add,
  ];
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Where a response differs from the wanted list, one phrase each: items that were not kept,
 * changed, added or removed as requested. `before` is the items as read earlier; `members` is the
 * members that waybill knows, since others may change by themselves.
 */
export function unmetEdits(
  before: readonly Existing[],
  wanted: readonly LineItemInput[],
  answered: readonly Existing[],
  members: readonly string[],
): readonly string[] {
  const known = (item: Members) =>
    Object.fromEntries(members.filter((one) => one in item).map((one) => [one, item[one]]));
  const unmet: string[] = [];
  for (const { id, ...changes } of wanted) {
    if (id === undefined) continue;
    const item = answered.find((one) => one.id === id);
    const old = before.find((one) => one.id === id) ?? {};
    if (item === undefined) unmet.push(`line item ${id} is gone`);
    else if (!sameFields({ ...known(old), ...changes }, item)) {
      unmet.push(`line item ${id} differs from the request`);
    }
  }
  const keptIds = new Set(wanted.map(({ id }) => id));
  const oldIds = new Set(before.map(({ id }) => id));
  for (const { id } of answered) {
    if (oldIds.has(id) && !keptIds.has(id)) unmet.push(`line item ${id} was not removed`);
  }
  const rest = leftOver(
    wanted.filter(({ id }) => id === undefined),
    answered.filter(({ id }) => !oldIds.has(id)),
    (one, item) => sameFields({ ...one }, item),
  );
  for (const item of rest.wanted) {
    unmet.push(`the added line item ${JSON.stringify(item)} is missing or different`);
  }
  for (const { id } of rest.candidates) unmet.push(`line item ${id} was not requested`);
  return unmet;
}
