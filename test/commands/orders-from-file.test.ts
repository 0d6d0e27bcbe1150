import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryHome } from '../support/waybill';
import { errorOf, sampleAccount } from './account';

/*
 * `create --csv` as a user runs it, against the sample account over HTTP: what becomes of the orders
 * and of their tracking numbers, and what is said about them.
 */
const account = sampleAccount();
const { seen } = account;

/** Each test has its own jobs and mappings; the account is the same for all. */
let home: string;
beforeEach(() => {
  home = temporaryHome();
  seen();
});
const run = (words: readonly string[], env = {}) =>
  account.run(words, { env: { WAYBILL_HOME: home, ...env } });

async function summaryOf(words: readonly string[]) {
  const { exitCode, stdout, stderr } = await run([...words, '--json', '-q']);
  return { exitCode, stderr, ...JSON.parse(stdout) };
}

/** The orders whose number has the text as it is; a search ignores punctuation. */
const ordersNamed = async (text: string) =>
  JSON.parse((await run(['orders', 'list', '--all', '--search', text, '--json'])).stdout).filter(
    ({ orderNumber }: { orderNumber: string | null }) => orderNumber?.includes(text),
  );

const written = () => seen().filter(({ method }) => method !== 'GET');

let files = 0;
/** A file, and a prefix that makes the order numbers in it this test's own. */
function sheet(...lines: readonly string[]) {
  const own = `F${++files}`;
  const path = join(mkdtempSync(join(tmpdir(), 'waybill-test-')), 'orders.csv');
  writeFileSync(path, lines.map((line) => `${line.replaceAll('ORD', own)}\n`).join(''));
  return { path, own, words: ['orders', 'create', '--csv', path] };
}

const header = 'Order #,Date,Store,Item,Qty,Price,Group,Tracking';
const rowsIn = (path: string): Record<string, string>[] =>
  parse(readFileSync(path), { columns: true });

test('a sheet whose column of groups has a name of its own says how to name it', async () => {
  const { words } = sheet(
    'Order #,Date,Store,Item,Price,Buyers',
    'ORD-1,11/20/2026,Target,Echo,$9.99,bfmr',
  );
  const { exitCode, stderr } = await run(words);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 2 });
  expect(stderr).toContain('name its column with --map "group=<header>"');
  expect((await run([...words, '--map', 'group=Buyers'])).exitCode).toBe(0);
});

test('a group of rules that nobody knows is not sent unless that is said', async () => {
  const { words } = sheet('Order #,Date,Store,Item,Price', 'ORD-1,11/20/2026,Target,Echo,$9.99');
  const rules = join(mkdtempSync(join(tmpdir(), 'waybill-test-')), 'rules.csv');
  writeFileSync(rules, 'retailer,group\nTarget,bfmrr\n');
  const refused = await run([...words, '--rules', rules]);
  expect([refused.exitCode, written()]).toEqual([2, []]);
  expect(refused.stderr).toContain('"bfmrr" (did you mean bfmr?)');
  expect((await run([...words, '--rules', rules, '-y'])).exitCode).toBe(0);
});

test('the answers are kept with the mapping, and the summary says what was read as what', async () => {
  const lines = [
    'Order #,Date,Store,Item,Qty,Cost,Bag Fee,Group',
    'ORD-1,11/20/2026,Target,Echo,2,9.98,0.10,bfmr',
  ];
  const first = sheet(...lines);
  const how = ['--prices', 'line', '--ignore', 'Bag Fee', '--save-mapping'];
  expect((await run([...first.words, ...how])).exitCode).toBe(0);
  const again = await summaryOf(sheet(...lines).words);
  expect(again).toMatchObject({
    ...{ exitCode: 0, orders: { added: 1 } },
    read: { layout: null, columns: { price: 'Cost' }, ignored: ['Bag Fee'] },
  });
});

