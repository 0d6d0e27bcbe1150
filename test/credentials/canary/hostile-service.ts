import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { uuid } from './canaries';

/** One way in which a service can behave; each echoes whatever it was sent. */
export type Behavior = (request: Heard, response: ServerResponse) => void;

interface Heard {
  readonly request: IncomingMessage;
  /** Headers and body of the request, as one text. */
  readonly all: string;
  readonly path: string;
}

/** Reads the whole request, then lets the service behave. */
export function behave(behavior: Behavior) {
  return async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const all = `${JSON.stringify(request.headers)} ${body}`;
    const [path = ''] = (request.url ?? '').split('?');
    response.setHeader('x-request-id', String(request.headers['x-api-secret']));
    behavior({ request, all, path }, response);
  };
}

function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

function refusal(status: number, code: string): Behavior {
  return ({ all }, response) =>
    send(response, status, {
      error: { code, message: all, issues: [{ path: `redemptionCodes.0.${all}`, message: all }] },
    });
}

/** The order that was sent, or A-1, in which every text echoes what was sent. */
function order(all: string) {
  return {
    id: uuid,
    source: 'api',
    orderDate: '2025-11-18',
    orderTime: null,
    retailer: 'Best Buy',
    orderNumber: /"orderNumber":"([^"]*)"/.exec(all)?.[1] ?? 'A-1',
    retailerAccount: all,
    subtotal: 0,
    shipping: 0,
    tax: 0,
    discount: 0,
    total: 0,
    creditCardId: null,
    subCreditCardId: null,
    cardEarnRate: 0,
    notes: all,
    cashback: null,
    createdAt: '2025-11-18T00:00:00Z',
    expectedPayout: 0,
    buyingGroup: 'bfmr',
    platform: 'qgcg',
    status: 'purchased',
    trackingNumbers: [{ trackingNumber: all, carrier: 'unknown', itemCount: null }],
    orderLineItems: [],
    echoed: all,
  };
}

function answerFor({ request, all, path }: Heard): unknown {
  if (path.endsWith('/shipments')) return { data: { addedCount: 0, echoed: all } };
  const one = request.method !== 'GET' || /orders\/[^/]+$/.test(path);
  const row = path.includes('credit-cards') ? { id: uuid, name: all, nickname: all } : order(all);
  if (one) return { data: row };
  return { data: [row], pagination: { limit: 100, offset: 0, totalCount: 1 } };
}

export const behaviors: Readonly<Record<string, Behavior>> = {
  'says back everything': (heard, response) => send(response, 200, answerFor(heard)),
  'refuses the input': refusal(400, 'invalid_request'),
  'refuses the credentials': refusal(401, 'unauthorized'),
  'knows no such plan': refusal(403, 'plan_required'),
  'finds nothing': refusal(404, 'not_found'),
  'has the number already': refusal(409, 'duplicate_order_number'),
  'is out of patience': refusal(429, 'rate_limited'),
  'breaks down': refusal(500, 'internal_error'),
  'sends elsewhere': ({ all }, response) => {
    response.writeHead(307, { location: `/?reported=${encodeURIComponent(all)}` }).end();
  },
  'talks nonsense': ({ all }, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${all}`);
  },
  'breaks off': ({ all }, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1_000_000 });
    response.write(all, () => response.destroy());
  },
};
