import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { Hono } from 'hono/tiny';
import { type Route, type RouteName, routes, versionPrefix } from '../contract/routes';
import type { Failure } from '../failure';
import type { Asked, Handler } from './handlers';
import { invalidRequest, notFound, Refusal } from './refusal';
import { largestBody, readBody } from './request/body';
import { oneAField } from './request/issues';
import { readQuery } from './request/query';

export interface AppSupport {
  readonly handlers: Readonly<Record<RouteName, Handler>>;
  /** Throws a refusal where the request may not be made. */
  guard(header: (name: string) => string | undefined): void;
  newId(): string;
  now(): number;
  /** Resolves when the answer may be begun. */
  delay(): Promise<void> | undefined;
  /** The failure (exit 14) that an error of the database file amounts to. */
  fileFailure(error: Error): Failure | undefined;
  /** Told of everything that is no refusal. */
  onFault(error: Error): void;
}

interface Environment {
  /** A fault of the database file is thrown at the caller instead of being answered with a 500. */
  Bindings: { throwFileFailures?: boolean };
}

/** What is left of the body is not read, so the connection can't be used for another request. */
function tooLarge(): never {
  const message = `The body is larger than ${largestBody} bytes`;
  throw new Refusal('payload_too_large', message, undefined, { connection: 'close' });
}

/** hono's form of a contract path: `/buying-group-orders/:id`. */
function mounted(path: string): string {
  return `${versionPrefix}${path.replace(/\{(\w+)\}/g, ':$1')}`;
}

/** The body's bytes; a client that goes away while it sends them is no fault of the service. */
async function received({ req }: Context): Promise<ArrayBuffer> {
  try {
    return await req.arrayBuffer();
  } catch {
    throw new Refusal('bad_request', 'The body did not arrive whole');
  }
}

/** Reads and checks a request's query and body; every issue of both is told at once. */
async function asked(context: Context, route: Route): Promise<Asked> {
  const { page, issues } = await readQuery(route.query, new URL(context.req.url).searchParams);
  const body =
    route.body === undefined
      ? { value: undefined, issues: [] }
      : await readBody(route.body, await received(context));
  const all = oneAField([...issues, ...body.issues]);
  if (all.length > 0) throw invalidRequest(all);
  return { id: context.req.param('id') ?? '', page, body: body.value };
}

/** The service as one function from request to answer, in-process and over HTTP alike. */
export function createApp(support: AppSupport): Hono<Environment> {
  const app = new Hono<Environment>();

  app.use(async (context, next) => {
    context.header('x-request-id', support.newId());
    context.header('date', new Date(support.now()).toUTCString());
    await support.delay();
    support.guard((name) => context.req.header(name));
    await next();
  });

  const methods = new Map<string, string[]>();
  for (const [name, route] of Object.entries(routes) as [RouteName, Route][]) {
    const path = mounted(route.path);
    methods.set(path, [...(methods.get(path) ?? []), route.method]);
    const answer = async (context: Context) => {
      const { status = 200, body } = await support.handlers[name](await asked(context, route));
      return context.json(body, status);
    };
    if (route.body === undefined) app.on(route.method, path, answer);
    else app.on(route.method, path, bodyLimit({ maxSize: largestBody, onError: tooLarge }), answer);
  }
  for (const [path, allowed] of methods) {
    app.all(path, (context) => {
      const allow = allowed.join(', ');
      throw new Refusal(
        'method_not_allowed',
        `${context.req.path} takes ${allow}, not ${context.req.method}`,
        undefined,
        { allow },
      );
    });
  }
  app.notFound((context) => refuse(context, notFound(`There is nothing at ${context.req.path}`)));

  function refuse(context: Context, refusal: Refusal) {
    for (const [name, value] of Object.entries(refusal.headers)) context.header(name, value);
    return context.json(refusal.toJSON(), refusal.status as 400);
  }
  app.onError((error, context) => {
    if (error instanceof Refusal) return refuse(context, error);
    const failure = support.fileFailure(error);
    if (failure !== undefined && context.env.throwFileFailures) throw failure;
    support.onFault(failure ?? error);
    return refuse(context, new Refusal('internal_error', 'Something went wrong in the service'));
  });
  return app;
}
