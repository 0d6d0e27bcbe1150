import type { Socket } from 'node:net';
import { type World, workDone } from '../world';
import {
  abortedError,
  checkedTls,
  connectTimeout,
  IncomingResponse,
  type NetworkOptions,
  problemOf,
  type Transport,
  TransportError,
  type TransportResponse,
} from './transport';

/** Set on a TLS socket during its handshake; Node's types lack it. */
type Handshaking = Socket & { readonly secureConnecting?: boolean };

/** Node's own client with keep-alive connections, which loads in a fraction of undici's time. */
export async function directTransport({
  base,
  connections,
  ca,
  sleep,
}: NetworkOptions & Pick<World, 'sleep'>): Promise<Transport> {
  const { Agent, request: open } = base.secure
    ? await import('node:https')
    : await import('node:http');
  /** The socket event after which a request can reach the service. */
  const ready = base.secure ? 'secureConnect' : 'connect';
  const agent = new Agent({ keepAlive: true, maxSockets: connections, ...checkedTls(ca) });

  return {
    send: ({ method, path, headers, body, signal }) =>
      new Promise<TransportResponse>((resolve, reject) => {
        const request = open({
          agent,
          hostname: base.hostname.replace(/^\[|\]$/g, ''),
          port: base.port,
          method,
          path,
          headers: {
            ...headers,
            ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
          },
        });
        let connecting: AbortController | undefined;
        let settled = false;
        let sent = false;
        let begun = false;

        const settle = (): boolean => {
          if (settled) return false;
          settled = true;
          connecting?.abort(workDone);
          return true;
        };
        const fail = (error: TransportError) => {
          if (!settle()) return;
          reject(error);
          request.destroy();
        };
        signal.addEventListener('abort', () => fail(abortedError(sent, signal)), { once: true });

        request.on('error', (error) => fail(problemOf(error, sent, begun)));
        // Closed with neither a response nor an error, as after an unrequested upgrade.
        request.on('close', () => fail(problemOf(undefined, sent, begun)));
        request.on('socket', (socket: Socket) => {
          // A request that waited for a free socket gets an open one but is not marked as reusing it.
          if (!socket.connecting && !(socket as Handshaking).secureConnecting) {
            sent = true;
            return;
          }
          const waiting = new AbortController();
          connecting = waiting;
          const isReady = () => {
            sent = true;
            waiting.abort(workDone);
          };
          socket.once(ready, isReady);
          waiting.signal.addEventListener('abort', () => socket.off(ready, isReady), {
            once: true,
          });
          sleep(connectTimeout, waiting.signal).then(
            () => fail(new TransportError('connect-timeout', false, 'no connection in time')),
            () => {},
          );
        });
        request.on('response', (message) => {
          begun = true;
          const response = new IncomingResponse();
          message.on('data', (chunk: Buffer) => {
            const error = response.add(chunk);
            if (error !== undefined) fail(error);
          });
          // Only a complete message emits `end`; a truncated one emits `close`, with or without an error.
          message.on('end', () => {
            if (settle()) resolve(response.whole(message.statusCode ?? 0, message.rawHeaders));
          });
          message.on('error', (error) => fail(problemOf(error, true, true)));
          message.on('close', () => fail(problemOf(undefined, true, true)));
        });
        request.end(body);
      }),
    close: async () => agent.destroy(),
  };
}
