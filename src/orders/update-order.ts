import { isInState, unchangedFields } from '../api/same-state';
import type { CallOptions } from '../api/types';
import { Failure, usageFailure } from '../failure';
import type { Notices } from '../output/screen';
import {
  checkBody,
  type FieldLabels,
  inTypedNames,
  type LabeledBody,
  sayRecovered,
} from './body-issues';
import type { Updated } from './change-lines';
import { type LineItemInput, occurrence } from './fields';
import type { ItemEdits } from './item-edits';
import type { AnyOrder, OrderBody, Orders } from './kinds';
import type { OrderBook } from './order-book';

export interface Update extends LabeledBody {
  readonly edits: ItemEdits | undefined;
  /** Lists of statuses: the order must be in one of each list. */
  readonly conditions: readonly (readonly string[])[];
  /** True if it is one of several orders, whose failures are reported together. */
  readonly isOneOfSeveral?: boolean;
}

type UpdateBook = Pick<OrderBook, 'find' | 'idOf'>;

interface Prepared extends LabeledBody {
  readonly id: string;
  readonly before: AnyOrder | undefined;
}

/** The condition that the order does not meet. */
export function unmetStatus({ status }: AnyOrder, conditions: Update['conditions']) {
  return conditions.find((statuses) => !statuses.includes(String(status)));
}

export function refuseOtherStatus(
  order: AnyOrder,
  update: Pick<Update, 'conditions' | 'isOneOfSeveral'>,
  hint?: string,
): void {
  const unmet = unmetStatus(order, update.conditions);
  if (unmet === undefined) return;
  const now = order.status == null ? 'The order has no status' : `The order is ${order.status}`;
  throw new Failure({
    ending: 'conflict',
    code: 'status_not_met',
    message: `${now}, not ${unmet.join(' or ')}`,
    // Of several orders, the message already says how many were not updated.
    hint: hint ?? (update.isOneOfSeveral ? undefined : 'It was not changed.'),
  });
}

/** Labels the items of an edited list with the flag that named them, or else with their id. */
export function editLabels(
  labels: FieldLabels,
  items: readonly { readonly id?: string | undefined }[],
  edits: ItemEdits,
): FieldLabels {
  const named = labels.copy();
  const kept = items.filter(({ id }) => id !== undefined).length;
  named.set('orderLineItems', 'the line items');
  for (const [index, { id }] of items.entries()) {
    const changed = edits.set.findIndex((one) => one.id === id);
    const label =
      id === undefined
        ? occurrence('--add-item', index - kept, edits.add.length)
        : changed === -1
          ? `line item ${id}`
          : occurrence('--set-item', changed, edits.set.length);
    named.set(`orderLineItems.${index}`, labels.itemName(label));
  }
  return named;
}

/** True if the update is right only for the order as it was read. */
function dependsOnState({ edits, conditions }: Update): boolean {
  return edits !== undefined || conditions.length > 0;
}

/** The body that would update one order; with `readsBefore` also the order. Changes nothing. */
export async function planUpdate(
  name: string,
  update: Update,
  book: UpdateBook,
  readsBefore = false,
): Promise<Prepared> {
  const { body, labels, edits } = update;
  if (!dependsOnState(update) && !readsBefore) {
    return { id: await book.idOf(name), before: undefined, body, labels };
  }
  const before = await book.find(name);
  refuseOtherStatus(before, update);
  if (edits === undefined) return { id: before.id, before, body, labels };
  const { editedItems, identifiedEdits, identifiedItems } = await import('./item-edits');
  const existing = identifiedItems(before);
  const identified = identifiedEdits(edits, existing);
  const items = editedItems(existing, identified);
  if (items.length === 0) {
    throw usageFailure('An order must keep at least one line item', {
      hint: 'To replace the items, add one with --add-item.',
    });
  }
  const edited = {
    id: before.id,
    before,
    body: { ...body, orderLineItems: items },
    labels: editLabels(labels, items, identified),
  };
  await checkBody('update', edited);
  return edited;
}

