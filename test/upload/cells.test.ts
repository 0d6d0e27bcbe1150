import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryHome, waybill } from '../support/waybill';
import { writeTestWorkbook } from '../support/workbook';

let home: string;
const run = (words: readonly string[]) =>
  waybill(['--sandbox', ...words], { env: { WAYBILL_HOME: home } });

/** Creates orders in an account of its own: number and store. */
async function given(...orders: readonly (readonly [string, string])[]): Promise<void> {
  home = temporaryHome();
  const lines = orders.map(
    ([number, store]) => `${number},2026-02-01,${store},g,Thing,1000,1,1100`,
  );
  const header =
    'orderNumber,orderDate,retailer,buyingGroup,description,unitPrice,quantity,expectedUnitPayout';
  const path = join(home, 'orders.csv');
  writeFileSync(path, [header, ...lines, ''].join('\n'));
  expect((await run(['orders', 'create', '--csv', path])).exitCode).toBe(0);
}

type Rows = readonly (readonly string[])[];
const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** The same rows as a CSV file and as a workbook. */
function files(rows: Rows): readonly string[] {
  const csv = join(home, 'f.csv');
  writeFileSync(csv, rows.map((row) => `${row.map(cell).join(',')}\n`).join(''));
  return [csv, writeTestWorkbook(join(home, 'f.xlsx'), { name: 'Sheet1', rows })];
}

/** Uploads a file: its exit code, and order number, tracking number and outcome of each row. */
async function add(path: string, ...more: readonly string[]) {
  const results = join(home, 'results.csv');
  const words = ['shipments', 'add', '--csv', path, '--results', results, '--restart', '-y'];
  const done = await run([...words, ...more]);
  const [, ...lines] = readFileSync(results, 'utf8').trim().split('\n');
  const rows = lines.map((line) => line.split(','));
  const outcomes = rows.map(([, , order, number, outcome]) => `${order} ${number} ${outcome}`);
  return { ...done, outcomes };
}

describe('numbers in groups', () => {
  const header = ['Order', 'Tracking'];
  beforeEach(() => given(['ONE-1', 'Store'], ['TWO-2', 'Store']));

  test('are refused if the joined number proves nothing: file, workbook, check, one number', async () => {
    const cells = [
      '987654321 123456789',
      'USPS: 9400 1118 9922 3197 4284 91',
      '1Z SHWB 0003 0000 0016',
    ];
    for (const path of files([header, ...cells.map((one) => ['ONE-1', one])])) {
      const done = await add(path);
      expect(done.exitCode).toBe(2);
      expect(done.outcomes).toEqual(cells.map((one) => `ONE-1 ${one} invalid`));
      const checked = await run(['shipments', 'check', path, '-o', 'tsv', '--fields', 'code']);
      expect(checked.stdout.trim().split('\n')).toEqual([
        'code',
        ...cells.map(() => 'several_pieces'),
      ]);
    }
    for (const one of cells) {
      const typed = await run(['shipments', 'add', 'ONE-1', one]);
      expect(typed).toMatchObject({ exitCode: 2, stdout: '' });
    }
  });

  test('are sent as one if it does', async () => {
    const rows = [
      ['ONE-1', '9400 1118 9922 3197 4284 97'],
      ['ONE-1', '1Z SHWB 0003 0000 0015'],
      ['TWO-2', '1Z12345E6605272234 TBA310000000011'],
    ];
    for (const path of files([header, ...rows])) {
      const done = await add(path);
      expect(done).toMatchObject({ exitCode: 0, stderr: '' });
      expect(done.outcomes.map((one) => one.replace(/ \w+$/, ''))).toEqual([
        'ONE-1 9400111899223197428497',
        'ONE-1 1ZSHWB000300000015',
        'TWO-2 1Z12345E6605272234',
        'TWO-2 TBA310000000011',
      ]);
    }
  });
});

test('several numbers of carriers that are not known are sent if they look alike', async () => {
  await given(['ONE-1', 'Store'], ['TWO-2', 'Store']);
  const rows = [
    ['Order', 'Tracking'],
    ['ONE-1', 'GFUS01000000000017, GFUS01000000000025'],
    ['ONE-1', '1Z12345E6605272234\nUUSC0000000000017'],
    ['TWO-2', 'UUSC0000000000025 (2 boxes)'],
    ['TWO-2', 'tbc038000000037'],
    ['TWO-2', '555-123-4567; 555-123-4568'],
  ];
  for (const path of files(rows)) {
    const done = await add(path, '-o', 'json');
    expect(done.exitCode).toBe(3);
    expect(done.outcomes.map((one) => one.replace(/ (?:added|already_present)$/, ''))).toEqual([
      'ONE-1 GFUS01000000000017',
      'ONE-1 GFUS01000000000025',
      'ONE-1 1Z12345E6605272234',
      'ONE-1 UUSC0000000000017',
      'TWO-2 UUSC0000000000025',
      'TWO-2 TBC038000000037',
      'TWO-2 555-123-4567; 555-123-4568 invalid',
    ]);
    expect(done.stderr).not.toContain('TBC038000000037');
  }
});

