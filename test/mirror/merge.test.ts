import { copyFileSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { connect } from '../../src/mirror/libsql';
import { takeSyncLock } from '../../src/mirror/lock';
import { temporaryHome } from '../support/waybill';
import { syncWorld } from './account';
import { servedAccounts } from './served-account';

const { syncedAccount, account } = servedAccounts();
type Account = Awaited<ReturnType<typeof syncedAccount>>;

/** A file of a group, with a line for each payment. */
function payoutFile(...lines: readonly string[]): string {
  const file = join(temporaryHome(), 'payout.csv');
  writeFileSync(file, ['Order,Amount,Id', ...lines].join('\n'));
  return file;
}

const map = ['--map', 'order=Order', '--map', 'amount=Amount', '--map', 'reference=Id'];
const record = ({ run }: Account, ...lines: string[]) =>
  run('reconcile', payoutFile(...lines), '--group', 'bfmr', ...map, '--record');

async function backup({ run }: Account): Promise<string> {
  const file = join(temporaryHome(), 'backup.db');
  expect((await run('mirror', 'backup', file)).exitCode).toBe(0);
  return file;
}

const nothing = {
  ...{ imports: 0, undos: 0, payments: 0, dates: 0, removals: 0, acceptances: 0, overruled: [] },
};

/** What the ledger says, without the numbers, which are each machine's own. */
async function told({ json, run }: Account): Promise<unknown> {
  const plain = (rows: Record<string, unknown>[]) =>
    rows
      .map(({ id: _, import: from, doubt, ...row }) =>
        JSON.stringify([row, from === null, doubt === null]),
      )
      .sort();
  expect(await json('mirror', 'check')).toEqual({ ok: true, problems: [] });
  const received = JSON.parse((await run('report', 'received', '--json')).stdout);
  return {
    payments: plain(await json('payments', 'list', '--all')),
    imports: plain(await json('payments', 'imports')),
    acceptances: await json('payments', 'accepted'),
    received: received.total,
    paid: await json(
      'query',
      'select id, paid_cents from orders where paid_cents <> 0 order by id',
    ),
  };
}

/** Two machines that have recorded other things, and some of the same. */
async function twoMachines() {
  const [one, other] = [await syncedAccount(), await syncedAccount()];
  const orders = await one.json('orders', 'list', '--group', 'bfmr', '-L', '3');
  const [a, b, c] = orders.map(({ orderNumber }: { orderNumber: string }) => orderNumber);
  await record(one, `${a},5,R1`, `${b},6,R2`);
  await one.run('payments', 'add', c, '9', '--date', '2025-11-01');
  await one.run('payments', 'remove', '2');
  await one.run('payments', 'accept', a, '--note', 'first');
  await record(other, `${a},5,R1`, `${b},6,R2`);
  await record(other, `${c},7,R3`);
  await other.run('payments', 'undo', '2');
  await other.run('payments', 'date', '1', '2025-11-03');
  await other.run('payments', 'add', c, '9', '--date', '2025-11-02');
  await other.run('payments', 'accept', a, '--note', 'second');
  return { one, other, a, b, c };
}

describe('mirror merge', () => {
  test('an import that both machines recorded has its payments once', async () => {
    const [one, other] = [await syncedAccount(), await syncedAccount()];
    const [a, b] = await one.json('orders', 'list', '--group', 'bfmr', '-L', '2');
    for (const machine of [one, other])
      await record(machine, `${a.orderNumber},5,R1`, `${b.orderNumber},6,R2`);
    const before = await one.json('payments', 'imports');
    expect(before).toMatchObject([{ rows: 2, recorded: 2 }]);
    await one.json('mirror', 'merge', await backup(other));
    expect(await one.json('payments', 'imports')).toEqual(before);
  });

  test('gives both machines the same, names what was overruled, and changes nothing the second time', async () => {
    const { one, other, a } = await twoMachines();
    const [ours, theirs] = [await backup(one), await backup(other)];
    const expected = {
      ...{ imports: 1, undos: 1, payments: 1, dates: 1, removals: 0, acceptances: 1 },
      overruled: [
        expect.objectContaining({
          kind: 'acceptance',
          orderNumber: a,
          payment: null,
          import: null,
        }),
      ],
    };
    const before = await told(one);
    expect(await one.json('mirror', 'merge', theirs, '--dry-run')).toEqual(expected);
    expect(await told(one)).toEqual(before);
    expect(await one.json('mirror', 'merge', theirs)).toEqual(expected);
    const back = await other.run('mirror', 'merge', ours);
    expect(back.stdout).toContain('Came: 1 typed payment, 1 removal, 1 acceptance.');
    expect(back.stderr).toContain(`Overruled: the acceptance or its undoing of order ${a}`);
    const merged = await told(one);
    expect(await told(other)).toEqual(merged);
    for (const file of [ours, theirs, await backup(other)]) {
      expect(await one.json('mirror', 'merge', file)).toEqual(nothing);
    }
    expect(await told(one)).toEqual(merged);
    // Of the file that both have recorded there is one import; equal payments typed twice are in doubt.
    expect(await one.json('payments', 'imports')).toHaveLength(1);
    expect(await one.json('payments', 'accepted')).toMatchObject([{ note: 'second' }]);
    const all = await one.json('payments', 'list', '--all');
    expect(all.map(({ amount, state }: Record<string, unknown>) => [amount, state])).toEqual(
      expect.arrayContaining([
        [500, 'counts'],
        [600, 'removed'],
        [700, 'undone'],
        [900, 'counts'],
      ]),
    );
    const typed = all.filter(({ amount }: { amount: number }) => amount === 900);
    for (const { doubt } of typed) expect(doubt).toContain('from two sources');
    // Undone on one machine, the import of both is undone.
    await one.run('payments', 'undo', '1');
    await other.run('mirror', 'merge', await backup(one), '-q');
    expect(await other.json('payments', 'imports')).toEqual([]);
    expect(await told(other)).toEqual(await told(one));
  });

  test('a row that one machine removed stays removed where the other had typed it by its reference', async () => {
    const [one, other] = [await syncedAccount(), await syncedAccount()];
    const [{ orderNumber: a }] = await one.json('orders', 'list', '--group', 'bfmr', '-L', '1');
    await other.run('payments', 'add', a, '5', '--date', '2025-11-01', '--reference', 'R1');
    await record(one, `${a},5,R1`);
    await one.run('payments', 'remove', '1');
    const [ours, theirs] = [await backup(one), await backup(other)];
    const states = async ({ json }: Account) =>
      (await json('payments', 'list', '--all')).map(
        ({ state, import: id }: { state: string; import: number | null }) => [state, id === null],
      );
    const { overruled } = await other.json('mirror', 'merge', ours);
    expect(overruled).toEqual([expect.objectContaining({ kind: 'typed', payment: 1 })]);
    await one.json('mirror', 'merge', theirs);
    expect(await told(other)).toEqual(await told(one));
    expect(await states(one)).toEqual([['removed', true]]);
    // It counts again by whatever number it has: its own, or that of the row.
    const [{ id }] = await one.json('payments', 'list', '--all');
    expect((await one.run('payments', 'remove', String(id), '--undo')).exitCode).toBe(0);
    expect(await states(one)).toEqual([['counts', true]]);
    await other.json('mirror', 'merge', await backup(one));
    expect(await told(other)).toEqual(await told(one));
  });

  test('names a payment that no longer counts, because the other machine has its reference for another order', async () => {
    const [one, other] = [await syncedAccount(), await syncedAccount()];
    const orders = await one.json('orders', 'list', '--group', 'bfmr', '-L', '2');
    const [a, b] = orders.map(({ orderNumber }: { orderNumber: string }) => orderNumber);
    await record(one, `${a},5,R1`);
    await record(other, `${b},5,R1`, `${a},6,R2`);
    for (const more of [['--dry-run'], ['--json'], []]) {
      const { stderr, exitCode } = await one.run('mirror', 'merge', await backup(other), ...more);
      const isNew = more[0] !== undefined && more[0] === '--dry-run';
      expect(exitCode).toBe(0);
      expect(stderr.includes(`Warning: $5.00 without a date for ${b} does not count`)).toBe(
        isNew || more[0] === '--json',
      );
    }
    expect((await one.json('payments', 'list', '--all')).length).toBe(2);
  });

  test('names a payment of files that differ, now that the other machine knows a row: recorded again alone, it counts', async () => {
    const [one, other] = [await syncedAccount(), await syncedAccount()];
    const [{ orderNumber: a }] = await one.json('orders', 'list', '--group', 'bfmr', '-L', '1');
    const file = (...lines: readonly string[]) => {
      const path = join(temporaryHome(), 'paid.csv');
      writeFileSync(path, ['Order,Amount,Paid on', ...lines].join('\n'));
      return path;
    };
    const paid = ['--group', 'bfmr', ...map.slice(0, 4), '--map', 'paidOn=Paid on', '--record'];
    const dated = file(`${a},5,2025-11-01`, `${a},6,2025-11-01`);
    await other.run('reconcile', file(`${a},5,`), ...paid);
    await one.run('reconcile', file(`${a},5,2025-11-01`), ...paid);
    await one.run('reconcile', dated, file(`${a},5,`, `${a},6,`), ...paid);
    const amounts = async () =>
      (await one.json('payments', 'list')).map(({ amount }: { amount: number }) => amount).sort();
    expect(await amounts()).toEqual([500, 500, 600, 600]);
    const { stderr } = await one.run('mirror', 'merge', await backup(other));
    expect(stderr).toContain(`$6.00 without a date for ${a} does not count: files`);
    expect(await amounts()).toEqual([500, 500]);
    await one.run('reconcile', dated, ...paid);
    expect(await amounts()).toEqual([500, 500, 600]);
  });

  test('without a mirror here, the backup becomes it', async () => {
    const { one, a } = await twoMachines();
    const file = await backup(one);
    const fresh = account();
    const dry = await fresh.json('mirror', 'merge', file, '--dry-run');
    expect(dry).toEqual({ ...nothing, imports: 1, payments: 1, removals: 1, acceptances: 1 });
    expect(existsSync(await fresh.path())).toBe(false);
    expect(await fresh.json('mirror', 'merge', file)).toEqual(dry);
    expect(await told(fresh as Account)).toEqual(await told(one));
    expect((await fresh.run('report', 'unpaid', '--offline')).stdout).toBe(
      (await one.run('report', 'unpaid', '--offline')).stdout,
    );
    expect(await fresh.json('sync')).toMatchObject({ events: 0 });
    // It is another machine: equal payments that are typed on both are in doubt.
    for (const { run } of [one, fresh]) {
      await run('payments', 'add', a, '3', '--date', '2025-11-05');
    }
    await one.run('mirror', 'merge', await backup(fresh as Account));
    const listed = await one.json('payments', 'list');
    const typed = listed.filter(({ amount }: { amount: number }) => amount === 300);
    expect(typed).toHaveLength(2);
    for (const { doubt } of typed) expect(doubt).toContain('from two sources');
  });

  test('refuses what is not the same account, or no whole mirror', async () => {
    const { one, other } = await twoMachines();
    const file = await backup(other);
    const before = await told(one);
    const changed = (sql: string) => {
      const copy = join(temporaryHome(), 'changed.db');
      copyFileSync(file, copy);
      const database = connect(copy);
      database.exec(sql);
      database.close();
      return copy;
    };
    const ofAnother = [
      'base_orders SET id = ',
      'base_cards SET id = ',
      'allocations SET order_id = ',
    ]
      .map((set) => `UPDATE ${set} 'x' || ${set.split(' ')[2]}`)
      .join(';');
    const text = join(temporaryHome(), 'text.db');
    writeFileSync(text, 'no mirror');
    for (const [bad, exitCode, says] of [
      [changed(ofAnother), 7, 'another account'],
      [
        changed(`${ofAnother}; DELETE FROM base_orders; DELETE FROM base_cards`),
        7,
        'another account',
      ],
      [changed("UPDATE state SET value = 'https://else.example' WHERE name = 'baseUrl'"), 7, ''],
      // The sandbox has no address.
      [changed("DELETE FROM base_orders; DELETE FROM state WHERE name = 'baseUrl'"), 7, ''],
      [changed('PRAGMA user_version = 99'), 14, 'newer'],
      [changed('PRAGMA writable_schema = 1; UPDATE sqlite_schema SET rootpage = 2'), 14, 'damaged'],
      [text, 14, ''],
      [join(temporaryHome(), 'missing.db'), 14, 'no mirror'],
    ] as const) {
      for (const more of [[], ['--dry-run']]) {
        const refused = await one.run('mirror', 'merge', bad, ...more);
        expect(refused, bad).toMatchObject({ exitCode, stdout: '' });
        expect(refused.stderr).toContain(says);
      }
    }
    expect((await one.run('mirror', 'merge', file, '--mirror', file)).exitCode).toBe(2);
    const lock = await takeSyncLock(await one.path(), syncWorld());
    expect((await one.run('mirror', 'merge', file)).exitCode).toBe(12);
    await lock.release();
    expect(await told(one)).toEqual(before);
    // A reset mirror still has the ids of its own half.
    await one.run('mirror', 'reset', '-y');
    expect((await one.run('mirror', 'merge', changed(ofAnother))).exitCode).toBe(7);
    expect((await one.run('mirror', 'merge', changed('DELETE FROM base_orders'))).exitCode).toBe(0);
  });

  test('copies of the user’s own half are kept before a merge and a reset, and one brings it back', async () => {
    const { one, other } = await twoMachines();
    expect(await one.json('mirror', 'info')).toMatchObject({ copies: [] });
    const before = await told(one);
    await one.run('mirror', 'merge', await backup(other));
    const [copy] = (await one.json('mirror', 'info')).copies;
    const path = await one.path();
    rmSync(path);
    expect((await one.run('sync', '-q')).exitCode).toBe(0);
    expect((await one.run('mirror', 'merge', copy)).exitCode).toBe(0);
    expect(await told(one)).toEqual(before);
    for (let count = 0; count < 4; count++) await one.run('mirror', 'reset', '-y');
    await one.run('sync', '-q');
    const { copies } = await one.json('mirror', 'info');
    expect(copies).toHaveLength(3);
    expect(readdirSync(dirname(path)).filter((name) => name.includes('.own-'))).toHaveLength(3);
    expect(await told(one)).toEqual(before);
  });
});
