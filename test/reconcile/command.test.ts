import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { undoImport } from '../../src/mirror/ledger-changes';
import { closeWriter } from '../../src/mirror/libsql';
import { openToWrite } from '../../src/mirror/open';
import { sampleDay } from '../../src/service/sample/days';
import { errorOf } from '../commands/account';
import { projectFolder } from '../support/project';
import { missingPrograms } from '../support/tier';
import { temporaryHome } from '../support/waybill';
import { writeTestWorkbook } from '../support/workbook';
import { ownAccount } from './own-account';

function file(name: string, ...lines: string[]): string {
  const path = join(mkdtempSync(join(tmpdir(), 'waybill-test-')), name);
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}

const bfmr = ['reconcile', 'examples/payout-bfmr.csv', '--group', 'bfmr'];
const [whole, split, short, received] = [
  '2000140-45768560',
  '9859100244',
  '1807117486',
  '902059447464815',
];

test('gives each row one outcome and each order one verdict, with the documented members', async () => {
  const { json } = await ownAccount();
  const report = await json(...bfmr, '--deposit', '7157.51');
  expect(Object.keys(report)).toEqual([
    ...['group', 'files', 'rows', 'orders', 'verdicts', 'needsAPerson', 'deposit'],
    ...['recorded', 'import'],
  ]);
  expect(report).toMatchObject({
    group: 'bfmr',
    files: [{ file: 'examples/payout-bfmr.csv', format: 'bfmr', rows: 7 }],
    rows: {
      matched: { count: 4, cents: 549_250 },
      noted: { count: 2, cents: 558_300 },
      unmatched: { count: 1, cents: 166_500 },
      unreadable: { count: 0, cents: 0 },
    },
    orders: { paid_in_full: 2, paid_short: 1, received_not_paid: 1, pending: 1 },
    needsAPerson: [{ line: 8, outcome: 'unmatched', cents: 166_500, suggestions: ['1191934186'] }],
    deposit: { expected: 715_751, found: 715_750, difference: -1 },
    recorded: 0,
    import: null,
  });
  const verdictOf = (number: string | undefined) =>
    report.verdicts.find((one: { orderNumber: string }) => one.orderNumber === number);
  expect(verdictOf(short)).toEqual({
    ...{ id: expect.any(String), kind: 'order', orderNumber: short, verdict: 'paid_short' },
    ...{ expected: 76_400, paid: 70_000, difference: -6400, detail: null, rows: [5] },
  });
  expect(verdictOf(split)).toMatchObject({ verdict: 'paid_in_full', rows: [3, 4] });
  expect(verdictOf(received)).toMatchObject({ verdict: 'received_not_paid', paid: 0, rows: [6] });
});

test.skipIf(missingPrograms('libreoffice', ['soffice']).length > 0)(
  'reads a workbook like the table it was made from; --sheet selects a sheet',
  async () => {
    const { run, json } = await ownAccount();
    const folder = mkdtempSync(join(tmpdir(), 'waybill-test-'));
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    const convert = ['--headless', profile, '--convert-to', 'xlsx', '--outdir', folder];
    execFileSync('soffice', [...convert, 'examples/payout-bfmr.csv'], {
      cwd: projectFolder,
      stdio: 'ignore',
    });
    const workbook = join(folder, 'payout-bfmr.xlsx');
    const { files: _, ...expected } = await json(...bfmr);
    const inWorkbook = ['reconcile', workbook, '--group', 'bfmr', '--sheet', '1'];
    const { files, ...report } = await json(...inWorkbook);
    expect(files).toEqual([{ file: workbook, format: 'bfmr', rows: 7 }]);
    const nameless = (text: string) => text.replaceAll(/"file":"[^"]*"/g, '');
    expect(nameless(JSON.stringify(report))).toBe(nameless(JSON.stringify(expected)));
    const other = await run('reconcile', workbook, '--group', 'bfmr', '--sheet', 'July');
    expect(other).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('July') });
  },
);

test('reads the first sheet of a workbook that has the header of a payout file', async () => {
  const { run, json } = await ownAccount();
  const payouts = (order: string) => [
    ['order_number', 'tracking_id', 'status', 'total', 'paid', 'receipt_id'],
    [order, '', 'verified', '10', 'true', `R${order}`],
  ];
  const cover = {
    name: 'Summary',
    rows: [
      ['Payout report', 'June 2026'],
      ['Total', '10'],
    ],
  };
  const june = { name: 'June', rows: payouts('800458530') };
  const path = join(mkdtempSync(join(tmpdir(), 'waybill-test-')), 'p.xlsx');
  const words = ['reconcile', path, '--group', 'bfmr'];
  writeTestWorkbook(path, cover, june);
  expect(await json(...words)).toMatchObject({ rows: { matched: { count: 1, cents: 1000 } } });
  expect((await run(...words, '-q')).stderr).not.toContain('sheet');
  // Money on a sheet that is not read is worth a warning, which -q does not silence.
  writeTestWorkbook(path, cover, june, { name: 'July', rows: payouts('9889303997') });
  expect((await run(...words, '-q')).stderr).toContain(
    `Warning: ${path}: reading sheet "June", not "Summary", "July"; use --sheet <name>`,
  );
});

test('reads a file in another encoding with --encoding', async () => {
  const { json, run } = await ownAccount();
  const path = file('cafe.csv', '');
  const text = 'Tracking,Order,Amount,Café\n585970100257,2000140-45768560,3832.50,é\n';
  writeFileSync(path, Buffer.from(text, 'latin1'));
  const words = ['reconcile', path, '--group', 'bfmr', '--map', 'tracking=Tracking'];
  words.push('--map', 'order=Order', '--map', 'amount=Amount');
  expect((await run(...words)).exitCode).toBe(2);
  const report = await json(...words, '--encoding', 'windows-1252');
  expect(report.rows.matched).toEqual({ count: 1, cents: 383_250 });
});

