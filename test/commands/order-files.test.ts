import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { errorOf, sampleAccount } from './account';

const account = sampleAccount();
const { run, json, seen } = account;

const [airpods, staples, giftCard] = ['800458530', '9889303997', '813763113'];

function temporaryFile(name: string, ...lines: string[]): string {
  const path = join(mkdtempSync(join(tmpdir(), 'waybill-test-')), name);
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}

const rowsOf = (path: string): Record<string, string>[] =>
  parse(readFileSync(path), { columns: true });

function written() {
  return seen().filter(({ method }) => method !== 'GET');
}

// A column of words, a line that is good, and one that would be refused.
test.each([
  [
    'shipments',
    'add',
    'orderNumber,trackingNumber',
    `${airpods},1Z999AA10123456784`,
    `${airpods},n/a`,
  ],
  ['orders', 'update', 'order,status', `${airpods},paid`, `${airpods},shiped`],
  [
    'orders',
    'create',
    'Order #,Date,Store,Price,Group',
    'D-1,2025-11-18,Amazon,$1.00,bfmr',
    'D-2,1,Amazon,$2,bfmr',
  ],
])(
  '%s %s --dry-run reports refused rows as the upload would',
  async (noun, verb, header, good, bad) => {
    const words = [noun, verb, '--csv', '', '--dry-run', '--json'];
    for (const [lines, exitCode, requests] of [
      [[good, ...Array(12).fill(bad)], 3, 1],
      [Array(12).fill(bad), 2, 0],
    ] as const) {
      const numbered = lines.map((line, index) => line.replace('D-2', `D-2${index}`));
      words[3] = temporaryFile('rows.csv', header, ...numbered);
      const planned = await run(words);
      expect([planned.exitCode, JSON.parse(planned.stdout)]).toEqual([
        exitCode,
        Array(requests).fill(expect.anything()),
      ]);
      const { error } = JSON.parse(planned.stderr.trimEnd().split('\n').at(-1) ?? '');
      expect(error).toMatchObject({ exitCode, issues: { length: 10 } });
      expect(error.issues[0].path).toBe(`line ${2 + requests}`);
      expect(error.hint).toContain('2 more rows would be refused.');
      expect(planned.stderr).not.toContain('Warning');
    }
  },
);