describe('orders and their tracking numbers', () => {
  const two = [
    header,
    'ORD-1,2026-05-01,Best Buy,AirPods,2,119.00,bfmr,1Z6534690362714466',
    'ORD-1,,,AirTag,1,79.00,,',
    'ORD-2,2026-05-02,Walmart,iPad,1,299.00,bfmr,1Z6534690362714475',
  ];

  test('orders first, then the numbers, with one summary', async () => {
    const { words, own } = sheet(...two);
    const summary = await summaryOf(words);
    expect(written().map(({ path, body }) => [path, body])).toMatchObject([
      ['/buying-group-orders', { orderNumber: `${own}-1`, orderLineItems: [{}, {}] }],
      ['/buying-group-orders', { orderNumber: `${own}-2`, orderLineItems: [{ unitPrice: 29900 }] }],
      [
        '/shipments',
        {
          shipments: [
            { retailer: 'Best Buy', orderNumber: `${own}-1`, trackingNumber: '1Z6534690362714466' },
            { retailer: 'Walmart', orderNumber: `${own}-2`, trackingNumber: '1Z6534690362714475' },
          ],
        },
      ],
    ]);
    expect(summary).toMatchObject({
      ...{ exitCode: 0, stderr: '', rows: 3, added: 3, requests: 2, rejectsFile: null },
      orders: { added: 2, alreadyPresent: 0, differs: 0, invalid: 0 },
      skipped: { not_mine: 0, cancelled: 0, no_quantity: 0 },
      shipments: { rows: 2, added: 2, requests: 1, rejectsFile: null },
    });
    expect(rowsIn(summary.resultsFile)).toMatchObject([
      { line: '2', orderNumber: `${own}-1`, outcome: 'added' },
      { line: '3', orderNumber: `${own}-1`, outcome: 'added' },
      { line: '4', orderNumber: `${own}-2`, outcome: 'added' },
    ]);
  });

  test('twice equals once', async () => {
    const { words } = sheet(...two);
    await summaryOf(words);
    const before = await ordersNamed('F');
    written();
    expect(await summaryOf([...words, '--restart'])).toMatchObject({
      ...{ exitCode: 0, added: 0, alreadyPresent: 3, requests: 0 },
      orders: { added: 0, alreadyPresent: 2, differs: 0, invalid: 0 },
      shipments: { added: 0, alreadyPresent: 2 },
    });
    expect(written().map(({ path }) => path)).toEqual(['/shipments']);
    expect(await ordersNamed('F')).toEqual(before);
  });

  test('a person reads it in four lines', async () => {
    const { words } = sheet(
      ...two,
      'ORD-3,2026-05-03,Walmart,Case,0,9.99,bfmr,',
      'ORD-4,2026-05-03,Walmart,Case,1,9.99,,1Z6534690362714484',
    );
    const { exitCode, stdout, stderr } = await run(words);
    const lines = stdout.split('\n');
    expect(exitCode).toBe(3);
    expect(lines[0]).toContain('(5 rows, 3 orders, 2026-05-01 to 2026-05-02)');
    expect(lines[1]).toBe('  2 orders created · 1 invalid (no group)');
    expect(lines[2]).toBe('  2 tracking numbers added');
    expect(lines[3]).toBe('  1 row skipped: 1 without a quantity');
    expect(stderr).toContain('1 tracking number');
    const quiet = (await run([...words, '-q'])).stdout.split('\n');
    expect(quiet.slice(0, 4)).toEqual(lines.slice(0, 4));
    expect(quiet[4]).toContain('nothing was sent now');
  });

  test('--no-shipments leaves the numbers out', async () => {
    const { words } = sheet(...two);
    expect(await summaryOf([...words, '--no-shipments'])).toMatchObject({ shipments: null });
    expect(written().map(({ path }) => path)).toEqual(Array(2).fill('/buying-group-orders'));
    // The orders are the same job; the numbers are another one.
    expect(await summaryOf(words)).toMatchObject({ added: 3, shipments: { added: 2 } });
  });

  test('only of orders that are there, with the retailer as the account has it', async () => {
    const first = sheet(header, 'ORD-1,2026-05-01,Best Buy,AirPods,1,119.00,bfmr,');
    await summaryOf(first.words);
    const { words } = sheet(
      header,
      `${first.own}-1,2026-05-01,BEST-BUY,AirPods,1,119.00,bfmr,1Z6534690362714493`,
      'ORD-2,2026-05-01,Best Buy,AirPods,1,119.00,,1Z6534690362714500',
    );
    written();
    const { exitCode, stderr, stdout } = await run([...words, '--json']);
    expect(exitCode).toBe(3);
    expect(stderr).toContain('Left out 1 tracking number');
    expect(JSON.parse(stdout)).toMatchObject({
      orders: { alreadyPresent: 1, invalid: 1 },
      shipments: { rows: 1, added: 1 },
    });
    expect(written()).toMatchObject([
      { path: '/shipments', body: { shipments: [{ retailer: 'Best Buy' }] } },
    ]);
  });

  test('a refused number is exit 3, and its rejects are named in shipments', async () => {
    const { words } = sheet(
      header,
      'ORD-1,2026-05-01,Best Buy,AirPods,1,119.00,bfmr,TBD',
      'ORD-2,2026-05-01,Best Buy,AirPods,1,119.00,bfmr,1Z6534690362714519',
    );
    const summary = await summaryOf(words);
    expect(summary).toMatchObject({ exitCode: 3, added: 2, rejectsFile: null });
    expect(summary.shipments).toMatchObject({ rows: 2, added: 1, invalid: 1 });
    expect(rowsIn(summary.shipments.rejectsFile)).toMatchObject([
      { trackingNumber: 'TBD', waybill_line: '2', waybill_outcome: 'invalid' },
    ]);
    expect(errorOf(summary)).toMatchObject({ exitCode: 3, issues: [{ path: 'line 2' }] });
  });

  test('a number that none of can be sent leaves the orders done: exit 3', async () => {
    const { words } = sheet(header, 'ORD-1,2026-05-01,Best Buy,AirPods,1,119.00,bfmr,TBD');
    expect(await summaryOf(words)).toMatchObject({ exitCode: 3, orders: { added: 1 } });
  });
});

