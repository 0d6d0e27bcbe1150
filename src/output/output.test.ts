import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { Failure } from '../failure';
import type { OutputOptions } from './options';
import { createOutput, type Output } from './output';
import { Sink } from './sink';
import type { View } from './view';

interface Order {
  orderNumber: string | null;
  orderDate: string;
  status: string;
  total: number;
  cashback: { platform: string } | null;
  trackingNumbers: { trackingNumber: string }[];
}

const orders: View<Order> = {
  one: 'order',
  empty: 'No orders.',
  fields: {
    orderNumber: 'text',
    orderDate: 'date',
    status: 'status',
    total: 'money',
    cashback: 'object',
    'cashback.platform': 'text',
    trackingNumbers: 'list',
    'trackingNumbers.trackingNumber': 'text',
  },
  table: [
    'orderNumber',
    'orderDate',
    'status',
    'total',
    { heading: 'Tracking', kind: 'number', value: (order) => order.trackingNumbers.length },
  ],
  card: {
    title: (order) => `Order ${order.orderNumber}`,
    lines: ['orderDate', 'status', 'total', 'cashback.platform'],
    sections: [{ heading: 'Tracking numbers', at: 'trackingNumbers', columns: ['trackingNumber'] }],
  },
};

const rows: Order[] = [
  {
    orderNumber: 'A-1',
    orderDate: '2026-03-05',
    status: 'shipped',
    total: 123456,
    cashback: { platform: 'rakuten' },
    trackingNumbers: [{ trackingNumber: '1Z1' }, { trackingNumber: '1Z2' }],
  },
  {
    orderNumber: '=B,"2"',
    orderDate: '2025-12-31',
    status: 'issue',
    total: 5,
    cashback: null,
    trackingNumbers: [],
  },
];

const plain: OutputOptions = {
  format: 'table',
  money: 'cents',
  rawCsv: false,
  fields: undefined,
  color: false,
  width: undefined,
};

/** What `act` prints, on both streams. */
async function printed(options: Partial<OutputOptions>, act: (output: Output) => Promise<void>) {
  const stdout = new PassThrough();
  const notices: string[] = [];
  const sink = new Sink(stdout);
  const note = (line: string) => void notices.push(line);
  const all = text(stdout);
  await act(
    createOutput({
      options: { ...plain, ...options },
      sink,
      notices: { notice: note, warning: note, trace: note },
      interruption: new AbortController().signal,
      clock: { now: () => Date.UTC(2026, 10, 21), monotonic: () => 0 },
    }),
  );
  await sink.flush();
  stdout.end();
  return { stdout: await all, notices };
}

describe('a list', () => {
  const list = (options: Partial<OutputOptions>, some = rows) =>
    printed(options, (output) => output.list(orders, some));

  test('as a plain table', async () => {
    expect((await list({})).stdout).toMatchInlineSnapshot(`
      "Order number  Order date  Status       Total  Tracking
      A-1           2026-03-05  shipped  $1,234.56         2
      =B,"2"        2025-12-31  issue        $0.05         0
      "
    `);
  });

  test('as a table on a terminal', async () => {
    expect((await list({ width: 80 })).stdout).toMatchInlineSnapshot(`
      "┌──────────────┬──────────────┬─────────┬───────────┬──────────┐
      │ Order number │ Order date   │ Status  │     Total │ Tracking │
      ├──────────────┼──────────────┼─────────┼───────────┼──────────┤
      │ A-1          │ Mar 5        │ shipped │ $1,234.56 │        2 │
      │ =B,"2"       │ Dec 31, 2025 │ issue   │     $0.05 │        0 │
      └──────────────┴──────────────┴─────────┴───────────┴──────────┘
      "
    `);
  });

  test('as json', async () => {
    const { stdout } = await list({ format: 'json' });
    expect(JSON.parse(stdout)).toEqual(rows);
    expect((await list({ format: 'json' }, [])).stdout).toBe('[]\n');
  });

  test('as ndjson', async () => {
    const { stdout } = await list({ format: 'ndjson' });
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(rows);
  });

  test('as csv, in cents and in dollars', async () => {
    expect((await list({ format: 'csv' })).stdout).toBe(
      [
        'orderNumber,orderDate,status,total,cashback.platform,trackingNumbers',
        'A-1,2026-03-05,shipped,123456,rakuten,"[{""trackingNumber"":""1Z1""},{""trackingNumber"":""1Z2""}]"',
        `"'=B,""2""",2025-12-31,issue,5,,[]`,
        '',
      ].join('\r\n'),
    );
    const fields = ['total', 'trackingNumbers.trackingNumber', 'trackingNumbers.0.trackingNumber'];
    expect((await list({ format: 'tsv', money: 'dollars', fields })).stdout).toBe(
      `${fields.join('\t')}\n1234.56\t1Z1;1Z2\t1Z1\n0.05\t\t\n`,
    );
  });

  test('an empty one says so beside stdout', async () => {
    expect(await list({}, [])).toEqual({ stdout: '', notices: ['No orders.'] });
  });

  test('a field that is nowhere is refused, one that the service added is not', async () => {
    const extra = rows.map((row) => ({ ...row, novel: 7 }));
    expect((await list({ format: 'csv', fields: ['novel'] }, extra)).stdout).toBe(
      'novel\r\n7\r\n7\r\n',
    );
    const failure = await list({ format: 'csv', fields: ['totl'] }).catch((error) => error);
    expect((failure as Failure).exitCode).toBe(2);
    expect((failure as Failure).issues).toEqual([
      { path: 'totl', message: 'no field of this name in any order; did you mean total?' },
    ]);
  });
});

test('one thing is an object in json and a card in a table', async () => {
  const one = (options: Partial<OutputOptions>) =>
    printed(options, (output) => output.one(orders, rows[0] as Order));
  expect(JSON.parse((await one({ format: 'json' })).stdout)).toEqual(rows[0]);
  expect((await one({})).stdout).toMatchInlineSnapshot(`
    "Order A-1
      Order date         2026-03-05
      Status             shipped
      Total              $1,234.56
      Cashback platform  rakuten

    Tracking numbers
      Tracking number
      1Z1
      1Z2
    "
  `);
});