describe('orders update --csv', () => {
  test('updates one order per row, sending only the filled cells', async () => {
    seen();
    const summary = await json(['orders', 'update', '--csv', 'examples/order-updates.csv']);
    expect(summary).toMatchObject({ rows: 2, added: 2, requests: 2, rejectsFile: null });
    expect(written().map(({ body }) => body)).toEqual(
      expect.arrayContaining([
        { status: 'shipped', notes: 'Two boxes' },
        // Its tax is already 0.
        { status: 'cancelled', notes: 'Out of stock' },
      ]),
    );
    expect(rowsOf(summary.resultsFile)).toMatchObject([
      { line: '2', order: airpods, outcome: 'added' },
      { line: '3', order: staples, outcome: 'added' },
    ]);
    const orders = await json(['orders', 'get', airpods, staples]);
    expect(orders).toMatchObject([{ notes: 'Two boxes' }, { status: 'cancelled', tax: 0 }]);
  });

  test('every row gets its outcome, and the fixed rejects file is the next input', async () => {
    const { id } = await json(['orders', 'get', staples]);
    const file = temporaryFile(
      'updates.csv',
      'Order,Status,Tax,Notes',
      `${airpods},shiped,,`,
      `${id},,"1,500",`,
      'X-1,paid,,',
      `${giftCard},paid,,`,
      `${staples},issue,250,"Broken, again"`,
      ',paid,,',
      `${airpods},,,`,
    );
    const rejects = temporaryFile('rejects.csv');
    seen();
    const { exitCode, stdout, stderr } = await run([
      ...['orders', 'update', '--csv', file, '--rejects', rejects, '--json'],
    ]);
    expect(exitCode).toBe(3);
    const { error } = JSON.parse(stderr);
    expect(error).toMatchObject({ code: 'rows_refused', exitCode: 3 });
    expect(error.issues.map(({ path }: { path: string }) => path)).toEqual(
      [2, 3, 4, 5, 7].map((line) => `line ${line}`),
    );
    expect(JSON.parse(stdout)).toMatchObject({
      rows: 7,
      added: 1,
      alreadyPresent: 1,
      invalid: 3,
      rejected: 2,
    });
    expect(written()).toMatchObject([
      { body: { status: 'issue', tax: 250, notes: 'Broken, again' } },
    ]);
    const refused = rowsOf(rejects);
    expect(refused.map((row) => [row.waybill_line, row.waybill_outcome])).toEqual([
      ['2', 'invalid'],
      ['3', 'invalid'],
      ['4', 'rejected'],
      ['5', 'rejected'],
      ['7', 'invalid'],
    ]);
    const reported = refused.map((row) => row.waybill_message);
    expect(reported[0]).toContain(
      'Invalid value "shiped" for column "Status". Did you mean shipped?',
    );
    expect(reported[1]).toContain('column "Tax": "1,500" is not in whole cents');
    expect(reported[2]).toContain('no buying group order with the number "X-1"');
    expect(reported[3]).toContain('is a gift card order');
    expect(reported[4]).toBe('column Order is empty');

    const [header, ...lines] = readFileSync(rejects, 'utf8').trimEnd().split('\r\n');
    const fixed = lines.slice(0, 2).map((line) => line.replace('shiped', 'shipped'));
    writeFileSync(rejects, [header, ...fixed].join('\n'));
    expect(await json(['orders', 'update', '--csv', rejects, '--money', 'dollars'])).toMatchObject({
      rows: 2,
      added: 1,
      alreadyPresent: 1,
    });
    expect(written().map(({ body }) => body)).toEqual([{ tax: 150_000 }]);
  });

  test('empty cells leave a field unchanged, or clear it if --clear names it', async () => {
    const file = temporaryFile('updates.csv', 'order,notes,retailerAccount', `${airpods},,`);
    seen();
    const { exitCode, stdout } = await run(['orders', 'update', '--csv', file]);
    expect(exitCode).toBe(0);
    expect(stdout).toBe('1 row: 1 unchanged (0 requests)\n');
    expect(written()).toEqual([]);
    await json(['orders', 'update', '--csv', file, '--clear', 'notes']);
    expect(written()[0]?.body).toEqual({ notes: null });
  });

  test('--if-status checks the current status of each order', async () => {
    await json(['orders', 'update', airpods, '--status', 'delivered']);
    await json(['orders', 'update', staples, '--status', 'paid']);
    const file = temporaryFile('u.csv', 'order,status', `${airpods},received`, `${staples},issue`);
    const { exitCode, stdout } = await run([
      ...['orders', 'update', '--csv', file, '--if-status', 'delivered', '--json'],
    ]);
    expect(exitCode).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ added: 1, rejected: 1 });
    expect(rowsOf(JSON.parse(stdout).rejectsFile)).toMatchObject([
      { order: staples, waybill_message: 'The order is paid, not delivered' },
    ]);
  });

  test('a refusal is judged anew under another condition, and once the order has changed', async () => {
    await json(['orders', 'update', airpods, '--status', 'purchased']);
    const file = temporaryFile('u.csv', 'order,status', `${airpods},received`);
    const updated = async (...words: string[]) => {
      const { stdout, stderr } = await run(['orders', 'update', '--csv', file, '--json', ...words]);
      const { added, rejected } = JSON.parse(stdout);
      return { added, rejected, refusal: /The order is [^"\\]+/.exec(stderr)?.[0] };
    };
    const refused = { added: 0, rejected: 1 };
    const shipped = ['--if-status', 'shipped'];
    const refusal = 'The order is purchased, not shipped';
    expect(await updated(...shipped)).toMatchObject({ ...refused, refusal });
    expect(await updated(...shipped)).toMatchObject({ ...refused, refusal });
    await json(['orders', 'update', airpods, '--status', 'issue']);
    expect(await updated(...shipped)).toMatchObject({
      ...refused,
      refusal: 'The order is issue, not shipped',
    });
    await json(['orders', 'update', airpods, '--status', 'shipped']);
    expect(await updated(...shipped)).toMatchObject({ added: 1, rejected: 0 });
    await json(['orders', 'update', airpods, '--status', 'purchased']);
    expect(await updated('--if-status', 'paid')).toMatchObject(refused);
    expect(await updated()).toMatchObject({ added: 1, rejected: 0 });
  });

  test('any number of rows may be refused, since each is a separate request', async () => {
    const lost = Array.from({ length: 20 }, (_, index) => `LOST-${index},paid`);
    const file = temporaryFile('u.csv', 'order,status', ...lost, `${airpods},paid`);
    const { exitCode, stdout } = await run(['orders', 'update', '--csv', file, '--json']);
    expect(exitCode).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ rows: 21, added: 1, rejected: 20, notSent: 0 });
  });

  test('replacing line items needs --yes', async () => {
    const items = '[{""description"":""a"",""unitPrice"":100,""quantity"":1}]';
    const file = temporaryFile('u.csv', 'order,orderLineItems', `${airpods},"${items}"`);
    seen();
    const failed = await run(['orders', 'update', '--csv', file]);
    expect(failed.exitCode).toBe(2);
    expect(failed.stderr).toContain('--yes');
    expect(written()).toEqual([]);
    await json(['orders', 'update', '--csv', file, '--yes']);
    expect(written()[0]?.body).toMatchObject({ orderLineItems: [{ unitPrice: 100 }] });
  });

  test('--dry-run counts every row, and says how many would change nothing', async () => {
    const file = temporaryFile('u.csv', 'order,status,tax', `${airpods},,`, 'NONE,paid,', 'X,,abc');
    const failed = await run(['orders', 'update', '--csv', file, '--dry-run']);
    expect(failed).toMatchObject({ exitCode: 3, stdout: '' });
    expect(failed.stderr).toContain('1 row would change nothing.');
    expect(failed.stderr).toContain('Error: 2 of 3 rows were not ready to be sent');
    expect(failed.stderr).toMatch(/^ {2}line 3: .*NONE/m);
    expect(failed.stderr).toMatch(/^ {2}line 4: .*"tax": "abc" is not in whole cents/m);
  });

  test('--dry-run prints every request and sends none', async () => {
    const { id } = await json(['orders', 'get', airpods]);
    seen();
    const requests = await json([
      ...['orders', 'update', '--csv', 'examples/order-updates.csv', '--dry-run'],
    ]);
    expect(requests).toMatchObject([
      { method: 'PATCH', path: `/buying-group-orders/${id}`, body: { notes: 'Two boxes' } },
      { method: 'PATCH' },
    ]);
    expect(written()).toEqual([]);
  });

  test.each([
    ['code column', ['order,code', 'A,SECRET-1'], 'has a column of redemption codes'],
    [
      'results of an upload',
      ['line,order,outcome,code,message', '2,A,rejected,not_found,No such order'],
      'is the results file of an earlier upload\nSend the rejects file',
    ],
    ['unknown column', ['order,sttus', 'A,paid'], 'has an unknown column "sttus"'],
    ['no order column', ['status', 'paid'], 'has no column for order'],
    ['two of a column', ['order,status,Status', 'A,paid,paid'], 'has 2 columns for status'],
    ['nothing', [], 'is empty'],
  ])('%s: exit 2, and nothing is sent', async (_, lines, message) => {
    seen();
    const failed = await run(['orders', 'update', '--csv', temporaryFile('u.csv', ...lines)]);
    expect(failed).toMatchObject({ exitCode: 2, stdout: '' });
    expect(failed.stderr).toContain(message);
    expect(failed.stderr).not.toContain('SECRET');
    expect(seen()).toEqual([]);
  });

  test.each([
    [['A', '--csv', 'u.csv'], '"A" can\'t be used with --csv'],
    [['--notes', 'x', '--csv', 'u.csv'], "--notes can't be used with --csv"],
    [['--csv', 'no/such.csv'], 'no/such.csv'],
    [['A', '--notes', 'x', '--restart'], '--restart works only with --csv'],
    [[], 'Nothing to change'],
  ])('%j is refused', async (words, message) => {
    const failed = await run(['orders', 'update', ...words, '--json']);
    expect(failed.exitCode).toBe(words[1] === 'no/such.csv' ? 14 : 2);
    expect(errorOf(failed).message).toContain(message);
  });
});

