import type { Dispatcher } from 'undici';
import connect from 'undici/lib/api/api-connect.js';
import BaseDispatcher from 'undici/lib/dispatcher/dispatcher.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
import type { BaseUrl } from './base-url';
import { connectTimeout, headersOf, largestAnswer, problemOf, tooLarge } from './connection';
import { type Transport, type TransportAnswer, TransportError } from './transport';

// undici's own entry gives every dispatcher its methods in this way; its proxies tunnel with this one.
Object.assign(BaseDispatcher.prototype, { connect });

export interface ProxiedOptions {
  readonly base: BaseUrl;
  readonly proxy: string;
  readonly connections: number;
  /** PEM certificates to trust; undefined for Node's own. */
  readonly ca?: readonly string[] | undefined;
}

/** What went wrong before or at the proxy; undefined where it is not the proxy's doing. */
function proxyProblem(error: NodeJS.ErrnoException, sent: boolean): TransportError | undefined {
  // undici tells a refusal in words: for a tunnel, and for a 407 to a whole address.
  const [, status] =
    /^Proxy (?:response|Authentication Required) \((\d+)\)/.exec(error.message) ?? [];
  if (status !== undefined) {
    return new TransportError('proxy', false, `it answers with ${status}`, error);
  }
  if (sent) return undefined;
  const { problem, message } = problemOf(error, false, false);
  if (problem === 'tls') return undefined;
  return new TransportError('proxy-unreachable', false, message, error);
}

/**
 * undici through a proxy. Below its `request`, since only the handler of a dispatch is told when the
 * request goes out.
 */
export function proxiedTransport({ base, proxy, connections, ca }: ProxiedOptions): Transport {
  const tls = {
    timeout: connectTimeout,
    // Said by name, since NODE_TLS_REJECT_UNAUTHORIZED=0 turns the default off.
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca: [...ca] }),
  };
  const agent = new ProxyAgent({
    uri: proxy,
    connections,
    // Plain http is asked of a proxy by the whole address, https through a tunnel (RFC 9110, 7.6).
    proxyTunnel: false,
    requestTls: tls,
    proxyTls: tls,
  });
  return {
    send: ({ method, path, headers, body, signal }) =>
      new Promise<TransportAnswer>((resolve, reject) => {
        let control: Dispatcher.DispatchController | undefined;
        let status: number | undefined;
        let raw: string[] = [];
        let size = 0;
        const chunks: Buffer[] = [];
        const fail = (error: TransportError) => {
          signal.removeEventListener('abort', abort);
          reject(error);
          control?.abort(error);
        };
        const abort = () =>
          fail(new TransportError('aborted', control !== undefined, 'aborted', signal.reason));
        signal.addEventListener('abort', abort, { once: true });
        if (signal.aborted) {
          abort();
          return;
        }
        agent.dispatch(
          {
            origin: base.origin,
            path,
            method: method as Dispatcher.HttpMethod,
            headers: { ...headers },
            // The time-out of the whole request is the caller's: undici's own would be two more.
            headersTimeout: 0,
            bodyTimeout: 0,
            ...(body === undefined ? {} : { body }),
          },
          {
            onRequestStart: (controller) => {
              control = controller;
              if (signal.aborted) controller.abort(new Error('aborted'));
            },
            onResponseStart: (controller, statusCode) => {
              status = statusCode;
              raw = (controller.rawHeaders as (Buffer | string)[]).map(String);
            },
            onResponseData: (_, chunk) => {
              size += chunk.length;
              if (size > largestAnswer) fail(tooLarge());
              else chunks.push(chunk);
            },
            onResponseEnd: () => {
              signal.removeEventListener('abort', abort);
              resolve({
                status: status ?? 0,
                headers: headersOf(raw),
                body: Buffer.concat(chunks),
              });
            },
            onResponseError: (_, error) => {
              const sent = control !== undefined;
              fail(proxyProblem(error, sent) ?? problemOf(error, sent, status !== undefined));
            },
          },
        );
      }),
    close: () => agent.destroy(),
  };
}
