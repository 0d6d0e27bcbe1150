import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { connect } from '../../src/mirror/libsql';
import { temporaryHome, waybill } from '../support/waybill';
import { servedAccounts } from './served-account';

const served = servedAccounts();
const { syncedAccount } = served;

describe('mirror and payments', () => {
  test('reset asks, then deletes what the service sent and keeps payments', async () => {
    const { run, json } = await syncedAccount();
    const [order] = await json('orders', 'list', '-L', '1');
    const add = ['payments', 'add', order.orderNumber, '12.34', '--date', '2025-11-01'];
    expect(await run(...add)).toMatchObject({
      exitCode: 0,
      stdout: `Recorded payment 1: $12.34 for order ${order.orderNumber}.\n`,
    });
    expect((await run('mirror', 'reset', '--help')).stdout).toMatch(/Asks\s+first; -y\s+skips/);
    expect((await run('mirror', 'reset')).exitCode).toBe(2);
    expect((await run('mirror', 'reset', '-y')).exitCode).toBe(0);
    expect((await run('payments', 'list', '--offline')).exitCode).toBe(14);
    expect((await run('sync', '-q')).exitCode).toBe(0);
    expect(await json('payments', 'list')).toMatchObject([{ amount: 1234, orderId: order.id }]);
    expect(await json('changes')).toEqual([]);
  });

  // Less than the ten seconds that a writer waits for another one.
  test('records a payment as the very first command without a wait', {
    timeout: 9500,
  }, async () => {
    const home = temporaryHome();
    const add = ['--sandbox', 'payments', 'add', '800458530', '1', '--date', '2026-06-01'];
    expect((await waybill(add, { env: { WAYBILL_HOME: home }, alone: true })).exitCode).toBe(0);
  });

  test('a copy of the file alone has a payment that was just recorded', async () => {
    const { run, json, path } = await syncedAccount({ alone: true });
    const add = ['payments', 'add', '800458530', '12.34', '--date', '2026-06-01'];
    expect((await run(...add)).exitCode).toBe(0);
    const copy = join(temporaryHome(), 'copy.db');
    copyFileSync(await path(), copy);
    expect(await json('payments', 'list', '--mirror', copy)).toMatchObject([{ amount: 1234 }]);
  });

  test('an order whose number has spaces around it can be paid and accepted', async () => {
    const { run, json, path } = await syncedAccount();
    const [one, two, gone] = await json('orders', 'list', '-L', '3');
    const database = connect(await path());
    const rename = database.prepare('UPDATE base_orders SET order_number = ? WHERE id = ?');
    rename.run(['\u00a0 SP 1\t', one.id]);
    rename.run([' SP 2 ', two.id]);
    rename.run(['SP 2', gone.id]);
    database.prepare("UPDATE base_orders SET gone_at = '2025-11-20' WHERE id = ?").run([gone.id]);
    database.close();
    for (const number of ['SP 1', 'SP 2']) {
      const added = await run('payments', 'add', number, '5', '--date', '2025-11-01');
      expect(added).toMatchObject({ exitCode: 0, stderr: '' });
    }
    const ids = (await json('payments', 'list')).map((row: { orderId: string }) => row.orderId);
    expect(ids).toEqual([one.id, two.id]);
    expect((await run('payments', 'accept', ' SP 1', '--note', 'agreed')).exitCode).toBe(0);
    expect((await run('payments', 'add', 'SP 3', '5', '--date', '2025-11-01')).exitCode).toBe(6);
    const toGone = await run('payments', 'add', gone.id, '5', '--date', '2025-11-01');
    expect(toGone).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Recorded') });
    expect(toGone.stderr).toContain(`Order ${gone.id} is no longer in the account.`);
  });

  test('a number in another spelling means the only order that has it, with a notice', async () => {
    const { run, json, path } = await syncedAccount();
    const [one, two, three] = await json('orders', 'list', '-L', '3');
    const database = connect(await path());
    const rename = database.prepare('UPDATE base_orders SET order_number = ? WHERE id = ?');
    for (const [number, { id }] of [
      ['A-1001', one],
      ['B-1', two],
      ['b.1', three],
    ] as const) {
      rename.run([number, id]);
    }
    database.close();
    const add = (number: string) => run('payments', 'add', number, '5', '--date', '2025-11-01');
    expect(await add('#a1001')).toMatchObject({ exitCode: 0, stderr: 'A-1001 for "#a1001".\n' });
    expect(await json('payments', 'list')).toMatchObject([{ orderId: one.id }]);
    const several = await add('B 1');
    expect(several.exitCode).toBe(2);
    for (const { id } of [two, three]) expect(several.stderr).toContain(id);
    expect((await add('B-1')).exitCode).toBe(0);
    expect((await add('0A-1001')).exitCode).toBe(6);
    const accepted = await run('payments', 'accept', 'a 1001', '--note', 'agreed');
    expect(accepted.stderr).toContain('A-1001 for "a 1001".\n');
  });

  test('adds, refuses, lists, removes and accepts payments', async () => {
    const { run, json } = await syncedAccount();
    const [order] = await json('orders', 'list', '-L', '1');
    const add = (money: string, ...more: string[]) =>
      run('payments', 'add', order.orderNumber, money, '--date', '2025-11-01', ...more);
    const added = await add('$1,234.56', '--reference', 'R1', '--json');
    expect(JSON.parse(added.stdout)).toEqual({
      ...{ id: 1, orderId: order.id, orderNumber: order.orderNumber, group: order.buyingGroup },
      ...{ amount: 123456, paidOn: '2025-11-01', reference: 'R1', import: null, doubt: null },
    });
    expect((await add('-34.56')).exitCode).toBe(0);
    const paid = `select paid_cents as paid from orders where id = '${order.id}'`;
    expect(await json('query', paid)).toEqual([{ paid: 120000 }]);
    expect((await add('-34.56')).exitCode).toBe(2);
    expect((await add('-34.56', '-y')).exitCode).toBe(0);
    expect((await add('0')).exitCode).toBe(2);
    expect((await add('twelve')).exitCode).toBe(2);
    // Other ways to write the same payment, which is there already.
    for (const same of ['$-34.56', '($34.56)', '(34.56)']) {
      expect((await add(same)).stderr).toContain('already recorded');
    }
    const future = ['payments', 'add', order.id, '1', '--date', '2099-01-01'];
    expect((await run(...future)).exitCode).toBe(2);
    expect((await run('payments', 'add', 'no-such', '1', '--date', 'today')).exitCode).toBe(6);
    expect((await run('payments', 'add', order.id, '1')).exitCode).toBe(2);
    expect((await run('payments', 'remove', '3')).exitCode).toBe(0);
    expect((await run('payments', 'remove', '3')).exitCode).toBe(6);
    expect(await json('payments', 'list')).toHaveLength(2);
    expect(await json('payments', 'imports')).toEqual([]);
    expect((await run('payments', 'undo', '1')).exitCode).toBe(6);
    expect((await run('payments', 'accept', order.id)).exitCode).toBe(2);
    expect((await run('payments', 'accept', order.id, '--note', 'fine')).exitCode).toBe(0);
    expect((await run('payments', 'accept', order.id, '--undo')).exitCode).toBe(0);
    expect((await run('payments', 'accept', order.id, '--undo')).exitCode).toBe(6);
    expect(await json('mirror', 'check')).toEqual({ ok: true, problems: [] });
  });

  test('orders that lose payments but stay paid at the service are named', async () => {
    const { run, json } = await syncedAccount();
    const list = (...words: string[]) => json(...words, '-L', '6', '-o', 'json');
    const paid = await list('orders', 'list', '--status', 'paid');
    const [open] = await list('orders', 'list', '--status', 'open');
    const numbers = paid.map(({ orderNumber }: { orderNumber: string }) => orderNumber);
    expect(numbers).toHaveLength(6);
    for (const number of [numbers[0], open.orderNumber]) {
      await run('payments', 'add', number, '5', '--date', '2025-11-01');
    }
    expect((await run('payments', 'remove', '1')).stderr).toBe(
      `Removed payment 1.\n1 order stays paid at the service, so report unpaid leaves out ${numbers[0]}. If the group has not paid an order in another way, set it back: waybill orders update ${numbers[0]} --status <status>.\n`,
    );
    expect((await run('payments', 'remove', '2')).stderr).toBe('Removed payment 2.\n');
    const dollars = String(paid[0].expectedPayout / 100);
    for (const day of ['2025-11-01', '2025-11-02']) {
      await run('payments', 'add', String(numbers[0]), dollars, '--date', day);
    }
    // The other payment still pays it in full.
    expect((await run('payments', 'remove', '4')).stderr).toBe('Removed payment 4.\n');
    await run('payments', 'remove', '3');

    const file = join(temporaryHome(), 'all.csv');
    writeFileSync(file, ['Order,Amount', ...numbers.map((one: string) => `${one},5`)].join('\n'));
    const map = ['--map', 'order=Order', '--map', 'amount=Amount'];
    const group = paid[0].buyingGroup;
    expect((await run('reconcile', file, '--group', group, ...map, '--record')).exitCode).toBe(0);
    const undone = await run('payments', 'undo', '1');
    expect(undone.stderr).toContain(
      '6 orders stay paid at the service, so report unpaid leaves out ',
    );
    expect(undone.stderr).toContain(
      ' and 1 more. If the group has not paid an order in another way, set it back: waybill orders update ',
    );
  });

  test('a reference typed in another way is the same one; any text can be a reference', async () => {
    const { run, json } = await syncedAccount();
    const add = (...more: string[]) =>
      run('payments', 'add', '800458530', '33.33', '--date', '2026-06-01', ...more);
    expect((await add('--reference', ' 77 ')).exitCode).toBe(0);
    for (const same of ['77', "'77", '77.0', '77 ']) {
      expect((await add('--reference', same)).stderr).toContain('already recorded');
    }
    expect((await add('--reference', 'возврат')).exitCode).toBe(0);
    const listed: { reference: string | null }[] = await json('payments', 'list');
    expect(listed.map(({ reference }) => reference)).toEqual(['77', 'возврат']);
  });
});
