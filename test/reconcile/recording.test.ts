import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownAccount } from './own-account';

/** A separate sandbox account with its mirror, and what is recorded in it. */
async function accountWithPayments() {
  const { run, json } = await ownAccount();
  const payments = async () => {
    const listed: { amount: number; import: number | null }[] = await json('payments', 'list');
    return listed.map(({ amount, import: by }) => [amount, by]);
  };
  return { run, json, payments };
}

function file(...lines: string[]): string {
  const path = join(mkdtempSync(join(tmpdir(), 'waybill-test-')), 'payout.csv');
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}

/** Expected $764.00, and on a tracking number of its own. */
const order = '1807117486';
const tracking = '1Z2133950391035313';
const bfmr = ['--group', 'bfmr'];
const tracker = (...rows: string[]) =>
  file('Order No.,Tracking,Item,Payout,Amount Paid,Status,Date Paid', ...rows);
const trackerRow = (paid: string, day: string, item = 'Watch') =>
  `${order},${tracking},${item},764.00,${paid},,${day}`;
const map = ['order=No', 'amount=Net', 'paidOn=Day', 'item=Item'].flatMap((one) => ['--map', one]);
const generic = (...rows: string[]) => file('No,Net,Day,Item', ...rows);
const genericRow = (paid: string, day: string, item = 'Watch') => `${order},${paid},${day},${item}`;

interface Report {
  readonly verdicts: readonly { orderNumber: string; verdict: string; detail: string | null }[];
}
const verdictOf = ({ verdicts }: Report) => {
  const found = verdicts.find(({ orderNumber }) => orderNumber === order);
  return [found?.verdict, found?.detail];
};

