import type { Route } from '../contract/routes';
import { withoutCodes } from '../secrets/secret';
import type { Output } from './output';
import type { CardView, ListView } from './view';

export interface PlannedRequest {
  readonly method: string;
  /** Relative to the base URL. */
  readonly path: string;
  readonly body: unknown;
}

export function plannedRequest(
  { method, path }: Pick<Route, 'method' | 'path'>,
  body: unknown,
  id = '',
): PlannedRequest {
  return { method, path: path.replace('{id}', id), body };
}

const view: ListView<PlannedRequest> & CardView<PlannedRequest> = {
  one: 'request',
  empty: 'Nothing would be sent.',
  fields: { method: 'text', path: 'text', body: 'list' },
  table: ['method', 'path', 'body'],
  card: ({ method, path, body }) =>
    `${method} ${path}${body === null ? '' : `\n${JSON.stringify(body, null, 2)}`}`,
};

/** Prints what a run would send: an array in json, the full requests for people. */
export async function printRequests(output: Output, requests: readonly PlannedRequest[]) {
  const shown = requests.map((one) => ({ ...one, body: withoutCodes(one.body) ?? null }));
  if (output.format === 'table') await output.many(view, shown);
  else await output.list(view, shown);
}
