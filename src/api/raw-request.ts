import { type Route, readingMethods, routes } from '../contract/routes';
import { Failure, usageFailure } from '../failure';
import { LostCreate } from '../http/client';
import { pathBelow } from '../http/connection';
import { unknownOutcome } from '../http/failures';
import { withoutCodes } from '../secrets/secret';
import { type Caller, explainMissingList, refuseChangedNumbers, signalOf } from './call-route';
import { aheadPerRequest, type Range, readList } from './collection';
import type { ListPage, RawOptions, RawResponse } from './types';

function routeOf({ client: { base } }: Caller, method: string, path: string): Route | undefined {
  const asked = pathBelow(base, path).slice(base.prefix.length).replace(/\?.*$/s, '');
  return Object.values<Route>(routes).find(
    (route) =>
      route.method === method &&
      new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}/?$`).test(asked),
  );
}

/** Any request below the base URL. A create that may have been carried out is an unknown outcome. */
export async function rawRequest(
  caller: Caller,
  typedMethod: string,
  path: string,
  options: RawOptions = {},
): Promise<RawResponse> {
  const method = typedMethod.toUpperCase();
  const { query, body, beforeTry } = options;
  // Outside the contract, only a method that reads is ever sent again.
  const isRead = readingMethods.includes(method);
  const effect = isRead ? 'read' : (routeOf(caller, method, path)?.effect ?? 'create');
  try {
    const signal = signalOf(caller, options);
    const sent = await caller.client.send({ method, path, query, body, effect, beforeTry, signal });
    if (sent.kind === 'found') throw new Error('Nothing is looked for after a raw request');
    refuseChangedNumbers(sent.response, `${method} ${path}`);
    const { status, headers, body: response } = sent.response;
    return { status, headers, body: withoutCodes(response) };
  } catch (error) {
    if (error instanceof LostCreate) throw unknownOutcome({ method, path }, error.seen);
    throw explainMissingList(error, routeOf(caller, method, path));
  }
}

interface Element {
  /** Its id, or its text if it has none: what distinguishes it from the others. */
  readonly id: string;
  readonly value: unknown;
}

function toPage(path: string, { status, body }: RawResponse): ListPage<Element> {
  const { data, pagination } = Object(body) as Partial<ListPage<unknown>>;
  if (!Array.isArray(data) || !Number.isSafeInteger(pagination?.totalCount)) {
    throw new Failure({
      ending: 'unexpectedResponse',
      code: 'no_list',
      message: `The response to GET ${path} is not a list with pages`,
      status,
      hint: 'Try again without --paginate.',
    });
  }
  const elements = data.map((value): Element => {
    const { id } = Object(value) as { id?: unknown };
    return { id: typeof id === 'string' ? id : JSON.stringify(value), value };
  });
  return { data: elements, pagination: pagination as ListPage<unknown>['pagination'] };
}

/** The offset, and the path without what chooses a page. Throws a usage failure for a wrong offset. */
function startOf(typed: string, query: RawOptions['query'] = {}) {
  const [place = '', search] = typed.split(/\?(.*)/s);
  const parameters = new URLSearchParams(search);
  const offset = query.offset ?? parameters.get('offset') ?? '0';
  if (!/^\d{1,15}$/.test(offset)) {
    throw usageFailure(`offset takes a whole number, not "${offset}"`);
  }
  for (const name of ['limit', 'offset']) parameters.delete(name);
  const path = parameters.size === 0 ? place : `${place}?${parameters}`;
  return { path, offset: Number(offset) };
}

export async function* rawList(
  caller: Caller,
  typed: string,
  options: RawOptions = {},
): AsyncGenerator<unknown, void, undefined> {
  const { path, offset: start } = startOf(typed, options.query);
  const fetchPage = async ({ limit, offset }: Range, signal: AbortSignal) => {
    const query = { ...options.query, limit: String(limit), offset: String(offset) };
    return toPage(path, await rawRequest(caller, 'GET', path, { ...options, query, signal }));
  };
  const lookAhead = caller.client.concurrency * aheadPerRequest;
  const rows = `elements of ${path}`;
  const reader = { fetchPage, lookAhead, rows };
  for await (const { value } of readList(reader, { ...options, offset: start })) yield value;
}
