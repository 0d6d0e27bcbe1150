import { openService, type Service, type ServiceOptions } from '../../src/service/index';

/** 2025-11-21T12:00:00Z: the day on which the tests take place. */
export const today = Date.UTC(2025, 10, 21, 12);

/** A service in memory whose clock moves only when a test says so. */
export async function practice(options: Partial<ServiceOptions> = {}) {
  let elapsed = 0;
  let drawn = 0;
  const service = await openService({
    database: ':memory:',
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
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at from outside, field by field
  readonly body: any;
}

/** Asks inside the process with the account's credentials. */
export function asker(service: Service) {
  return async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await service.handle(
      new Request(`${service.baseUrl}${path}`, {
        method,
        headers: {
          'x-api-key': service.credentials.apiKey,
          'x-api-secret': service.credentials.apiSecret,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
  };
}