describe('orders create --csv', () => {
  test('rows with the same order number make one order, already present when sent again', async () => {
    seen();
    const words = ['orders', 'create', '--csv', 'examples/orders.csv'];
    expect(await json(words)).toMatchObject({ rows: 3, added: 3, requests: 2 });
    expect(written()).toMatchObject([
      {
        path: '/buying-group-orders',
        body: {
          orderNumber: 'BBY01-807199234501',
          buyingGroup: 'bfmr',
          orderLineItems: [{ unitPrice: 11900, quantity: 2 }, { description: 'AirTag 4 pack' }],
        },
      },
      { body: { orderNumber: 'WM74904501' } },
    ]);
    expect(await json([...words, '--restart'])).toMatchObject({ added: 0, alreadyPresent: 3 });
  });

  test('no column takes codes, and the rejects file is the next input', async () => {
    const withCodes = temporaryFile(
      'o.csv',
      'orderNumber,retailer,price,date,code',
      'O-1,Staples,5.00,2026-11-18,SECRET-1',
    );
    const refused = await run(['orders', 'create', '--csv', withCodes]);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).not.toContain('SECRET');
    const file = temporaryFile(
      'o.csv',
      'order number,date,retailer,group,description,unitPrice,qty',
      'O-1,2025-11-18,Staples,bfmr,Apple,100,x',
      'O-2,2025-11-18,Staples,bfmr,Apple,100,1',
    );
    const rejects = temporaryFile('rejects.csv');
    const ended = await run(['orders', 'create', '--csv', file, '--rejects', rejects, '--json']);
    expect(ended.exitCode).toBe(3);
    expect(JSON.parse(ended.stdout)).toMatchObject({ added: 1, invalid: 1 });
    writeFileSync(rejects, readFileSync(rejects, 'utf8').replace('100,x', '100,3'));
    expect(await json(['orders', 'create', '--csv', rejects])).toMatchObject({ rows: 1, added: 1 });
  });
});

