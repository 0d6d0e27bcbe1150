import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { splitBaseUrl } from './connection';
import { directTransport } from './direct-transport';

/** A transport with one connection, and the pending responses to its requests. */
async function oneConnection() {
  const arrived: ServerResponse[] = [];
  const server = createServer((_, response) => {
    arrived.push(response);
    server.emit('arrived');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const waits: AbortSignal[] = [];
  const transport = await directTransport({
    base: splitBaseUrl(`http://127.0.0.1:${port}`),
    connections: 1,
    sleep: (_, signal) => {
      if (signal !== undefined) waits.push(signal);
      return new Promise(() => {});
    },
  });
  const { signal } = new AbortController();
  const send = () => transport.send({ method: 'POST', path: '/', headers: {}, signal });
  const next = async () => {
    if (arrived.length === 0) await once(server, 'arrived');
    return arrived.shift() as ServerResponse;
  };
  const stop = async () => {
    await transport.close();
    server.closeAllConnections();
    server.close();
  };
  /** Waits for a connection to open; if it closed instead, its request would fail as not sent. */
  return { send, next, stop, waiting: () => waits.filter(({ aborted }) => !aborted) };
}

test("counts a request as sent when it reuses another's connection", async () => {
  const { send, next, stop, waiting } = await oneConnection();
  // The second request waits for the only connection, which is already open when it gets it.
  const first = send();
  const second = send();
  (await next()).end();
  await first;
  const response = await next();
  expect(waiting()).toEqual([]);
  response.destroy();
  await expect(second).rejects.toMatchObject({ problem: 'reset', sent: true });
  await stop();
});
