import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { Hono } from 'hono/tiny';
import { versionPrefix } from '../contract/routes';
import { localFileFailure, usageFailure } from '../failure';
import { isLoopback } from '../loopback';
import type { App } from './app';
import { internalError, ServiceRefusal } from './refusal';
import { bodyTooLarge, largestBody } from './request';

function started(server: Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server.address() as AddressInfo));
  });
}

/** The codes of an address that can't be listened on; Bun says EINVAL of an unknown host. */
const noAddress = ['EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND', 'EINVAL'];

function refused(error: NodeJS.ErrnoException, host: string, port: number): unknown {
  if (error.code === 'EADDRINUSE') {
    return usageFailure(`Port ${port} on ${host} is already in use`, {
      hint: 'Choose a different one with --port, or 0 for any free port.',
    });
  }
  if (noAddress.includes(error.code ?? '')) {
    return localFileFailure(`Can't listen on ${host}:${port} (${error.code})`, {
      hint: 'Use an address of this machine with --host, and a port above 1023 with --port.',
      cause: error,
    });
  }
  return error;
}

/** Milliseconds that a connection has to finish when the service stops. */
const grace = 1000;

/** The host as URLs write it: `[::1]` for `::1`, `127.0.0.1` for `::ffff:127.0.0.1`. */
function hostnameOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return plain.includes(':') ? `[${plain}]` : plain;
}

/**
 * Refuses a request whose Host is neither this machine nor one of `own`. The credentials are public, so a web
 * page whose name resolves to this address (DNS rebinding) could change everything.
 */
function refuseOtherNames({ headers, socket }: IncomingMessage, own: readonly string[]): void {
  // Only HTTP/1.0 allows no Host, and no browser uses it.
  if (headers.host === undefined) return;
  const name = headers.host.toLowerCase().replace(/:\d*$/, '');
  if (isLoopback(name) || name === hostnameOf(socket.localAddress ?? '')) return;
  if (own.some((one) => hostnameOf(one).toLowerCase() === name)) return;
  throw new ServiceRefusal('misdirected_request', `This service is not at ${name}`);
}

type Served = Hono<{ Bindings: HttpBindings }>;

/** Wraps the app in hono for HTTP: takes a request apart, and builds the response. */
function overHttp(app: App, checkHost: (request: IncomingMessage) => void): Served {
  const hono: Served = new Hono();
  const limited = bodyLimit({
    maxSize: largestBody,
    onError: () => {
      throw bodyTooLarge();
    },
  });
  /** A client that disconnects while sending is not a fault of the service. */
  async function received(context: Context): Promise<ArrayBuffer> {
    try {
      await limited(context, async () => {});
      return await context.req.arrayBuffer();
    } catch (error) {
      throw error instanceof ServiceRefusal
        ? error
        : new ServiceRefusal('bad_request', 'The body is incomplete');
    }
  }
  hono.all('*', async (context) => {
    checkHost(context.env.incoming);
    const { method, url, raw } = context.req;
    const { pathname, search } = new URL(url);
    const response = await app({
      method,
      path: `${pathname}${search}`,
      headers: Object.fromEntries(raw.headers),
      body: () => received(context),
    });
    return new Response(response.text, { status: response.status, headers: response.headers });
  });
  hono.onError((error) => inErrorShape(error instanceof ServiceRefusal ? error : internalError()));
  return hono;
}

function inErrorShape(refusal: ServiceRefusal): Response {
  const body = JSON.stringify(refusal);
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  };
  return new Response(body, { status: refusal.status, headers });
}

/** Serves the app over HTTP on an address of this machine; port 0 picks any free port. */
export async function listen(
  app: App,
  { host, port }: { readonly host: string; readonly port: number },
) {
  const { fetch } = overHttp(app, (request) => {
    refuseOtherNames(request, [host, address.address]);
  });
  /** The response to a request that never reached the app: it has a bad Host header or target. */
  const errorHandler = (error: unknown) => {
    const reason = error instanceof RequestError ? `: ${error.message}` : '';
    return inErrorShape(new ServiceRefusal('bad_request', `The request can't be read${reason}`));
  };
  const server = createServer(getRequestListener(fetch, { hostname: host, errorHandler }));
  let closing = false;
  server.on('request', (_request, response) => {
    // A kept-alive connection would keep the server open after its last response.
    response.once('close', () => {
      if (closing) setImmediate(() => server.closeIdleConnections());
    });
  });
  const address = await started(server, host, port).catch((error) => {
    throw refused(error, host, port);
  });
  const name = hostnameOf(address.address);
  return {
    /** Includes the version prefix. */
    baseUrl: `http://${name}:${address.port}${versionPrefix}`,
    /** True if only this machine can reach it. */
    isLocal: isLoopback(name),
    /** Responds to what has arrived and frees the port. Disconnects clients that stay silent for `grace`. */
    close: () =>
      new Promise<void>((resolve) => {
        closing = true;
        const cutOff = setTimeout(() => server.closeAllConnections(), grace);
        server.close(() => {
          clearTimeout(cutOff);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}
