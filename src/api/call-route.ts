import { issueWords } from '../contract/issue-words';
import type { ResponseName, ResponseOf } from '../contract/responses';
import { type Route, type RouteName, routes, versionPrefix } from '../contract/routes';
import { Failure } from '../failure';
import { responseChecks } from '../generated/response-checks';
import type { Call, Client, FoundInstead, Responded } from '../http/client';
import { unexpectedResponse } from '../http/failures';
import type { ReadResponse } from '../http/transport';
import { withoutCodes } from '../secrets/secret';
import type { World } from '../world';
import type { CallOptions } from './types';

const shownIssues = 5;

/** Throws exit 13 for a number too large for JavaScript: printed or stored, it would be another one. */
export function refuseChangedNumbers(response: ReadResponse, request: string): void {
  const { changed } = response;
  if (changed === undefined) return;
  const isRead = request.startsWith('GET ');
  const look = isRead
    ? ''
    : ' The service says it carried out the request: check before you repeat it.';
  throw unexpectedResponse(response, {
    code: 'number_too_large',
    message: `The response to ${request} contains a number that is too large to be read exactly${changed === '' ? '' : `: ${changed}`}`,
    hint: `Update waybill if there is a newer version.${look}`,
  });
}

/** Exit 13 with the fields that differ from the contract, if any. Unknown fields and values pass. */
async function wrongShape(name: ResponseName, response: ReadResponse, request: string) {
  const { body } = response;
  if (responseChecks[name](body)) return undefined;
  // zod is loaded only now that there is something to report.
  const { responseSchemas } = await import('../contract/responses');
  const { error } = responseSchemas[name].safeParse(body, { error: issueWords });
  const issues = (error?.issues ?? []).map(({ path, message }) => ({
    path: path.join('.'),
    message,
  }));
  const [first] = issues;
  return unexpectedResponse(response, {
    code: 'unexpected_response',
    message: `The response to ${request} does not match what the service documents${first === undefined ? '' : `: ${first.path || 'the body'}: ${first.message}`}`,
    issues: issues.slice(0, shownIssues),
    hint: 'Check the base URL, and update waybill if there is a newer version.',
  });
}

/** The thing that a response has to be about. */
interface Subject {
  readonly asked: string;
  matches(body: unknown): boolean;
}

/** The fault of a response, if any: its shape, or being about something else. */
async function objectionTo(
  name: ResponseName,
  response: ReadResponse,
  request: string,
  subject: Subject | undefined,
): Promise<Failure | undefined> {
  const wrong = await wrongShape(name, response, request);
  if (wrong !== undefined || subject === undefined) return wrong;
  if (subject.matches(response.body)) return undefined;
  // A cache that mixes up responses would send such a one.
  return unexpectedResponse(response, {
    code: 'other_order',
    message: `The response to ${request} is not about ${subject.asked}`,
    hint: 'Something between waybill and the service may have mixed up responses. Check the base URL and the proxy.',
  });
}

/** The body as the contract describes it; throws exit 13 if it does not fit. */
export async function checkResponse<N extends ResponseName>(
  name: N,
  response: ReadResponse,
  request: string,
  subject?: Subject,
): Promise<ResponseOf<N>> {
  const wrong = await objectionTo(name, response, request, subject);
  if (wrong !== undefined) throw wrong;
  refuseChangedNumbers(response, request);
  // "Write-only: accepted on create and update, never returned": if they are, nothing shows them.
  return withoutCodes(response.body) as ResponseOf<N>;
}

/** The client, and what its calls need from the world: the signals that interrupt all of them, and time. */
export interface Caller extends Pick<World, 'interruption' | 'insistence' | 'sleep'> {
  readonly client: Client;
}

interface RouteOptions<T> extends CallOptions, Pick<Call<T>, 'look' | 'recheck'> {
  readonly subject?: Subject | undefined;
  readonly id?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export type RouteBody<N extends RouteName> = ResponseOf<(typeof routes)[N]['response']>;

type RouteResponse<N extends RouteName> = Omit<Responded, 'response'> & {
  readonly body: RouteBody<N>;
};

export function signalOf({ interruption }: Caller, { signal }: CallOptions): AbortSignal {
  return signal === undefined ? interruption : AbortSignal.any([interruption, signal]);
}

/** A list always exists: a 404 for one means that the address is not the service's. */
export function explainMissingList(error: unknown, route: Route | undefined): unknown {
  if (route?.query !== 'page') return error;
  if (!(error instanceof Failure && error.ending === 'notFound')) return error;
  return error.with({
    hint: `Check the base URL: it includes the version prefix, such as https://…${versionPrefix}.`,
  });
}

/** Calls a route of the contract and checks its response against the contract. */
export async function callRoute<N extends RouteName, T = never>(
  caller: Caller,
  name: N,
  options: RouteOptions<T>,
): Promise<RouteResponse<N> | FoundInstead<T>> {
  const { id, query, body, look, recheck, beforeTry, subject } = options;
  const route: Route = routes[name];
  const { method, path: template, effect, response } = route;
  const path = id === undefined ? template : template.replace('{id}', encodeURIComponent(id));
  const request = `${method} ${path}`;
  const objection =
    effect === 'read'
      ? undefined
      : (got: ReadResponse) => objectionTo(response, got, request, subject);
  const call = { method, path, query, body, effect, beforeTry, look, recheck, objection };
  const sent = await caller.client
    .send<T>({ ...call, signal: signalOf(caller, options) })
    .catch((error) => {
      throw explainMissingList(error, route);
    });
  if (sent.kind === 'found') return sent;
  const checked = await checkResponse(response, sent.response, request, subject);
  return { kind: 'responded', body: checked as RouteBody<N>, uncertain: sent.uncertain };
}

/** Calls a route without looking up a lost response. */
export async function read<N extends RouteName>(
  caller: Caller,
  name: N,
  options: Omit<RouteOptions<never>, 'look' | 'recheck'> = {},
): Promise<RouteBody<N>> {
  const response = await callRoute<N>(caller, name, options);
  return (response as RouteResponse<N>).body;
}