describe('an edited row', () => {
  test.each([
    ['another day', '200.00', '2025-06-02'],
    ['another amount', '220.00', '2025-06-01'],
  ])("in BFMR's tracker it is amended: %s", async (_, amount, day) => {
    const { run, json, payments } = await accountWithPayments();
    const first = tracker(
      trackerRow('200.00', '2025-06-01'),
      trackerRow('50.00', '2025-06-01', 'Strap'),
    );
    await json('reconcile', first, ...bfmr, '--record');
    const second = tracker(trackerRow(amount, day), trackerRow('50.00', '2025-06-01', 'Strap'));
    const cents = Math.round(Number(amount) * 100);
    const words = [
      'reconcile',
      second,
      ...bfmr,
      '--record',
      '--deposit',
      String((cents - 20_000) / 100),
    ];
    const done = await run(...words, '--json');
    expect(done.stderr).toContain(`$${amount} replaces the $200.00 recorded on 2025-06-01`);
    expect(JSON.parse(done.stdout)).toMatchObject({
      rows: { amended: { count: 1, cents }, known: { count: 1 } },
      deposit: { found: cents - 20_000, difference: 0, recordedBefore: 25_000 },
    });
    expect(await payments()).toEqual([
      [5000, 1],
      [cents, 2],
    ]);
    await run('payments', 'undo', '2', '-y');
    expect(await payments()).toEqual([
      [20_000, 1],
      [5000, 1],
    ]);
  });

  test('in another format both count, and --apply waits until the payments are accepted', async () => {
    const { run, json, payments } = await accountWithPayments();
    const status = async () => (await json('orders', 'get', order)).status;
    await json(
      'reconcile',
      generic(genericRow('264.00', '2025-06-01')),
      ...bfmr,
      ...map,
      '--record',
    );
    const second = ['reconcile', generic(genericRow('500.00', '2025-06-01')), ...bfmr, ...map];
    const done = await run(...second, '--apply', '-y', '--json');
    expect(done.stderr).toContain(
      '$264.00 of 2025-06-01 is not in this file any more; perhaps line 2 is that payment, changed. All count',
    );
    expect(done.stderr).toContain(`waybill payments accept ${order} --note <text> --sandbox`);
    expect(verdictOf(JSON.parse(done.stdout))).toEqual([
      'paid_in_full',
      expect.stringContaining('perhaps line 2 is that payment, changed'),
    ]);
    expect(await status()).not.toBe('paid');
    // The doubt stays, whatever is recorded next, and is a finding.
    const later = await run(...second, '--grace', '999d', '--exit-code');
    expect([later.exitCode, later.stderr.includes('--apply leaves order')]).toEqual([15, true]);
    expect(await payments()).toHaveLength(2);
    await run('payments', 'accept', order, '--note', 'two installments');
    const accepted = await run(...second, '--apply', '-y', '--json');
    expect(accepted.stderr).not.toContain('perhaps');
    expect(verdictOf(JSON.parse(accepted.stdout))).toEqual(['paid_in_full', null]);
    expect(await status()).toBe('paid');
  });

  test('the doubt ends where one of the payments is undone', async () => {
    const { run, json } = await accountWithPayments();
    await json(
      'reconcile',
      generic(genericRow('264.00', '2025-06-01')),
      ...bfmr,
      ...map,
      '--record',
    );
    const second = generic(genericRow('764.00', '2025-06-01'));
    await json('reconcile', second, ...bfmr, ...map, '--record');
    await run('payments', 'undo', '1', '-y');
    await json('reconcile', second, ...bfmr, ...map, '--apply', '-y');
    expect(await json('orders', 'get', order)).toMatchObject({ status: 'paid' });
  });

  test('a payment typed by hand is never edited, but an equal row beside it is pointed at', async () => {
    const { run, json } = await accountWithPayments();
    await run('payments', 'add', order, '382', '--date', '2025-06-01');
    const equal = generic(genericRow('382.00', '2025-06-01'));
    const done = await run('reconcile', equal, ...bfmr, ...map, '--apply', '-y');
    expect(done.stderr).toContain('for one order from two sources: perhaps one payment');
    expect(done.stderr).toContain('waybill payments remove 1 --sandbox');
    expect(await json('orders', 'get', order)).not.toMatchObject({ status: 'paid' });
  });

  test('after a reversal by hand the order that is left alone is still named', async () => {
    const { run, json } = await accountWithPayments();
    await json(
      'reconcile',
      generic(genericRow('764.00', '2025-06-01')),
      ...bfmr,
      ...map,
      '--record',
    );
    const second = generic(genericRow('764.00', '2025-06-02'));
    await json('reconcile', second, ...bfmr, ...map, '--record');
    await run('payments', 'add', order, '-764', '--date', '2025-06-03');
    const done = await run('reconcile', second, ...bfmr, ...map, '--apply', '-y');
    expect(done.stderr).toContain(
      `--apply leaves order ${order} alone until its payments are in no doubt.`,
    );
    expect(await json('orders', 'get', order)).not.toMatchObject({ status: 'paid' });
  });

  test('two exports that differ in one run are both a conflict', async () => {
    const { json, payments } = await accountWithPayments();
    const [old, newer] = [
      tracker(trackerRow('200.00', '2025-06-01'), trackerRow('5.00', '2025-06-01', 'Strap')),
      tracker(trackerRow('220.00', '2025-06-01'), trackerRow('5.00', '2025-06-01', 'Strap')),
    ];
    for (const files of [
      [old, newer],
      [newer, old],
    ]) {
      expect((await json('reconcile', ...files, ...bfmr)).rows).toMatchObject({
        conflict: { count: 2, cents: 42_000 },
        matched: { count: 1 },
        duplicate: { count: 1 },
      });
    }
    await json('reconcile', old, newer, ...bfmr, '--record');
    // "Give only the newer file."
    expect(await json('reconcile', newer, ...bfmr, '--record')).toMatchObject({
      ...{ recorded: 1, rows: { matched: { count: 1 }, known: { count: 1 } } },
    });
    expect((await payments()).map(([amount]) => amount)).toEqual([500, 22_000]);
  });
});