describe('orders that the account has', () => {
  const moment = '2026-05-03T01:12:44Z';
  test.each([
    ['the same', '2026-05-01,Best Buy,AirPods,2,119.00'],
    ['the retailer spelled otherwise', '2026-05-01,best-buy,AirPods,2,119.00'],
    ['another description', '2026-05-01,Best Buy,Ear buds,2,119.00'],
  ])('%s: already present', async (_, cells) => {
    const first = sheet(header, 'ORD-1,2026-05-01,Best Buy,AirPods,2,119.00,bfmr,');
    await summaryOf(first.words);
    await run(['orders', 'update', `${first.own}-1`, '--group', 'melul', '--notes', 'x']);
    written();
    const { words } = sheet(header, `${first.own}-1,${cells},bfmr,`);
    // The same cells are the same job, which has its results already.
    const again = await summaryOf([...words, '--restart']);
    expect(again).toMatchObject({ exitCode: 0, added: 0, alreadyPresent: 1 });
    expect(written()).toEqual([]);
  });

  test('a number that lost its zeros is a new order, with a warning', async () => {
    const cells = '2026-05-01,Best Buy,AirPods,2,119.00,bfmr,';
    await summaryOf(sheet(header, `00731944,${cells}`).words);
    const { words } = sheet(header, `731944,${cells}`, `7319440,${cells}`, `0731944-1,${cells}`);
    const { exitCode, stderr } = await run([...words, '--dry-run']);
    expect(exitCode).toBe(0);
    expect(stderr.match(/Order number .* is new, but .*/g)).toEqual([
      'Order number 731944 is new, but the account has 00731944: they differ only in zeros in front.',
    ]);
  });

  test.each([
    ['date', '2026-05-02,Best Buy,AirPods,2,119.00', /date 2026-05-01, not 2026-05-02/],
    ['retailer', '2026-05-01,Walmart,AirPods,2,119.00', /retailer Best Buy, not Walmart/],
    ['line items', '2026-05-01,Best Buy,AirPods,3,119.00', /line items 2 × .* not 3 × /],
    ['both', '2026-05-02,Walmart,AirPods,2,119.00', /date .*; retailer /],
  ])('another %s: rejected, and nothing is changed', async (_, cells, reason) => {
    const first = sheet(header, 'ORD-1,2026-05-01,Best Buy,AirPods,2,119.00,bfmr,');
    await summaryOf(first.words);
    const before = await ordersNamed(`${first.own}-1`);
    written();
    const { words } = sheet(header, `${first.own}-1,${cells},bfmr,1Z6534690362714528`);
    const summary = await summaryOf(words);
    expect(summary).toMatchObject({
      ...{ exitCode: 3, added: 0, rejected: 1, requests: 0, shipments: null },
      orders: { added: 0, alreadyPresent: 0, differs: 1, invalid: 0 },
    });
    expect(rowsIn(summary.resultsFile)).toMatchObject([{ outcome: 'rejected', code: 'differs' }]);
    expect(rowsIn(summary.rejectsFile)[0]?.waybill_message).toMatch(reason);
    expect(written()).toEqual([]);
    expect(await ordersNamed(`${first.own}-1`)).toEqual(before);
  });

  test('a day that came from a moment may be one off, another day may not', async () => {
    const first = sheet(header, 'ORD-1,2026-05-02,Best Buy,AirPods,2,119.00,bfmr,');
    await summaryOf(first.words);
    const line = (time: string) => `${first.own}-1,${time},Best Buy,AirPods,2,119.00,bfmr,`;
    for (const [time, present] of [
      [moment, 1],
      ['2026-05-05T12:00:00Z', 0],
    ] as const) {
      const { words } = sheet(header, line(time));
      expect((await summaryOf(words)).alreadyPresent).toBe(present);
    }
  });

  test('other tax, shipping or discount is said once and refuses nothing', async () => {
    const own = 'Order #,Date,Store,Qty,Price,Group,Tax';
    const first = sheet(
      own,
      ...['1', '2', '3'].map((n) => `ORD-${n},2026-05-01,X,1,5.00,bfmr,1.00`),
    );
    await summaryOf(first.words);
    const again = sheet(
      own,
      `${first.own}-1,2026-05-01,X,1,5.00,bfmr,1.00`,
      `${first.own}-2,2026-05-01,X,1,5.00,bfmr,1.50`,
      `${first.own}-3,2026-05-01,X,1,5.00,bfmr,0`,
    );
    const { exitCode, stderr } = await run(again.words);
    expect(exitCode).toBe(0);
    const said = stderr.split('\n').filter((line) => line.includes('discount'));
    expect(said).toEqual([expect.stringContaining('2 orders')]);
  });

  test('a number in another spelling is that of the order, unless several have it', async () => {
    const cells = '2026-05-01,Best Buy,AirPods,1,119.00,bfmr,';
    const tracked = `${cells}1Z999AA10123456784`;
    const first = sheet(header, `sp-ORD,${cells}`);
    await summaryOf(first.words);
    const own = `sp-${first.own}`;
    const typed = `SP ${first.own}`;
    const same = await run([...sheet(header, `${typed},${tracked}`).words, '--json']);
    expect(same.stderr).toContain(`${own} for "${typed}"`);
    expect(JSON.parse(same.stdout)).toMatchObject({
      orders: { added: 0, alreadyPresent: 1, differs: 0 },
      shipments: { added: 1 },
    });
    expect(written().at(-1)?.body).toMatchObject({ shipments: [{ orderNumber: own }] });
    const differs = await summaryOf(sheet(header, `${typed},${cells.replace('119', '99')}`).words);
    expect(differs).toMatchObject({ exitCode: 3, orders: { differs: 1 } });
    expect(await ordersNamed(own)).toHaveLength(1);
    // Whoever made the second one wants it.
    await run(['orders', 'create', '--like', own, '--order-number', `SP.${first.own}`, '-y']);
    const several = await summaryOf(sheet(header, `${typed},${tracked}`).words);
    expect(several).toMatchObject({ exitCode: 2, orders: { invalid: 1 }, shipments: null });
    expect(rowsIn(several.resultsFile)[0]).toMatchObject({ code: 'several_orders' });
  });

  test('a number in two spellings of the file is one order, and its row is not bought twice', async () => {
    const cells = (item: string) => `2026-05-01,Best Buy,${item},1,119.00,bfmr,`;
    const { words, own } = sheet(header, `#A-ORD,${cells('one')}`, `a ORD,${cells('two')}`);
    const { exitCode, stdout, stderr } = await run([...words, '--dry-run', '--json']);
    expect([exitCode, JSON.parse(stdout)]).toMatchObject([
      0,
      [{ body: { orderNumber: `#A-${own}`, orderLineItems: [{}, {}] } }],
    ]);
    expect(stderr).toContain(`Order number #A-${own} is also written "a ${own}" in the file`);
    const twice = sheet(header, `A-ORD,${cells('one')}`, `a ORD,${cells('one')}`);
    expect((await run([...twice.words, '--dry-run'])).stderr).toContain('equal in every cell');
  });

  test('nothing is claimed of a gift card order whose line items the service does not show', async () => {
    const { path } = sheet('Order #,Date,Store,Qty,Price', 'ORD-1,2026-05-01,Staples,1,95.00');
    const words = ['giftcards', 'create', '--csv', path, '--platform', 'card_center', '--restart'];
    await summaryOf(words);
    account.hide('orderLineItems');
    try {
      const summary = await summaryOf(words);
      expect(summary).toMatchObject({ exitCode: 3, orders: { alreadyPresent: 0, differs: 1 } });
      expect(rowsIn(summary.rejectsFile)[0]?.waybill_message).toContain('shows no line items');
    } finally {
      account.hide();
    }
    expect(await summaryOf(words)).toMatchObject({ orders: { alreadyPresent: 1, differs: 0 } });
  });

  test('a number of the other kind of order is named as such', async () => {
    const { words } = sheet(header, '813763113,2026-05-01,Staples,Card,1,5.00,bfmr,');
    const summary = await summaryOf(words);
    expect(summary).toMatchObject({ exitCode: 3, orders: { differs: 1 } });
    expect(rowsIn(summary.resultsFile)[0]?.message).toContain('gift card order');
  });
});

