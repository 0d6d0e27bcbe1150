import { type Route, type RouteName, routes } from '../contract/routes';
import { LostCreate } from '../http/client';
import { unknownOutcome } from '../http/failures';
import type { Effect } from '../http/retry';
import type { RawAnswer, RawOptions } from './api';
import { type Line, signalOf } from './call-route';

/** The route of the contract that a request asks for, if it is one. */
function routeOf(method: string, path: string): Route | undefined {
  const asked = path.replace(/[?#].*$/, '').replace(/^\/?/, '/');
  return (Object.entries(routes) as [RouteName, Route][])
    .map(([, route]) => route)
    .find(
      (route) =>
        route.method === method &&
        new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}/?$`).test(asked),
    );
}

/**
 * What repeating a request would do. Of a request that the contract does not know nothing is known
 * either: unless it reads by its method (RFC 9110, 9.2.1) it is never sent twice.
 */
function effectOf(method: string, path: string): Effect {
  if (['GET', 'HEAD', 'OPTIONS'].includes(method)) return 'read';
  return routeOf(method, path)?.effect ?? 'create';
}

/**
 * Any request below the base URL. A create is sent once and its loss is an unknown outcome; an
 * update and shipments end in the same state when they are repeated.
 */
export async function rawRequest(
  line: Line,
  typedMethod: string,
  path: string,
  options: RawOptions = {},
): Promise<RawAnswer> {
  const method = typedMethod.toUpperCase();
  const { query, body, beforeTry } = options;
  try {
    const sent = await line.client.send({
      method,
      path,
      query,
      body,
      effect: effectOf(method, path),
      beforeTry,
      signal: signalOf(line, options),
    });
    if (sent.kind === 'found') throw new Error('Nothing is looked for after a raw request');
    const { status, headers, body: answer } = sent.answer;
    return { status, headers, body: answer };
  } catch (error) {
    throw error instanceof LostCreate ? unknownOutcome({ method, path }, error.seen) : error;
  }
}