describe('--paid-on', () => {
  const flags = [...bfmr, '--map', 'order=No', '--map', 'amount=Net'];
  const undated = (...rows: string[]) => file('No,Net', ...rows);
  const days = async (json: (...words: string[]) => Promise<{ paidOn: string | null }[]>) =>
    (await json('payments', 'list')).map(({ paidOn }) => paidOn);

  test('is the day of the payments of a file without dates, and of a bonus', async () => {
    const { run, json } = await accountWithPayments();
    const rows = [`${order},200`, ',7.50'];
    const done = await run(...['reconcile', undated(...rows), ...flags, '--record', '--json']);
    expect(JSON.parse(done.stdout)).toMatchObject({ recorded: 1, rows: { other: { count: 1 } } });
    const on = await run(
      'reconcile',
      undated(...rows, '1025900064,3'),
      ...flags,
      '--record',
      '--paid-on',
      'yesterday',
      '--json',
    );
    // The bonus now has a day; the row that was recorded without one keeps that, and is the same row.
    expect(JSON.parse(on.stdout)).toMatchObject({
      ...{ recorded: 2, rows: { known: { count: 1 }, matched: { count: 1 } } },
    });
    expect(on.stderr).toContain('line 2: recorded before, without a date');
    expect(await days(json)).toEqual([null, '2025-10-30', '2025-10-30']);
  });

  test('is no part of what a row is: another day is warned of and records nothing', async () => {
    const { run, json } = await accountWithPayments();
    const paidOn = (day: string, ...rows: string[]) =>
      run('reconcile', undated(...rows), ...flags, '--record', '--paid-on', day, '--json');
    await paidOn('2026-06-01', `${order},200`, `${order},200`);
    const again = await paidOn('2026-06-05', `${order},200`, `${order},200`, '1025900064,3');
    expect(JSON.parse(again.stdout)).toMatchObject({ recorded: 1, rows: { known: { count: 2 } } });
    expect(again.stderr).toContain('line 2: recorded before, on 2026-06-01');
    expect(await days(json)).toEqual(['2026-06-01', '2026-06-01', '2026-06-05']);
  });

  test("dates no row of a file that has dates, and no row that isn't paid", async () => {
    const { run, json } = await accountWithPayments();
    const path = tracker(trackerRow('200.00', '2025-06-01'), trackerRow('50.00', '', 'Strap'));
    const done = await run('reconcile', path, ...bfmr, '--record', '--paid-on', '2026-06-05');
    expect(done.stderr).toContain('has dates of its own');
    expect(await days(json)).toEqual(['2025-06-01', null]);
    const noDates = tracker(trackerRow('0', '', 'Box'), trackerRow('60.00', '', 'Lid'));
    const later = await run('reconcile', noDates, ...bfmr, '--paid-on', '2026-06-05', '--json');
    expect(JSON.parse(later.stdout).rows).toMatchObject({
      noted: { count: 1 },
      matched: { count: 1 },
    });
  });
});

