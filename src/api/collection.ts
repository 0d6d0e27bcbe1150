import { limits } from '../contract/limits';
import { Failure } from '../failure';
import { largest } from '../lib/once';
import { grouped } from '../lib/words';
import { workDone } from '../world';
import { type Caller, type RouteBody, read } from './call-route';
import type { CallOptions, Collection, ListPage, ReadOptions } from './types';

export interface Range {
  readonly limit: number;
  readonly offset: number;
}

interface Identified {
  readonly id: string;
}

export interface ListReader<T extends Identified> {
  /** One request; `signal` fires when its response is no longer needed. */
  readonly fetchPage: (range: Range, signal: AbortSignal) => Promise<ListPage<T>>;
  /** Pages requested ahead of the one being returned. */
  readonly lookAhead: number;
  readonly rows: string;
}

const pageSize = limits.pageSize.maximum;
/** Neighboring pages share one row: two different ones prove that the list has shifted. */
const overlap = 1;
/** Passes over the whole list before it counts as changing too fast to read. */
const mostPasses = 10;
/** Passes that may contradict the service's own count: waiting does not fix that. */
const mostContradictions = 3;

/** FNV-1a: enough to tell whether two passes are the same, at no cost in memory. */
function hashOf(text: string, start: number): number {
  let hash = start;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash;
}

/** The pages of one pass in order, several requested at once. Only the first one's count is used. */
async function* pagesOf<T extends Identified>(
  { fetchPage, lookAhead }: ListReader<T>,
  { offset, limit }: Range,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ readonly asked: Range; readonly page: ListPage<T> }, void, undefined> {
  const ahead: { asked: Range; response: Promise<ListPage<T>> }[] = [];
  const leaving = new AbortController();
  const ended = signal === undefined ? leaving.signal : AbortSignal.any([signal, leaving.signal]);
  const ask = (asked: Range) => {
    const response = fetchPage(asked, ended);
    // A caller that leaves early does not wait for the rest; what it needs is awaited below.
    response.catch(() => {});
    ahead.push({ asked, response });
  };
  const seen = new Set<string>();
  let next = offset;
  let end: number | undefined;
  // Not cut to the count, which may be too low.
  const askNext = () => {
    next += pageSize - overlap;
    ask({ offset: next, limit: Math.min(pageSize, offset + limit - next) });
  };
  try {
    ask({ offset, limit: Math.min(limit, pageSize) });
    for (let first = ahead.shift(); first !== undefined; first = ahead.shift()) {
      const { asked, response } = first;
      const page = await response;
      const before = seen.size;
      for (const { id } of page.data) seen.add(id);
      // Whatever the service's count, nothing follows a page that is short or has no new rows.
      const isLast = page.data.length < asked.limit || seen.size === before;
      end ??= Math.min(offset + limit, page.pagination.totalCount);
      while (!isLast && ahead.length < lookAhead && next + pageSize < end) askNext();
      // The count may be too low: if the first page is full and all there is, one more follows.
      if (!isLast && next === offset && next + pageSize < offset + limit) askNext();
      yield { asked, page };
      if (isLast) return;
    }
  } finally {
    leaving.abort(workDone);
  }
}

/** Watches one pass over the list, page by page, for signs that the list has shifted. */
class Steadiness {
  steady = true;
  /** A page's count did not fit its rows. */
  contradicted = false;
  /** The same for passes that returned the same rows in the same order. */
  hash = 0x811c9dc5;
  #total: number | undefined;
  #last: string | undefined;