describe('links and words', () => {
  const header = ['Order', 'Tracking'];
  const link = (parameters: string) => `https://carrier.example.com/tracking.cgi?${parameters}`;
  const numbers = ['1Z12345E0300000010', '1Z12345E0300000029'] as const;
  const [first, second] = numbers;
  beforeEach(() => given(['ONE-1', 'Store'], ['TWO-2', 'Store']));

  test('a link gives every number in it: file, workbook, one number, orders', async () => {
    const rows = [
      ['ONE-1', link(`tracknums_displayed=5&InquiryNumber1=${first}&InquiryNumber2=${second}`)],
      ['TWO-2', link('qtc_tLabels1=9400111899223197000013&qtc_tLabels2=9400111899223197000020')],
    ];
    for (const path of files([header, ...rows])) {
      const done = await add(path);
      expect(done).toMatchObject({ exitCode: 0, stderr: '' });
      expect(done.outcomes.map((one) => one.replace(/ \w+$/, ''))).toEqual([
        `ONE-1 ${first}`,
        `ONE-1 ${second}`,
        'TWO-2 9400111899223197000013',
        'TWO-2 9400111899223197000020',
      ]);
    }
    const repeated = link(`tracknum=${first}&tracknum=${second}`);
    const typed = await run(['shipments', 'add', 'TWO-2', repeated, '--dry-run', '--json']);
    expect(typed.stdout).toContain(first);
    expect(typed.stdout).toContain(second);
    const orders = join(home, 'more.csv');
    writeFileSync(
      orders,
      `Order #,Date,Store,Group,Price,Tracking\nTHREE-3,2026-02-01,Store,g,$10.00,${repeated}\n`,
    );
    const created = await run(['orders', 'create', '--csv', orders, '--json']);
    expect(JSON.parse(created.stdout)).toMatchObject({ shipments: { rows: 2, added: 2 } });
  });

  test('what may be none, and what is left of words, is refused: file, check, one number', async () => {
    const cells = [
      link(`InquiryNumber1=${first}&InquiryNumber2=1Z12345E0300000028`),
      'picked up 123456789, call 123456790',
      'gate code 123456, ring twice',
    ];
    for (const path of files([header, ...cells.map((one) => ['ONE-1', one])])) {
      const done = await add(path);
      expect(done.exitCode).toBe(2);
      expect(done.stderr).toContain('3 of 3 rows were refused, and nothing was sent');
      expect((await run(['shipments', 'check', path])).exitCode).toBe(2);
    }
    for (const one of cells) {
      const typed = await run(['shipments', 'add', 'ONE-1', one]);
      expect(typed).toMatchObject({ exitCode: 2, stdout: '' });
    }
  });

  test("a seller's name beside ASINs is not read: the retailer is the order's", async () => {
    const rows = [
      ['Order', 'Tracking', 'Seller', 'ASIN'],
      ['ONE-1', first, 'Acme', 'B000000001'],
    ];
    for (const path of files(rows)) expect((await add(path)).exitCode).toBe(0);
  });
});

describe('order numbers in another spelling', () => {
  const own = ['112-0000001-0000001', '113-0000002-0000002', '7745120936', 'BBY01-806900000012'];
  const written = [
    '112\u20110000001\u20110000001',
    '#113-0000002-0000002',
    '7745120936.0',
    'bby01-806900000012',
  ];
  const tracking = ['TBA310000000011', 'TBA310000000029', '1Z12345E6605272234', '986578788855'];
  beforeEach(async () => {
    await given(...own.map((one): [string, string] => [one, 'Store']), ['AB-1', 'Store']);
    // In a file both would be one order.
    const item = { description: 'Thing', unitPrice: 1000, quantity: 1, expectedUnitPayout: 1100 };
    const order = { orderNumber: 'AB1', orderDate: '2026-02-01', retailer: 'Store' };
    const path = join(home, 'ab1.json');
    const body = { ...order, buyingGroup: 'g', status: 'purchased', orderLineItems: [item] };
    writeFileSync(path, JSON.stringify(body));
    expect((await run(['orders', 'create', '--from-json', path, '-y'])).exitCode).toBe(0);
  });

  test.each([[[]], [['Store']]])(
    'are sent as their orders have them, with one notice: %j',
    async (store) => {
      const header = ['Order', 'Tracking', ...store.map(() => 'Retailer')];
      const rows = written.map((one, row) => [one, tracking[row] ?? '', ...store]);
      // The same row once more, as the order has it.
      const twice = [own[0] ?? '', tracking[0] ?? '', ...store];
      for (const path of files([header, ...rows, twice])) {
        const checked = await run(['shipments', 'check', path]);
        expect(checked.exitCode).toBe(0);
        const done = await add(path);
        expect(done.exitCode).toBe(0);
        expect(done.stderr.match(/order numbers/g)).toHaveLength(1);
        expect(done.outcomes.map((one) => one.replace(/ (?:added|already_present)$/, ''))).toEqual([
          ...own.map((one, row) => `${one} ${tracking[row]}`),
          `${own[0]} ${tracking[0]} duplicate`,
        ]);
      }
    },
  );

  test('are invalid if two orders fit, and both are named', async () => {
    for (const path of files([
      ['Order', 'Tracking'],
      ['ab 1', 'TBA310000000011'],
    ])) {
      const done = await add(path);
      expect(done.exitCode).toBe(2);
      expect(done.stderr).toMatch(/AB-1 and AB1/);
      const checked = await run(['shipments', 'check', path]);
      expect(checked.exitCode).toBe(2);
      expect(checked.stdout).toMatch(/AB-1 and AB1/);
    }
  });
});