test.each([
  ['payout-melul.csv', 'max_out_deals', 'melul', { matched: 2, noted: 2 }],
  ['payout-buying-group.csv', 'buying_group', 'buying_group', { matched: 2, other: 1 }],
])('recognizes examples/%s by its header', async (name, group, format, counts) => {
  const { json } = await ownAccount();
  const { files, rows } = await json('reconcile', `examples/${name}`, '--group', group);
  expect(files).toMatchObject([{ format }]);
  for (const [outcome, count] of Object.entries(counts)) expect(rows[outcome].count).toBe(count);
});

test("says that the portal's DATE was not read as the day of payment, until it is mapped", async () => {
  const { run, json } = await ownAccount();
  const rows = ['10/10/2025', '10/17/2025'].map(
    (day) => `0,1,${day},iPad,1,1Z0269910347253646,5.00`,
  );
  const path = file('p.csv', 'VOID,VERIFIED,DATE,ITEM,QTY,TRACKING NUMBERS,EXT TOTAL', ...rows);
  const words = ['reconcile', path, '--group', 'max_out_deals'];
  const plain = await run(...words);
  expect(plain.stderr).toContain('No payment date was read');
  expect(plain.stderr).toContain('add --map paidOn=DATE.');
  expect((await json(...words, '--record')).recorded).toBe(2);
  const mapped = await run(...words, '--map', 'paidOn=DATE', '--json');
  expect(mapped.stderr).not.toContain('No payment date');
  expect(JSON.parse(mapped.stdout)).toMatchObject({
    files: [{ format: 'melul' }],
    rows: { known: { count: 2, cents: 1000 } },
  });
});

test('a total of the rows above is pointed at, since it counts as money', async () => {
  const { run, json } = await ownAccount();
  const header = 'Tracking,Order,Amount';
  const rows = [`,${whole},3832.50`, `,${short},700.00`, ',,"4,532.50"'];
  const [path, clean] = [
    file('t.csv', header, ...rows),
    file('u.csv', header, ...rows.slice(0, 2)),
  ];
  const map = ['tracking=Tracking', 'order=Order', 'amount=Amount'].flatMap((one) => [
    '--map',
    one,
  ]);
  const words = ['reconcile', path, '--group', 'bfmr', ...map];
  const counted =
    '$4,532.50 is the sum of the rows above, so it is not recorded, but it counts as one more payment in their sum. If it is a total, remove it from the file.';
  expect((await run(...words)).stderr).toBe(`Warning: line 4: ${counted}\n`);
  expect((await json(...words)).rows.other).toEqual({ count: 1, cents: 453_250 });
  const both = await run('reconcile', clean, path, '--group', 'bfmr', ...map, '-q', '--json');
  expect(both.stderr).toContain(`Warning: ${path}, line 4: ${counted}\n`);
});

test('words of a state that no rule knows are named, since their rows count as paid', async () => {
  const { run } = await ownAccount();
  const lines = ['Completed', 'Sent', 'Sent', 'pending', 'no', 'Paid', 'Purchased'].map(
    (state, index) => `${short},${index + 1}.00,${state}`,
  );
  const path = file('states.csv', 'No,Net,State', ...lines);
  const map = ['order=No', 'amount=Net'].flatMap((one) => ['--map', one]);
  const { stderr } = await run('reconcile', path, '--group', 'bfmr', ...map);
  expect(stderr).toBe(
    "Warning: 3 rows ($6.00) count as paid, although waybill doesn't know what the state means: Completed, Sent. Ask the group whether it paid.\n",
  );
});

test('--no-header names columns by number, also in a saved mapping', async () => {
  const { run, json } = await ownAccount();
  const path = file('plain.csv', `Payout,${short},"1.234,50"`, `Payout,${short},764.00,x`);
  const flags = [path, '--group', 'bfmr'];
  expect(await run('reconcile', ...flags, '--no-header')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--map tracking=1 --map order=2 --map amount=3'),
  });
  const map = ['--no-header', '--map', 'order=2', '--map', 'amount=3', '--save-mapping'];
  const { rows, needsAPerson } = await json('reconcile', ...flags, ...map);
  expect(rows).toMatchObject({ matched: { count: 1, cents: 76_400 }, unreadable: { count: 1 } });
  expect(needsAPerson[0]).toMatchObject({
    line: 1,
    detail: 'column "3": "1.234,50" is not an amount; write it with a decimal point',
  });
  expect((await json('reconcile', ...flags)).rows).toEqual(rows);
});

test("rows of other groups' orders raise the question whether the group is right", async () => {
  const { run } = await ownAccount();
  const wrong = await run('reconcile', 'examples/payout-bfmr.csv', '--group', 'buying_group');
  expect(wrong.stderr).toContain(
    '4 rows ($5,492.50) belong to orders of bfmr, not buying_group: is --group right?\n',
  );
  expect((await run(...bfmr)).stderr).not.toContain('--group');
});

