import { usageFailure } from '../failure';
import { isLoopback } from '../loopback';
import type { World } from '../world';
import type { BaseUrl } from './base-url';

/** The proxy that the environment names for the service's scheme. */
export interface ProxySetting {
  readonly url: string;
  /** The hosts asked directly: `NO_PROXY` as it stands. */
  readonly except: string;
}

/** The lower-case spelling first, as curl does; an empty value is none. */
function variable(env: World['env'], name: string): string | undefined {
  return env[name.toLowerCase()] || env[name] || undefined;
}

/**
 * Reads `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`. A loopback address means this machine, and plain
 * http goes to no other: a proxy on another machine is not asked for it.
 */
export function proxyFor(base: BaseUrl, env: World['env']): ProxySetting | undefined {
  const name = base.secure ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const value = variable(env, name);
  if (value === undefined) return undefined;
  const url = value.includes('://') ? value : `http://${value}`;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw usageFailure(`${name} is no address of an http proxy`, {
      hint: 'It looks like http://proxy.example:3128.',
    });
  }
  if (isLoopback(base.hostname) && !isLoopback(new URL(url).hostname)) return undefined;
  return { url, except: variable(env, 'NO_PROXY') ?? '' };
}
