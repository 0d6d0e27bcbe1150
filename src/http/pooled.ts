import type { Dispatcher } from 'undici';
import connect from 'undici/lib/api/api-connect.js';
import BaseDispatcher from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import type { BaseUrl } from './base-url';
import { connectTimeout, headersOf, largestAnswer, problemOf, tooLarge } from './connection';
import type { ProxySetting } from './proxy';
import { type Transport, type TransportAnswer, TransportError } from './transport';

// undici's own entry gives every dispatcher its methods in this way; its proxies tunnel with this one.
Object.assign(BaseDispatcher.prototype, { connect });

export interface PooledOptions {
  readonly base: BaseUrl;
  readonly connections: number;
  /** PEM certificates to trust; undefined for Node's own. */
  readonly ca?: readonly string[] | undefined;
  readonly proxy?: ProxySetting | undefined;
}

function dispatcherFor({ base, connections, ca, proxy }: PooledOptions): Dispatcher {
  const tls = { timeout: connectTimeout, ...(ca === undefined ? {} : { ca: [...ca] }) };
  // The time-out of the whole request is the caller's; undici's own of 300 s would be two more.
  const common = { connections, connect: tls, headersTimeout: 0, bodyTimeout: 0 };
  if (proxy === undefined) return new Pool(base.origin, common);
  return new EnvHttpProxyAgent({
    ...common,
    httpProxy: base.secure ? '' : proxy.url,
    httpsProxy: base.secure ? proxy.url : '',
    noProxy: proxy.except,
    // Plain http is asked of a proxy by the whole address, https through a tunnel (RFC 9110, 7.6).
    proxyTunnel: false,
    requestTls: tls,
    proxyTls: tls,
  });
}

/** What went wrong where a proxy stands in between; undefined where it is not the proxy's doing. */
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
 * undici's pool, through a proxy where one is set. Below its `request`, since only the handler of a
 * dispatch is told when the request goes out.
 */
export function pooledTransport(options: PooledOptions): Transport {
  const { base, proxy } = options;
  const dispatcher = dispatcherFor(options);
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
        dispatcher.dispatch(
          {
            origin: base.origin,
            path,
            method: method as Dispatcher.HttpMethod,
            headers,
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
              const onTheWay = proxy === undefined ? undefined : proxyProblem(error, sent);
              fail(onTheWay ?? problemOf(error, sent, status !== undefined));
            },
          },
        );
      }),
    close: () => dispatcher.destroy(),
  };
}