describe('a recorded payment that is read in another way counts, but settles no order', () => {
  const all = ['order=Order', 'amount=Amount', 'paidOn=Day', 'reference=Ref', 'item=Item'];
  const reading = (...fields: string[]) =>
    all
      .filter((one) => fields.some((field) => one.startsWith(field)))
      .flatMap((one) => ['--map', one]);
  const [day, swapped] = ['2025-03-02', '2025-02-03'];

  test.each([
    ['without its reference', ['order', 'amount', 'reference'], ['order', 'amount'], []],
    ['with its reference', ['order', 'amount'], ['order', 'amount', 'reference'], []],
    ['with its date', ['order', 'amount'], ['order', 'amount', 'paidOn'], []],
    ['with its item', ['order', 'amount', 'paidOn'], ['order', 'amount', 'paidOn', 'item'], []],
    ['with another date', ['order', 'amount', 'paidOn'], ['order', 'amount', 'paidOn'], ['dmy']],
  ])('%s', async (_, before, after, [dates]) => {
    const { run, json } = await ownAccount();
    const { expectedPayout } = await json('orders', 'get', short ?? '');
    const all = (expectedPayout / 100).toFixed(2);
    const lines = ['Order,Amount,Day,Ref,Item', `${short},${all},03/02/2025,P1,Watch`];
    const first = [file('one.csv', ...lines), '--group', 'bfmr'];
    await json('reconcile', ...first, ...reading(...before), '--record');
    // In the same file it is the same row, however it is read.
    const same = await json('reconcile', ...first, ...reading(...after), '--record');
    expect(same).toMatchObject({ import: null, rows: { known: { count: 1 } } });
    const flags = [file('two.csv', ...lines, ''), '--group', 'bfmr'];
    const more = dates === undefined ? [] : ['--date-format', dates];
    const again = await run('reconcile', ...flags, ...reading(...after), ...more, '--apply', '-y');
    expect(again.stderr).toContain('. All count; --apply leaves their orders alone.');
    expect(again.stderr).toContain('; if not, waybill payments remove 1 --sandbox.');
    // The doubt lasts until one of the imports is undone.
    await run('reconcile', ...flags, ...reading(...after), ...more, '--apply', '-y');
    expect(await json('orders', 'get', short ?? '')).not.toMatchObject({ status: 'paid' });
    // The payment is as the next files say, once its import is undone.
    await run('payments', 'undo', '1', '-y');
    const payments = await json('payments', 'list');
    expect(payments).toHaveLength(1);
    expect([null, day, swapped]).toContain(payments[0].paidOn);
  });
});

test('two parcels of one order with equal amounts are two payments, and settle it', async () => {
  const { run, json } = await ownAccount();
  const { expectedPayout } = await json('orders', 'get', short ?? '');
  const half = (expectedPayout / 200).toFixed(2);
  const numbers = ['1Z4322050399088089', '1Z8834200393318812'];
  for (const number of numbers) await run('shipments', 'add', short ?? '', number);
  await run('sync');
  const flags = ['--group', 'bfmr', '--map', 'tracking=Tracking', '--map', 'amount=Amount'];
  for (const number of numbers) {
    const week = file('week.csv', 'Tracking,Amount', `${number},${half}`);
    const done = await run('reconcile', week, ...flags, '--apply', '-y');
    expect(done.stderr).not.toContain('All count');
  }
  expect(await json('orders', 'get', short ?? '')).toMatchObject({ status: 'paid' });
});

test('an older file that is recorded again is pointed at', async () => {
  const { run, json } = await ownAccount();
  const flags = ['--group', 'bfmr', '--map', 'order=Order', '--map', 'amount=Amount'];
  const reconcile = (path: string) =>
    json('reconcile', path, ...flags, '--map', 'reference=Ref', '--record');
  const { expectedPayout } = await json('orders', 'get', short ?? '');
  const [old, later] = [expectedPayout, 10_000].map((cents) =>
    file('one.csv', 'Order,Amount,Ref', `${short},${(cents / 100).toFixed(2)},R2`),
  ) as [string, string];
  await reconcile(old);
  expect((await reconcile(later)).needsAPerson).toEqual([]);
  // The same file changes nothing, but the group may send the older amount in a new one.
  expect(await reconcile(old)).toMatchObject({ import: null, rows: { known: { count: 1 } } });
  const resent = file('new.csv', readFileSync(old, 'utf8'));
  const again = await json(
    ...['reconcile', resent, ...flags, '--map', 'reference=Ref', '--apply', '-y'],
  );
  expect(again.rows.amended.count).toBe(1);
  expect(again.orders).toMatchObject({ paid_in_full: 1 });
  expect(await json('orders', 'get', short ?? '')).not.toMatchObject({ status: 'paid' });
  expect(again.needsAPerson).toMatchObject([
    { payment: 1, detail: expect.stringContaining('is perhaps an older export') },
  ]);
  // What an import replaced is not listed, and can't be removed under it.
  await run('payments', 'add', whole ?? '', '5', '--date', '2025-06-01', '--reference', 'R3');
  const [{ id }] = (await json('payments', 'list')).filter(
    ({ reference }: { reference: string }) => reference === 'R3',
  );
  await reconcile(file('one.csv', 'Order,Amount,Ref', `${whole},6,R3`));
  const removed = await run('payments', 'remove', String(id));
  expect(removed.exitCode).toBe(2);
  expect(removed.stderr).toContain(`Payment ${id} was replaced by one of import 4`);
  await run('payments', 'undo', '4', '-y');
  expect((await run('payments', 'remove', String(id))).exitCode).toBe(0);
});

test('a deposit may be negative, since a payout may take back more than it pays', async () => {
  const { json } = await ownAccount();
  for (const typed of ['-5', '(5.00)', '-$5']) {
    const { deposit } = await json(...bfmr, '--deposit', typed);
    expect(deposit).toEqual({
      ...{ expected: -500, found: 715_750, difference: 716_250, recordedBefore: 0 },
    });
  }
});

