import { expect } from 'vitest';
import { type Sandbox, serveSandbox } from '../../support/sandbox';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of whatever came, as a caller would
  readonly body: any;
}

type Fields = Readonly<Record<string, unknown>>;

/** The sandbox account over real HTTP, as any program sees it: the built `sandbox serve`. */
export interface Account {
  readonly sandbox: Sandbox;
  ask(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Sends any request, with headers and body as given. */
  raw(path: string, init: RequestInit): Promise<Answer>;
  /** Creates a buying group order with these fields, or a gift card order. */
  order(fields?: Fields): Promise<Answer['body']>;
  giftCardOrder(fields?: Fields): Promise<Answer['body']>;
  close(): Promise<unknown>;
}

let made = 0;
/** An order number that no order has yet. */
export function freshNumber(): string {
  made++;
  return `TEST-${made}`;
}

export const orderFields = () => ({
  orderDate: '2025-11-02',
  retailer: 'Best Buy',
  orderNumber: freshNumber(),
  buyingGroup: 'bfmr',
  orderLineItems: [{ unitPrice: 1000, quantity: 2, expectedUnitPayout: 1100 }],
});

export const giftCardOrderFields = () => ({
  orderDate: '2025-11-02',
  retailer: 'Staples',
  orderNumber: freshNumber(),
  platform: 'card_cash',
  status: 'purchased',
  orderLineItems: [{ unitPrice: 9000, quantity: 3, unitValue: 10_000, expectedUnitPayout: 9100 }],
});

export async function openAccount(flags: readonly string[] = []): Promise<Account> {
  return accountOf(await serveSandbox({ flags }));
}

/** The account that a running sandbox serves. */
export function accountOf(sandbox: Sandbox): Account {
  const { baseUrl, apiKey, apiSecret } = sandbox;

  async function raw(path: string, init: RequestInit): Promise<Answer> {
    const answer = await fetch(`${baseUrl}${path}`, init);
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      body: text === '' ? undefined : JSON.parse(text),
    };
  }
  const ask: Account['ask'] = (method, path, body) =>
    raw(path, {
      method,
      headers: {
        'x-api-key': apiKey,
        'x-api-secret': apiSecret,
        'content-type': 'application/json',
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  async function create(path: string, fields: Fields) {
    const { status, body } = await ask('POST', path, fields);
    expect({ status, body }).toMatchObject({ status: 201 });
    return body.data;
  }
  return {
    sandbox,
    ask,
    raw,
    order: (fields = {}) => create('/buying-group-orders', { ...orderFields(), ...fields }),
    giftCardOrder: (fields = {}) =>
      create('/gift-card-orders', { ...giftCardOrderFields(), ...fields }),
    close: () => sandbox.stop(),
  };
}

/** Expects the error shape with this status and code, and returns the paths of its issues. */
export function expectError(answer: Answer, status: number, code: string): string[] {
  expect({ status: answer.status, body: answer.body }).toMatchObject({
    status,
    body: { error: { code, message: expect.stringMatching(/\w/) } },
  });
  expect(Object.keys(answer.body)).toEqual(['error']);
  const { issues = [] } = answer.body.error;
  for (const issue of issues) {
    expect(issue).toEqual({ path: expect.any(String), message: expect.stringMatching(/\w/) });
  }
  return issues.map(({ path }: { path: string }) => path);
}

export function expectInvalid(answer: Answer, ...paths: string[]): void {
  expect(expectError(answer, 400, 'invalid_request').sort()).toEqual([...paths].sort());
}

export const unknownId = '00000000-0000-4000-8000-000000000000';
