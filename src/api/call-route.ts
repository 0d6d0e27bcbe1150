import type { AnswerOf } from '../contract/answers';
import { type Route, type RouteName, routes } from '../contract/routes';
import type { Call, Client, Found } from '../http/client';
import type { World } from '../world';
import type { CallOptions } from './api';
import { checkAnswer } from './check-answer';

/** The client, and what of the world its calls need: what interrupts every one of them. */
export interface Line extends Pick<World, 'interruption'> {
  readonly client: Client;
}

interface RouteOptions<T> extends CallOptions {
  /** Takes the place of `{id}`. */
  readonly id?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly look?: Call<T>['look'];
}

/** What a route answers with when all is well. */
export type RouteBody<N extends RouteName> = AnswerOf<(typeof routes)[N]['answer']>;

interface RouteAnswer<N extends RouteName> {
  readonly kind: 'answered';
  readonly body: RouteBody<N>;
  readonly uncertain: boolean;
}

export function signalOf({ interruption }: Line, { signal }: CallOptions): AbortSignal {
  return signal === undefined ? interruption : AbortSignal.any([interruption, signal]);
}

/** Calls a route of the contract and checks its answer against the contract. */
export async function callRoute<N extends RouteName, T = never>(
  line: Line,
  name: N,
  options: RouteOptions<T>,
): Promise<RouteAnswer<N> | Found<T>> {
  const { id, query, body, look, beforeTry } = options;
  const { method, path: template, effect, answer }: Route = routes[name];
  const path = id === undefined ? template : template.replace('{id}', encodeURIComponent(id));
  const call = { method, path, query, body, effect, beforeTry, look };
  const sent = await line.client.send<T>({ ...call, signal: signalOf(line, options) });
  if (sent.kind === 'found') return sent;
  const checked = await checkAnswer(answer, sent.answer, `${method} ${path}`);
  return { kind: 'answered', body: checked as RouteBody<N>, uncertain: sent.uncertain };
}

/** Calls a route whose lost answer is not looked for. */
export async function read<N extends RouteName>(
  line: Line,
  name: N,
  options: Omit<RouteOptions<never>, 'look'> = {},
): Promise<RouteBody<N>> {
  const answer = await callRoute<N>(line, name, options);
  return (answer as RouteAnswer<N>).body;
}