test('-q shows the result only if there is something to look at', async () => {
  const { run } = await ownAccount();
  const well = [...['reconcile', 'examples/payout-buying-group.csv'], '--group', 'buying_group'];
  expect((await run(...well, '--record', '-q')).stdout).toBe('');
  expect((await run(...well)).stdout).toContain('paid in full');
  expect((await run(...well, '-q', '--deposit', '1')).stdout).toContain('Deposit: $1.00');
  const { stdout } = await run(...bfmr, '-q');
  expect(stdout).toMatch(/^Rows: /);
  expect(stdout).toContain(short);
});

test('warns of payments dated after today, which are no reason to sync', async () => {
  const { run } = await ownAccount();
  const rows = ['01', '02', '03', '04'].map((day) => `${short},1.${day},2099-06-${day}`);
  const path = file('f.csv', 'Order,Amount,Day', ...rows, `${short},5.00,0026-06-01`);
  const map = ['order=Order', 'amount=Amount', 'paidOn=Day'].flatMap((one) => ['--map', one]);
  const { stderr, exitCode } = await run('reconcile', path, '--group', 'bfmr', ...map);
  expect(stderr).toBe(
    `Warning: Payment dates after today, ${sampleDay}, or before 2000: line 2 (2099-06-01), line 3 (2099-06-02), line 4 (2099-06-03) and 1 more. Check them in the file; --date-format says what comes first in 01/02/2026.\n`,
  );
  expect(exitCode).toBe(3);
});

describe('for people', () => {
  const notSaved =
    'No payments were saved. Use --record to save them, or --apply to set orders to paid as well.';

  test('the first line shows how the file was read, the last one that nothing was recorded', async () => {
    const { run } = await ownAccount();
    const { stdout, exitCode } = await run(...bfmr);
    const lines = stdout.trimEnd().split('\n');
    expect(exitCode).toBe(0);
    expect(lines[0]).toContain('7 rows read as bfmr: amount from "Amount Paid"');
    expect(lines.at(-1)).toBe(notSaved);
    const order = ['paid short', 'missing', 'received not paid'];
    const places = order.map((verdict) =>
      lines.findIndex((line) => line.startsWith(`  ${verdict}`)),
    );
    expect(places.every((place) => place > 0)).toBe(true);
    expect([...places].sort((one, other) => one - other)).toEqual(places);
    expect(stdout).not.toContain(whole);
  });

  test('prints one line if all is paid in full, and reuses a saved mapping', async () => {
    const { run } = await ownAccount();
    const words = [
      'reconcile',
      'examples/payout.csv',
      '--group',
      'points_4_days',
      '--grace',
      '365',
    ];
    const map = ['tracking=Parcel', 'order=Your order', 'amount=Paid', 'paidOn=Day'];
    const mapped = [...words, ...map.flatMap((one) => ['--map', one]), '--save-mapping'];
    const { stdout } = await run(...mapped);
    const [first, ...rest] = stdout.split('\n').filter((line) => line !== '');
    expect(first).toContain('unused columns: "Note"');
    const saved = 'The mapping was saved, but the payments were not.';
    expect(rest).toEqual([
      'All paid in full: 3 orders, $2,702.50.',
      expect.stringContaining(saved),
    ]);
    const again = stdout.split('\n').map((line) => (line.startsWith(saved) ? notSaved : line));
    expect((await run(...words)).stdout).toBe(again.join('\n'));
  });

  test('a saved mapping belongs to the group in every case, also one saved as it was typed', async () => {
    const { run, home } = await ownAccount();
    const map = ['tracking=Parcel', 'order=Your order', 'amount=Paid', 'paidOn=Day'];
    const mapped = [...map.flatMap((one) => ['--map', one]), '--save-mapping'];
    const reconcile = (group: string, ...more: string[]) =>
      run('reconcile', 'examples/payout.csv', '--group', group, ...more);
    expect((await reconcile('Points_4_Days', ...mapped)).exitCode).toBe(0);
    const folder = join(home, 'mappings');
    expect(readdirSync(folder)).toEqual(['points_4_days.json']);
    for (const group of ['points_4_days', 'Points_4_Days', 'POINTS_4_DAYS']) {
      expect((await reconcile(group)).exitCode).toBe(0);
    }
    renameSync(join(folder, 'points_4_days.json'), join(folder, 'Points_4_Days.json'));
    expect((await reconcile('Points_4_Days')).exitCode).toBe(0);
    const longest = '団'.repeat(100);
    expect((await reconcile(longest, ...mapped)).exitCode).toBe(0);
    expect((await reconcile(longest)).exitCode).toBe(0);
  });

  test('warns about an unknown group and names the nearest', async () => {
    const { run } = await ownAccount();
    const { stderr, exitCode } = await run(...bfmr.slice(0, -1), 'bfmrr');
    expect(stderr).toContain('Warning: No order belongs to group "bfmrr". Did you mean bfmr?');
    expect(exitCode).toBe(0);
  });
});

