import type { Route } from '../../contract/routes';
import { secretCodeFields } from '../../contract/values';
import type { Output } from '../../output/output';
import type { View } from '../../output/view';
import { mask } from '../../secrets/secret';

/** A request that a dry run prints instead of sending it. */
export interface PlannedRequest {
  readonly method: string;
  /** Below the base URL. */
  readonly path: string;
  readonly body: unknown;
}

/** The request by its route; `id` is what the path names. */
export function plannedRequest(
  { method, path }: Pick<Route, 'method' | 'path'>,
  body: unknown,
  id = '',
): PlannedRequest {
  return { method, path: path.replace('{id}', id), body };
}

const secretMembers: readonly string[] = secretCodeFields;

function maskCode(code: unknown): unknown {
  if (typeof code !== 'object' || code === null) return mask;
  return Object.fromEntries(
    Object.entries(code).map(([name, value]) => [
      name,
      secretMembers.includes(name) ? mask : value,
    ]),
  );
}

/** The body as it may be shown: redemption codes masked, wherever they are short or long. */
export function maskCodes(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('redemptionCodes' in body)) return body;
  const { redemptionCodes: codes } = body;
  return { ...body, redemptionCodes: Array.isArray(codes) ? codes.map(maskCode) : mask };
}

const view: View<PlannedRequest> = {
  one: 'request',
  empty: 'Nothing would be sent.',
  fields: { method: 'text', path: 'text', body: 'list' },
  table: ['method', 'path', 'body'],
  card: ({ method, path, body }) => `${method} ${path}\n${JSON.stringify(body, null, 2)}`,
};

/** Prints what a run would have sent: an array in json, the requests in full for people. */
export async function printRequests(
  output: Output,
  requests: readonly PlannedRequest[],
): Promise<void> {
  const shown = requests.map((one) => ({ ...one, body: maskCodes(one.body) }));
  if (output.format === 'table') await output.many(view, shown);
  else await output.list(view, shown);
}
