import { usageFailure } from '../failure';
import { isLoopback } from '../loopback';
import type { World } from '../world';
import type { BaseUrl } from './base-url';
import { proxyFor } from './proxy';
import {
  abortedError,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from './transport';

export interface TransportOptions {
  readonly base: BaseUrl;
  /** Connections side by side. */
  readonly connections: number;
  /** An extra certificate authority, a PEM file. */
  readonly caFile?: string | undefined;
  readonly env: World['env'];
  readonly sleep: World['sleep'];
  /** The embedded service in this process, in the place of a network. */
  readonly embedded?: Embedded | undefined;
}

/** The embedded service as this directory sees it: one request in, one response out. */
export interface Embedded {
  handle(request: Omit<TransportRequest, 'signal'>): Promise<TransportResponse>;
  close(): void;
}

/** A transport without a network: the embedded service in this process responds. */
function inProcessTransport(embedded: Embedded): Transport {
  return {
    send: ({ signal, ...request }) =>
      new Promise<TransportResponse>((resolve, reject) => {
        if (signal.aborted) {
          reject(abortedError(false, signal));
          return;
        }
        const abort = () => reject(abortedError(true, signal));
        signal.addEventListener('abort', abort, { once: true });
        // What the service throws is no loss of a connection: it passes as it is.
        embedded
          .handle(request)
          .then(resolve, reject)
          .finally(() => signal.removeEventListener('abort', abort));
      }),
    close: async () => embedded.close(),
  };
}

/**
 * The transport that suits: the embedded service where it is in this process, undici where a proxy
 * is on the way, else Node's own client. Each is loaded when it is needed.
 */
export async function openTransport(options: TransportOptions): Promise<Transport> {
  const { base, connections, caFile, env, sleep, embedded } = options;
  if (embedded !== undefined) return inProcessTransport(embedded);
  if (!base.secure && !isLoopback(base.hostname)) {
    throw usageFailure(`${base.origin} is plain http, which would show the credentials on the way`);
  }
  const proxy = proxyFor(base, env);
  const ca =
    caFile !== undefined && (base.secure || proxy?.startsWith('https:'))
      ? (await import('./certificates')).trustedWith(caFile, env)
      : undefined;
  if (proxy !== undefined) {
    const { proxyTransport } = await import('./proxy-transport');
    return proxyTransport({ base, proxy, connections, ca });
  }
  const { directTransport } = await import('./direct-transport');
  return directTransport({ base, connections, ca, sleep });
}