describe('--record', () => {
  test('recording twice counts once, a new amount for a reference replaces the old one, and undo restores every figure', async () => {
    const { json, mirror } = await ownAccount();
    const words = ['--group', 'bfmr', '--format', 'generic', '--map', 'tracking=t'];
    const rest = ['--map', 'amount=a', '--map', 'reference=r', '--record'];
    const reconcile = (path: string) => json('reconcile', path, ...words, ...rest);
    const paidCents = (report: { verdicts: { orderNumber: string; paid: number }[] }) =>
      Object.fromEntries(report.verdicts.map(({ orderNumber, paid }) => [orderNumber, paid]));
    const first = file('first.csv', 't,a,r', '585970100257,3832.50,A', '1Z2133950391035313,700,B');
    const second = file('second.csv', 't,a,r', '1Z2133950391035313,764,B');

    const one = await reconcile(first);
    expect(one).toMatchObject({ recorded: 2, import: 1, rows: { matched: { count: 2 } } });
    const again = await reconcile(first);
    expect(again).toMatchObject({ recorded: 0, import: null, rows: { known: { count: 2 } } });
    expect(paidCents(again)).toEqual(paidCents(one));

    const amended = await reconcile(second);
    expect(amended).toMatchObject({ recorded: 1, import: 2, rows: { amended: { count: 1 } } });
    expect(paidCents(amended)).toMatchObject({ [String(short)]: 76_400 });

    const database = openToWrite(await mirror());
    undoImport(database, 2, '2026-06-01T00:00:00.000Z');
    closeWriter(database);
    expect(paidCents(await reconcile(first))).toEqual(paidCents(one));
  });

  test('a file is recorded once, however the group is typed and its columns were saved', async () => {
    const { json } = await ownAccount();
    const paid = file('paid.csv', 't,a,d', '585970100257,3832.50,05/10/2025');
    const map = ['tracking=t', 'amount=a', 'paidOn=d'].flatMap((one) => ['--map', one]);
    const saving = ['--date-format', 'dmy', '--save-mapping', '--record'];
    const first = await json('reconcile', paid, '--group', 'bfmr', ...map, ...saving);
    expect(first).toMatchObject({ recorded: 1, rows: { matched: { count: 1 } } });
    for (const words of [['bfmr'], ['BFMR', '--date-format', 'dmy', ...map]]) {
      const again = await json('reconcile', paid, '--record', '--group', ...words);
      expect(again).toMatchObject({ recorded: 0, rows: { known: { count: 1 } } });
    }
  });

  test('a payment is recorded once, whoever records it first and however the group is spelled', async () => {
    const { run, json } = await ownAccount();
    const paid = file('a.csv', 'Order,Amount,Date,Ref', '800458530,194.00,2025-10-01,R-1');
    const map = ['order=Order', 'amount=Amount', 'paidOn=Date'].flatMap((one) => ['--map', one]);
    const record = (group: string, ...more: string[]) =>
      json('reconcile', paid, '--group', group, ...map, ...more, '--record');
    for (const [index, wrong] of ['bfrm', 'buying_group'].entries()) {
      expect(await record(wrong, '-y')).toMatchObject({ recorded: 1 });
      expect(await record('bfmr')).toMatchObject({ recorded: 0, rows: { known: { count: 1 } } });
      expect((await run('payments', 'undo', String(index + 1), '-y')).exitCode).toBe(0);
    }

    const add = ['payments', 'add', '800458530', '194', '--date', '2025-10-01'];
    expect((await run(...add, '--reference', 'R-1')).exitCode).toBe(0);
    const named = ['--map', 'reference=Ref'];
    expect(await record('bfmr', ...named)).toMatchObject({ recorded: 0 });
    expect(await json('payments', 'list')).toHaveLength(1);
    expect((await run('mirror', 'check')).exitCode).toBe(0);
  });

  test('payments of all spellings of a group are recorded under its name', async () => {
    const { run, json } = await ownAccount();
    const paid = file('a.csv', 'Order,Amount,Date,Ref', '800458530,194.00,2025-10-01,R-1');
    const map = ['order=Order', 'amount=Amount', 'paidOn=Date'].flatMap((one) => ['--map', one]);
    const record = ['reconcile', paid, '--group', 'Points 4 Days', ...map, '--record'];
    const { stderr } = await run(...record, '--save-mapping', '--json');
    expect(stderr).toContain('points_4_days for "Points 4 Days".');
    expect(await json('payments', 'imports')).toMatchObject([{ group: 'points_4_days' }]);
    const again = ['reconcile', paid, '--group', 'points-4-days', '--record'];
    expect(await json(...again)).toMatchObject({ group: 'points_4_days', recorded: 0 });

    const unknown = await run('reconcile', paid, '--group', 'points_5_days', ...map, '--record');
    expect(unknown).toMatchObject({ exitCode: 2 });
    expect(unknown.stderr).toContain('Did you mean points_4_days?');
    expect(await json('payments', 'imports')).toHaveLength(1);
  });

  test('a reference on rows of two orders is a conflict, in one file and across files', async () => {
    const { json } = await ownAccount();
    const [one = '', other = ''] = ['800458530,100.00,B77', '9889303997,100.00,B77'];
    const map = ['order=Order', 'amount=Amount', 'reference=Ref'].flatMap((one) => ['--map', one]);
    const record = (...rows: string[]) => {
      const path = file('b.csv', 'Order,Amount,Ref', ...rows);
      return json('reconcile', path, '--group', 'bfmr', ...map, '--record');
    };
    const both = await record(one, other);
    expect(both).toMatchObject({ recorded: 0, rows: { conflict: { count: 2 } } });
    expect(both.needsAPerson).toMatchObject([{ line: 2 }, { line: 3 }]);
    expect(both.needsAPerson[1].detail).toContain('leave out --map reference');
    expect(await record(one)).toMatchObject({ recorded: 1 });
    expect(await record(other)).toMatchObject({
      ...{ recorded: 0, rows: { conflict: { count: 1 } } },
      needsAPerson: [{ detail: expect.stringContaining('was recorded with other identifiers') }],
    });
  });

  test('a check typed for several orders, or after the file, counts once', async () => {
    const { run, json } = await ownAccount();
    const add = (order: string, cents: string) =>
      run(...['payments', 'add', order, cents, '--date', '2025-10-01', '--reference', 'C9']);
    for (const [order, dollars] of [
      ['800458530', '100'],
      ['9889303997', '50'],
    ] as const) {
      expect((await add(order, dollars)).exitCode).toBe(0);
    }
    const map = ['order=Order', 'amount=Amount', 'reference=Ref'].flatMap((one) => ['--map', one]);
    const record = (...rows: string[]) => {
      const path = file('r.csv', 'Order,Amount,Ref', ...rows);
      return json('reconcile', path, '--group', 'bfmr', ...map, '--record');
    };
    expect(await record('9889303997,50,C9')).toMatchObject({
      ...{ recorded: 0, rows: { known: { count: 1, cents: 5000 } }, needsAPerson: [] },
    });
    // The group corrects its part of the check; the other order's payment stays.
    expect(await record('9889303997,60,C9')).toMatchObject({ recorded: 1 });
    const listed: { orderNumber: string; amount: number }[] = await json('payments', 'list');
    expect(listed.map(({ orderNumber, amount }) => [orderNumber, amount])).toEqual([
      ['800458530', 10_000],
      ['9889303997', 6000],
    ]);
    // The file has no date, so the one that is typed can't be compared.
    expect((await add('9889303997', '60')).stderr).toContain('already recorded');
    expect((await run('payments', 'undo', '2', '-y')).exitCode).toBe(0);
    expect((await json('payments', 'list'))[1].amount).toBe(5000);
    expect((await run('mirror', 'check')).exitCode).toBe(0);
  });

  test('records no row of which a column or a date is in doubt', async () => {
    const { run, json } = await ownAccount();
    const map = ['order=Order', 'amount=Amount', 'paidOn=Date'].flatMap((one) => ['--map', one]);
    const reconcile = (path: string, ...more: string[]) =>
      json('reconcile', path, '--group', 'bfmr', ...map, ...more, '--record');
    const dates = file(
      'd.csv',
      'Order,Amount,Date',
      '800458530,194.00,05/06/2025',
      '9889303997,1,25/06/2025',
    );
    const first = await reconcile(dates);
    expect(first).toMatchObject({ recorded: 0, rows: { unreadable: { count: 2 } } });
    expect(first.needsAPerson[0].detail).toContain('could be 2025-05-06 or 2025-06-05');
    expect(await reconcile(dates, '--date-format', 'dmy')).toMatchObject({ recorded: 2 });
    expect((await json('payments', 'list'))[0].paidOn).toBe('2025-06-05');

    const cut = file('e.csv', 'Order,Date,Amount', '800458530,2025-11-20,$1,194.00');
    const results = `${cut}.results.csv`;
    expect(await reconcile(cut, '--results', results)).toMatchObject({
      recorded: 0,
      needsAPerson: [{ detail: expect.stringContaining('4 cells but the header line has 3') }],
    });
    expect(readFileSync(results, 'utf8')).toContain(
      '800458530,2025-11-20,"$1,194.00",2,unreadable',
    );
    expect((await run('reconcile', cut, '--group', 'bfmr', ...map)).exitCode).toBe(3);
  });

  test('recognizes two equal payments as paid twice, even if one was recorded before', async () => {
    const { json } = await ownAccount();
    const words = [
      '--group',
      'bfmr',
      '--map',
      'tracking=t',
      '--map',
      'amount=a',
      '--map',
      'paidOn=d',
    ];
    const pay = (day: string) =>
      json(
        'reconcile',
        file('pay.csv', 't,a,d', `585970100257,3832.50,${day}`),
        ...words,
        '--record',
      );
    await pay('2025-10-01');
    const report = await pay('2025-10-08');
    expect(report.orders).toMatchObject({ paid_twice: 1, paid_in_full: 0 });
  });
});

