import { type Command, defineCommand, type Example } from '../../command/definition';
import { toggle } from '../../command/flag';
import type { Context } from '../../context';
import { cardId } from './card-choice';
import { cardReader } from './cards';
import { filterFlags, readFilter } from './filter-flags';
import { fieldNames } from './order-fields';
import { type AnyOrder, toPredicate } from './order-filter';
import type { OrderKind } from './order-kind';
import { orderView } from './order-view';
import { type Orders, ordersOf } from './orders-of';
import { rangeFlags, wantedRows } from './range-flags';
import { type Selection, selectRows } from './select-rows';
import { compareBy, sort } from './sorting';

/** What one reading of a list is to hand out. */
interface Wanted extends Selection<AnyOrder> {
  readonly verify: boolean;
}

/** How many there are, without reading them where the service's own count says it. */
async function count(orders: Orders, { passes, verify }: Wanted): Promise<number> {
  if (passes === undefined && !verify) {
    return (await orders.page({ limit: 1, offset: 0 })).pagination.totalCount;
  }
  let found = 0;
  for await (const order of orders.each({ verify })) if (passes?.(order) ?? true) found++;
  return found;
}

/**
 * The wanted orders. With a filter or a sort order the range counts what came of it, so the reading
 * starts at the front; without, the service skips and cuts.
 */
function read(orders: Orders, wanted: Wanted): AsyncIterable<AnyOrder> {
  const { passes, compare, offset, limit, verify } = wanted;
  if (passes !== undefined || compare !== undefined) {
    return selectRows(orders.each({ verify }), wanted);
  }
  return orders.each({ offset, verify, ...(limit === undefined ? {} : { limit }) });
}

async function* counted<T>(rows: AsyncIterable<T>, seen: { rows: number }) {
  for await (const row of rows) {
    seen.rows++;
    yield row;
  }
}

async function list(kind: OrderKind, wanted: Wanted, context: Context): Promise<void> {
  const { output, notices } = context;
  const orders = ordersOf(await context.api(), kind);
  const out = await output();
  const seen = { rows: 0 };
  await out.list(orderView(kind), counted(read(orders, wanted), seen));
  if (out.format === 'table' && seen.rows === wanted.limit) {
    notices.notice(
      `These are the first ${seen.rows}; there may be more: --all lists every one, -L <n> so many.`,
    );
  }
}

/** `list` of either kind of order. */
export function listCommand(kind: OrderKind, examples: readonly Example[]): Command {
  const names = fieldNames(kind);
  for (const field of Object.keys(orderView(kind).fields)) {
    const [first = ''] = field.split('.');
    names.set(first, first);
  }
  return defineCommand({
    describe: `The service has no filters and no sort order: with them waybill reads on until the
limit is met, or the whole list where it is sorted or counted, and --offset counts the orders that
are left. Dates are YYYY-MM-DD, today, yesterday, or 30d for 30 days ago, in local time.`,
    arguments: {},
    flags: {
      ...filterFlags(kind),
      ...rangeFlags,
      sort: sort("Sort by these fields instead of the service's order", names),
      count: toggle('Only say how many there are'),
    },
    examples,
    async run({ flags }, context) {
      const limit = wantedRows(flags);
      const api = () => context.api();
      const filter = await readFilter(flags, {
        now: context.world.clock.now(),
        findCard: (typed) => cardId(typed, '--card', cardReader(api)),
      });
      const wanted: Wanted = {
        passes: toPredicate(filter, kind),
        compare: flags.sort === undefined ? undefined : compareBy(flags.sort),
        offset: flags.offset ?? 0,
        limit,
        verify: flags.verify,
      };
      if (!flags.count) return list(kind, wanted, context);
      const total = await count(ordersOf(await api(), kind), wanted);
      await (await context.output()).value(total);
    },
  });
}