describe('rules', () => {
  const columns = 'Order #,Date,Store,Qty,Price,Ship to';
  function ruled(...rules: readonly string[]) {
    const path = join(mkdtempSync(join(tmpdir(), 'waybill-test-')), 'rules.csv');
    writeFileSync(path, `${rules.join('\n')}\n`);
    return path;
  }

  test('after a rule was fixed the same command goes on', async () => {
    const { words } = sheet(
      columns,
      'ORD-1,2026-05-01,X,1,5.00,Ann Otter 1 Pond Road',
      'ORD-2,2026-05-01,X,1,5.00,Warehouse 7',
      'ORD-3,2026-05-01,X,1,5.00,Home',
    );
    const rules = ruled('shipTo,group', 'Ann Otter,bfmr', 'home,-');
    const command = [...words, '--rules', rules];
    expect(await summaryOf(command)).toMatchObject({
      ...{ exitCode: 3, rows: 2, added: 1, invalid: 1 },
      skipped: { not_mine: 1 },
    });
    writeFileSync(rules, `${readFileSync(rules, 'utf8')}warehouse,melul\n`);
    written();
    expect(await summaryOf(command)).toMatchObject({
      ...{ exitCode: 0, added: 1, alreadyPresent: 1 },
      orders: { added: 1, alreadyPresent: 1, differs: 0, invalid: 0 },
    });
    expect(written()).toMatchObject([{ body: { buyingGroup: 'melul' } }]);
  });

  test('the rejects file comes back with the groups that the rules decided', async () => {
    const { words, own } = sheet(
      columns,
      'ORD-1,2026-05-01,X,1,abc,Ann Otter 1 Pond Road',
      'ORD-2,2026-05-01,X,1,5.00,Ann Otter 1 Pond Road',
    );
    const summary = await summaryOf([...words, '--rules', ruled('shipTo,group', 'otter,bfmr')]);
    const text = readFileSync(summary.rejectsFile, 'utf8');
    expect(text).not.toContain('Pond');
    writeFileSync(summary.rejectsFile, text.replace('abc', '7.00'));
    expect(await summaryOf(['orders', 'create', '--csv', summary.rejectsFile])).toMatchObject({
      added: 1,
    });
    expect(await ordersNamed(`${own}-1`)).toMatchObject([{ buyingGroup: 'bfmr' }]);
  });

  test('addresses are in no file, stream or request', async () => {
    const canaries = ['Quillfeather', 'Nettlebrook', 'Thistledown', 'Marshwiggle', 'Bog Lane'];
    const own =
      'Order #,Date,Store,Qty,Price,Ship to,Billing Address,Gift Message,Recipient,Tracking';
    const people = '"Quillfeather 5\nBog Lane",Nettlebrook 9,Thistledown,Marshwiggle';
    const { words } = sheet(
      own,
      `ORD-1,2026-05-01,X,1,5.00,${people},1Z6534690362714466`,
      `ORD-1,2026-05-01,X,1,5.00,${people},TBD`,
      `ORD-2,soon,X,1,5.00,${people},1Z6534690362714466`,
      `ORD-3,2026-05-01,X,1,5.00,${people},surplus,cells`,
      `ORD-4,2026-05-01,X,1,5.00,${people},none`,
      `ORD-5,2026-05-01,X,-1,5.00,${people},`,
    );
    const rules = ruled('shipTo,group', 'bog lane,bfmr');
    for (const more of [['--dry-run'], ['--dry-run', '--json'], ['--debug'], ['--json'], []]) {
      const { stdout, stderr } = await run([...words, '--rules', rules, ...more]);
      for (const canary of canaries) expect(`${stdout}${stderr}`).not.toContain(canary);
    }
    const requests = JSON.stringify(seen());
    const found: string[] = [];
    const walk = (folder: string) => {
      for (const name of readdirSync(folder)) {
        const path = join(folder, name);
        if (statSync(path).isDirectory()) walk(path);
        else found.push(readFileSync(path, 'latin1'));
      }
    };
    walk(home);
    expect(found.length).toBeGreaterThan(4);
    for (const canary of canaries) {
      expect(requests).not.toContain(canary);
      expect(found.filter((text) => text.includes(canary))).toEqual([]);
    }
  });
});