describe('--apply', () => {
  test('a dry run prints the requests and records nothing', async () => {
    const { json } = await ownAccount();
    const requests = await json(...bfmr, '--apply', '--dry-run');
    expect(requests).toEqual(
      Array.from({ length: 2 }, () => ({
        method: 'PATCH',
        path: expect.stringMatching(/^\/buying-group-orders\/[0-9a-f-]{36}$/),
        body: { status: 'paid' },
      })),
    );
    expect((await json(...bfmr)).rows).toMatchObject({
      matched: { count: 4 },
      known: { count: 0 },
    });
  });

  test('a dry run for people is the report and what would change', async () => {
    const { run } = await ownAccount();
    const [plain, planned] = [await run(...bfmr), await run(...bfmr, '--apply', '--dry-run')];
    const closing = plain.stdout.trimEnd().split('\n').at(-1) ?? '';
    const plan = `Would set 2 orders to paid:\n${whole}: delivered → paid\n${split}: delivered → paid\n4 payments would be recorded. Nothing was saved.`;
    expect(planned).toEqual({ ...plain, stdout: plain.stdout.replace(closing, plan) });
  });

  test('sends and records nothing without a yes', async () => {
    const { run, json } = await ownAccount();
    expect(await run(...bfmr, '--apply')).toMatchObject({ exitCode: 2 });
    // What is asked about is never silent.
    expect((await run(...bfmr, '--apply', '-q')).stderr).toContain('→ paid');
    expect((await json(...bfmr)).rows).toMatchObject({ known: { count: 0 } });
    expect(await json('orders', 'get', String(whole))).toMatchObject({ status: 'delivered' });
  });

  test('marks orders paid in full as paid, and leaves one alone that has changed since', async () => {
    const { run, json } = await ownAccount();
    await json('orders', 'update', String(split), '--status', 'issue');
    const done = await run(...bfmr, '--apply', '--yes', '--json');
    expect(done.exitCode).toBe(3);
    expect(JSON.parse(done.stdout)).toMatchObject({ recorded: 4, import: 1 });
    expect(await json('orders', 'get', String(whole), String(split))).toMatchObject([
      { status: 'paid' },
      { status: 'issue' },
    ]);
  });

  test('a refusal names its order', async () => {
    const { run, json } = await ownAccount();
    await json('orders', 'update', String(split), '--status', 'issue');
    const refusal = { path: split, message: 'The order is issue, not delivered' };
    const refused = await run(...bfmr, '--apply', '--yes');
    expect(refused.stderr).toContain(`\n  ${refusal.path}: ${refusal.message}\n`);
    const again = await run(...bfmr, '--apply', '--yes', '--json', '-q');
    expect(errorOf(again).issues).toEqual([refusal]);
    const [{ id }] = await json('jobs', 'list');
    expect((await json('jobs', 'show', id)).results).toMatchObject([
      { line: 1, orderNumber: whole, outcome: 'already_present' },
      { line: 2, orderNumber: split, outcome: 'rejected', message: refusal.message },
    ]);
  });

  test('the rejects file is the input of orders update, unchanged or fixed', async () => {
    const { run, json } = await ownAccount();
    await json('orders', 'update', String(split), '--status', 'issue');
    const apply = [...bfmr, '--apply', '--yes'];
    expect((await run(...apply)).exitCode).toBe(3);
    const advice = 'If the statuses have changed, run waybill sync, then run this command again.';
    expect((await run(...apply)).stderr).toContain(advice);

    const [{ id }] = await json('jobs', 'list');
    const { rejectsFile } = await json('jobs', 'show', id);
    const [order, ...others]: Record<string, string>[] = parse(readFileSync(rejectsFile), {
      columns: true,
    });
    expect(others).toEqual([]);
    expect(order).toMatchObject({ orderNumber: split, status: 'paid', ifStatus: 'delivered' });

    const unchanged = await run('orders', 'update', '--csv', rejectsFile, '--json');
    expect(errorOf(unchanged).issues).toEqual([
      { path: 'line 2', message: 'The order is issue, not delivered' },
    ]);
    const fixed = file('fixed.csv', 'order,status,ifStatus', `${order?.order},paid,issue`);
    expect(await json('orders', 'update', '--csv', fixed)).toMatchObject({ added: 1 });
    expect(await json('orders', 'get', String(split))).toMatchObject({ status: 'paid' });
  });

  test('an order that is already paid is not a conflict', async () => {
    const { run, json } = await ownAccount();
    await json('orders', 'update', String(split), '--status', 'paid');
    expect(await run(...bfmr, '--apply', '--yes')).toMatchObject({ exitCode: 0 });
  });
});

