import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { Hono } from 'hono/tiny';
import { versionPrefix } from '../contract/routes';
import { localFileFailure, usageFailure } from '../failure';
import type { App } from './app';
import { internalError, Refusal } from './refusal';
import { largestBody, tooLarge } from './request/body';

export interface Listening {
  /** With the version prefix. */
  readonly baseUrl: string;
  /** Takes no more requests, finishes those under way, and lets go of the port. */
  close(): Promise<void>;
}

function started(server: Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server.address() as AddressInfo));
  });
}

function refused(error: NodeJS.ErrnoException, host: string, port: number): unknown {
  if (error.code === 'EADDRINUSE') {
    return usageFailure(`Port ${port} of ${host} is in use already`, {
      hint: 'Name another one with --port, or 0 for any that is free.',
    });
  }
  if (error.code === 'EACCES' || error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return localFileFailure(`${host}:${port} cannot be listened on (${error.code})`, {
      hint: 'Name an address of this machine with --host and a port above 1023 with --port.',
      cause: error,
    });
  }
  return error;
}

/** The app as hono offers it over HTTP: a request is taken to its plain parts, and back. */
function overHttp(app: App): Hono {
  const hono = new Hono();
  const limited = bodyLimit({
    maxSize: largestBody,
    onError: () => {
      throw tooLarge();
    },
  });
  /** A client that goes away while it sends is no fault of the service. */
  async function received(context: Context): Promise<ArrayBuffer> {
    try {
      await limited(context, async () => {});
      return await context.req.arrayBuffer();
    } catch (error) {
      throw error instanceof Refusal
        ? error
        : new Refusal('bad_request', 'The body did not arrive whole');
    }
  }
  hono.all('*', async (context) => {
    const { method, url, raw } = context.req;
    const { pathname, search } = new URL(url);
    const answer = await app({
      method,
      path: `${pathname}${search}`,
      header: (name) => raw.headers.get(name) ?? undefined,
      body: () => received(context),
    });
    return new Response(answer.text, { status: answer.status, headers: answer.headers });
  });
  hono.onError(() => inErrorShape(internalError()));
  return hono;
}

function inErrorShape(refusal: Refusal): Response {
  return Response.json(refusal, { status: refusal.status });
}

/** What never became a request that the app could be asked: a bad Host header or target. */
function unreadable(error: unknown): Response {
  const reason = error instanceof RequestError ? `: ${error.message}` : '';
  return inErrorShape(new Refusal('bad_request', `The request cannot be read${reason}`));
}

/** Offers the app over HTTP on an address of this machine; port 0 is any that is free. */
export async function listen(
  app: App,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Listening> {
  const { fetch } = overHttp(app);
  const server = createServer(
    getRequestListener(fetch, { hostname: host, errorHandler: unreadable }),
  );
  let closing = false;
  server.on('request', (_request, response) => {
    // A kept-alive connection would hold the server open after its last answer.
    response.once('close', () => {
      if (closing) setImmediate(() => server.closeIdleConnections());
    });
  });
  const address = await started(server, host, port).catch((error) => {
    throw refused(error, host, port);
  });
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    baseUrl: `http://${name}:${address.port}${versionPrefix}`,
    close: () =>
      new Promise((resolve) => {
        closing = true;
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}