describe('imports', () => {
  test('undo leaves a payment that a later file has as well, which then belongs to that import', async () => {
    const { run, json, payments } = await accountWithPayments();
    const first = trackerRow('200.00', '2025-06-01');
    await json('reconcile', tracker(first), ...bfmr, '--record');
    const grown = tracker(first, trackerRow('50.00', '2025-06-08', 'Strap'));
    expect(await json('reconcile', grown, ...bfmr, '--record', '--deposit', '50')).toMatchObject({
      deposit: { found: 5000, difference: 0, recordedBefore: 20_000 },
      ...{ recorded: 1, import: 2 },
    });
    // The same file again finds the same.
    expect(await json('reconcile', grown, ...bfmr, '--record', '--deposit', '50')).toMatchObject({
      deposit: { found: 5000, difference: 0 },
      ...{ recorded: 0, import: null, rows: { known: { count: 2 } } },
    });
    const done = await run('payments', 'undo', '1', '-y');
    expect(done.stderr).toContain('0 payments, $0.00; 1 stays, because another import has it');
    expect(await payments()).toEqual([
      [20_000, 2],
      [5000, 2],
    ]);
    expect((await run('mirror', 'check')).exitCode).toBe(0);
    await run('payments', 'undo', '2', '-y');
    expect(await payments()).toEqual([]);
  });

  test('every recorded run is an import, also one whose rows are all known', async () => {
    const { json } = await accountWithPayments();
    const rows = [trackerRow('200.00', '2025-06-01')];
    await json('reconcile', tracker(...rows), ...bfmr, '--record');
    const other = tracker(...rows, '');
    expect(await json('reconcile', other, ...bfmr, '--record')).toMatchObject({
      ...{ recorded: 0, import: 2 },
    });
    expect(await json('payments', 'imports')).toMatchObject([
      { id: 1, recorded: 1 },
      { id: 2, recorded: 0 },
    ]);
  });

  test('a file that was recorded before changes nothing, whatever was recorded since', async () => {
    const { json, payments } = await accountWithPayments();
    const old = tracker(trackerRow('200.00', '2025-06-01'));
    await json('reconcile', old, ...bfmr, '--record');
    const newer = tracker(trackerRow('220.00', '2025-06-01'));
    await json('reconcile', newer, ...bfmr, '--record');
    for (const files of [[old], [newer], [old, newer], [newer, old]]) {
      expect(await json('reconcile', ...files, ...bfmr, '--record')).toMatchObject({
        ...{ recorded: 0, import: null, rows: { known: { count: files.length } } },
      });
    }
    expect(await payments()).toEqual([[22_000, 2]]);
    // The old amount in a new file replaces it, but is pointed at.
    const resent = tracker(trackerRow('200.00', '2025-06-01'), '');
    expect(await json('reconcile', resent, ...bfmr, '--record')).toMatchObject({
      rows: { amended: { count: 1 } },
      needsAPerson: [{ detail: expect.stringContaining('is perhaps an older export') }],
    });
  });

  test('a bonus is recorded once, if it has a day, and belongs to no order', async () => {
    const { run, json } = await accountWithPayments();
    const bonus = ',25.00,2025-06-01,Bonus';
    const path = generic(genericRow('100.00', '2025-06-01'), bonus, ',9.00,,Fee');
    const done = await run('reconcile', path, ...bfmr, ...map, '--record', '--json');
    expect(done.stderr).toContain(
      'line 4: has neither a tracking number nor an order number; not recorded, since it has neither a day nor a reference',
    );
    expect(JSON.parse(done.stdout)).toMatchObject({ recorded: 2, rows: { other: { count: 2 } } });
    expect(await json('payments', 'list')).toMatchObject([
      { amount: 10_000, orderNumber: order },
      { amount: 2500, orderId: null, orderNumber: null, group: 'bfmr' },
    ]);
    const [again] = [generic(bonus)];
    expect(await json('reconcile', again, ...bfmr, ...map)).toMatchObject({
      rows: { known: { count: 1, cents: 2500 } },
    });
    const edited = await run('reconcile', generic(',30.00,2025-06-01,Bonus'), ...bfmr, ...map);
    expect(edited.stderr).toContain('$25.00 of 2025-06-01 is not in this file any more');
    const total = generic(genericRow('100.00', '2025-06-01'), ',100.00,2025-06-01,Sum of it');
    expect((await json('reconcile', total, ...bfmr, ...map, '--record')).rows.other.count).toBe(1);
    expect(await json('payments', 'list')).toHaveLength(2);
    const sum = 'SELECT order_id, amount_cents FROM payments WHERE order_id IS NULL';
    expect(await json('query', sum)).toEqual([{ order_id: null, amount_cents: 2500 }]);
    expect((await run('mirror', 'check')).exitCode).toBe(0);
  });

  test('a known row that was recorded on another day is pointed at', async () => {
    const { run } = await accountWithPayments();
    await run('payments', 'add', order, '20', '--date', '2025-06-01', '--reference', 'R1');
    const words = ['--map', 'order=No', '--map', 'amount=Net', '--map', 'paidOn=Day'];
    const path = file('No,Net,Day,Ref', `${order},20.00,2025-06-03,R1`);
    const done = await run('reconcile', path, ...bfmr, ...words, '--map', 'reference=Ref');
    expect(done.stderr).toContain('Warning: line 2: recorded before, on 2025-06-01');
  });
});

