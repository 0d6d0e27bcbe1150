import type { CallOptions, Collection, Page, ReadOptions } from './api';
import { type Line, type RouteBody, read } from './call-route';
import { type Range, readList } from './read-list';

type ListRoute = 'listBuyingGroupOrders' | 'listGiftCardOrders' | 'listCreditCards';
type RowOf<N extends ListRoute> = RouteBody<N>['data'][number];

/** Pages asked for ahead, for each request that may be under way: so that none stands idle. */
export const aheadPerRequest = 2;

/** One of the service's lists; `rows` is what its rows are called, in the plural. */
export function createCollection<N extends ListRoute>(
  line: Line,
  route: N,
  rows: string,
): Collection<RowOf<N>> {
  const page = async ({ limit, offset }: Range, options: CallOptions = {}) => {
    const query = { limit: String(limit), offset: String(offset) };
    return (await read(line, route, { ...options, query })) as Page<RowOf<N>>;
  };
  return {
    page,
    each: (options: ReadOptions = {}) =>
      readList<RowOf<N>>(
        {
          fetchPage: (range, signal) => page(range, { ...options, signal }),
          lookAhead: line.client.concurrency * aheadPerRequest,
          rows,
        },
        options,
      ),
  };
}