describe('how the file is read is kept', () => {
  const odd = ['Ref,When,Shop,Pieces,Each,For', 'ORD-1,2/5/2026,X,2,119,bfmr'];
  const map = ['orderNumber=Ref', 'date=When', 'retailer=Shop', 'quantity=Pieces', 'price=Each'];
  const mapped = [...map, 'group=For'].flatMap((one) => ['--map', one]);
  const flags = [...mapped, '--money', 'dollars', '--date-format', 'dmy'];

  test('for files with this header, and a flag beats it', async () => {
    const first = sheet(...odd);
    expect(await summaryOf([...first.words, ...flags, '--save-mapping'])).toMatchObject({
      added: 1,
    });
    expect(existsSync(join(home, 'orders-mapping.json'))).toBe(true);
    const second = sheet(...odd);
    const { exitCode, stderr } = await run(second.words);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringContaining('saved') });
    expect(await ordersNamed(`${second.own}-1`)).toMatchObject([
      { orderDate: '2026-05-02', subtotal: 23_800 },
    ]);
    const third = sheet(...odd);
    await run([...third.words, '--money', 'cents', '--date-format', 'mdy']);
    expect(await ordersNamed(`${third.own}-1`)).toMatchObject([
      { orderDate: '2026-02-05', subtotal: 238 },
    ]);
    const other = sheet('Ref,When,Shop,Pieces,Each,Whom', 'ORD-1,2/5/2026,X,2,119,bfmr');
    expect((await run(other.words)).exitCode).toBe(2);
    // What a profile or the environment usually means is less than what was said of this header.
    const fourth = sheet(...odd);
    await run(fourth.words, { WAYBILL_MONEY: 'cents' });
    expect(await ordersNamed(`${fourth.own}-1`)).toMatchObject([{ subtotal: 23_800 }]);
  });

  test('a column of which something else is said is kept like that alone', async () => {
    const fees = ['Order #,Date,Store,Item,Price,Bag Fee', 'ORD-1,2026-05-01,X,Case,5.00,1.00'];
    const shippingAfter = async (...flags: readonly string[]) => {
      const { words, own } = sheet(...fees);
      expect((await run([...words, '--group', 'bfmr', ...flags])).exitCode).toBe(0);
      const [order] = await ordersNamed(`${own}-1`);
      return order.shipping;
    };
    const saving = (...flags: readonly string[]) => shippingAfter(...flags, '--save-mapping');
    expect(await saving('--map', 'shipping=Bag Fee')).toBe(100);
    expect(await saving('--ignore', 'Bag Fee')).toBe(0);
    expect(await shippingAfter()).toBe(0);
    expect(await saving('--map', 'tax=Bag Fee')).toBe(0);
    expect(await saving('--map', 'shipping=Bag Fee')).toBe(100);
    expect(await shippingAfter()).toBe(100);
    expect(JSON.parse(readFileSync(join(home, 'orders-mapping.json'), 'utf8'))).toMatchObject({
      mappings: [{ map: ['shipping=Bag Fee'], ignore: [] }],
    });
  });

  test('not by a dry run, and not if there is nothing to keep', async () => {
    const { words } = sheet(...odd);
    expect((await run([...words, ...flags, '--save-mapping', '--dry-run'])).exitCode).toBe(0);
    expect(existsSync(join(home, 'orders-mapping.json'))).toBe(false);
    expect((await run([...words, '--save-mapping'])).exitCode).toBe(2);
    expect(written()).toEqual([]);
  });

  test('a damaged file of mappings is exit 14 and sends nothing', async () => {
    writeFileSync(join(home, 'orders-mapping.json'), '{"mappings":');
    const { words } = sheet(header, 'ORD-1,2026-05-01,X,Case,1,5.00,bfmr,');
    expect((await run(words)).exitCode).toBe(14);
    expect(written()).toEqual([]);
  });
});

