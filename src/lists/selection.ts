import { integer, toggle } from '../cli/flag';
import { limits } from '../contract/limits';

const common = {
  offset: integer('<n>', 'How many to skip', { minimum: 0, defaultText: '0' }),
  verify: toggle('Read the list twice and compare the results'),
};

const limit = (defaultText: string) =>
  integer('<n>', 'How many to list', { short: 'L', minimum: 1, defaultText });

/** The flags that select part of a long list: one page by default. */
export const rangeFlags = {
  limit: limit(String(limits.pageSize.default)),
  all: toggle('List all of them', { conflicts: ['limit'] }),
  ...common,
};

/** The same for lists that are always read to their end: all rows by default. */
export const wholeRangeFlags = {
  limit: limit('all'),
  all: toggle('List all of them, which is the default', { conflicts: ['limit'] }),
  ...common,
};

/** How many rows are wanted; undefined for all of them. */
export function wantedRows(flags: {
  readonly limit: number | undefined;
  readonly all: boolean;
}): number | undefined {
  return flags.all ? undefined : (flags.limit ?? limits.pageSize.default);
}

/** Which of the rows read are wanted. */
export interface Selection<T> {
  readonly passes?: ((row: T) => boolean) | undefined;
  readonly compare?: ((left: T, right: T) => number) | undefined;
  /** Rows to skip, counted after filtering and sorting. */
  readonly offset: number;
  /** Undefined for every row. */
  readonly limit: number | undefined;
}

async function* filtered<T>(rows: AsyncIterable<T>, passes: (row: T) => boolean) {
  for await (const row of rows) if (passes(row)) yield row;
}

async function* sorted<T>(rows: AsyncIterable<T>, compare: (left: T, right: T) => number) {
  const all: T[] = [];
  for await (const row of rows) all.push(row);
  yield* all.sort(compare);
}

/**
 * Filters, sorts, skips and limits. Without sorting, yields rows as they come and stops reading at
 * the last row wanted.
 */
export async function* selectRows<T>(
  rows: AsyncIterable<T>,
  { passes, compare, offset, limit }: Selection<T>,
): AsyncGenerator<T, void, undefined> {
  if (limit === 0) return;
  const passing = passes === undefined ? rows : filtered(rows, passes);
  const wanted = compare === undefined ? passing : sorted(passing, compare);
  let index = 0;
  for await (const row of wanted) {
    index++;
    if (index > offset) yield row;
    if (limit !== undefined && index >= offset + limit) return;
  }
}
