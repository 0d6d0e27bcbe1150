import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { keys } from '../support/terminal';
import { errorOf, sampleAccount } from './account';

const account = sampleAccount();
const { run, json, seen, loseResponses } = account;

/** Order numbers of the sample account. Each is used by only one test, since these tests write. */
const giftCard = '813763113';
let made = 0;

/** Creates an order with two line items and returns its number. */
async function newOrder(): Promise<string> {
  const number = `NEW-${++made}`;
  await json([
    ...['orders', 'create', '--date', '2025-11-18', '--retailer', 'Best Buy', '--group', 'bfmr'],
    ...['--order-number', number, '--item', 'description=AirPods,price=119,qty=2,payout=120'],
    ...['--item', 'description=iPad,price=$299.00,qty=1,payout=300'],
  ]);
  return number;
}

/** The bodies of the writes since the last call. */
function written() {
  return seen().filter(({ method }) => method !== 'GET');
}

function temporaryFile(name: string, content: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'waybill-test-')), name);
  writeFileSync(path, content);
  return path;
}

describe('a group that looks misspelled', () => {
  const warning = 'Warning: "bfrm" is no group of this account yet; did you mean bfmr?';
  const create = 'orders create --dry-run --date 2025-11-18 --retailer Amazon --order-number G-1';

  test.each([
    ['orders update 800458530 --dry-run --group bfrm', warning],
    [`${create} --item description=A,price=1,qty=1 --group bfrm`, warning],
    [
      'orders update 800458530 --dry-run --group "somebody new"',
      'Warning: "somebody new" is no group of this account yet.',
    ],
    ['orders update 800458530 --dry-run --group BFMR', 'bfmr for "BFMR".'],
    ['orders update 800458530 --dry-run --retailer "best-buy"', 'Best Buy for "best-buy".'],
  ])('%s warns', async (line, expected) => {
    const words = line.split(/ (?=(?:[^"]*"[^"]*")*[^"]*$)/).map((one) => one.replaceAll('"', ''));
    const { exitCode, stderr } = await run(words);
    expect({ exitCode, stderr: stderr.trim() }).toEqual({ exitCode: 0, stderr: expected });
  });

  test('is known if an order of the account has it', async () => {
    expect((await run(['orders', 'update', '800458530', '--group', 'bfmr_two'])).exitCode).toBe(0);
    const words = ['orders', 'update', '800458530', '--dry-run', '--group', 'bfmr_twp'];
    expect((await run(words)).stderr).toContain('did you mean bfmr_two?');
    expect((await run([...words.slice(0, -1), 'bfmr_two'])).stderr).toBe('');
    await json(['orders', 'update', '800458530', '--group', 'bfmr']);
  });
});

describe('orders create', () => {
  test('sends what was named, in cents, and prints the order', async () => {
    seen();
    const order = await json([
      ...['orders', 'create', '--date', '2025-11-18', '--time', '09:42', '--retailer', 'Best Buy'],
      ...['--order-number', 'C-1', '--group', 'bfmr', '--shipping', '5.99', '--tax', '$1,234.56'],
      ...['--item', 'description=AirPods, 4th gen,model=M1,price=119,qty=2,payout=120.5'],
      ...['--card', 'Biz Gold', '--sub-card', '1025', '--earn-rate', '4x', '--account', 'a@b.c'],
    ]);
    const body = {
      orderDate: '2025-11-18',
      orderTime: '09:42',
      retailer: 'Best Buy',
      orderNumber: 'C-1',
      shipping: 599,
      tax: 123456,
      creditCardId: '7d1c6c0e-3b0f-4f0e-9f54-6a3f0c9e1a02',
      subCreditCardId: '0a8e2f7c-52d1-4c53-8f0b-2b7d6a1c4b22',
      cardEarnRate: 4,
      retailerAccount: 'a@b.c',
      buyingGroup: 'bfmr',
      orderLineItems: [
        {
          description: 'AirPods, 4th gen',
          model: 'M1',
          unitPrice: 11900,
          quantity: 2,
          expectedUnitPayout: 12050,
        },
      ],
    };
    expect(written()).toEqual([{ method: 'POST', path: '/buying-group-orders', body }]);
    expect(order).toMatchObject({ ...body, source: 'api', subtotal: 23800 });
  });

  test('sends a body from a file unchanged, except for flags, which override it', async () => {
    seen();
    await json(['orders', 'create', '--from-json', 'examples/order.json', '--notes', 'mine']);
    const [{ body } = { body: undefined }] = written();
    expect(body).toMatchObject({ orderNumber: 'BBY01-807199234410', notes: 'mine', tax: 1567 });
  });

  test('a second order with the same number is a conflict: exit 7 and the number', async () => {
    const number = await newOrder();
    const failed = await run([
      ...['orders', 'create', '--from-json', 'examples/order.json', '--order-number', number],
      '--json',
    ]);
    expect(failed).toMatchObject({ exitCode: 7, stdout: '' });
    expect(errorOf(failed)).toMatchObject({ code: 'duplicate_order_number', status: 409 });
    expect(errorOf(failed).message).toContain(`"${number}" (--order-number)`);
  });

  test('refuses an order without a number before anything is sent', async () => {
    seen();
    const words = [
      'orders',
      'create',
      '--date',
      'today',
      '--retailer',
      'Amazon',
      '--group',
      'bfmr',
    ];
    const failed = await run([...words, '--item', 'description=a,price=1,qty=1']);
    expect(failed.exitCode).toBe(2);
    expect(failed.stderr).toContain('--order-number');
    expect(failed.stderr).toContain('--no-safe-retry');
    expect(seen()).toEqual([]);
    const order = await json([
      ...words,
      ...['--item', 'description=a,price=1,qty=1', '--no-safe-retry'],
    ]);
    expect(order.orderNumber).toBeNull();
  });

  test('a field that the service requires is named by its flag: exit 8', async () => {
    const failed = await run(['orders', 'create', '--order-number', 'C-9', '--json']);
    expect(failed).toMatchObject({ exitCode: 8, stdout: '' });
    const paths = errorOf(failed).issues.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(expect.arrayContaining(['--date', '--retailer', '--group']));
    expect(errorOf(failed)).toMatchObject({ code: 'invalid_request', status: 400, exitCode: 8 });
  });

  test('warns of unknown fields, sends them and lets the service decide', async () => {
    const path = temporaryFile('order.json', '{"orderNumber":"C-10","giftWrap":true}');
    const { exitCode, stderr } = await run(['orders', 'create', '--from-json', path]);
    expect(exitCode).toBe(8);
    expect(stderr).toContain(`Warning: ${path}, giftWrap`);
    expect(written().at(-1)?.body).toEqual({ orderNumber: 'C-10', giftWrap: true });
  });

  test('refuses locally what breaks the contract, under the names that were typed', async () => {
    seen();
    const failed = await run([
      ...['orders', 'create', '--order-number', 'x'.repeat(101), '--notes', 'y'.repeat(1001)],
      ...['--item', 'qty=1', '--item', `qty=0,model=${'z'.repeat(101)}`, '--json'],
    ]);
    expect(failed).toMatchObject({ exitCode: 2, stdout: '' });
    expect(
      errorOf(failed)
        .issues.map(({ path }: { path: string }) => path)
        .sort(),
    ).toEqual(['--item #2 model', '--item #2 qty', '--notes', '--order-number']);
    expect(seen()).toEqual([]);
  });

  test("today is the date in the user's time zone", async () => {
    const today = async (zone: string) => {
      const words = ['orders', 'create', '--order-number', 'T-1', '--date', 'today', '--dry-run'];
      const [request] = await json(words, { env: { TZ: zone } });
      return request.body.orderDate;
    };
    // The two are 25 hours apart, so they never have the same date.
    expect((await today('Pacific/Kiritimati')) > (await today('Pacific/Pago_Pago'))).toBe(true);
  });

  test('a missing file is exit 14', async () => {
    for (const flag of ['--from-json', '--items-file', '--codes-file']) {
      const failed = await run(['orders', 'create', '--order-number', 'C-11', flag, 'no/such']);
      expect(failed).toMatchObject({ exitCode: 14, stdout: '' });
      expect(failed.stderr).toContain('no/such');
    }
  });
});

describe('orders update', () => {
  test('sends only what was named', async () => {
    const number = await newOrder();
    const before = await json(['orders', 'get', number]);
    seen();
    const after = await json(['orders', 'update', number, '--notes', 'x']);
    expect(written()).toEqual([
      { method: 'PATCH', path: `/buying-group-orders/${before.id}`, body: { notes: 'x' } },
    ]);
    expect(after).toEqual({ ...before, notes: 'x' });
    const cleared = await json(['orders', 'update', after.id, '--clear', 'notes']);
    expect(cleared).toEqual(before);
    const ofId = seen();
    expect(ofId.map(({ method, body }) => [method, body])).toEqual([['PATCH', { notes: null }]]);
  });

  test('changes single line items and keeps the rest', async () => {
    const number = await newOrder();
    const {
      orderLineItems: [first, second],
    } = await json(['orders', 'get', number]);
    seen();
    const added = await json([
      'orders',
      'update',
      number,
      '--add-item',
      'description=Tag,price=79,qty=1,payout=1',
    ]);
    expect(written()[0]?.body).toEqual({
      orderLineItems: [
        { id: first.id },
        { id: second.id },
        { description: 'Tag', unitPrice: 7900, quantity: 1, expectedUnitPayout: 100 },
      ],
    });
    expect(added.orderLineItems).toEqual([
      first,
      second,
      expect.objectContaining({ description: 'Tag', quantity: 1 }),
    ]);
    const changed = await json([
      ...['orders', 'update', number, '--set-item', `${second.id},qty=3`],
      ...['--remove-item', added.orderLineItems[2].id],
    ]);
    expect(changed.orderLineItems).toEqual([first, { ...second, quantity: 3 }]);
    const named = await json([
      ...['orders', 'update', number, '--set-item', '1,qty=4', '--set-item', '2,qty=5'],
    ]);
    expect(named.orderLineItems).toMatchObject([{ quantity: 4 }, { quantity: 5 }]);
    const kept = await json(['orders', 'update', number, '--remove-item', second.id.slice(0, 13)]);
    expect(kept.orderLineItems).toEqual([{ ...first, quantity: 4 }]);
  });

  test('removing all line items is refused before anything is sent', async () => {
    const number = await newOrder();
    const { orderLineItems } = await json(['orders', 'get', number]);
    seen();
    const all = orderLineItems.flatMap((_: unknown, index: number) => [
      '--remove-item',
      String(index + 1),
    ]);
    const failed = await run(['orders', 'update', number, ...all, '--json']);
    expect(failed).toMatchObject({ exitCode: 2, stdout: '' });
    expect(errorOf(failed)).toMatchObject({
      message: 'An order must keep at least one line item',
      hint: 'To replace the items, add one with --add-item.',
    });
    expect(written()).toEqual([]);
  });

  test('a line item that the order does not have is exit 6 and lists those it has', async () => {
    const number = await newOrder();
    const { orderLineItems } = await json(['orders', 'get', number]);
    seen();
    const failed = await run(['orders', 'update', number, '--set-item', 'nope,qty=3', '--json']);
    expect(failed.exitCode).toBe(6);
    expect(errorOf(failed).issues).toEqual([
      { path: '--set-item', message: expect.stringContaining('nope') },
    ]);
    expect(errorOf(failed).hint).toContain(orderLineItems[1].id);
    expect(written()).toEqual([]);
  });

  test('a file of codes with only a header is refused: it would delete all codes', async () => {
    const number = await newOrder();
    const codes = temporaryFile('codes.csv', 'code,pin\n');
    seen();
    const failed = await run(['orders', 'update', number, '--codes-file', codes, '--yes']);
    expect(failed).toMatchObject({ exitCode: 2, stdout: '' });
    expect(failed.stderr).toContain('has no codes, only a header');
    expect(written()).toEqual([]);
  });

  test("replacing all line items or all codes needs --yes if waybill can't prompt", async () => {
    const number = await newOrder();
    const codes = temporaryFile('codes.csv', 'code,pin\nAAAA-BBBB-CCCC,1234\n');
    seen();
    const item = ['--item', 'description=New,price=5,qty=1'];
    for (const [flags, question] of [
      [item, 'all line items of order'],
      [['--items-file', 'examples/items.csv'], 'all line items of order'],
      [['--codes-file', codes], "The current ones can't be read back."],
      [[...item, '--codes-file', codes], "The current codes can't be read back."],
    ] as const) {
      const failed = await run(['orders', 'update', number, ...flags, '--json']);
      expect(failed).toMatchObject({ exitCode: 2, stdout: '' });
      expect(errorOf(failed)).toMatchObject({
        message: expect.stringContaining(question),
        hint: 'To answer yes, use --yes.',
      });
    }
    expect(written()).toEqual([]);
    const { orderLineItems } = await json([
      ...['orders', 'update', number, '--items-file', 'examples/items.csv', '--yes'],
    ]);
    expect(orderLineItems).toMatchObject([
      { description: 'AirPods 4', unitPrice: 11900, quantity: 2 },
      { description: 'iPad 11-inch 128GB Wi-Fi', unitPrice: 29900 },
    ]);
    await json([
      'orders',
      'update',
      number,
      '--items-file',
      'examples/items.csv',
      '-y',
      '--money',
      'dollars',
    ]);
    expect(written().at(-1)?.body).toMatchObject({ orderLineItems: [{ unitPrice: 1190000 }, {}] });
  });

  test('a row that adds up line items is none', async () => {
    const items = temporaryFile('items.csv', 'description,qty,price\nTV,2,100\nTotal:,2,200\n');
    seen();
    const words = ['orders', 'update', await newOrder(), '--items-file', items, '-y', '--json'];
    const failed = await run(words);
    expect([failed.exitCode, written().filter(({ method }) => method === 'PATCH')]).toEqual([
      2,
      [],
    ]);
    expect(errorOf(failed).message).toContain('line 3: "Total:" says that the row is a sum');
  });

  test('at a terminal it asks, and sends something only after a yes', async () => {
    const number = await newOrder();
    const words = ['orders', 'update', number, '--item', 'description=New,price=5,qty=1'];
    seen();
    const declined = account.inTerminal(words);
    await declined.shows(`Replace all line items of order ${number}?`);
    declined.type(keys.enter);
    expect((await declined.ended).exitCode).toBe(2);
    expect(written()).toEqual([]);
    const confirmed = account.inTerminal(words);
    await confirmed.shows('Replace all line items');
    confirmed.type('y');
    const { exitCode, written: shown } = await confirmed.ended;
    expect(exitCode).toBe(0);
    expect(shown).toMatch(
      /item 1 removed, item 2 removed,\s+item added \(New, price \$5\.00,\s+qty 1\)/,
    );
    expect(written()).toHaveLength(1);
  });

  test('codes reach the service and nothing else', async () => {
    const number = await newOrder();
    const codes = temporaryFile('codes.json', '[{"code":"AAAA-BBBB-CCCC","pin":"98765"}]');
    seen();
    const { exitCode, stdout, stderr } = await run([
      ...['orders', 'update', number, '--codes-file', codes, '--yes', '--debug'],
    ]);
    expect(exitCode).toBe(0);
    expect(stdout + stderr).not.toMatch(/AAAA|98765/);
    expect(written()[0]?.body).toEqual({
      redemptionCodes: [{ code: 'AAAA-BBBB-CCCC', pin: '98765' }],
    });
    const long = temporaryFile('codes.json', JSON.stringify([{ code: 'SECRET'.repeat(10) }]));
    const failed = await run(['orders', 'update', number, '--codes-file', long, '--yes', '--json']);
    expect(failed.exitCode).toBe(2);
    expect(errorOf(failed).issues).toEqual([
      { path: `${long}, [0].code`, message: expect.any(String) },
    ]);
    expect(failed.stdout + failed.stderr).not.toContain('SECRET');
  });

  test('an unmet --if-status is exit 7, and nothing is sent', async () => {
    const number = await newOrder();
    seen();
    const failed = await run([
      ...['orders', 'update', number, '--status', 'paid', '--if-status', 'delivered,received'],
      '--json',
    ]);
    expect(failed).toMatchObject({ exitCode: 7, stdout: '' });
    expect(errorOf(failed)).toMatchObject({ code: 'status_not_met' });
    expect(errorOf(failed)).toMatchObject({
      message: 'The order is purchased, not delivered or received',
      hint: 'It was not changed.',
    });
    const several = await run([
      ...['orders', 'update', number, await newOrder(), '--status', 'paid'],
      ...['--if-status', 'delivered', '--json'],
    ]);
    expect(errorOf(several)).not.toHaveProperty('hint');
    seen();
    expect(written()).toEqual([]);
    await json(['orders', 'update', number, '--status', 'paid', '--if-status', 'purchased']);
    expect(written()).toHaveLength(1);
  });

  test('updates those of several orders that it can, and reports the others with exit 3', async () => {
    const [one, other] = [await newOrder(), await newOrder()];
    await json(['orders', 'update', other, '--status', 'delivered']);
    const { exitCode, stdout, stderr } = await run([
      ...['orders', 'update', one, 'X-1', other, '--status', 'paid', '--if-status', 'purchased'],
      '--json',
    ]);
    expect(exitCode).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject([{ orderNumber: one, status: 'paid' }]);
    expect(JSON.parse(stderr).error).toMatchObject({
      message: '2 of 3 buying group orders were not updated',
      exitCode: 3,
      issues: [
        { path: 'X-1', message: expect.stringContaining('no buying group order') },
        { path: other, message: 'The order is delivered, not purchased' },
      ],
    });
  });

  test.each([
    [[], 'Nothing to change'],
    [['--order-number', 'Z', 'B'], '--order-number works only with a single order'],
    [['--item', 'qty=1', '--add-item', 'qty=1'], '--item replaces all line items'],
    [['--remove-item', ' '], '--remove-item is empty'],
    [['--remove-item', 'a', '--set-item', 'a,qty=1'], 'both name the line item a'],
    [['--grup', 'bfmr'], 'Unknown flag --grup'],
    [['--tax', '1,23'], '--tax takes dollars, not "1,23"'],
    [['--add-item', 'qty=0'], '--add-item qty'],
  ])('%j is exit 2, and nothing is sent', async (flags, message) => {
    seen();
    const failed = await run(['orders', 'update', 'A', ...flags]);
    expect(failed).toMatchObject({ exitCode: 2, stdout: '' });
    expect(failed.stderr).toContain(message);
    expect(seen()).toEqual([]);
  });

  test("amounts of an order without a purchase can't be changed: exit 8", async () => {
    const failed = await run(['orders', 'update', 'NO-PURCHASE-1', '--tax', '5', '--json']);
    expect(failed).toMatchObject({ exitCode: 8, stdout: '' });
    expect(errorOf(failed)).toMatchObject({ code: 'invalid_input', status: 400 });
  });
});

describe('a lost response', () => {
  test('to a create is settled: one order on stdout, on stderr what remains unknown', async () => {
    const codes = ['--codes-file', 'examples/codes.csv'];
    for (const [index, extra] of [[], codes].entries()) {
      const number = `LOST-${index}`;
      loseResponses(1);
      const words = ['orders', 'create', '--from-json', 'examples/order.json', ...extra];
      const { exitCode, stdout, stderr } = await run([
        ...words,
        '--order-number',
        number,
        ...['--json', '-q'],
      ]);
      expect(exitCode).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ orderNumber: number, source: 'api' });
      // Nothing is wrong with an order that was found, but nobody knows about its codes.
      expect(/^Warning: .*response was lost[\s\S]*unconfirmed/.test(stderr)).toBe(index === 1);
      expect(stderr === '').toBe(index === 0);
      const found = await json(['orders', 'list', '--search', number]);
      expect(found).toHaveLength(1);
    }
  });

  test('to a create whose number already belongs to another order is exit 7', async () => {
    const number = await newOrder();
    loseResponses(1);
    const failed = await run([
      ...['orders', 'create', '--from-json', 'examples/order.json', '--order-number', number],
      '--json',
    ]);
    expect(failed).toMatchObject({ exitCode: 7, stdout: '' });
    expect(errorOf(failed).message).toContain(number);
  });

  test('to an update with a new line item does not add it twice', async () => {
    const number = await newOrder();
    loseResponses(1);
    const { exitCode, stdout, stderr } = await run([
      ...['orders', 'update', number, '--add-item', 'description=Tag,price=1,qty=1', '--json'],
    ]);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).orderLineItems).toHaveLength(3);
    expect(stderr).toContain(`${number}: The response was lost`);
    expect((await json(['orders', 'get', number])).orderLineItems).toHaveLength(3);
  });
});

test('line items are added again only to the orders that lack them', async () => {
  const number = await newOrder();
  const add = ['--add-item', 'description=Tag,price=1,qty=1', '--json'];
  const ended = await run(['orders', 'update', number, 'NO-SUCH-1', ...add]);
  expect(ended.exitCode).toBe(3);
  expect(errorOf(ended).hint).toBe(
    'The other orders have the new line items. To add none twice, repeat the command only for NO-SUCH-1.',
  );
});

describe('--dry-run', () => {
  test('prints each request with codes masked, and sends none of them', async () => {
    const number = await newOrder();
    const { id } = await json(['orders', 'get', number]);
    const codes = temporaryFile('codes.csv', 'code,pin,value\nAA-1,12,25.00\n');
    seen();
    expect(
      await json([
        ...['orders', 'update', number, '--notes', 'x', '--codes-file', codes, '--dry-run'],
      ]),
    ).toEqual([
      {
        method: 'PATCH',
        path: `/buying-group-orders/${id}`,
        body: { notes: 'x', redemptionCodes: [{ code: '••••', pin: '••••', value: 25 }] },
      },
    ]);
    expect(
      await json(['orders', 'create', '--from-json', 'examples/order.json', '--dry-run']),
    ).toMatchObject([{ method: 'POST', path: '/buying-group-orders', body: { tax: 1567 } }]);
    expect(written()).toEqual([]);
  });

  test('for people, prints a line per order with old and new values', async () => {
    const [one, other] = [await newOrder(), await newOrder()];
    const { id } = await json(['orders', 'get', one]);
    const codes = temporaryFile('codes.csv', 'code,pin,value\nAA-1,12,25.00\n');
    seen();
    const planned = async (...words: string[]) =>
      (await run([...['orders', 'update'], ...words, '--dry-run'])).stdout;
    expect(await planned(id, other, '--status', 'paid', '--shipping', '3.5')).toBe(
      `${one}  purchased → paid, shipping $0.00 → $3.50\n${other}  purchased → paid, shipping $0.00 → $3.50\n`,
    );
    expect(
      await planned(
        ...[one, '--set-item', '1,qty=9', '--remove-item', '2', '--codes-file', codes],
        ...['--add-item', 'description=Tag,price=79,qty=1'],
      ),
    ).toMatch(
      /^\S+ {2}item 1 qty \d → 9, item 2 removed, item added \(Tag, price \$79.00, qty 1\), 1 redemption code\n$/,
    );
    const rows = temporaryFile('u.csv', `order,notes\n${one},A box\n${other},\n`);
    expect(await planned('--csv', rows)).toBe(`${one}  notes - → A box\n`);
    expect(written()).toEqual([]);
  });
});

describe('giftcards', () => {
  test('create and update take a platform and unit values, and codes', async () => {
    seen();
    const order = await json([
      ...['giftcards', 'create', '--date', '2025-11-18', '--retailer', 'Staples'],
      ...[
        '--order-number',
        'G-1',
        '--platform',
        'card_center',
        '--codes-file',
        'examples/codes.csv',
      ],
      ...['--item', 'description=Apple gift card,price=90,qty=5,unit-value=10000,payout=91.5'],
    ]);
    expect(order).toMatchObject({
      platform: 'card_center',
      orderLineItems: [{ unitPrice: 9000, unitValue: 10000, expectedUnitPayout: 9150 }],
    });
    expect(written()[0]).toMatchObject({
      path: '/gift-card-orders',
      body: { redemptionCodes: [{ kind: 'gift_card', value: 100 }, {}] },
    });
    await json(['giftcards', 'update', 'G-1', '--status', 'submitted']);
    expect(written()[0]?.body).toEqual({ status: 'submitted' });
    const failed = await run(['giftcards', 'update', giftCard, '--status', 'shipped']);
    expect(failed.exitCode).toBe(2);
  });

  test('refuses locally a field that the documented body does not have', async () => {
    const path = temporaryFile('order.json', '{"orderNumber":"G-9","giftWrap":true}');
    seen();
    const failed = await run(['giftcards', 'create', '--from-json', path, '--json']);
    expect(failed.exitCode).toBe(2);
    expect(errorOf(failed).issues).toMatchObject([{ path: `${path}, giftWrap` }]);
    expect(seen()).toEqual([]);
  });
});