describe('--dry-run', () => {
  test('prints the requests, those for tracking numbers included, and the summary on stderr', async () => {
    const first = sheet(header, 'ORD-1,2026-05-01,Best Buy,AirPods,1,119.00,bfmr,');
    await summaryOf(first.words);
    written();
    const { words, own } = sheet(
      header,
      `${first.own}-1,2026-05-01,Best Buy,AirPods,1,119.00,bfmr,1Z6534690362714546`,
      'ORD-1,2026-05-01,Best Buy,AirPods,1,119.00,bfmr,1Z6534690362714555',
      'ORD-2,2026-05-01,Best Buy,AirPods,1,119.00,,1Z6534690362714564',
      `${first.own}-1,,,Case,0,5.00,,`,
    );
    const { exitCode, stdout, stderr } = await run([...words, '--dry-run', '--json']);
    expect(exitCode).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject([
      { method: 'POST', path: '/buying-group-orders', body: { orderNumber: `${own}-1` } },
      { method: 'POST', path: '/shipments', body: { shipments: [{}, {}] } },
    ]);
    expect(stderr).toContain('1 order to create · 1 there already · 1 invalid (no group)');
    expect(stderr).toContain('2 tracking numbers to send');
    expect(stderr).toContain('1 row skipped');
    expect(written()).toEqual([]);
    expect((await run([...words, '--dry-run'])).stdout).toContain('2 tracking numbers to send');
  });

  test.each([
    [['ORD-1,2026-05-01,X,Case,1,5.00,bfmr,'], 0],
    [['ORD-1,2026-05-01,X,Case,1,5.00,bfmr,', 'ORD-2,2026-05-01,X,Case,1,5.00,,'], 3],
    [['ORD-2,2026-05-01,X,Case,1,5.00,,'], 2],
    [['ORD-2,2026-05-01,X,Case,0,5.00,bfmr,'], 0],
    [['800458530,2020-05-01,X,Case,1,5.00,bfmr,'], 3],
  ])('ends as the run would: %j', async (lines, exit) => {
    const { words } = sheet(header, ...lines);
    expect((await run([...words, '--dry-run'])).exitCode).toBe(exit);
    expect((await run(words)).exitCode).toBe(exit);
  });
});

