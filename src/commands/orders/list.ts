import type { Progress as Read } from '../../api/api';
import { type Command, defineCommand, type Example } from '../../cli/definition';
import { toggle } from '../../cli/flag';
import type { Context } from '../../context';
import { rangeFlags, type Selection, selectRows, wantedRows } from '../../lists/selection';
import { compareBy, sort } from '../../lists/sorting';
import type { Progress } from '../../output/progress';
import { keepCompletionValues, orderValues } from '../../settings/completion-values';
import { filterFlags, readFilter, toPredicate } from './filter';
import {
  type AnyOrder,
  buyingGroupKind,
  type OrderKind,
  type OrderSource,
  ordersOf,
} from './kinds';
import { orderView, sortNames } from './view';

/** `list` of either kind of order. */
export const listCommand = (kind: OrderKind, examples: readonly Example[]): Command =>
  defineCommand({
    summary: `List ${kind.words}s`,
    fields: Object.keys(orderView(kind).fields),
    description: `The service has no filters and no sort order: with them waybill reads on until the
limit is met, or the whole list where it is sorted or counted, and --offset counts the orders that
are left. Dates are YYYY-MM-DD, today, yesterday, or 30d for 30 days ago, in local time.`,
    arguments: {},
    flags: {
      ...filterFlags(kind),
      ...rangeFlags,
      sort: sort("Sort by these fields instead of the service's order", sortNames(kind)),
      count: toggle('Only say how many there are, whatever the limit'),
    },
    examples,
    async run(flags, context) {
      const limit = wantedRows(flags);
      const filter = await readFilter(flags, context);
      const wanted: Wanted = {
        passes: toPredicate(filter, kind),
        compare: flags.sort === undefined ? undefined : compareBy(flags.sort),
        offset: flags.offset ?? 0,
        limit,
        verify: flags.verify,
      };
      const source = ordersOf((await context.session()).api, kind);
      if (!flags.count) return print(source, wanted, { kind, context });
      const total = await count(source, wanted);
      await (await context.output()).count(total);
    },
  });

export const command = listCommand(buyingGroupKind, [
  { command: 'waybill orders list', explains: 'The first 25 orders' },
  {
    command: 'waybill orders list --status purchased --older-than 30d --all',
    explains: 'What was bought more than 30 days ago and never shipped',
  },
  {
    command: 'waybill orders list --since 2025-09-01 --sort total:desc -L 5',
    explains: 'The five dearest orders of a span of days',
  },
  {
    command: 'waybill orders list --no-tracking --count',
    explains: 'How many orders have no tracking number',
  },
  {
    command: 'waybill orders list --all -o csv --fields orderNumber,status,total',
    explains: 'Three columns of every order for a spreadsheet',
  },
]);

/** What one reading of a list is to hand out. */
interface Wanted extends Selection<AnyOrder> {
  readonly verify: boolean;
}

/** How many there are, without reading them where the source itself says it. */
async function count(source: OrderSource, { passes, verify }: Wanted): Promise<number> {
  if (passes === undefined && !verify) return source.count();
  let found = 0;
  for await (const order of source.each({ verify })) if (passes?.(order) ?? true) found++;
  return found;
}

/** What a reading came to, for what is said after it. */
interface Reading {
  handedOut: number;
  /** Orders in the whole list, as far as the source has said. */
  total: number;
}

/**
 * The wanted orders. With a filter or a sort order the range counts what came of it, so the reading
 * starts at the front; without, the source skips and cuts.
 */
function read(
  source: OrderSource,
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
  const rows = source.each({ ...range, verify, onProgress });
  return selected ? counted(selectRows(rows, wanted), reading) : rows;
}

async function* counted(orders: AsyncIterable<AnyOrder>, reading: Reading) {
  for await (const order of orders) {
    reading.handedOut++;
    yield order;
  }
}

/** As many orders as completion offers. */
const mostKept = 100;

/** Passes orders on, and keeps the first ones for completion when all is done. */
async function* kept(
  orders: AsyncIterable<AnyOrder>,
  context: Context,
): AsyncGenerator<AnyOrder, void, undefined> {
  const first: AnyOrder[] = [];
  context.atEnd(async () => keepCompletionValues(orderValues(first), context));
  for await (const order of orders) {
    if (first.length < mostKept) first.push(order);
    yield order;
  }
}

/** Says that the limit cut the list, to people: nobody should take the first 25 for all there are. */
function cutNotice({ passes, limit, offset }: Wanted, { handedOut, total }: Reading): string {
  if (handedOut !== limit) return '';
  if (passes !== undefined) return `The first ${handedOut}; --all reads on to the end.`;
  if (offset + handedOut >= total) return '';
  return `${handedOut} of ${total}; -L <n> shows more, --all every one.`;
}

async function print(
  source: OrderSource,
  wanted: Wanted,
  { kind, context }: { kind: OrderKind; context: Context },
): Promise<void> {
  const output = await context.output();
  const reading: Reading = { handedOut: 0, total: 0 };
  const printWith = (progress: Progress) =>
    output.list(orderView(kind), kept(read(source, wanted, { reading, progress }), context));
  // What streams onto the terminal is its own progress, and a bar would get in between.
  const streams = output.format !== 'table' && context.world.stdout.isTTY === true;
  const task = { label: 'Reading', unit: `${kind.words}s` };
  if (streams) await printWith({ advance: () => {}, expect: () => {} });
  else await context.progress(task, printWith);
  const notice = output.format === 'table' ? cutNotice(wanted, reading) : '';
  if (notice !== '') context.notices.notice(notice);
}
