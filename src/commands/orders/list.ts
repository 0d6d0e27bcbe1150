import { type Command, defineCommand, type Example } from '../../cli/definition';
import { toggle } from '../../cli/flag';
import { mirrorFlags } from '../../cli/mirror-flags';
import type { Context } from '../../context';
import { rangeFlags, sort, wantedRows } from '../../lists/selection';
import { filterFlags, readFilter } from './filter';
import { itemSortNames, itemsListing, refuseItemSort } from './items-list';
import { type AnyOrder, buyingGroupKind, type OrderKind, ordersOf } from './kinds';
import { type Listing, printRows } from './read-list';
import { orderValue, orderView, sortNames, withComputed } from './view';

/** `list` for either kind of order. */
export const listCommand = (kind: OrderKind, examples: readonly Example[]): Command =>
  defineCommand({
    summary: `List ${kind.words}s`,
    fields: Object.keys(orderView(kind).fields),
    arguments: {},
    flags: {
      ...filterFlags(kind),
      ...rangeFlags,
      sort: sort(
        'Sort by fields; -total is the same as total:desc',
        new Map([...itemSortNames, ...sortNames(kind)]),
      ),
      count: toggle('Print only the count, ignoring the limit'),
      items: toggle('One row per line item'),
      ...mirrorFlags,
    },
    examples,
    async run(flags, given) {
      const context = given.reading(flags);
      if (!flags.items) refuseItemSort(flags.sort);
      const filter = await readFilter(flags, context);
      const { offset = 0, verify } = flags;
      const wanted = { filter, sort: flags.sort, offset, limit: wantedRows(flags), verify };
      const source = ordersOf((await context.session()).api, kind);
      if (flags.items) {
        const listing = itemsListing(kind, context);
        return printRows({ source, listing, context }, wanted, flags);
      }
      return printRows({ source, listing: ordersListing(kind, context), context }, wanted, flags);
    },
  });

export const command = listCommand(buyingGroupKind, [
  {
    command: 'waybill orders list --status open --older-than 30d --all --sandbox',
    explains: 'List what is still unpaid after 30 days',
  },
  {
    command: 'waybill orders list --since 3m --sort=-total -L 5 --sandbox',
    explains: 'List the five largest orders of the last three months',
  },
]);

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
