import { usageFailure } from '../failure';
import { isLoopback } from '../loopback';
import type { World } from '../world';
import type { BaseUrl } from './base-url';

/** The lower-case spelling first, as curl does; an empty value is none. */
function variable(env: World['env'], name: string): string | undefined {
  return env[name.toLowerCase()] || env[name] || undefined;
}

/** A host with an optional port; an IPv6 address takes a port only in brackets. */
const exception = /^(?:\*?\.)?(?:(\[.+\]|[^:]+)(?::(\d+))?|(.+))$/;

/**
 * Whether `NO_PROXY` names the host: `*` for all, else hosts by commas or spaces, each for itself
 * and its subdomains, with or without a leading dot or `*.` and with or without a port.
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

/**
 * The proxy that `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` put on the way to the service. A loopback
 * address means this machine, and plain http goes to no other: a proxy on another machine is not
 * asked for it.
 */
export function proxyFor(base: BaseUrl, env: World['env']): string | undefined {
  const name = base.secure ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const value = variable(env, name);
  if (value === undefined || isExcepted(base, variable(env, 'NO_PROXY') ?? '')) return undefined;
  const url = value.includes('://') ? value : `http://${value}`;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw usageFailure(`${name} is no address of an http proxy`, {
      hint: 'It looks like http://proxy.example:3128.',
    });
  }
  if (isLoopback(base.hostname) && !isLoopback(new URL(url).hostname)) return undefined;
  return url;
}
