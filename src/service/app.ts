import { type Route, type RouteName, routes, versionPrefix } from '../contract/routes';
import type { Asked, Handler } from './handlers';
import { invalidRequest, notFound, ServiceRefusal } from './refusal';
import { oneAField, readQuery, readRequestBody } from './request';

/** A request in plain parts, over HTTP or in-process. */
export interface ServiceRequest {
  readonly method: string;
  /** Path and query, starting with `/`. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Read only if the route takes a body. Rejects with a refusal if it can't be read. */
  body(): Promise<ArrayBuffer | Uint8Array>;
}

export interface ServiceResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly text: string;
}

export interface AppSupport {
  readonly handlers: Readonly<Record<RouteName, Handler>>;
  guard(headers: ServiceRequest['headers']): void;
  newId(): string;
  now(): number;
  /** Called when a request arrives; the response is sent when it resolves. */
  delay(): Promise<void> | undefined;
  /** Turns an error into a refusal that gives nothing away; may throw instead. */
  refusalOf(error: unknown): ServiceRefusal;
}

/** The service as one function. Node's own Request and Response take as long to load as Node itself. */
export type App = (request: ServiceRequest) => Promise<ServiceResponse>;

/** Reads and checks a request's query and body; reports the issues of both at once. */
async function read(
  { route, id }: ReturnType<typeof find>,
  parameters: URLSearchParams,
  request: ServiceRequest,
): Promise<Asked> {
  const { page, issues } = await readQuery(route.query, parameters);
  const body =
    route.body === undefined
      ? { value: undefined, issues: [] }
      : await readRequestBody(route.body, await request.body());
  const all = oneAField([...issues, ...body.issues]);
  if (all.length > 0) throw invalidRequest(...all);
  return { id, page, body: body.value };
}

export function createApp({ handlers, guard, newId, now, delay, refusalOf }: AppSupport): App {
  async function responseTo(request: ServiceRequest): Promise<ServiceResponse> {
    const headers = {
      'content-type': 'application/json',
      date: new Date(now()).toUTCString(),
      'x-request-id': newId(),
    };
    const respond = (status: number, body: object, more = {}) => ({
      status,
      headers: { ...headers, ...more },
      text: JSON.stringify(body),
    });
    try {
      guard(request.headers);
      const { pathname, searchParams } = new URL(`http://service${request.path}`);
      const found = find(request.method, pathname);
      const asked = await read(found, searchParams, request);
      const { status = 200, body } = await handlers[found.name](asked);
      return respond(status, body);
    } catch (error) {
      const refusal = error instanceof ServiceRefusal ? error : refusalOf(error);
      return respond(refusal.status, refusal, refusal.headers);
    }
  }

  return async (request) => {
    // This simulates distance, not load: the work proceeds while the response is held back.
    const held = delay();
    const response = await responseTo(request);
    await held;
    return response;
  };
}

/** Finds the route for a method and path; throws a refusal if there is none. */
function find(method: string, path: string) {
  const fitting = (Object.entries(routes) as [RouteName, Route][]).flatMap(([name, route]) => {
    const form = new RegExp(`^${versionPrefix}${route.path.replace('{id}', '([^/]+)')}/?$`);
    const [whole, id = ''] = form.exec(path) ?? [];
    return whole === undefined ? [] : [{ name, route, id }];
  });
  const found = fitting.find(({ route }) => route.method === method);
  if (found !== undefined) return found;
  if (fitting.length === 0) throw notFound(`There is nothing at ${path}`);
  const allow = fitting.map(({ route }) => route.method).join(', ');
  const message = `${path} takes ${allow}, not ${method}`;
  throw new ServiceRefusal('method_not_allowed', message, undefined, { allow });
}
