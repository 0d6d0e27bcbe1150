import type { Progress as Read } from '../../api/api';
import { type Command, defineCommand, type Example } from '../../cli/definition';
import { toggle } from '../../cli/flag';
import type { Context } from '../../context';
import { rangeFlags, wantedRows } from '../../lists/range-flags';
import { type Selection, selectRows } from '../../lists/select-rows';
import { compareBy, sort } from '../../lists/sorting';
import type { Progress } from '../../output/progress';
import { keepCompletionValues, orderValues } from '../../settings/completion-values';
import { fieldNames } from './fields';
import { type AnyOrder, toPredicate } from './filter';
import { filterFlags, readFilter } from './filter-flags';
import type { OrderKind } from './kinds';
import { type Orders, ordersOf } from './orders-of';
import { orderView } from './view';

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

/** What a reading came to, for what is said after it. */
interface Reading {
  handedOut: number;
  /** Orders in the whole list, as far as the service has said. */
  total: number;
}

/**
 * The wanted orders. With a filter or a sort order the range counts what came of it, so the reading
 * starts at the front; without, the service skips and cuts.
 */
function read(
  orders: Orders,
  wanted: Wanted,
  { reading, progress }: { reading: Reading; progress: Progress },
): AsyncIterable<AnyOrder> {
  const { passes, compare, offset, limit, verify } = wanted;
  const selected = passes !== undefined || compare !== undefined;
  const range = selected ? {} : { offset, ...(limit === undefined ? {} : { limit }) };
  let known = 0;
  const onProgress = ({ read, of, total }: Read) => {
    progress.expect(of);
    progress.advance(read - known);
    known = read;
    reading.total = total;
    if (!selected) reading.handedOut = read;
  };
  const rows = orders.each({ ...range, verify, onProgress });
  return selected ? counted(selectRows(rows, wanted), reading) : rows;
}

async function* counted(orders: AsyncIterable<AnyOrder>, reading: Reading) {
  for await (const order of orders) {
    reading.handedOut++;
    yield order;
  }
}

/** Passes orders on, and keeps the first ones for completion when all is done. */
async function* offered(
  orders: AsyncIterable<AnyOrder>,
  context: Context,
): AsyncGenerator<AnyOrder, void, undefined> {
  const first: AnyOrder[] = [];
  context.atEnd(async () => keepCompletionValues(orderValues(first), context));
  for await (const order of orders) {
    if (first.length < 100) first.push(order);
    yield order;
  }
}

/** Says that the limit cut the list, to people: nobody should take the first 25 for all there are. */
function cutNotice({ passes, limit, offset }: Wanted, { handedOut, total }: Reading): string {
  if (handedOut !== limit) return '';
  if (passes !== undefined) return `The first ${handedOut}; --all reads on to the end.`;
  if (offset + handedOut >= total) return '';
  return `${handedOut} of ${total}; -L <n> shows so many, --all every one.`;
}

async function list(kind: OrderKind, wanted: Wanted, context: Context): Promise<void> {
  const orders = ordersOf(await context.api(), kind);
  const output = await context.output();
  const reading: Reading = { handedOut: 0, total: 0 };
  const print = (progress: Progress) =>
    output.list(orderView(kind), offered(read(orders, wanted, { reading, progress }), context));
  // What streams onto the terminal is its own progress, and a bar would get in between.
  const streams = output.format !== 'table' && context.world.stdoutTerminal.isTTY === true;
  const task = { label: 'Reading', unit: `${kind.words}s` };
  if (streams) await print({ advance: () => {}, expect: () => {} });
  else await context.progress(task, print);
  const notice = output.format === 'table' ? cutNotice(wanted, reading) : '';
  if (notice !== '') context.notices.notice(notice);
}

/** `list` of either kind of order. */
export function listCommand(kind: OrderKind, examples: readonly Example[]): Command {
  const names = fieldNames(kind);
  for (const field of Object.keys(orderView(kind).fields)) {
    const [first = ''] = field.split('.');
    names.set(first, first);
  }
  return defineCommand({
    summary: `List ${kind.words}s`,
    description: `The service has no filters and no sort order: with them waybill reads on until the
limit is met, or the whole list where it is sorted or counted, and --offset counts the orders that
are left. Dates are YYYY-MM-DD, today, yesterday, or 30d for 30 days ago, in local time.`,
    fields: Object.keys(orderView(kind).fields),
    arguments: {},
    flags: {
      ...filterFlags(kind),
      ...rangeFlags,
      sort: sort("Sort by these fields instead of the service's order", names),
      count: toggle('Only say how many there are, whatever the limit'),
    },
    examples,
    async run(flags, context) {
      const limit = wantedRows(flags);
      const api = () => context.api();
      const filter = await readFilter(flags, { now: context.world.clock.now(), api });
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
