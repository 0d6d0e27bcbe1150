import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openSandbox } from '../service/in-process';

/** What a test does around a request; it may end the client meanwhile. */
export interface Watch {
  before?(post: number): void | Promise<void>;
  after?(post: number): void | Promise<void>;
  /** Whether the response to a request is lost after it was carried out. */
  loses?(post: number): boolean;
  /** Whether a page replaces every list. */
  hidesLists?(): boolean;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * The embedded service with its sample account over real HTTP, in this process, so that a test sees
 * every request and can stop the client at a chosen one. Requests to add shipments are counted from
 * 1.
 */
export async function serveCounted(watch: Watch = {}) {
  const { service, ask } = await openSandbox();
  /** The bodies of the requests to add shipments, in order. */
  const posts: string[] = [];
  /** Method and path of every request. */
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    requests.push(`${request.method} ${request.url?.replace(/^.*\/v1/, '')}`);
    const post = request.method === 'POST' ? posts.push(body) : 0;
    if (post === 0 && watch.hidesLists?.() === true) {
      response.writeHead(404, { 'content-type': 'text/html' });
      response.end('<h1>Not found</h1>');
      return;
    }
    if (post > 0) await watch.before?.(post);
    const answer = await service.handle({
      method: request.method ?? 'GET',
      path: request.url ?? '/',
      headers: request.headers as Record<string, string>,
      ...(body === '' ? {} : { body }),
    });
    if (post > 0) await watch.after?.(post);
    if (post > 0 && watch.loses?.(post) === true) {
      response.destroy();
      return;
    }
    response.writeHead(answer.status, answer.headers);
    response.end(answer.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { apiKey, apiSecret } = service.credentials;
  return {
    posts,
    requests,
    ask,
    env: {
      WAYBILL_BASE_URL: `http://127.0.0.1:${port}${new URL(service.baseUrl).pathname}`,
      WAYBILL_API_KEY: apiKey,
      WAYBILL_API_SECRET: apiSecret,
    },
    /** Orders that take tracking numbers, with the numbers that they have. */
    async orders(): Promise<readonly Order[]> {
      const orders: Order[] = [];
      for (;;) {
        const { body } = await ask('GET', `/buying-group-orders?limit=100&offset=${orders.length}`);
        orders.push(...body.data);
        if (orders.length >= body.pagination.totalCount) return orders;
      }
    },
    async close() {
      server.closeAllConnections();
      server.close();
      service.close();
    },
  };
}

interface Order {
  readonly retailer: string;
  readonly orderNumber: string | null;
  readonly trackingNumbers: readonly { readonly trackingNumber: string }[];
}