  /** Checks the next page; `repeated` of its rows have appeared earlier in this pass. */
  take(asked: Range, { data, pagination }: ListPage<Identified>, repeated: number): void {
    const { totalCount } = pagination;
    this.#total ??= totalCount;
    for (const { id } of data) this.hash = hashOf(id, this.hash);
    const shared = this.#last === undefined ? 0 : overlap;
    const promised = Math.max(0, Math.min(asked.limit, totalCount - asked.offset));
    this.contradicted ||= data.length !== promised || (promised > shared && repeated === promised);
    this.steady &&=
      totalCount === this.#total &&
      !this.contradicted &&
      repeated === shared &&
      (shared === 0 || data[0]?.id === this.#last);
    this.#last = data.at(-1)?.id;
  }
}

function listChanged(message: string, hint: string): Failure {
  return new Failure({ ending: 'unexpectedResponse', code: 'list_changed', message, hint });
}

/**
 * Reads a list to its end, every id once. If it shifted during a pass, another one follows that returns only
 * new rows, until one was steady. Throws exit 13 if none is.
 */
export async function* readList<T extends Identified>(
  reader: ListReader<T>,
  { offset = 0, limit = Number.POSITIVE_INFINITY, verify = false, onProgress, signal }: ReadOptions,
): AsyncGenerator<T, void, undefined> {
  const { rows } = reader;
  /** For each id, the last pass in which it appeared. */
  const seen = new Map<string, number>();
  const totals = new Set<number>();
  const wantedOf = (total: number) => Math.max(0, Math.min(limit, total - offset));
  let read = 0;
  let steadyPasses = 0;
  let contradictions = 0;
  let samePasses = 0;
  let lastHash: number | undefined;
  for (let pass = 1; pass <= mostPasses; pass++) {
    const steadiness = new Steadiness();
    const before = read;
    for await (const { asked, page } of pagesOf(reader, { offset, limit }, signal)) {
      const { totalCount } = page.pagination;
      totals.add(totalCount);
      const fresh: T[] = [];
      let repeated = 0;
      for (const row of page.data) {
        const known = seen.get(row.id);
        if (known === undefined) fresh.push(row);
        if (known === pass) repeated++;
        seen.set(row.id, pass);
      }
      steadiness.take(asked, page, repeated);
      for (const row of fresh.slice(0, limit - read)) {
        read++;
        yield row;
      }
      onProgress?.({ read, of: wantedOf(totalCount), total: totalCount });
    }
    const nothingNew = read === before;
    steadyPasses = steadiness.steady ? (pass === 1 || nothingNew ? steadyPasses : 0) + 1 : 0;
    if (steadyPasses >= (verify ? 2 : 1)) return;
    // An unstable order shuffles rows between pages. All are there if their number is the count, unless
    // some were removed meanwhile: another pass must bring nothing new.
    const whole = offset === 0 && limit === Number.POSITIVE_INFINITY;
    if (!verify && whole && nothingNew && totals.size === 1 && totals.has(seen.size)) return;
    if (steadiness.contradicted) contradictions++;
    if (contradictions === mostContradictions) {
      throw listChanged(
        `The list of ${rows} does not match its own count: the service counts ${grouped(largest(totals))} but returned ${grouped(read)}. Some may be missing`,
        'Run the command again. If that does not help, the fault is in the service.',
      );
    }
    // A list that changes differs from pass to pass. Rows that are always missing are no change.
    samePasses = steadiness.hash === lastHash ? samePasses + 1 : 1;
    lastHash = steadiness.hash;
    const wanted = wantedOf(largest(totals));
    if (samePasses === mostContradictions && totals.size === 1 && read < wanted) {
      throw listChanged(
        `The service repeats rows in the list of ${rows}: got ${grouped(read)} of ${grouped(wanted)}, and some are missing`,
        'Three readings in a row repeated rows, so the fault is probably in the service. Run the command again later.',
      );
    }
  }
  throw listChanged(
    `The list of ${rows} kept changing while it was being read: got ${grouped(read)} of ${grouped(wantedOf(largest(totals)))}, and some may be missing`,
    'Run the command again when nothing else is changing the account.',
  );
}

type ListRoute = 'listBuyingGroupOrders' | 'listGiftCardOrders' | 'listCreditCards';
type RowOf<N extends ListRoute> = RouteBody<N>['data'][number];

/** Pages requested ahead for each concurrent request, so that none is idle. */
export const aheadPerRequest = 2;

/** One of the service's lists; `rows` is what its rows are called, in the plural. */
export function createCollection<N extends ListRoute>(
  caller: Caller,
  route: N,
  rows: string,
): Collection<RowOf<N>> {
  const page = async ({ limit, offset }: Range, options: CallOptions = {}) => {
    const query = { limit: String(limit), offset: String(offset) };
    return (await read(caller, route, { ...options, query })) as ListPage<RowOf<N>>;
  };
  return {
    count: async (options) => (await page({ limit: 1, offset: 0 }, options)).pagination.totalCount,
    page,
    each: (options: ReadOptions = {}) =>
      readList<RowOf<N>>(
        {
          fetchPage: (range, signal) => page(range, { ...options, signal }),
          lookAhead: caller.client.concurrency * aheadPerRequest,
          rows,
        },
        options,
      ),
  };
}