test('a number that an order of the other kind has, in any spelling, makes no order', async () => {
  const giftCards = temporaryFile(
    'g.csv',
    'orderNumber,retailer,unitPrice,date,platform',
    'GC-71,Target,500,2025-11-18,qgcg',
  );
  await json(['giftcards', 'create', '--csv', giftCards]);
  const rows = ['#gc 71', 'GC-72'].map((one) => `${one},Target,500,2025-11-18,bfmr`);
  const orders = temporaryFile('b.csv', 'orderNumber,retailer,unitPrice,date,group', ...rows);
  seen();
  const refused = await run(['orders', 'create', '--csv', orders, '--json']);
  expect(refused.exitCode).toBe(3);
  expect(JSON.parse(refused.stdout)).toMatchObject({ orders: { added: 1, differs: 1 } });
  expect(refused.stderr).toContain('it is a gift card order');
  expect(written()).toMatchObject([{ body: { orderNumber: 'GC-72' } }]);
  const back = temporaryFile(
    'g2.csv',
    'orderNumber,retailer,unitPrice,date,platform',
    'gc72,Target,500,2025-11-18,qgcg',
  );
  const other = await run(['giftcards', 'create', '--csv', back, '--dry-run', '--json']);
  expect([other.exitCode, JSON.parse(other.stdout)]).toEqual([3, []]);
  expect(other.stderr).toContain('it is a buying group order');
});

