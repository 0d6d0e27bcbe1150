import { type ApiOptions, createApi } from '../../src/api/api';
import type { Api } from '../../src/api/types';
import type { Reporter } from '../../src/http/trace';
import { Secret } from '../../src/secrets/secret';
import type { Service } from '../../src/service/index';
import { quietParts } from '../support/quiet';
import { type VirtualTime, virtualTime } from '../support/virtual-time';

/**
 * Timeouts of lengths that no other wait of the client has: the virtual time recognizes them by
 * that.
 */
export const timeout = { read: 30.001, write: 60.001 } as const;
const connectTimeout = 10_000;

export function networkTime(random?: () => number): VirtualTime {
  return virtualTime({
    timeouts: [timeout.read * 1000, timeout.write * 1000, connectTimeout],
    ...(random === undefined ? {} : { random }),
  });
}

/** The transports that speak HTTP; network faults are tried with both. */
export const networkTransports = ['direct', 'proxied'] as const;

interface Given extends Partial<Omit<ApiOptions, 'world'>> {
  readonly baseUrl: string;
  /** `proxied` uses the service itself as its proxy, so that the test controls the wire to it. */
  readonly transport?: (typeof networkTransports)[number];
  readonly time?: VirtualTime;
  readonly env?: Readonly<Record<string, string>>;
  readonly interruption?: AbortSignal;
}

/** The sandbox account's credentials, the same in every embedded service. */
export const sandboxPair = {
  apiKey: 'sandbox_key_5f2c81d04e7b4a9c93d6',
  apiSecret: new Secret('sandbox_secret_b07d1e3f58a64c2e9f10c4d7a6'),
};

/** The client as the program creates it, except that time is virtual: no test waits. */
export function accountApi(given: Given): Api {
  const { time = networkTime(), transport, interruption, ...options } = given;
  const proxy = { HTTP_PROXY: new URL(given.baseUrl).origin };
  const env = given.env ?? (transport === 'proxied' ? proxy : {});
  return createApi({
    credentials: { current: async () => sandboxPair },
    timeout,
    maxWait: 900,
    retries: 4,
    concurrency: 4,
    ...quietParts(),
    ...options,
    world: {
      ...time,
      env,
      interruption: interruption ?? new AbortController().signal,
      insistence: new AbortController().signal,
    },
  });
}

/** Calls the service itself, bypassing the wire and the client. */
export async function askInProcess(
  service: Service,
  path: string,
  { method = 'GET', body }: { readonly method?: string; readonly body?: unknown } = {},
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of whatever came, as a caller would
): Promise<any> {
  const headers = {
    'x-api-key': sandboxPair.apiKey,
    'x-api-secret': sandboxPair.apiSecret.reveal(),
  };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await service.handle({ method, path: `/api/v1${path}`, headers, ...sent });
  return JSON.parse(new TextDecoder().decode(response.body));
}

/** Records what the client reports. */
export function recordingReporter(
  detail: Reporter['detail'],
): Reporter & { readonly lines: string[]; readonly notices: string[] } {
  const lines: string[] = [];
  const notices: string[] = [];
  return {
    detail,
    lines,
    notices,
    line: (text) => lines.push(text),
    notice: (text) => notices.push(text),
    succeeded: () => {},
  };
}

export async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const row of rows) found.push(row);
  return found;
}
