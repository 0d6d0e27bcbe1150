import { describe, expect, test } from 'vitest';
import { connect } from '../../src/mirror/libsql';
import { converse } from '../credentials/typed';
import { keys, waybillInTerminal } from '../support/terminal';
import { temporaryHome, waybill } from '../support/waybill';
import { errorOf, sampleAccount } from './account';

const account = sampleAccount();
const { run, json, seen } = account;
const [airpods, staples] = ['800458530', '9889303997'];

describe('orders named on standard input', () => {
  test('are read one per line and printed as a list without repetitions', async () => {
    const input = `\uFEFF${airpods}\r\n\n ${staples} \n${airpods}\n`;
    const { exitCode, stdout } = await run(['orders', 'get', '-', '--json'], { input });
    expect(exitCode).toBe(0);
    const numbers = JSON.parse(stdout).map((one: { orderNumber: string }) => one.orderNumber);
    expect(numbers).toEqual([airpods, staples]);
    const one = await run(['orders', 'get', '-', '--json'], { input: `${airpods}\n` });
    expect(JSON.parse(one.stdout)).toHaveLength(1);
    const [{ id }] = await json(['orders', 'list', '-L1']);
    const updated = await run(['orders', 'update', '-', '--notes', 'piped', '--json'], {
      input: `${id}\n${staples}\n`,
    });
    expect(JSON.parse(updated.stdout)).toMatchObject([{ id, notes: 'piped' }, { notes: 'piped' }]);
  });

  test('are read without a word from Node, however many at once', async () => {
    const env = { ...account.env(), WAYBILL_HOME: temporaryHome() };
    await waybill(['sync', '-q'], { env });
    const { stdout } = await run([
      'orders',
      'list',
      '-L20',
      '--fields',
      'orderNumber',
      '-o',
      'tsv',
      '--no-header',
    ]);
    for (const more of [[], ['--concurrency', '16']]) {
      const found = await waybill(['orders', 'get', '-', '-q', ...more], { env, input: stdout });
      expect(found).toMatchObject({ exitCode: 0, stderr: '' });
    }
  });

  test('are found by numbers that the csv and tsv output had to mark as text', async () => {
    const orderNumber = '=SUM-1';
    const created = await run([
      'orders',
      'create',
      '--like',
      airpods,
      '--order-number',
      orderNumber,
    ]);
    expect(created.exitCode).toBe(0);
    for (const format of ['csv', 'tsv']) {
      const list = ['orders', 'list', '--search', orderNumber, '--fields', 'orderNumber'];
      const { stdout } = await run([...list, '-o', format, '--no-header']);
      expect(stdout).toContain(`'${orderNumber}`);
      const found = await run(['orders', 'get', '-', '--json'], { input: stdout });
      expect(JSON.parse(found.stdout)).toMatchObject([{ orderNumber }]);
    }
  });

  test.each([
    [['orders', 'get', '-', '-'], '', 'Standard input (-) can be used only once'],
    [['orders', 'update', '-', '--from-json', '-'], '{}', "can't both read from standard input"],
    [['giftcards', 'get', '-'], '\n \n', 'Standard input contains no orders'],
    [['orders', 'get'], '', 'waybill orders get needs <order>'],
    [['orders', 'update', '--notes', 'x'], '', 'waybill orders update needs <order>'],
    [['completion'], '', 'needs <shell>: one of bash, zsh, fish, powershell'],
    [['api'], '', 'waybill api needs <path>: the path'],
    [['orders', 'update'], '', 'Nothing to change'],
    [['orders', 'update', airpods, '--notes', ''], '', '--clear notes'],
  ])('%j is a usage error', async (words, input, message) => {
    seen();
    const { exitCode, stderr } = await run(words, { input });
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
    expect(seen()).toEqual([]);
  });
});

