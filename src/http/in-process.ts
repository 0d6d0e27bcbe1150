import {
  type Transport,
  type TransportAnswer,
  TransportError,
  type TransportRequest,
} from './transport';

/** The embedded service as this room sees it: one request in, one answer out. */
export interface Embedded {
  handle(request: Omit<TransportRequest, 'signal'>): Promise<TransportAnswer>;
  close(): void;
}

/** A transport without a network: the embedded service in this process answers. */
export function inProcessTransport(embedded: Embedded): Transport {
  return {
    send: ({ signal, ...request }) =>
      new Promise<TransportAnswer>((resolve, reject) => {
        const aborted = (sent: boolean) =>
          reject(new TransportError('aborted', sent, 'aborted', signal.reason));
        if (signal.aborted) {
          aborted(false);
          return;
        }
        const abort = () => aborted(true);
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
