import { leftOver, sameFields } from '../api/same-state';
import { Failure, type FailureIssue, usageFailure } from '../failure';
import type { Members } from '../lib/json';
import type { LineItemInput } from './fields';
import type { AnyOrder } from './kinds';

export interface ItemEdits {
  readonly add: readonly LineItemInput[];
  /** Their `id` is what the user named the item by, until `identifiedEdits`. */
  readonly set: readonly LineItemInput[];
  /** Ids of line items, or what the user named them by. */
  readonly remove: readonly string[];
}

type Existing = Readonly<Record<string, unknown>> & { readonly id: string };

/** The line items of an order. Without their ids single items can't be kept, so that is an error. */
export function identifiedItems({ orderLineItems }: AnyOrder): readonly Existing[] {
  return (orderLineItems ?? []).map(({ id, ...members }) => {
    if (typeof id === 'string') return { ...members, id };
    throw new Failure({
      ending: 'unexpectedResponse',
      code: 'unexpected_response',
      message: "The service sent a line item without an id, so waybill can't change single items",
      hint: 'Replace the whole list with --item or --items-file.',
    });
  });
}

/** `2 AirTag (7b0c…)`: what names a line item, for a message. */
function listed(existing: readonly Existing[]): string {
  const items = existing.map(({ id, description }, index) =>
    [index + 1, ...(typeof description === 'string' ? [description, `(${id})`] : [id])].join(' '),
  );
  return items.join('; ') || 'none';
}

/**
 * The ids that a text may mean: an id, a number in the list, or the beginning of an id. A short
 * number is never the beginning of an id: one past the end of the list would mean another item.
 */
function idsFor(named: string, existing: readonly Existing[]): readonly string[] {
  const ids = existing.map(({ id }) => id);
  if (ids.includes(named)) return [named];
  if (/^\d{1,3}$/.test(named)) return ids.slice(Number(named) - 1, Number(named) || 0);
  return ids.filter((id) => id.toLowerCase().startsWith(named.toLowerCase()));
}

export function identifiedEdits(edits: ItemEdits, existing: readonly Existing[]): ItemEdits {
  const issues: FailureIssue[] = [];
  let isUnknown = false;
  const idOf = (flag: string, named: string) => {
    const [id = named, ...others] = idsFor(named, existing);
    if (others.length > 0) {
      const message = `"${named}" matches ${others.length + 1} ids: type more of it`;
      issues.push({ path: flag, message });
    } else if (!existing.some((one) => one.id === id)) {
      isUnknown = true;
      issues.push({ path: flag, message: `the order has no line item "${named}"` });
    }
    return id;
  };
  const set: (LineItemInput & { readonly id: string })[] = [];
  for (const { id: named = '', ...changes } of edits.set) {
    const id = idOf('--set-item', named);
    const earlier = set.filter((one) => one.id === id);
    if (earlier.some((one) => Object.keys(changes).some((key) => key in one))) {
      issues.push({ path: '--set-item', message: `two of them set the same part of "${named}"` });
    }
    set.push({ ...changes, id });
  }
  const remove = edits.remove.map((named) => {
    const id = idOf('--remove-item', named);
    if (set.some((one) => one.id === id)) {
      issues.push({ path: '--remove-item', message: `--set-item also changes "${named}"` });
    }
    return id;
  });
  if (issues.length === 0) return { add: edits.add, set, remove };
  const more = { issues, hint: `Its line items: ${listed(existing)}.` };
  if (!isUnknown) throw usageFailure('It is not clear which line item or change is meant', more);
  const message = 'The order has no such line item';
  throw new Failure({ ending: 'notFound', code: 'not_found', message, ...more });
}

/**
 * The whole list to send, in its existing order: "existing line items not listed are removed", so
 * every item that stays is listed by its id, and only by its id if it does not change ("keeps the
 * fields omitted"). The edits name items by id.
 */
export function editedItems(
  existing: readonly Existing[],
  edits: ItemEdits,
): readonly LineItemInput[] {
  const kept = existing.filter(({ id }) => !edits.remove.includes(id));
  return [
    ...kept.map(({ id }) => Object.assign({ id }, ...edits.set.filter((one) => one.id === id))),
    ...edits.add,
  ];
}

/**
 * Differences of a response from the wanted list, one phrase each; `members` are those that waybill knows,
 * since others may change by themselves.
 */
export function unmetEdits(
  before: readonly Existing[],
  wanted: readonly LineItemInput[],
  inResponse: readonly Existing[],
  members: readonly string[],
): readonly string[] {
  const known = (item: Members) =>
    Object.fromEntries(members.filter((one) => one in item).map((one) => [one, item[one]]));
  const unmet: string[] = [];
  for (const { id, ...changes } of wanted) {
    if (id === undefined) continue;
    const item = inResponse.find((one) => one.id === id);
    const old = before.find((one) => one.id === id) ?? {};
    if (item === undefined) unmet.push(`line item ${id} is gone`);
    else if (!sameFields({ ...known(old), ...changes }, item)) {
      unmet.push(`line item ${id} differs from the request`);
    }
  }
  const keptIds = new Set(wanted.map(({ id }) => id));
  const oldIds = new Set(before.map(({ id }) => id));
  for (const { id } of inResponse) {
    if (oldIds.has(id) && !keptIds.has(id)) unmet.push(`line item ${id} was not removed`);
  }
  const rest = leftOver(
    wanted.filter(({ id }) => id === undefined).map((one) => ({ ...one })),
    inResponse.filter(({ id }) => !oldIds.has(id)),
  );
  for (const item of rest.wanted) {
    unmet.push(`the added line item ${JSON.stringify(item)} is missing or different`);
  }
  for (const { id } of rest.items) unmet.push(`line item ${id} was not requested`);
  return unmet;
}
