import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Failure } from '../failure';
import type { OutputOptions } from './options';
import { createOutput, jsonPieces, jsonText, type Output } from './output';
import { Sink } from './sink';
import type { CardView, ListView } from './view';

interface Order {
  orderNumber: string | null;
  orderDate: string;
  status: string;
  total: number;
  cashback: { platform: string } | null;
  trackingNumbers: { trackingNumber: string }[];
}

const orders: ListView<Order> & CardView<Order> = {
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
  excel: false,
  header: true,
  fields: undefined,
  color: false,
  width: undefined,
  ascii: false,
  accessible: false,
};

function outputTo(sink: Sink, options: Partial<OutputOptions>, note = (_: string) => {}) {
  return createOutput({
    options: { ...plain, ...options },
    sink,
    notices: { notice: note, warning: note, trace: note },
    interruption: new AbortController().signal,
  });
}

/** What `act` prints, on both streams. */
async function printed(options: Partial<OutputOptions>, act: (output: Output) => Promise<void>) {
  const stdout = new PassThrough();
  const notices: string[] = [];
  const sink = new Sink(stdout);
  const all = text(stdout);
  await act(outputTo(sink, options, (line) => void notices.push(line)));
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
      "Order number  Order date  Status       Total  Tracking
      A-1           2026-03-05  shipped  $1,234.56         2
      =B,"2"        2025-12-31  issue        $0.05         0
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

  test('as ndjson, of which each part that is handed over ends with a line', async () => {
    const parts: string[] = [];
    const write = (part: string | Uint8Array, done: () => void) => {
      parts.push(String(part));
      done();
    };
    const sink = new Sink({ write });
    const long = rows.map((row) => ({ ...row, orderNumber: 'A'.repeat(1000) }));
    await outputTo(sink, { format: 'ndjson' }).list(
      orders,
      Array.from({ length: 200 }, () => long).flat(),
    );
    await sink.flush();
    expect(parts.length).toBeGreaterThan(4);
    expect(parts.filter((part) => !part.endsWith('\n'))).toEqual([]);
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

  test('an empty one prints a notice, but not on stdout', async () => {
    expect(await list({}, [])).toEqual({ stdout: '', notices: ['No orders.'] });
  });

  test('refuses a field that is nowhere, but not one that the service added', async () => {
    const extra = rows.map((row) => ({ ...row, novel: 7 }));
    expect((await list({ format: 'csv', fields: ['novel'] }, extra)).stdout).toBe(
      'novel\r\n7\r\n7\r\n',
    );
    const failure = await list({ format: 'csv', fields: ['totl'] }).catch((error) => error);
    expect((failure as Failure).exitCode).toBe(2);
    expect((failure as Failure).issues).toEqual([{ path: 'totl', message: 'did you mean total?' }]);
  });
});

test('prints one thing as an object in json and a card for people', async () => {
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

test('prints several things asked for as an array in json and as cards for people', async () => {
  const many = (options: Partial<OutputOptions>, some = rows) =>
    printed(options, (output) => output.many(orders, some));
  expect(JSON.parse((await many({ format: 'json' }, rows.slice(0, 1))).stdout)).toEqual([rows[0]]);
  expect((await many({ fields: ['status', 'total'] })).stdout).toBe(
    'Status       Total\nshipped  $1,234.56\nissue        $0.05\n',
  );
});

describe('--fields', () => {
  const fields = ['cashback.platform', 'total'];
  const list = async (options: Partial<OutputOptions>) =>
    (await printed({ ...options, fields }, (output) => output.list(orders, rows))).stdout;

  test('are the columns of a table', async () => {
    expect(await list({})).toBe(
      'Cashback platform      Total\nrakuten            $1,234.56\n-                      $0.05\n',
    );
  });

  test('are the names in json and ndjson, in their order', async () => {
    const lines = [
      '{"cashback.platform":"rakuten","total":123456}',
      '{"cashback.platform":null,"total":5}',
    ];
    expect(await list({ format: 'json' })).toBe(`[\n${lines.join(',\n')}\n]\n`);
    expect(await list({ format: 'ndjson' })).toBe(`${lines.join('\n')}\n`);
  });

  test('are the header of csv and tsv', async () => {
    expect(await list({ format: 'tsv' })).toBe('cashback.platform\ttotal\nrakuten\t123456\n\t5\n');
  });

  const refusal = (some: readonly unknown[], wanted: readonly string[]) =>
    printed({ format: 'csv', fields: wanted }, (output) =>
      output.list(orders as ListView<unknown>, some),
    )
      .then(() => undefined)
      .catch((error: Failure) => error.exitCode);

  test('that only the service knows are looked for in a hundred rows', async () => {
    const late = (at: number) =>
      Array.from({ length: 150 }, (_, index) =>
        index === at ? { ...rows[0], novel: 1 } : rows[0],
      );
    expect(await refusal(late(99), ['novel'])).toBeUndefined();
    expect(await refusal(late(100), ['novel'])).toBe(2);
  });

  test('on an empty list are refused only if they look misspelled', async () => {
    expect(await refusal([], ['totl'])).toBe(2);
    expect(await refusal([], ['somethingQuiteNew'])).toBeUndefined();
  });

  test('are refused before anything is written to the service', async () => {
    const expecting = (wanted: readonly string[]) =>
      printed({ fields: wanted }, async (output) => output.expect(orders));
    await expect(expecting(['somethingQuiteNew'])).rejects.toMatchObject({ exitCode: 2 });
    await expect(expecting(['total', 'trackingNumbers.0.trackingNumber'])).resolves.toBeDefined();
  });
});

describe('a value without a view', () => {
  const answer = [{ method: 'POST', body: { total: 1 } }, { method: 'PATCH' }];
  const value = async (options: Partial<OutputOptions>, some: unknown = answer) =>
    (await printed(options, (output) => output.value(some))).stdout;

  test('is json instead of a table', async () => {
    expect(await value({}, { a: 1 })).toBe('{\n  "a": 1\n}\n');
    expect(JSON.parse(await value({}))).toEqual(answer);
  });

  test('is printed in the other formats', async () => {
    expect(JSON.parse(await value({ format: 'json' }))).toEqual(answer);
    expect(await value({ format: 'ndjson' }, { a: 1 })).toBe('{"a":1}\n');
    expect(await value({ format: 'csv' })).toBe(
      'method,body\r\nPOST,"{""total"":1}"\r\nPATCH,\r\n',
    );
    expect(await value({ format: 'csv', fields: ['body.total'] })).toBe(
      'body.total\r\n1\r\n""\r\n',
    );
  });
});

test('indents what belongs to a row below it', async () => {
  const cards: ListView<{ name: string; fee: number; subCards: { nickname: string }[] | null }> = {
    one: 'card',
    empty: 'No cards.',
    fields: { name: 'text', fee: 'money', subCards: 'list', 'subCards.nickname': 'text' },
    table: ['name', 'fee'],
    below: { at: 'subCards', columns: ['nickname', ''] },
  };
  const some = [
    { name: 'Gold', fee: 25000, subCards: [{ nickname: 'Kim' }, { nickname: 'Lee' }] },
    { name: 'Blue', fee: 0, subCards: null },
  ];
  const list = (options: Partial<OutputOptions>) =>
    printed(options, (output) => output.list(cards, some));
  expect((await list({})).stdout).toMatchInlineSnapshot(`
    "Name       Fee
    Gold   $250.00
      Kim
      Lee
    Blue     $0.00
    "
  `);
  expect((await list({ fields: ['name'] })).stdout).toBe('Name\nGold\nBlue\n');
});

test('color does not change any words', async () => {
  const list = (options: Partial<OutputOptions>) =>
    printed(options, (output) => output.list(orders, rows));
  const colored = (await list({ width: 80, color: true })).stdout;
  expect(colored).toContain('\u001b[34mshipped\u001b[39m');
  expect(stripVTControlCharacters(colored)).toBe((await list({ width: 80 })).stdout);
});

test('the mark of a line has the color of its tone, whatever the words and wherever it wraps', async () => {
  const line = {
    tone: 'bad',
    mark: '  3 orders purple',
    rest: ': ask the group for 3 orders',
  } as const;
  const prose = (options: Partial<OutputOptions>) =>
    printed(options, (output) => output.prose([line, '3 orders purple']));
  expect((await prose({ color: true })).stdout).toBe(
    '  \u001b[31m3 orders purple\u001b[39m: ask the group for 3 orders\n3 orders purple\n',
  );
  const narrow = await prose({ color: true, width: 24 });
  expect(narrow.stdout).toContain('\u001b[31m3 orders purple\u001b[39m: ask\n');
  expect((await prose({})).stdout).toBe(
    stripVTControlCharacters((await prose({ color: true })).stdout),
  );
});

test('hostile text stays in its cell', async () => {
  const evil = 'a\u001b[2J\r\n\u009b1m\u202eb';
  const some = [{ ...(rows[0] as Order), orderNumber: evil }];
  const list = async (options: Partial<OutputOptions>) =>
    (await printed(options, (output) => output.list(orders, some))).stdout;
  for (const width of [undefined, 100]) {
    expect(await list({ width })).toContain('a\\x1b[2J \\x9b1m\\u202eb');
  }
  expect(await list({ format: 'csv', width: 100 })).not.toMatch(/[\u001b\u009b\u202e]/);
  expect(await list({ format: 'csv' })).toContain(evil);
  expect(JSON.parse(await list({ format: 'json' }))[0].orderNumber).toBe(evil);
});

test.each([true, false])(
  'a long list within an object is the same JSON in pieces, indented: %s',
  (indented) => {
    const rows = Array.from({ length: 1500 }, (_, index) => ({
      id: index,
      name: index % 7 === 0 ? 'two\nlines \u202e' : null,
      nested: { list: index % 3 === 0 ? [] : [index, { deep: true }], absent: undefined },
    }));
    const value = {
      report: 'overdue',
      rows,
      missing: undefined,
      total: { orders: 1500 },
      'a "b"': [],
    };
    const pieces = [...jsonPieces(value, indented)];
    expect(pieces.join('')).toBe(jsonText(value, indented));
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(300);
  },
);
