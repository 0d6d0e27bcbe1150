import { openService, type Service, type ServiceOptions } from '../../src/service/index';
import { sampleDay } from '../../src/service/sample/days';

/** 2025-11-21T12:00:00Z: the day on which the tests take place. */
export const today = Date.UTC(2025, 10, 21, 12);

/** A service in memory whose clock moves only when a test moves it. */
export async function openSandbox(options: Partial<ServiceOptions> = {}) {
  let elapsed = 0;
  let drawn = 0;
  const service = await openService({
    database: ':memory:',
    today: () => sampleDay,
    clock: { now: () => today + elapsed, monotonic: () => elapsed },
    // A golden-ratio sequence: even, and never the same number twice.
    random: () => (drawn++ * 0.618_033_988_749_895) % 1,
    ...options,
  });
  return {
    service,
    ask: asker(service),
    pass: (milliseconds: number) => {
      elapsed += milliseconds;
    },
  };
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of whatever came, as a caller would
  readonly body: any;
}

/** Sends requests inside the process with the account's credentials. */
export function asker({ handle, baseUrl, credentials }: Service) {
  return async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await handle({
      method,
      path: `${new URL(baseUrl).pathname}${path}`,
      headers: { 'x-api-key': credentials.apiKey, 'x-api-secret': credentials.apiSecret },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = new TextDecoder().decode(answer.body);
    return { ...answer, body: text === '' ? undefined : JSON.parse(text) };
  };
}