describe('a number in another spelling', () => {
  const like = async (orderNumber: string) =>
    (await json(['orders', 'create', '--like', airpods, '--order-number', orderNumber, '-y'])).id;

  test('means the only order that has it, with a notice', async () => {
    const id = await like('Sp-71');
    const found = await run(['orders', 'get', '#SP 71', '--json']);
    expect(JSON.parse(found.stdout)).toMatchObject({ id, orderNumber: 'Sp-71' });
    expect(found.stderr).toContain(
      '1 order number spelled as the order has it: Sp-71 for "#SP 71"',
    );
    seen();
    const updated = await run(['orders', 'update', 'sp71', id, 'Sp-71', '--notes', 'once']);
    expect(updated).toMatchObject({ exitCode: 0 });
    expect(seen().filter(({ method }) => method === 'PATCH')).toHaveLength(1);
    const copied = await run(['orders', 'create', '--like', 'sp 71', '--order-number', 'COPY-71']);
    expect(copied.exitCode).toBe(0);
  });

  test('is refused for a new order, with the one that may be meant', async () => {
    await like('Sp-73');
    seen();
    const again = ['orders', 'create', '--like', airpods, '--order-number', 'sp 73'];
    const { exitCode, stderr } = await run(again);
    expect(exitCode).toBe(7);
    expect(stderr).toContain('Sp-73');
    expect(seen().filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('is refused with both names if two orders have it, unless it is exact', async () => {
    const ids = [await like('Sp-72'), await like('SP.72')];
    for (const words of [
      ['orders', 'get', 'sp72'],
      ['orders', 'update', 'sp72', '--notes', 'x'],
      ['shipments', 'add', 'sp72', '1Z999AA10123456784'],
    ]) {
      seen();
      const { exitCode, stderr } = await run(words);
      expect(exitCode).toBe(2);
      expect(stderr).toContain('No order has exactly the number sp72; SP.72 and Sp-72 fit');
      expect(seen().every(({ method }) => method === 'GET')).toBe(true);
    }
    expect(await json(['orders', 'get', 'SP.72'])).toMatchObject({ id: ids[1] });
  });
});

describe('a new order from an existing one', () => {
  test('the output of get can create the order again under another number', async () => {
    const { stdout } = await run(['orders', 'get', airpods, '--json']);
    const created = await run(
      ['orders', 'create', '--from-json', '-', '--order-number', 'COPY-1', '--json'],
      { input: stdout },
    );
    expect(created.stderr).toMatch(/^Left out of standard input \(read-only or null\): id, source/);
    const [copy, original] = [JSON.parse(created.stdout), JSON.parse(stdout)];
    expect(copy).toMatchObject({
      orderNumber: 'COPY-1',
      retailer: original.retailer,
      status: original.status,
      total: original.total,
    });
    expect(copy.id).not.toBe(original.id);
  });

  test('--like copies what a similar order would have too', async () => {
    const original = await json(['orders', 'get', airpods]);
    const [{ body }] = await json([
      ...['orders', 'create', '--like', airpods, '--order-number', 'LIKE-1'],
      ...['--today', '2026-02-03', '--dry-run'],
    ]);
    expect(body).toMatchObject({
      orderNumber: 'LIKE-1',
      orderDate: '2026-02-03',
      retailer: original.retailer,
      buyingGroup: original.buyingGroup,
    });
    expect(body).not.toHaveProperty('status');
    expect(body.orderLineItems).toHaveLength(original.orderLineItems.length);
    expect(body.orderLineItems[0]).not.toHaveProperty('id');
    const unknown = await run(['orders', 'create', '--like', 'NOWHERE', '--order-number', 'X']);
    expect(unknown.exitCode).toBe(6);
    const both = ['orders', 'create', '--like', airpods, '--from-json', '-'];
    expect((await run(both)).exitCode).toBe(2);
  });

  test('a conflict names the number', async () => {
    const taken = ['orders', 'create', '--like', airpods, '--order-number', staples, '--json'];
    const failed = await run(taken);
    expect(failed.exitCode).toBe(7);
    expect(errorOf(failed)).toMatchObject({
      code: 'duplicate_order_number',
      message: `Another order already has the number "${staples}" (--order-number)`,
      hint: expect.stringContaining(
        `waybill orders get ${staples}; if it is a gift card order, waybill giftcards get ${staples}.`,
      ),
    });
  });
});

describe('on a terminal', () => {
  test('offers recent orders if none is named', async () => {
    const session = account.inTerminal(['orders', 'get']);
    await session.shows('Which buying group order?');
    session.type(keys.down + keys.enter);
    const { exitCode, written } = await session.ended;
    expect(exitCode).toBe(0);
    const [, second] = await json(['orders', 'list', '-L2']);
    expect(written.slice(written.lastIndexOf(`${second.retailer} `))).toContain(second.orderNumber);
  });

  test('offers them from the mirror without a request, if it is fresh', async () => {
    const env = { ...account.env(), WAYBILL_HOME: temporaryHome() };
    await waybill(['sync'], { env });
    const pick = async () => {
      seen();
      const session = waybillInTerminal(['orders', 'get'], { env });
      await session.shows('Which buying group order?');
      const asked = seen().map(({ path }) => path);
      session.type(keys.enter);
      return { asked, exitCode: (await session.ended).exitCode };
    };
    expect(await pick()).toEqual({ asked: [], exitCode: 0 });
    const orders = seen().filter(({ path }) => path.startsWith('/buying-group-orders'));
    expect(orders).toMatchObject([{ path: expect.stringMatching(/\/[0-9a-f-]{36}$/) }]);
    const database = connect((await waybill(['mirror', 'path'], { env })).stdout.trim());
    database.exec("UPDATE lists SET as_of = '2020-01-01T00:00:00.000Z'");
    database.close();
    expect(await pick()).toEqual({
      asked: [expect.stringMatching(/^\/buying-group-orders\?/)],
      exitCode: 0,
    });
  });

  test('updates the order that was picked', async () => {
    const [first] = await json(['orders', 'list', '-L1']);
    const items = ['--items-file', 'examples/items.csv'];
    const session = account.inTerminal(['orders', 'update', '--notes', 'picked', ...items]);
    await session.shows('Which buying group order?');
    session.type(keys.enter);
    await session.shows(`Replace all line items of order ${first.orderNumber}?`);
    session.type('y');
    expect((await session.ended).exitCode).toBe(0);
    expect(await json(['orders', 'get', first.id])).toMatchObject({ notes: 'picked' });
  });

  test("create prompts for what is missing, and again if it can't read the answer", async () => {
    const home = { WAYBILL_HOME: temporaryHome() };
    const { exitCode } = await converse(
      ['--sandbox', 'orders', 'create', '--retailer', 'Best Buy', '--group', 'bfmr'],
      home,
      [
        ['Order date', `soon${keys.enter}`],
        ['takes a date', ''],
        ['Order date', `2026-01-02${keys.enter}`],
        ['Order number', `${'9'.repeat(101)}${keys.enter}`],
        ['at most', ''],
        ['Order number', `ASKED-1${keys.enter}`],
        ['Credit card', keys.enter],
        ['Line item: description', `Echo, 5th "gen"${keys.enter}`],
        ['Line item: unit price', `49.99${keys.enter}`],
        ['Line item: quantity', `0${keys.enter}`],
        ['qty must be at least 1', ''],
        ['Line item: quantity', `2${keys.enter}`],
        ['Line item: expected payout', `55${keys.enter}`],
        ['Create it in the sandbox?', 'y'],
      ],
    );
    // The service fills in a payout that is left out, if it knows one.
    const deal = await converse(
      ['--sandbox', 'orders', 'create', '--retailer', 'Best Buy', '--group', 'bfmr'],
      home,
      [
        ['Order date', `2026-01-02${keys.enter}`],
        ['Order number', `ASKED-2${keys.enter}`],
        ['Credit card', keys.enter],
        ['Line item: description', `Echo${keys.enter}`],
        ['Line item: unit price', `49.99${keys.enter}`],
        ['Line item: quantity', `2${keys.enter}`],
        ['Line item: expected payout', keys.enter],
        ['Create it in the sandbox?', 'y'],
      ],
    );
    expect(deal.exitCode).toBe(0);
    expect(exitCode).toBe(0);
    const { stdout } = await waybill(['--sandbox', 'orders', 'get', 'ASKED-1', '--json'], {
      env: home,
    });
    expect(JSON.parse(stdout)).toMatchObject({
      orderDate: '2026-01-02',
      retailer: 'Best Buy',
      total: 9998,
      orderLineItems: [{ description: 'Echo, 5th "gen"', quantity: 2, expectedUnitPayout: 5500 }],
    });
  });
});

test.each([
  [['orders', 'view'], 'Use waybill orders get.'],
  [
    ['orders', 'delete', 'X'],
    'To cancel one, use waybill orders update <order> --status cancelled.',
  ],
  [['login'], 'Use waybill auth login.'],
  [['status'], 'Use waybill auth status, or waybill doctor.'],
  [['gc', 'list'], 'Use waybill giftcards.'],
])('%j names the right command', async (words, hint) => {
  const { exitCode, stderr } = await waybill(words, { env: { WAYBILL_HOME: temporaryHome() } });
  expect(stderr).toContain(hint);
  expect(exitCode).toBe(2);
});
