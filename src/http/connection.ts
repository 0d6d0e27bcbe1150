import { usageFailure } from '../failure';
import { isLoopback } from '../loopback';
import type { World } from '../world';
import {
  abortedError,
  type BaseUrl,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from './transport';

/** Splits a base URL that the settings have already validated. */
export function splitBaseUrl(text: string): BaseUrl {
  const { origin, protocol, hostname, port, pathname } = new URL(text);
  const secure = protocol === 'https:';
  const prefix = pathname.replace(/(?<!\/)\/+$/, '');
  return {
    origin,
    secure,
    hostname,
    port: port === '' ? (secure ? 443 : 80) : Number(port),
    prefix,
    text: `${origin}${prefix}`,
  };
}

export function pathBelow(
  base: BaseUrl,
  path: string,
  query: Readonly<Record<string, string>> = {},
): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(path) || /^[/\\]{2}/.test(path)) {
    throw usageFailure(`"${path}" is a full URL`, {
      hint: `Use a path below ${base.text}, such as /credit-cards: waybill sends credentials nowhere else.`,
    });
  }
  const rooted = path.startsWith('/') ? path : `/${path}`;
  const whole = rooted.startsWith(`${base.prefix}/`) ? rooted : `${base.prefix}${rooted}`;
  const url = new URL(`${base.origin}${whole}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value);
  if (url.origin !== base.origin || !url.pathname.startsWith(`${base.prefix}/`)) {
    throw usageFailure(`"${path}" is not below ${base.text}`);
  }
  return `${url.pathname}${url.search}`;
}

/** Lower case first, as curl does; an empty value counts as unset. */
function variable(env: World['env'], name: string): string | undefined {
  return env[name.toLowerCase()] || env[name] || undefined;
}

/** A host with an optional port; an IPv6 address can have a port only in brackets. */
const exception = /^(?:\*?\.)?(?:(\[.+\]|[^:]+)(?::(\d+))?|(.+))$/;

/**
 * True if `NO_PROXY` names the host: `*` for all, else hosts separated by commas or spaces, each including
 * its subdomains, with or without a leading dot or `*.`, and with or without a port.
 */
function isExcepted({ hostname, port }: BaseUrl, noProxy: string): boolean {
  return noProxy.split(/[,\s]+/).some((entry) => {
    if (entry === '*') return true;
    const [, named, onPort, address] = exception.exec(entry.toLowerCase()) ?? [];
    if (address !== undefined) return hostname === `[${address}]`;
    if (named === undefined || (onPort !== undefined && Number(onPort) !== port)) return false;
    return hostname === named || hostname.endsWith(`.${named}`);
  });
}

function proxyVariable({ secure }: BaseUrl): string {
  return secure ? 'HTTPS_PROXY' : 'HTTP_PROXY';
}

/** The variable that names a proxy, if set, and whether it is used. Throws a usage failure for a bad one. */
export function proxyOf(baseUrl: string, env: World['env']) {
  const base = splitBaseUrl(baseUrl);
  const name = proxyVariable(base);
  if (variable(env, name) === undefined) return undefined;
  return { name, used: proxyFor(base, env) !== undefined };
}

/** The proxy for the service by its variables. For this machine, one on another machine is never used. */
export function proxyFor(base: BaseUrl, env: World['env']): string | undefined {
  const name = proxyVariable(base);
  const value = variable(env, name);
  if (value === undefined || isExcepted(base, variable(env, 'NO_PROXY') ?? '')) return undefined;
  const url = value.includes('://') ? value : `http://${value}`;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw usageFailure(`${name} is not the address of an HTTP proxy`, {
      hint: 'Use an address such as http://proxy.example:3128.',
    });
  }
  if (isLoopback(base.hostname) && !isLoopback(new URL(url).hostname)) return undefined;
  return url;
}

/** The embedded service as this directory sees it: one request in, one response out. */
export interface Embedded {
  handle(request: TransportRequest): Promise<TransportResponse>;
  close(): void;
}

/** A transport without a network: the embedded service in this process responds. */
function inProcessTransport(embedded: Embedded): Transport {
  return {
    send: (request) =>
      new Promise<TransportResponse>((resolve, reject) => {
        const { signal } = request;
        signal.addEventListener('abort', () => reject(abortedError(true, signal)), { once: true });
        // An error thrown by the service is not a lost connection: pass it on unchanged.
        embedded.handle(request).then(resolve, reject);
      }),
    close: async () => embedded.close(),
  };
}

export interface TransportOptions {
  readonly base: BaseUrl;
  readonly connections: number;
  /** An extra certificate authority, a PEM file. */
  readonly caFile?: string | undefined;
  readonly env: World['env'];
  readonly sleep: World['sleep'];
  /** The embedded service in this process, instead of a network. */
  readonly embedded?: Embedded | undefined;
}

/** Opens and loads only the right transport: embedded service, undici behind a proxy, or Node's client. */
export async function openTransport(options: TransportOptions): Promise<Transport> {
  const { base, connections, caFile, env, sleep, embedded } = options;
  if (embedded !== undefined) return inProcessTransport(embedded);
  if (!base.secure && !isLoopback(base.hostname)) {
    throw usageFailure(`${base.origin} is plain http, which would expose the credentials`);
  }
  const proxy = proxyFor(base, env);
  const ca =
    caFile !== undefined && (base.secure || proxy?.startsWith('https:'))
      ? (await import('../lib/certificates')).trustedWith(caFile, env)
      : undefined;
  if (proxy !== undefined) {
    const { proxyTransport } = await import('./proxy-transport');
    return proxyTransport(proxy, { base, connections, ca });
  }
  const { directTransport } = await import('./direct-transport');
  return directTransport({ base, connections, ca, sleep });
}