describe('--apply-received', () => {
  const apply = [...bfmr, '--apply-received', '--yes'];
  /** An account in which the order that the group has received is only delivered. */
  const delivered = async () => {
    const account = await ownAccount();
    await account.json('orders', 'update', String(received), '--status', 'delivered');
    await account.json('sync');
    return account;
  };
  const statusOf = async (
    { json }: Pick<Awaited<ReturnType<typeof ownAccount>>, 'json'>,
    one: string | undefined,
  ) => (await json('orders', 'get', String(one))).status;

  test('sets what the group has received, nothing to paid, and keeps the old statuses as a file', async () => {
    const account = await delivered();
    const before = await statusOf(account, received);
    const [request, ...others] = await account.json(...bfmr, '--apply-received', '--dry-run');
    expect([request.body, others]).toEqual([{ status: 'received' }, []]);
    const done = await account.run(...apply);
    expect(done.exitCode).toBe(0);
    expect(done.stderr).toContain(`${received}: ${before} → received\n`);
    expect(done.stdout).toContain('4 payments recorded as import 1.');
    expect(await statusOf(account, received)).toBe('received');
    expect(await statusOf(account, whole)).toBe('delivered');
    // The payments can be undone, and the statuses with the file.
    await account.run('payments', 'undo', '1', '-y');
    expect(await statusOf(account, received)).toBe('received');
    const [, csv = ''] = /--csv (\S+old-values\S+\.csv)/.exec(done.stderr) ?? [];
    expect(await account.json('orders', 'update', '--csv', csv)).toMatchObject({ added: 1 });
    expect(await statusOf(account, received)).toBe(before);
  });

  test.each([
    ['received', 0],
    ['paid', 0],
    ['issue', 3],
  ])('an order that is %s meanwhile: exit %d, and it stays so', async (status, exitCode) => {
    const account = await delivered();
    await account.json('orders', 'update', String(received), '--status', status);
    expect((await account.run(...apply)).exitCode).toBe(exitCode);
    expect(await statusOf(account, received)).toBe(status);
  });

  test('with --apply, one question is about both', async () => {
    const { run, json } = await delivered();
    const planned = await run(...bfmr, '--apply', '--apply-received', '--dry-run');
    expect(planned.stdout).toContain('Would set 2 orders to paid and 1 order to received:\n');
    expect((await run(...apply, '--apply')).exitCode).toBe(0);
    const found = await json('orders', 'get', String(whole), String(split), String(received));
    expect(found.map(({ status }: { status: string }) => status)).toEqual([
      ...['paid', 'paid', 'received'],
    ]);
  });

  test('names an order of which a box is missing, and leaves it alone', async () => {
    const account = await delivered();
    const before = await statusOf(account, split);
    const half = file(
      'half.csv',
      'Order No.,Tracking,Amount Paid,Status,Date Paid',
      `${split},1Z9488850348247722,$0.00,Received,`,
    );
    const done = await account.run('reconcile', half, '--group', 'bfmr', '--apply-received', '-y');
    expect(done.stderr).toContain(`leaves order ${split} alone: 1 of 2 tracking numbers received.`);
    expect(await statusOf(account, split)).toBe(before);
  });

  test('is refused with --offline and --mirror', async () => {
    const { run, mirror } = await delivered();
    for (const more of [['--offline'], ['--mirror', await mirror()]]) {
      const refused = await run(...bfmr, '--apply-received', ...more);
      expect(refused.exitCode, more.join(' ')).toBe(2);
      expect(refused.stderr).toContain(String(more[0]));
    }
  });
});

