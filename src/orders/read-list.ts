import type { ReadProgress as Read } from '../api/types';
import { compareBy, type SortKey, selectRows } from '../lists/selection';
import { valueAt } from '../output/fields';
import type { Output } from '../output/output';
import type { Progress, WithProgress } from '../output/progress';
import type { Notices } from '../output/screen';
import type { ListView } from '../output/view';
import { FilterNames, filterOrders } from './filter-orders';
import type { OrderFilter } from './filters';
import type { AnyOrder, OrderKind, OrderSource } from './kinds';

export interface Listing<T> {
  readonly kind: OrderKind;
  readonly view: ListView<T>;
  rowsOf(order: AnyOrder): readonly T[];
  /** True if each order is exactly one row, so that the source can skip, limit and count. */
  readonly oneEach: boolean;
  read(row: T, path: string): unknown;
}

export interface Wanted {
  readonly filter: OrderFilter;
  readonly sort: readonly SortKey[] | undefined;
  /** Counted in rows, after filtering and sorting. */
  readonly offset: number;
  readonly limit: number | undefined;
  readonly verify: boolean;
}

interface Reading {
  handedOut: number;
  /** Orders in the whole list, as far as the source has reported it. */
  total: number;
}

interface ListContext {
  readonly world: { readonly stdout: { readonly isTTY?: boolean | undefined } };
  readonly notices: Notices;
  readonly progress: WithProgress;
  output(): Promise<Output>;
  keepForCompletion(shown: { readonly orders: readonly AnyOrder[] }): void;
}

interface Parts<T> {
  readonly source: OrderSource;
  readonly listing: Listing<T>;
  readonly context: ListContext;
}

/** True if the rows are simply all orders, in the order of the source. */
function isPlain<T>({ oneEach }: Listing<T>, { filter, sort }: Wanted): boolean {
  return oneEach && sort === undefined && filter.length === 0;
}

async function* expanded<T>(orders: AsyncIterable<AnyOrder>, { rowsOf }: Listing<T>) {
  for await (const order of orders) yield* rowsOf(order);
}

const mostKept = 100;

/** Passes orders on, and stores the first ones for completion at the end. */
async function* kept(
  orders: AsyncIterable<AnyOrder>,
  context: ListContext,
): AsyncGenerator<AnyOrder, void, undefined> {
  const first: AnyOrder[] = [];
  context.keepForCompletion({ orders: first });
  for await (const order of orders) {
    if (first.length < mostKept) first.push(order);
    yield order;
  }
}

async function* counted<T>(rows: AsyncIterable<T>, reading: Reading) {
  for await (const row of rows) {
    reading.handedOut++;
    yield row;
  }
}

/** The wanted rows. The source skips and limits unless rows are filtered, sorted or split. */
function read<T>(
  { source, listing, context }: Parts<T>,
  wanted: Wanted,
  { reading, progress }: { reading: Reading; progress: Progress },
): AsyncIterable<T> {
  const { filter, sort, offset, limit, verify } = wanted;
  const plain = isPlain(listing, wanted);
  const range = plain ? { offset, ...(limit === undefined ? {} : { limit }) } : {};
  let known = 0;
  const onProgress = ({ read, of, total }: Read) => {
    progress.expect(of);
    progress.advance(read - known);
    known = read;
    reading.total = total;
  };
  const orders = kept(source.each({ ...range, verify, onProgress }), context);
  if (plain) return counted(expanded(orders, listing), reading);
  const { kind } = listing;
  const names = new FilterNames(filter, kind.featured);
  const passing = filterOrders<AnyOrder>(orders, {
    kind,
    names,
    read: valueAt,
    onEnd: () => names.say(context.notices, kind.groupFlag),
  });
  const compare = sort && compareBy<T>(sort, listing.read);
  return counted(selectRows(expanded(passing, listing), { compare, offset, limit }), reading);
}

const silent: Progress = { advance: () => {}, expect: () => {} };

async function count<T>(parts: Parts<T>, wanted: Wanted): Promise<number> {
  const all = { ...wanted, sort: undefined, offset: 0, limit: undefined };
  if (isPlain(parts.listing, all) && !wanted.verify) return parts.source.count();
  const reading: Reading = { handedOut: 0, total: 0 };
  const { kind } = parts.listing;
  await parts.context.progress({ label: 'Reading', unit: `${kind.words}s` }, async (progress) => {
    for await (const _ of read(parts, all, { reading, progress }));
  });
  return reading.handedOut;
}

/** Says that the limit cut the list, or that the range begins after the last row. */
function rangeNotice(
  known: boolean,
  { limit, offset }: Wanted,
  { handedOut, total }: Reading,
): string | undefined {
  const size = known ? total : 0;
  if (offset > 0 && handedOut === 0) {
    const all = size > 0 ? `, which has ${size}` : '';
    return `--offset ${offset} is beyond the end of the list${all}.`;
  }
  if (handedOut !== limit || (known && offset + handedOut >= total)) return undefined;
  const shown = known ? `${handedOut} of ${total}` : `the first ${handedOut}`;
  // So that no one takes the first 25 for the whole list.
  return `Showing ${shown}. Use -L <n> for more, or --all.`;
}

async function printList<T>(parts: Parts<T>, wanted: Wanted): Promise<void> {
  const { listing, context } = parts;
  const output = await context.output();
  const reading: Reading = { handedOut: 0, total: 0 };
  // People see the order's date, which is not the day on which the service got it.
  const byDate =
    output.isForPeople && listing.oneEach && wanted.sort === undefined
      ? compareBy<T>([{ path: 'orderDate', name: 'date', descending: true }], listing.read)
      : undefined;
  const printWith = (progress: Progress) => {
    const rows = read(parts, wanted, { reading, progress });
    const shown = selectRows(rows, { compare: byDate, offset: 0, limit: undefined });
    return output.list(listing.view, shown);
  };
  // Rows streaming to the terminal show progress by themselves, and a bar would get in their way.
  const streams = output.format !== 'table' && context.world.stdout.isTTY === true;
  const task = { label: 'Reading', unit: `${listing.kind.words}s` };
  if (streams) await printWith(silent);
  else await context.progress(task, printWith);
  const known = isPlain(listing, { ...wanted, sort: undefined });
  const notice = output.format === 'table' ? rangeNotice(known, wanted, reading) : undefined;
  if (notice !== undefined) context.notices.notice(notice);
}

export async function printRows<T>(
  parts: Parts<T>,
  wanted: Wanted,
  { count: onlyCount }: { readonly count: boolean },
): Promise<void> {
  if (!onlyCount) return printList(parts, wanted);
  const total = await count(parts, wanted);
  await (await parts.context.output()).count(total);
}
