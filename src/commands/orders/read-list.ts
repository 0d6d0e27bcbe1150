import type { Progress as Read } from '../../api/api';
import type { Context } from '../../context';
import { type Selection, selectRows } from '../../lists/selection';
import { compareBy, type SortKey } from '../../lists/sorting';
import type { Progress } from '../../output/progress';
import type { View } from '../../output/view';
import { keepCompletionValues, orderValues } from '../../settings/completion-values';
import { filterOrders, letsAllPass, type OrderFilter, warnOfGroup } from './filter';
import type { AnyOrder, OrderKind, OrderSource } from './kinds';

/** What the rows of a list are, each made of an order. */
export interface Listing<T> {
  readonly kind: OrderKind;
  readonly view: View<T>;
  /** The rows that an order comes to: itself, or what it holds. */
  rowsOf(order: AnyOrder): readonly T[];
  /** Whether each order is one row, so that the source itself can skip, cut and count. */
  readonly oneEach: boolean;
  /** Which of the rows are wanted. */
  passes?(row: T): boolean;
  /** What is at a path of a row, to sort by. */
  read(row: T, path: string): unknown;
}

/** Which rows a reading is to hand out. */
export interface Wanted {
  readonly filter: OrderFilter;
  readonly sort: readonly SortKey[] | undefined;
  /** Counted in rows, after filtering and sorting. */
  readonly offset: number;
  readonly limit: number | undefined;
  readonly verify: boolean;
}

/** What a reading came to, for what is said after it. */
interface Reading {
  handedOut: number;
  /** Orders in the whole list, as far as the source has said. */
  total: number;
}

interface Parts<T> {
  readonly source: OrderSource;
  readonly listing: Listing<T>;
  readonly context: Context;
}

/** Whether every order is a row that is wanted, in the order of the source. */
function isPlain<T>({ oneEach, passes }: Listing<T>, { filter, sort }: Wanted): boolean {
  return oneEach && passes === undefined && sort === undefined && letsAllPass(filter);
}

async function* expanded<T>(orders: AsyncIterable<AnyOrder>, { rowsOf }: Listing<T>) {
  for await (const order of orders) yield* rowsOf(order);
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

async function* counted<T>(rows: AsyncIterable<T>, reading: Reading) {
  for await (const row of rows) {
    reading.handedOut++;
    yield row;
  }
}

/**
 * The wanted rows. Where orders are filtered, sorted or taken apart the range counts what came of
 * it, so the reading starts at the front; otherwise the source skips and cuts.
 */
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
  const passing = filterOrders(orders, filter, listing.kind, warnOfGroup(context, listing.kind));
  const selection: Selection<T> = {
    passes: listing.passes,
    compare: sort === undefined ? undefined : compareBy<T>(sort, listing.read),
    offset,
    limit,
  };
  return counted(selectRows(expanded(passing, listing), selection), reading);
}

const silent: Progress = { advance: () => {}, expect: () => {} };

/** How many rows there are, without reading them where the source says it. */
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

/** Tells people that the limit cut the list: no one should take the first 25 for all there are. */
function cutNotice(known: boolean, { limit, offset }: Wanted, { handedOut, total }: Reading) {
  if (handedOut !== limit) return '';
  if (!known) return `Showing the first ${handedOut}. Use -L <n> for more, or --all.`;
  if (offset + handedOut >= total) return '';
  return `Showing ${handedOut} of ${total}. Use -L <n> for more, or --all.`;
}

/** Prints the wanted rows as they come. */
async function printList<T>(parts: Parts<T>, wanted: Wanted): Promise<void> {
  const { listing, context } = parts;
  const output = await context.output();
  const reading: Reading = { handedOut: 0, total: 0 };
  const printWith = (progress: Progress) =>
    output.list(listing.view, read(parts, wanted, { reading, progress }));
  // What streams onto the terminal is its own progress, and a bar would get in between.
  const streams = output.format !== 'table' && context.world.stdout.isTTY === true;
  const task = { label: 'Reading', unit: `${listing.kind.words}s` };
  if (streams) await printWith(silent);
  else await context.progress(task, printWith);
  const notice =
    output.format === 'table'
      ? cutNotice(isPlain(listing, { ...wanted, sort: undefined }), wanted, reading)
      : '';
  if (notice !== '') context.notices.notice(notice);
}

/** Prints the wanted rows, or with `count` only how many there are, whatever the range. */
export async function printRows<T>(
  parts: Parts<T>,
  wanted: Wanted,
  { count: onlyCount }: { readonly count: boolean },
): Promise<void> {
  if (!onlyCount) return printList(parts, wanted);
  const total = await count(parts, wanted);
  await (await parts.context.output()).count(total);
}
