import { routes } from '../contract/routes';
import type { Members } from '../lib/json';
import { largest, onceEach } from '../lib/once';
import { counted } from '../lib/words';
import { plannedRequest, printRequests } from '../output/dry-run';
import { fieldAt, headingOf, kindOf, show } from '../output/fields';
import type { Output } from '../output/output';
import { cut } from '../output/text';
import { type CardSource, cardNames } from './card-choice';
import type { LineItemInput } from './fields';
import type { AnyOrder, OrderBody, OrderKind } from './kinds';
import { type CardNames, orderView } from './view';

export interface Updated {
  /** The order as it is; undefined for one that would be created, or if it was not read. */
  readonly before: AnyOrder | undefined;
  readonly after: AnyOrder;
  readonly body: OrderBody;
}

/** Longer values are notes: the line only says that they changed, and `get` shows them. */
const widestValue = 40;

/** The names of an order's fields and how they are shown, looked up once for all orders. */
function shownIn(kind: OrderKind, cards: CardNames = new Map()) {
  const view = orderView(kind);
  return {
    cards,
    heading: onceEach((field) => headingOf(view, field).toLowerCase()),
    itemHeading: onceEach((member) => headingOf(view, member, 'orderLineItems').toLowerCase()),
    kind: onceEach((path) => kindOf(fieldAt(view, path), undefined)),
  };
}

type Shown = ReturnType<typeof shownIn>;

/** `item 2 qty 1 → 3`, `item 3 removed`, `item added (Tag, price $79.00, qty 1)` */
function itemChanges(
  before: AnyOrder | undefined,
  body: OrderBody,
  shown: Shown,
): readonly string[] {
  const old: readonly Members[] = before?.orderLineItems ?? [];
  const wanted = body.orderLineItems as readonly LineItemInput[];
  const text = (member: string, value: unknown) =>
    show(value, shown.kind(`orderLineItems.${member}`));
  const found = old.flatMap((item, index) => {
    const change = wanted.find(({ id }) => id !== undefined && id === item.id);
    if (change === undefined) return [`item ${index + 1} removed`];
    return Object.entries(change)
      .filter(([member, value]) => text(member, value) !== text(member, item[member]))
      .map(([member, value]) => {
        const values = `${text(member, item[member])} → ${text(member, value)}`;
        return `item ${index + 1} ${shown.itemHeading(member)} ${values}`;
      });
  });
  const added = wanted.filter(({ id }) => !old.some((item) => id !== undefined && item.id === id));
  for (const item of added) {
    const members = Object.entries(item).map(([member, value]) =>
      member === 'description'
        ? text(member, value)
        : `${shown.itemHeading(member)} ${text(member, value)}`,
    );
    found.push(`item added (${members.join(', ')})`);
  }
  return found;
}

/** `purchased → delivered`, `notes - → At the warehouse`: the fields of the body that changed. */
function changes({ before, after, body }: Updated, shown: Shown): readonly string[] {
  const changeOf = (field: string): string | readonly string[] => {
    if (field === 'orderLineItems') {
      const isUnread = before === undefined && after.id !== undefined;
      return isUnread ? 'line items changed' : itemChanges(before, body, shown);
    }
    if (field === 'redemptionCodes') return 'redemption codes replaced';
    const shows = shown.kind(field);
    const text = (order: OrderBody | undefined) => {
      const value = order?.[field];
      return cut(show(shown.cards.get(value as string) ?? value, shows), widestValue);
    };
    const change = before === undefined ? text(after) : `${text(before)} → ${text(after)}`;
    return field === 'status' ? change : `${shown.heading(field)} ${change}`;
  };
  // Codes can't be read back, so whether they differ is unknown.
  const isChanged = (field: string) =>
    field === 'redemptionCodes' ||
    before === undefined ||
    JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null);
  const isStatus = (field: string) => Number(field === 'status');
  const fields = Object.keys(body).sort((one, other) => isStatus(other) - isStatus(one));
  return fields.filter(isChanged).flatMap(changeOf);
}

/**
 * `800458530  purchased → delivered, notes - → At the warehouse`: a line for each order. Its changes are read
 * when it is printed, since a file may have thousands.
 */
function* orderLines<T>(
  orders: readonly T[],
  nameOf: (order: T) => unknown,
  changesOf: (order: T) => readonly string[],
): Generator<string> {
  const names = orders.map((order) => show(nameOf(order), 'id'));
  const width = largest(names.map(({ length }) => length));
  for (const [index, order] of orders.entries())
    yield `${names[index]?.padEnd(width)}  ${changesOf(order).join(', ') || 'no change'}`;
}

export function orderUpdateLines(
  updated: readonly Updated[],
  kind: OrderKind,
  cards: CardNames | undefined,
): Iterable<string> {
  const shown = shownIn(kind, cards);
  const nameOf = ({ after }: Updated) => after.orderNumber ?? after.id;
  return orderLines(updated, nameOf, (one) => changes(one, shown));
}

/** An order to create, or the change of one that has this id. */
export interface PlannedBody extends Pick<Updated, 'body'> {
  readonly id?: string;
  readonly before?: AnyOrder | undefined;
}

/** The request that creates or updates it. */
export function requestFor({ id, body }: PlannedBody, kind: OrderKind) {
  return plannedRequest(routes[id === undefined ? kind.create : kind.update], body, id);
}

function plannedChanges({ before, body }: PlannedBody, shown: Shown): readonly string[] {
  const { redemptionCodes, orderNumber, ...others } = body;
  // The number of an order to create begins its line.
  const isNumbered = before !== undefined && orderNumber !== undefined;
  const fields = isNumbered ? { orderNumber, ...others } : others;
  const after = (before === undefined ? fields : { ...before, ...fields }) as AnyOrder;
  const changed = changes({ before, after, body: fields }, shown);
  if (!Array.isArray(redemptionCodes)) return changed;
  return [...changed, counted(redemptionCodes.length, 'redemption codes')];
}

/** Prints what a run would do: old and new values for people, in other formats the requests. */
export async function printPlans(
  plans: readonly PlannedBody[],
  kind: OrderKind,
  output: Output,
  api: CardSource,
): Promise<void> {
  if (output.format !== 'table' || plans.length === 0) {
    const requests = plans.map((plan) => requestFor(plan, kind));
    return printRequests(output, requests);
  }
  const orders = plans.flatMap(({ before, body }) => (before ? [before, body] : [body]));
  const shown = shownIn(kind, await cardNames(orders, api, output));
  const nameOf = ({ before, body }: PlannedBody) =>
    before?.orderNumber ?? before?.id ?? body.orderNumber;
  await output.prose(orderLines(plans, nameOf, (plan) => plannedChanges(plan, shown)));
}
