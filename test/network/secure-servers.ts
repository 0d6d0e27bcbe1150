import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

export function certificate(name: string): string {
  return fileURLToPath(new URL(`./certificates/${name}.pem`, import.meta.url));
}

const cards = { data: [{ id: 'secure' }], pagination: { limit: 1, offset: 0, totalCount: 1 } };

export const answerWithCards: RequestListener = (_, response) => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(cards));
};

export interface SecureServer {
  readonly port: number;
  /** Includes the version prefix; with the server's host name. */
  readonly baseUrl: string;
  readonly requests: readonly IncomingMessage[];
  readonly connections: number;
  stop(): Promise<void>;
}

/** A service that responds to every request with one card, using one of the test certificates. */
export async function startSecureServer(name: string): Promise<SecureServer> {
  const requests: IncomingMessage[] = [];
  let connections = 0;
  const server = createServer(
    { cert: readFileSync(certificate(name)), key: readFileSync(certificate('server-key')) },
    (request, response) => {
      requests.push(request);
      answerWithCards(request, response);
    },
  );
  server.on('connection', () => {
    connections++;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    baseUrl: `https://localhost:${port}/api/v1`,
    requests,
    get connections() {
      return connections;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