describe('giftcards create --csv', () => {
  test('rows with the same order number make one order, already present when sent again', async () => {
    seen();
    const words = ['giftcards', 'create', '--csv', 'examples/giftcards.csv'];
    const summary = await json(words);
    expect(summary).toMatchObject({ rows: 3, added: 3, requests: 2 });
    expect(written().map(({ body }) => body)).toContainEqual({
      orderNumber: '9834410901',
      orderDate: '2025-11-18',
      retailer: 'Staples',
      platform: 'card_center',
      orderLineItems: [
        {
          description: 'Apple gift card',
          unitPrice: 9000,
          quantity: 5,
          unitValue: 10000,
          expectedUnitPayout: 9150,
        },
        {
          description: 'Target gift card',
          unitPrice: 4750,
          quantity: 4,
          unitValue: 5000,
          expectedUnitPayout: 4825,
        },
      ],
    });
    expect(await json([...words, '-q'])).toMatchObject({ rows: 3, added: 3, alreadyPresent: 0 });
    expect(await json([...words, '--restart'])).toMatchObject({ added: 0, alreadyPresent: 3 });
    expect(await json(['giftcards', 'list', '--search', '9834410901'])).toHaveLength(1);
  });

  test('a bad row stops its own order and no other', async () => {
    const file = temporaryFile(
      'cards.csv',
      'order number,date,retailer,platform,description,unitPrice,qty',
      'F-1,2025-11-18,Staples,qgcg,Apple,100,1',
      'F-2,2025-11-18,Staples,qgcg,Apple,100,x',
      'F-2,,,,Target,100,1',
      'F-3,2025-11-18,Staples,qgcg,Apple,100,1',
      'F-3,2025-11-19,,,Apple,100,1',
      ',2025-11-20,Staples,qgcg,Apple,100,1',
      `${airpods},2025-11-18,Staples,qgcg,Apple,100,1`,
      ...Array.from(
        { length: 11 },
        (_, index) => `F-4,2025-11-18,Staples,qgcg,Apple,${index + 100},1`,
      ),
    );
    const { exitCode, stdout } = await run(['giftcards', 'create', '--csv', file, '--json']);
    expect(exitCode).toBe(3);
    const summary = JSON.parse(stdout);
    expect(summary).toMatchObject({ rows: 18, added: 1, invalid: 16, rejected: 1 });
    const reported = Object.fromEntries(
      rowsOf(summary.rejectsFile).map((row) => [row.waybill_line, row.waybill_message]),
    );
    expect(reported[3]).toMatch(/^column "qty"/);
    expect(reported[4]).toContain('line 3 belongs to the same order');
    expect(reported[5]).toMatch(/lines 5 and 6 .*date/);
    expect(reported[7]).toContain('order number');
    expect(reported[8]).not.toBe('');
    expect(reported[9]).toContain('at most 10');
  });

  test('after a kill while the response is on its way, the next run finds the created order', async () => {
    const file = temporaryFile(
      'cards.csv',
      'orderNumber,orderDate,retailer,platform,description,unitPrice,qty',
      'K-1,2025-11-18,Staples,qgcg,Apple,100,1',
      'K-2,2025-11-18,Staples,qgcg,Apple,100,1',
    );
    const words = ['giftcards', 'create', '--csv', file, '--concurrency', '1', '--json'];
    const made = account.keepAnswer();
    const child = account.start(words);
    await made;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    const { exitCode, stdout } = await run(words);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ rows: 2, added: 2, unknown: 0 });
    const orders = await json(['giftcards', 'list', '--search', 'K-', '--all']);
    expect(orders.map((one: { orderNumber: string }) => one.orderNumber).sort()).toEqual([
      'K-1',
      'K-2',
    ]);
  });

  test('a lost response does not create a second order', async () => {
    const file = temporaryFile(
      'cards.csv',
      'orderNumber,orderDate,retailer,platform,description,unitPrice,qty',
      'L-1,2025-11-18,Staples,qgcg,Apple,100,1',
    );
    account.loseResponses(1);
    expect(await json(['giftcards', 'create', '--csv', file])).toMatchObject({ added: 1 });
    expect(await json(['giftcards', 'list', '--search', 'L-1'])).toHaveLength(1);
  });

  test('--dry-run prints the orders that would be created', async () => {
    const file = temporaryFile(
      'cards.csv',
      'orderNumber,orderDate,retailer,platform,description,unitPrice,qty',
      ...['D-1', 'D-2'].map((number) => `${number},2025-11-18,Staples,qgcg,Apple,100,1`),
    );
    seen();
    const requests = await json(['giftcards', 'create', '--csv', file, '--dry-run', '-q']);
    expect(requests).toMatchObject([
      { method: 'POST', path: '/gift-card-orders', body: { orderNumber: 'D-1' } },
      { method: 'POST', path: '/gift-card-orders', body: { orderNumber: 'D-2' } },
    ]);
    expect(written()).toEqual([]);
  });

  test('lines copied below themselves are invalid', async () => {
    const rows = ['D-1', 'D-2'].map((number) => `${number},2025-11-18,Staples,qgcg,Apple,100,1`);
    const header = 'orderNumber,orderDate,retailer,platform,description,unitPrice,qty';
    const file = temporaryFile('cards.csv', header, ...rows, ...rows);
    for (const more of [['--dry-run'], []]) {
      const { exitCode } = await run(['giftcards', 'create', '--csv', file, ...more]);
      expect(exitCode).toBe(2);
    }
  });
});