describe('flags beside the file', () => {
  test('an earn rate that no card has is refused as one in a cell is', async () => {
    const { words } = sheet(
      'Order #,Date,Store,Qty,Price,Group',
      'ORD-1,2026-05-01,Target,1,5.00,bfmr',
    );
    const { exitCode, stderr } = await run([...words, '--earn-rate', '20.5']);
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining('--earn-rate 20.5 is above 20'),
    ]);
    expect(written()).toEqual([]);
    await summaryOf([...words, '--earn-rate', '20']);
    expect(written()).toHaveLength(1);
  });

  test('stand in for a column and for blank cells', async () => {
    const { words, own } = sheet(
      'Order #,Date,Store,Qty,Price,Group',
      'ORD-1,2026-05-01,,1,5.00,',
      'ORD-2,2026-05-01,Target,1,5.00,melul',
    );
    const flags = [
      '--retailer',
      'Costco',
      '--group',
      'BFMR',
      '--account',
      'me',
      '--status',
      'shipped',
    ];
    const paid = [...words, ...flags, '--earn-rate', '2', '--card', '4417'];
    // People see the card's name.
    expect((await run([...paid, '--dry-run'])).stdout).not.toMatch(/card [\da-f]{8}-/);
    await summaryOf(paid);
    const common = { retailerAccount: 'me', status: 'shipped', cardEarnRate: 2 };
    const orders = await ordersNamed(`${own}-`);
    expect(orders).toHaveLength(2);
    expect(orders).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...common, retailer: 'Costco', buyingGroup: 'bfmr' }),
        expect.objectContaining({ ...common, retailer: 'Target', buyingGroup: 'melul' }),
      ]),
    );
  });

  test.each([
    ['--no-header', []],
    ['--notes x', []],
    ['--date today', []],
    ['--layout amazn', []],
    ['--rules /nonexistent/rules.csv', []],
    ['--strict', ['Size']],
  ])('%s: refused, and nothing is sent', async (flags, more) => {
    const { words } = sheet(
      [header, ...more].join(),
      ['ORD-1,2026-05-01,X,Case,1,5.00,bfmr,', ...more].join(),
    );
    const { exitCode } = await run([...words, ...flags.split(' ')]);
    expect(exitCode).toBe(flags.includes('nonexistent') ? 14 : 2);
    expect(written()).toEqual([]);
  });

  test('those of files are refused without one', async () => {
    for (const flag of ['--strict', '--no-shipments', '--layout amazon', '--rules x.csv']) {
      const { exitCode, stderr } = await run(['orders', 'create', ...flag.split(' ')]);
      expect({ exitCode, stderr }).toEqual({
        exitCode: 2,
        stderr: expect.stringContaining('works only with --csv'),
      });
    }
  });

  test('gift cards have a platform and no tracking numbers', async () => {
    const { path } = sheet('Order #,Date,Store,Qty,Price', 'ORD-1,2026-05-01,Staples,1,95.00');
    const summary = await summaryOf([
      ...['giftcards', 'create', '--csv', path, '--platform', 'card_center'],
    ]);
    expect(summary).toMatchObject({ exitCode: 0, added: 1, shipments: null });
    expect((await run(['giftcards', 'create', '--csv', path, '--no-shipments'])).exitCode).toBe(2);
  });
});

