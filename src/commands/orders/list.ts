import { type Command, defineCommand, type Examples } from '../../cli/definition';
import { toggle } from '../../cli/flag';
import { mirrorFlags } from '../../cli/global-flags';
import type { Context } from '../../context/context';
import { lineItemFields } from '../../contract/fields';
import { limits } from '../../contract/limits';
import { usageFailure } from '../../failure';
import { plainField } from '../../lib/fold';
import type { Members } from '../../lib/json';
import { typedWords } from '../../lib/words';
import { ownSortNames, rangeFlags, type SortKey, sort } from '../../lists/selection';
import { filterFlags, readListFilter } from '../../orders/filters';
import { type AnyOrder, buyingGroupKind, type OrderKind, ordersOf } from '../../orders/kinds';
import { type Listing, printRows } from '../../orders/read-list';
import { orderValue, orderView, parentFields, parentOf, withComputed } from '../../orders/view';
import { fieldVocabulary, readPath, shownFields } from '../../output/fields';
import type { ListView } from '../../output/view';

/** Fields to sort orders by: the service's names, short names and flag names. */
function sortNames(kind: OrderKind): ReadonlyMap<string, string> {
  const flags = kind.fields.map(({ flag, field }) => [flag, field] as const);
  return new Map([...flags, ['group', kind.group], ...ownSortNames(orderView(kind).fields)]);
}

function ordersListing(kind: OrderKind, context: Context): Listing<AnyOrder> {
  const complete = withComputed(kind, context);
  return {
    kind,
    view: orderView(kind),
    oneEach: true,
    rowsOf: (order) => [complete(order)],
    read: orderValue(kind, context),
  };
}

/** Fields to sort line items by, in addition to those of their orders. */
function itemSortNames({ items }: OrderKind): ReadonlyMap<string, string> {
  return ownSortNames(shownFields(items));
}

/** Throws a usage failure (exit 2) if orders would be sorted by what only line items have. */
function refuseItemSort(keys: readonly SortKey[] | undefined, kind: OrderKind): void {
  const fields = new Set(itemSortNames(kind).values());
  const key = keys?.find(({ path }) => fields.has(path));
  if (key !== undefined) throw usageFailure(`--sort ${key.path} works only with --items`);
}

const itemColumnNames = typedWords(
  'orderDate orderNumber retailer description quantity unitPrice expectedUnitPayout',
);

function itemsView(kind: OrderKind): ListView<Members> {
  return {
    one: 'line item',
    empty: 'No line items.',
    fields: { ...shownFields(lineItemFields, kind.noun), ...parentFields(kind) },
    table: [...itemColumnNames, kind.group, 'status'],
    leaveOut: ['Payout', 'Retailer', 'Date', 'Price', 'Qty'],
  };
}

/** The same keys for line items: a name that the list shows means its own column, as in `--fields`. */
function itemSort(
  keys: readonly SortKey[] | undefined,
  kind: OrderKind,
): readonly SortKey[] | undefined {
  const own = fieldVocabulary(itemsView(kind));
  return keys?.map((key) => ({ ...key, path: own.get(plainField(key.name)) ?? key.path }));
}

function itemsListing(kind: OrderKind, context: Pick<Context, 'today'>): Listing<Members> {
  const orders = new WeakMap<Members, AnyOrder>();
  const readOrder = orderValue(kind, context);
  return {
    kind,
    view: itemsView(kind),
    oneEach: false,
    rowsOf: (order) =>
      (order.orderLineItems ?? []).map((item) => {
        const row = { ...item, ...parentOf(order, kind) };
        orders.set(row, order);
        return row;
      }),
    read: (row, path) => {
      const own = readPath(row, path);
      const order = orders.get(row);
      if (own !== undefined || order === undefined) return own?.value ?? null;
      return readOrder(order, path);
    },
  };
}

export const listCommand = (kind: OrderKind, examples: Examples): Command =>
  defineCommand({
    summary: `List ${kind.words}s`,
    description: 'Lists those that were added last; the table has the newest date first.',
    fields: Object.keys(orderView(kind).fields),
    documents: {
      [`The ${kind.words}s`]: [kind.stored],
      'With --items': [kind.noun === 'orders' ? 'item' : 'giftcardItem'],
      'With --count': 'count',
    },
    flags: {
      ...filterFlags(kind, kind === buyingGroupKind ? undefined : 'filters'),
      ...rangeFlags,
      sort: sort(new Map([...sortNames(kind), ...itemSortNames(kind)]), orderView(kind)),
      count: toggle('Print only the count, ignoring the limit'),
      items: toggle('One row per line item'),
      ...mirrorFlags,
    },
    examples,
    async run(flags, given) {
      const context = given.reading(flags);
      if (!flags.items) refuseItemSort(flags.sort, kind);
      const filter = await readListFilter(flags, context);
      const { offset = 0, verify } = flags;
      const limit = flags.all ? undefined : (flags.limit ?? limits.pageSize.default);
      const wanted = { filter, sort: flags.sort, offset, limit, verify };
      const source = ordersOf((await context.session()).api, kind);
      if (flags.items) {
        const listing = itemsListing(kind, context);
        const sort = itemSort(flags.sort, kind);
        return printRows({ source, listing, context }, { ...wanted, sort }, flags);
      }
      return printRows({ source, listing: ordersListing(kind, context), context }, wanted, flags);
    },
  });

export const command = listCommand(buyingGroupKind, {
  'waybill orders list --status open --older-than 30d --all':
    'List what is still unpaid after 30 days',
  'waybill orders list --since 3m --sort -total -L 5':
    'List the five largest orders of the last three months',
});
