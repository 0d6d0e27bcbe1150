import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import { versionPrefix } from '../contract/routes';
import { localFileFailure, usageFailure } from '../failure';
import { Refusal } from './refusal';

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

/** What never became a request that the app could be asked: a bad Host header or target. */
function unreadable(error: unknown): Response {
  const refusal =
    error instanceof RequestError
      ? new Refusal('bad_request', `The request cannot be read: ${error.message}`)
      : new Refusal('internal_error', 'Something went wrong in the service');
  return Response.json(refusal, { status: refusal.status });
}

/** Offers `fetch` over HTTP on an address of this machine; port 0 is any that is free. */
export async function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Listening> {
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