test('ndjson prints one object for each row of the orders', async () => {
  const { words, own } = sheet(header, 'ORD-1,2026-05-01,X,Case,1,5.00,bfmr,1Z6534690362714573');
  const { stdout } = await run([...words, '-o', 'ndjson']);
  expect(JSON.parse(stdout)).toMatchObject({ line: 2, orderNumber: `${own}-1`, outcome: 'added' });
});

describe('at a terminal', () => {
  const doubtful = 'ORD-1,2026-05-01,X,Case,1,5.00,bfmr,1Z6534690362714467';

  test.each([
    ['y', ['/buying-group-orders', '/shipments']],
    ['n', ['/buying-group-orders']],
  ])('asks about doubtful numbers before anything is sent; %s', async (answer, paths) => {
    const { words } = sheet(header, doubtful);
    const session = account.inTerminal(words);
    await session.shows('Send the doubtful tracking number anyway?');
    expect(written()).toEqual([]);
    session.type(answer);
    const { exitCode, written: screen } = await session.ended;
    expect(exitCode).toBe(answer === 'y' ? 0 : 3);
    expect(written().map(({ path }) => path)).toEqual(paths);
    expect(screen).toContain('1 order created');
  });
});

describe('headers in other languages', () => {
  const codes = ['Carta-Straße 1', '+34 600 000 000'];
  test.each([
    [
      'N.º de pedido;Fecha del pedido;Fecha de entrega;Tienda;Artículo;Cantidad;Precio unitario;Importe total;Dirección de envío;Teléfono',
      (price: string, total: string) =>
        `ORD-1;03/05/2026;09/05/2026;Best Buy;AirPods;2;${price};${total};${codes.join(';')}`,
    ],
    [
      'Bestellnummer;Bestelldatum;Lieferdatum;Händler;Artikel;Menge;Stückpreis;Gesamtbetrag;Lieferadresse;Telefon',
      (price: string, total: string) =>
        `ORD-1;03.05.2026;09.05.2026;Best Buy;AirPods;2;${price};${total};${codes.join(';')}`,
    ],
    [
      'N° de commande;Date de commande;Date de livraison;Magasin;Article;Quantité;Prix unitaire;Montant total;Adresse de livraison;Téléphone',
      (price: string, total: string) =>
        `ORD-1;03/05/2026;09/05/2026;Best Buy;AirPods;2;${price};${total};${codes.join(';')}`,
    ],
  ])('reads %s', async (title, row) => {
    const good = sheet(title, row('1299.50', '2599.00'));
    const flags = ['--group', 'bfmr', '--date-format', 'dmy'];
    const planned = await run([...good.words, ...flags, '--dry-run', '--json']);
    expect(planned.exitCode).toBe(0);
    expect(JSON.parse(planned.stdout)).toMatchObject([
      {
        body: {
          ...{ orderNumber: `${good.own}-1`, orderDate: '2026-05-03', retailer: 'Best Buy' },
          orderLineItems: [{ description: 'AirPods', quantity: 2, unitPrice: 129_950 }],
        },
      },
    ]);
    // A total that differs, and cents that begin with a comma: refused, never guessed.
    for (const [price, total] of [
      ['1299.50', '1299.50'],
      ['1.299,50', '2.599,00'],
    ] as const) {
      const bad = sheet(title, row(price, total));
      const rejects = join(home, 'rejects.csv');
      const refused = await run([...bad.words, ...flags, '--rejects', rejects, '-y']);
      expect(refused.exitCode).toBe(2);
      const kept = readFileSync(rejects, 'utf8');
      for (const code of codes) expect(kept).not.toContain(code);
    }
    expect(written()).toEqual([]);
  });
});