async function checkEdits({ before, body, labels }: Prepared, updated: AnyOrder): Promise<void> {
  const { kind } = labels;
  const { identifiedItems, unmetEdits } = await import('./item-edits');
  const unmet = unmetEdits(
    before === undefined ? [] : identifiedItems(before),
    body.orderLineItems as readonly LineItemInput[],
    identifiedItems(updated),
    kind.items.map(({ field }) => field),
  );
  if (unmet.length === 0) return;
  throw new Failure({
    ending: 'unexpectedResponse',
    code: 'line_items_differ',
    message: 'The service accepted the change, but the line items differ from the request',
    issues: unmet.map((message) => ({ path: 'orderLineItems', message })),
    hint: `Check the order: waybill ${kind.noun} get ${updated.id}`,
  });
}

/** Throws before a repetition if the order's status or line items changed in the meantime. */
async function guardRepetition(
  order: AnyOrder,
  { before }: Prepared,
  update: Update,
): Promise<void> {
  refuseOtherStatus(order, update, 'Its status changed during the update. Nothing more was sent.');
  if (update.edits === undefined || before === undefined) return;
  const { identifiedItems } = await import('./item-edits');
  const items = (one: AnyOrder) => JSON.stringify(identifiedItems(one));
  if (items(order) === items(before)) return;
  throw new Failure({
    ending: 'conflict',
    code: 'line_items_changed',
    message: 'The line items changed while waybill was updating them',
    hint: `Nothing more was sent, so that no item is lost. Look at the order, then repeat what is missing: waybill ${update.labels.kind.noun} get ${order.id}`,
  });
}

/** The fields of a body that differ from the order, including any that can't be read back. */
export function changesOf(body: OrderBody, order: AnyOrder): OrderBody {
  const differing = Object.entries(body).filter(
    ([field, value]) => !(field in order) || !isInState(order, { [field]: value }),
  );
  return Object.fromEntries(differing);
}

/** Throws if the service accepted the update but left a field as it was. */
function checkChanged({ before, after, body, labels }: Updated & LabeledBody): void {
  const { kind } = labels;
  // The service stores these exactly as sent, or not at all.
  const exact = kind.fields.filter(({ type }) => type === 'status' || type === 'money');
  const exactNames = new Set(exact.map(({ field }) => field));
  const unchanged = unchangedFields(body, { before, after }, exactNames);
  if (unchanged.length === 0) return;
  throw new Failure({
    ending: 'refused',
    code: 'not_changed',
    message: 'The service accepted the update, but the order was not changed as requested',
    issues: unchanged.map((field) => ({
      path: labels.nameOf(field),
      message: 'does not have the value that was sent',
    })),
    hint: `To see the order, run waybill ${kind.noun} get ${after.id}.`,
  });
}

interface UpdateParts extends Pick<CallOptions, 'beforeTry'> {
  readonly notices: Notices;
  readonly book: UpdateBook;
  readonly orders: Orders;
  readonly readsBefore?: boolean;
  readonly known?: AnyOrder;
}

/** Updates one order. Throws failures in the names that the user typed. */
export async function performUpdate(
  name: string,
  update: Update,
  { book, orders, notices, beforeTry, readsBefore, known }: UpdateParts,
): Promise<Updated> {
  const prepared = await planUpdate(name, update, book, readsBefore);
  const { id, before, body, labels } = prepared;
  const guard = dependsOnState(update)
    ? (order: AnyOrder) => guardRepetition(order, prepared, update)
    : undefined;
  try {
    const options = { guard, ...(beforeTry && { beforeTry }) };
    const { data, recovered, differs } = await orders.update(id, body, options);
    if (recovered) sayRecovered(body, notices, `${name}: `);
    if (update.edits !== undefined) await checkEdits(prepared, data);
    if (differs) checkChanged({ before: before ?? known, after: data, body, labels });
    return { before, after: data, body };
  } catch (error) {
    throw inTypedNames(error, { labels: labels.onlyTyped(), body });
  }
}
