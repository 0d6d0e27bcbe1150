import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service that responds as instructed and records the requests that reach it. */
export interface CountingServer {
  readonly baseUrl: string;
  readonly requests: readonly IncomingMessage[];
  stop(): Promise<void>;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

const emptyPage = JSON.stringify({ data: [], pagination: { limit: 1, offset: 0, totalCount: 0 } });

/** Responds to every request with an empty page. */
export const emptyPages: Answer = (_request, response) => {
  response.setHeader('content-type', 'application/json').end(emptyPage);
};

export function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { code, message: `refused with ${code}` } }));
}

export async function startServer(answer: Answer = emptyPages): Promise<CountingServer> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/api/v1`,
    requests,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
