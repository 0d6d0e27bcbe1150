import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { World } from '../world';
import type { BaseUrl } from './base-url';
import { connectTimeout, headersOf, largestAnswer, problemOf, tooLarge } from './connection';
import { type Transport, type TransportAnswer, TransportError } from './transport';

/** What `node:http` and `node:https` have in common. */
export interface Speaker {
  readonly request: (options: RequestOptions) => ClientRequest;
  readonly Agent: new (options: object) => Agent;
  /** The socket's event from which on a request can reach the service. */
  readonly ready: 'connect' | 'secureConnect';
}

export interface LightOptions {
  readonly base: BaseUrl;
  readonly connections: number;
  /** PEM certificates to trust; undefined for Node's own. */
  readonly ca?: readonly string[] | undefined;
  readonly sleep: World['sleep'];
}

/** A reason of its own: without one, each abort makes an error with its stack. */
const connected = Symbol('connected');

/** Calls back once: with the whole body, or with what cut it off. */
function collect(
  message: IncomingMessage,
  whole: (body: Buffer) => void,
  cut: (error: TransportError) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  let ended = false;
  message.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > largestAnswer) cut(tooLarge());
    else chunks.push(chunk);
  });
  // Only a whole message ends; one that is cut off closes with an error or without a word.
  message.on('end', () => {
    ended = true;
    whole(Buffer.concat(chunks));
  });
  message.on('error', (error) => cut(problemOf(error, true, true)));
  message.on('close', () => {
    if (!ended) cut(problemOf(undefined, true, true));
  });
}

/**
 * The light transport: Node's own client with kept-alive connections. It costs a command that asks
 * once a fraction of what undici does to load.
 */
export function lightTransport(speaker: Speaker, options: LightOptions): Transport {
  const { base, connections, ca, sleep } = options;
  const agent = new speaker.Agent({
    keepAlive: true,
    maxSockets: connections,
    // Said by name, since NODE_TLS_REJECT_UNAUTHORIZED=0 turns the default off.
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca: [...ca] }),
  });

  return {
    send: ({ method, path, headers, body, signal }) =>
      new Promise<TransportAnswer>((resolve, reject) => {
        if (signal.aborted) {
          reject(new TransportError('aborted', false, 'aborted', signal.reason));
          return;
        }
        const request = speaker.request({
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
          connecting?.abort(connected);
          signal.removeEventListener('abort', abort);
          return true;
        };
        const fail = (error: TransportError) => {
          if (!settle()) return;
          reject(error);
          request.destroy();
        };
        const abort = () => fail(new TransportError('aborted', sent, 'aborted', signal.reason));
        signal.addEventListener('abort', abort, { once: true });

        request.on('error', (error) => fail(problemOf(error, sent, begun)));
        // Closed with neither answer nor error, as after an upgrade that nobody asked for.
        request.on('close', () => {
          if (!settled) fail(problemOf(undefined, sent, begun));
        });
        request.on('socket', (socket: Socket) => {
          if (request.reusedSocket) {
            sent = true;
            return;
          }
          const waiting = new AbortController();
          connecting = waiting;
          socket.once(speaker.ready, () => {
            sent = true;
            waiting.abort(connected);
          });
          sleep(connectTimeout, waiting.signal).then(
            () => fail(new TransportError('connect-timeout', false, 'no connection in time')),
            () => {},
          );
        });
        request.on('response', (message) => {
          begun = true;
          collect(
            message,
            (bytes) => {
              if (!settle()) return;
              resolve({
                status: message.statusCode ?? 0,
                headers: headersOf(message.rawHeaders),
                body: bytes,
              });
            },
            fail,
          );
        });
        request.end(body);
      }),
    close: async () => agent.destroy(),
  };
}
