import { isIP } from 'node:net';
import { type buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici';
import { percentDecoded } from '../lib/words';
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

const ofProxy = new WeakSet<Error>();

/** The fault before or at the proxy; undefined if the proxy is not the cause. */
function proxyProblem(error: NodeJS.ErrnoException, sent: boolean): TransportError | undefined {
  // undici reports a refusal only in words: one for a tunnel, another for a 407 to a full URL.
  const [, status] =
    /^Proxy (?:response|Authentication Required) \((\d+)\)/.exec(error.message) ?? [];
  if (status !== undefined) {
    return new TransportError('proxy', false, `it responded with ${status}`, error);
  }
  if (sent) return undefined;
  const { problem, message } = problemOf(error, false, false);
  // The proxy and the service behind it may both use TLS.
  const isOfTls = problem === 'tls' || problem === 'no-tls';
  if (isOfTls && !ofProxy.has(error)) return undefined;
  if (problem === 'tls') return new TransportError('proxy-tls', false, message, error);
  const said = problem === 'no-tls' ? 'it does not speak TLS' : message;
  return new TransportError('proxy-unreachable', false, said, error);
}

/**
 * The `Proxy-Authorization` for the name and password in a proxy's address, either of which may be missing:
 * some proxies take a token as the name. undici sends neither unless both are there.
 */
function authorizationOf({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const pair = `${percentDecoded(username)}:${percentDecoded(password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/** Connections to the proxy. If it closes one unanswered, undici would ask for a tunnel without end. */
function proxyConnections(origin: URL, options: object): Dispatcher {
  const { connect } = options as { readonly connect: buildConnector.connector };
  const pool = new Pool(origin, {
    ...options,
    // undici names the proxy's address to TLS, which takes no IP address as a name (RFC 6066, 3).
    connect: (asked: buildConnector.Options, done: buildConnector.Callback) => {
      const { servername, ...unnamed } = asked;
      const named = isIP(servername?.replace(/^\[(.*)\]$/, '$1') ?? '') === 0;
      connect(named ? asked : unnamed, (...result) => {
        if (result[0] !== null) ofProxy.add(result[0]);
        done(...result);
      });
    },
  });
  const tunnel = pool.connect.bind(pool) as (
    asked: Dispatcher.ConnectOptions,
  ) => Promise<Dispatcher.ConnectData>;
  return Object.assign(pool, {
    connect: async (asked: Dispatcher.ConnectOptions) => {
      try {
        return await tunnel(asked);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'UND_ERR_SOCKET') throw error;
        throw Object.assign(new Error('it closed the connection', { cause: error }), {
          code: 'ECONNRESET',
        });
      }
    },
  });
}

/** undici through a proxy. Only `dispatch` tells "nothing was sent" from "may have been sent". */
export function proxyTransport(
  proxy: string,
  { base, connections, ca }: NetworkOptions,
): Transport {
  const tls = { timeout: connectTimeout, ...checkedTls(ca) };
  const address = new URL(proxy);
  const token = authorizationOf(address);
  const agent = new ProxyAgent({
    uri: address.origin,
    ...(token === undefined ? {} : { token }),
    clientFactory: proxyConnections,
    connections,
    // A proxy gets plain http as a full URL, and https through a tunnel (RFC 9110, 7.6).
    proxyTunnel: false,
    requestTls: tls,
    proxyTls: tls,
  });
  return {
    send: ({ method, path, headers, body, signal }) =>
      new Promise<TransportResponse>((resolve, reject) => {
        let control: Dispatcher.DispatchController | undefined;
        let status: number | undefined;
        let raw: string[] = [];
        const response = new IncomingResponse();
        const fail = (error: TransportError) => {
          reject(error);
          control?.abort(error);
        };
        const abort = () => fail(abortedError(control !== undefined, signal));
        signal.addEventListener('abort', abort, { once: true });
        agent.dispatch(
          {
            origin: base.origin,
            path,
            method: method as Dispatcher.HttpMethod,
            headers: { ...headers },
            // The caller times the whole request; undici would add two timeouts of its own.
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
              const error = response.add(chunk);
              if (error !== undefined) fail(error);
            },
            onResponseEnd: () => {
              resolve(response.whole(status ?? 0, raw));
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