describe('an acceptance is of a difference', () => {
  test('it ends when more or less is paid, and holds again when an undo restores it', async () => {
    const { run, json } = await accountWithPayments();
    const pay = (paid: string, day: string, item: string) =>
      json('reconcile', generic(genericRow(paid, day, item)), ...bfmr, ...map, '--record');
    await pay('489.00', '2025-06-01', 'Watch');
    expect((await run('payments', 'accept', order, '--note', 'agreed')).exitCode).toBe(0);
    const audit = async () =>
      (await json('report', 'audit')).rows.filter(
        ({ finding, orderNumber }: { finding: string; orderNumber: string }) =>
          finding === 'paid_short' && orderNumber === order,
      );
    expect(await audit()).toEqual([]);
    const reversed = await pay('-489.00', '2025-06-02', 'Returned');
    expect(verdictOf(reversed)).toEqual(['paid_short', 'accepted at $489.00 before']);
    expect(await audit()).toHaveLength(1);
    await run('payments', 'undo', '2', '-y');
    const nothing = generic(genericRow('', ''));
    expect(verdictOf(await json('reconcile', nothing, ...bfmr, ...map))[0]).toBe('accepted');
    expect(await audit()).toEqual([]);
    expect((await run('payments', 'accept', order, '--undo')).exitCode).toBe(0);
    expect(await audit()).toHaveLength(1);
  });

  test('is asked about where nothing was paid', async () => {
    const { run } = await accountWithPayments();
    const accept = ['payments', 'accept', order, '--note', 'x'];
    expect(await run(...accept)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('Nothing was paid for order'),
    });
    expect((await run(...accept, '-y')).exitCode).toBe(0);
  });
});

test('a box paid in part, of which the same file has the rest as received, says so', async () => {
  const { json } = await accountWithPayments();
  const half = tracker(
    trackerRow('382.00', '2025-06-01'),
    `${order},${tracking},Strap,382.00,,Received,`,
  );
  expect(verdictOf(await json('reconcile', half, ...bfmr))).toEqual([
    'paid_short',
    'rest received',
  ]);
});

test('of two copies of a file each payment is recorded once', async () => {
  const { json, payments } = await accountWithPayments();
  const rows = [genericRow('264.00', '2025-06-01'), genericRow('500.00', '2025-06-02')];
  const copies = [generic(...rows), generic(...rows)];
  const once = { matched: { count: 2 }, duplicate: { count: 2 } };
  const done = await json('reconcile', ...copies, ...bfmr, ...map, '--apply', '-y');
  expect(done.rows).toMatchObject(once);
  expect(await json('orders', 'get', order)).toMatchObject({ status: 'paid' });
  const again = await json('reconcile', ...copies, ...bfmr, ...map, '--record');
  expect(again).toMatchObject({ import: null, rows: { known: { count: 2 } } });
  expect(await payments()).toHaveLength(2);
});

test('a row counts once in deposits, also when its order has gone to another group', async () => {
  const { run, json } = await accountWithPayments();
  const record = (deposit: string, ...rows: string[]) =>
    json('reconcile', generic(...rows), ...bfmr, ...map, '--record', '--deposit', deposit);
  const [first, second] = [genericRow('264.00', '2025-06-01'), genericRow('500.00', '2025-06-08')];
  await record('264', first);
  expect((await run('orders', 'update', order, '--group', 'maxoutdeals', '-y')).exitCode).toBe(0);
  await json('sync');
  expect((await record('500', first, second)).deposit).toMatchObject({
    found: 50_000,
    difference: 0,
    recordedBefore: 26_400,
  });
});
