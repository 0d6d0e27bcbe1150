import { usageFailure } from '../failure';

/** The service's address in its parts: every request goes to this origin and below this path. */
export interface BaseUrl {
  /** `https://api.example.com`: scheme, host and port. Credentials belong to it alone. */
  readonly origin: string;
  readonly secure: boolean;
  /** As `URL` has it, an IPv6 address in brackets. */
  readonly hostname: string;
  readonly port: number;
  /** `/api/v1`, without a slash at its end. */
  readonly prefix: string;
  /** Origin and prefix. */
  readonly text: string;
}

/** Takes a base URL apart that the settings have checked already. */
export function splitBaseUrl(text: string): BaseUrl {
  const { origin, protocol, hostname, port, pathname } = new URL(text);
  const secure = protocol === 'https:';
  const prefix = pathname.replace(/\/+$/, '');
  return {
    origin,
    secure,
    hostname,
    port: port === '' ? (secure ? 443 : 80) : Number(port),
    prefix,
    text: `${origin}${prefix}`,
  };
}

/**
 * The path to ask for, below the base URL, whose own path may be spelled out or left out. Throws a usage failure where it would lead anywhere else:
 * an address of its own, or one that climbs out.
 */
export function pathBelow(
  base: BaseUrl,
  path: string,
  query: Readonly<Record<string, string>> = {},
): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(path) || /^[/\\]{2}/.test(path)) {
    throw usageFailure(`"${path}" is an address of its own`, {
      hint: `Give a path below ${base.text}, such as /credit-cards: credentials go nowhere else.`,
    });
  }
  const rooted = path.startsWith('/') ? path : `/${path}`;
  const whole = rooted.startsWith(`${base.prefix}/`) ? rooted : `${base.prefix}${rooted}`;
  const url = new URL(`${base.origin}${whole}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value);
  if (url.origin !== base.origin || !url.pathname.startsWith(`${base.prefix}/`)) {
    throw usageFailure(`"${path}" leads out of ${base.text}`);
  }
  return `${url.pathname}${url.search}`;
}
