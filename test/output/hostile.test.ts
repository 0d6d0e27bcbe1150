import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shownInTerminal } from '../support/terminal';
import { temporaryHome, waybill } from '../support/waybill';

/**
 * Clears the screen, sets the title, makes the terminal respond, returns to the line's start,
 * reverses text.
 */
const evil =
  'a\u001b[2J\u001b]0;owned\u0007\u001bc\u009b6n\rb\u0000\u0008\u007f\u202ec\u2066d\ne\u0085';

const id = 'b0a1c2d3-0000-4000-8000-000000000000';

const sent = {
  unheardOf: { b: [1], a: null },
  source: evil,
  id,
  orderDate: evil,
  orderTime: evil,
  retailer: evil,
  orderNumber: evil,
  retailerAccount: evil,
  subtotal: 0,
  shipping: 0,
  tax: 0,
  discount: 0,
  total: 0,
  creditCardId: evil,
  subCreditCardId: evil,
  cardEarnRate: 1,
  notes: evil,
  cashback: { platform: evil, status: evil, rewardType: evil, rewardAmount: 1 },
  createdAt: evil,
  expectedPayout: 0,
  buyingGroup: evil,
  status: evil,
  trackingNumbers: [{ trackingNumber: evil, carrier: evil, itemCount: 1 }],
  orderLineItems: [
    { id: evil, description: evil, model: evil, unitPrice: 1, quantity: 1, expectedUnitPayout: 1 },
  ],
  [evil]: { [evil]: evil },
};

const card = {
  id,
  name: evil,
  issuer: evil,
  nickname: evil,
  lastDigits: evil,
  accountOwner: evil,
  annualFee: 0,
  earnRate: 1,
  openedAt: evil,
  closedAt: evil,
  subCards: [{ id: evil, cardType: evil, nickname: evil, lastDigits: evil }],
};

const refusal = { code: evil, message: evil, issues: [{ path: evil, message: evil }] };
const pagination = { limit: 25, offset: 0, totalCount: 1 };

/** Changes an order between two syncs. */
let notes = evil;

const server = createServer(({ method, url = '' }, answer) => {
  answer.setHeader('content-type', 'application/json');
  const order = { ...sent, notes };
  if (method !== 'GET') {
    answer.writeHead(400, { 'x-request-id': 'a\u009b31m' });
    answer.end(JSON.stringify({ error: refusal }));
  } else if (url.includes(id)) answer.end(JSON.stringify({ data: order }));
  else answer.end(JSON.stringify({ data: [url.includes('credit') ? card : order], pagination }));
});
const env: Record<string, string> = {
  WAYBILL_HOME: temporaryHome(),
  WAYBILL_API_KEY: 'sandbox_key_0123456789abcdef',
  WAYBILL_API_SECRET: 'sandbox_secret_0123456789abcdef',
};

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  env.WAYBILL_BASE_URL = `http://127.0.0.1:${port}/api/v1`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/**
 * Colors, the progress line and line ends: the only control characters that waybill itself sends.
 */
const ours = /\u001b\[\d+m|\r\u001b\[K|\r{0,2}\n/g;
const hostile = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

const commands = [
  'orders list',
  `orders get ${id}`,
  'cards list',
  'api GET /buying-group-orders -i',
  `orders update ${id} --notes x`,
  'orders list -v',
  'orders list --debug',
];
const formats = ['table', 'json', 'ndjson', 'csv', 'tsv'];

describe.each(commands)('waybill %s', (command) => {
  // waybill api prints only JSON.
  const some = command.startsWith('api') ? formats.slice(0, 3) : formats;
  test.each(some)('on a terminal as %s, no escape sequence is obeyed', async (format) => {
    const words = [...command.split(' '), '-o', format];
    const { written } = await shownInTerminal(words, { env, columns: 200 });
    const rest = written.replaceAll(ours, '').replaceAll(format === 'tsv' ? '\t' : '', '');
    expect(rest.slice(Math.max(0, rest.search(hostile) - 40)).slice(0, 80)).not.toMatch(hostile);
    expect(rest).toMatch(/owned/);
  });
});

test('in a pipe, json contains it byte for byte, in names and in values', async () => {
  const list = await waybill(['orders', 'list', '--json'], { env });
  expect(JSON.parse(list.stdout)).toEqual([sent]);
  // The order of the fields is also the service's.
  expect(JSON.stringify(JSON.parse(list.stdout))).toBe(JSON.stringify([sent]));
  const lines = await waybill(['orders', 'list', '-o', 'ndjson'], { env });
  expect(JSON.parse(lines.stdout)).toEqual(sent);
  const error = await waybill(['orders', 'update', id, '--notes', 'x', '--json'], { env });
  expect(JSON.parse(error.stderr).error).toMatchObject({ code: evil, exitCode: 8 });
});

test('in a pipe, csv and tsv contain it too', async () => {
  const words = ['orders', 'list', '--fields', 'notes,orderLineItems.model', '-o'];
  const csv = await waybill([...words, 'csv'], { env });
  expect(parse(csv.stdout, { record_delimiter: ['\r\n', '\n'], from: 2 })).toEqual([[evil, evil]]);
  const tsv = await waybill([...words, 'tsv', '--no-header'], { env });
  const value = evil.replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  expect(tsv.stdout).toBe(`${value}\t${value}\n`);
});

describe('a text with line breaks is one line', () => {
  const inLines = 'a\u001b[2J\nError: b\r\nWarning: c';

  test('of what changed in the mirror, which the check finds intact', async () => {
    const own = { ...env, WAYBILL_HOME: temporaryHome() };
    expect((await waybill(['sync'], { env: own })).exitCode).toBe(0);
    notes = inLines;
    expect((await waybill(['sync'], { env: own })).exitCode).toBe(0);
    notes = evil;
    const { written } = await shownInTerminal(['changes', '--peek'], { env: own, columns: 400 });
    const [head, ...lines] = written.replaceAll('\r', '').trim().split('\n');
    expect(head).toMatch(/^Changed/);
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(line).toMatch(/^ {2}a.*owned.* {2}notes: a.* → a.*Error: b Warning: c$/);
    }
    const checked = await waybill(['mirror', 'check'], { env: own });
    expect(checked).toMatchObject({ exitCode: 0, stdout: 'No problems found.\n' });
  });

  test('of what is wrong in a file', async () => {
    const file = join(temporaryHome(), 'shipments.csv');
    writeFileSync(file, `orderNumber,trackingNumber\n"${inLines}",1Z999AA10123456784\n`);
    const { stdout } = await waybill(['--sandbox', 'shipments', 'check', file], {
      env: { WAYBILL_HOME: temporaryHome() },
    });
    expect(stdout).toMatch(/^error: line 2: .*a\\x1b\[2J Error: b Warning: c\n$/);
  });
});