test.each([
  ['-', 2, "--results can't be -"],
  ['nodir/x.csv', 14, 'nodir/x.csv could not be written'],
  ['examples/payout-bfmr.csv', 2, 'Nothing was written. Name another file.'],
])('--results %s: exit %d', async (results, exitCode, said) => {
  const ended = await (await ownAccount()).run(...bfmr, '--results', results);
  expect(ended.exitCode).toBe(exitCode);
  expect(ended.stderr).toContain(said);
});

test('--results has the columns of the file, followed by the outcome of each row', async () => {
  const { json } = await ownAccount();
  const results = file('results.csv');
  await json(...bfmr, '--results', results);
  const rows: Record<string, string>[] = parse(readFileSync(results), { columns: true });
  const own = readFileSync('examples/payout-bfmr.csv', 'utf8').split('\n')[0]?.split(',') ?? [];
  expect(Object.keys(rows[0] ?? {})).toEqual([
    ...own,
    ...['waybill_line', 'waybill_outcome', 'waybill_orders', 'waybill_message'],
  ]);
  expect(rows.map((row) => [row.waybill_line, row.waybill_outcome, row.waybill_orders])).toEqual([
    ['2', 'matched', whole],
    ['3', 'matched', split],
    ['4', 'matched', split],
    ['5', 'matched', short],
    ['6', 'noted', received],
    ['7', 'noted', '1025900064'],
    ['8', 'unmatched', ''],
  ]);
  expect(rows[0]?.['Amount Paid']).toBe('$3,832.50');
});

test('--results keeps amounts with a sign as numbers, and runs no formula', async () => {
  const { json } = await ownAccount();
  const results = file('results.csv');
  const path = file('signed.csv', 'No,Net,Note', `${short},-20.00,=1+1`);
  const map = ['--map', 'order=No', '--map', 'amount=Net', '-y'];
  await json('reconcile', path, '--group', 'bfmr', ...map, '--results', results);
  expect(readFileSync(results, 'utf8')).toContain(`\n${short},-20.00,'=1+1,2,matched,`);
});

test('--results with the name of a workbook is one, and can be read again', async () => {
  const { json } = await ownAccount();
  const results = join(temporaryHome(), 'results.xlsx');
  const { files: _, needsAPerson: __, ...plain } = await json(...bfmr, '--results', results);
  const { files, needsAPerson, ...again } = await json('reconcile', results, '--group', 'bfmr');
  expect(files).toEqual([{ file: results, format: 'bfmr', rows: 7 }]);
  expect(needsAPerson).toHaveLength(1);
  expect(again).toEqual(plain);
  expect(readFileSync(results).subarray(0, 2).toString()).toBe('PK');
});

test('exits 3 for an unreadable row, 15 with --exit-code, and 3 if both apply', async () => {
  const { run } = await ownAccount();
  const map = ['--map', 'tracking=t', '--map', 'amount=a', '--grace', '365'];
  const words = ['--group', 'bfmr', ...map];
  const end = async (lines: string[], ...flags: string[]) =>
    (await run('reconcile', file('p.csv', 't,a', ...lines), ...words, ...flags)).exitCode;
  const [full, less, broken] = [
    '585970100257,3832.50',
    '1Z2133950391035313,700',
    '585970100257,many',
  ];
  expect(await end([full], '--exit-code')).toBe(0);
  expect(await end([full], '--exit-code', '--deposit', '3832.51')).toBe(15);
  expect(await end([less])).toBe(0);
  expect(await end([less], '--exit-code')).toBe(15);
  expect(await end([full, broken])).toBe(3);
  expect(await end([less, broken], '--exit-code')).toBe(3);
});

test('refuses unusable input with exit 2 and says why', async () => {
  const { run } = await ownAccount();
  const refusal = async (...words: string[]) => {
    const done = await run('reconcile', ...words, '--json');
    expect(done).toMatchObject({ exitCode: 2, stdout: '' });
    return errorOf(done).message;
  };
  const [example, group] = ['examples/payout-bfmr.csv', ['--group', 'bfmr']];
  expect(await refusal(example, `./${example}`, ...group)).toContain('are the same file');
  expect(await refusal(file('empty.csv'), ...group)).toContain('is empty');
  expect(await refusal(file('header.csv', 'Tracking,Amount Paid,Status'), ...group)).toContain(
    'a header but no rows',
  );
  expect(await refusal('examples/payout.csv', ...group)).toContain('Found: "Parcel"');
  expect(await refusal(example)).toContain('The group is missing');
  expect(await refusal(example, ...group, '--apply', '--offline')).toContain('--apply');
  expect(await refusal(example, ...group, '--record', '--mirror', 'x.db')).toContain('--mirror');
});
