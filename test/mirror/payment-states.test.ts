import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryHome } from '../support/waybill';
import { servedAccounts } from './served-account';

const { syncedAccount } = servedAccounts();

/** A file of a group, with a line for each payment. */
function payoutFile(...lines: readonly string[]): string {
  const file = join(temporaryHome(), 'payout.csv');
  writeFileSync(file, ['Order,Amount,Id', ...lines].join('\n'));
  return file;
}

const map = ['--map', 'order=Order', '--map', 'amount=Amount', '--map', 'reference=Id'];
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

describe('payments that count and those that do not', () => {
  test('list --all says what became of each, by order and group as they are typed elsewhere', async () => {
    const { run, json } = await syncedAccount();
    const [one, two] = await json('orders', 'list', '--group', 'bfmr', '-L', '2');
    const [number, other] = [one.orderNumber, two.orderNumber];
    const record = (...lines: string[]) =>
      run('reconcile', payoutFile(...lines), '--group', 'BFMR', ...map, '--record');
    await record(`${number},5,R1`, `${other},6,R2`);
    await record(`${number},7,R1`);
    await record(`${number},8,R3`, `${number},9,R4`);
    await run('payments', 'remove', '5');
    await run('payments', 'undo', '3');
    const states = async (...words: string[]) =>
      (await json('payments', 'list', '--all', ...words)).map(
        ({ amount, state, since }: Record<string, unknown>) => [amount, state, since],
      );
    expect(await states()).toEqual([
      [500, 'replaced', moment],
      [600, 'counts', null],
      [700, 'counts', null],
      [800, 'undone', moment],
      [900, 'undone', moment],
    ]);
    await run('payments', 'remove', '2');
    expect(await states(other)).toEqual([[600, 'removed', moment]]);
    expect(await states(`#${number}`, '--group', 'B.F.M.R')).toHaveLength(4);
    expect(await states(number, other)).toHaveLength(5);
    expect(await json('payments', 'list', number)).toEqual([
      expect.not.objectContaining({ state: expect.anything() }),
    ]);
    const elsewhere = await run('payments', 'list', '--group', 'bfmrr', '--json');
    expect(elsewhere).toMatchObject({ exitCode: 0, stdout: '[]\n' });
    expect(elsewhere.stderr).toContain('Did you mean bfmr?');
    expect((await run('payments', 'list', 'no-such')).exitCode).toBe(6);
    // The views say the same.
    expect(
      await json('query', 'select amount_cents, state, since from all_payments order by id'),
    ).toHaveLength(5);
    expect(await json('query', 'select amount_cents, state from payments')).toEqual([
      { amount_cents: 700, state: 'counts' },
    ]);
    // Recorded again, they count again.
    await record(`${number},8,R3`, `${number},9,R4`);
    expect(await states(number)).toEqual([
      [500, 'replaced', moment],
      [700, 'counts', null],
      [800, 'counts', null],
      [900, 'removed', moment],
    ]);
  });

  test('date gives a day to a payment that has none, once', async () => {
    const { run, json } = await syncedAccount();
    const [{ orderNumber }] = await json('orders', 'list', '--group', 'bfmr', '-L', '1');
    const file = payoutFile(`${orderNumber},5,R1`);
    await run('reconcile', file, '--group', 'bfmr', ...map, '--record');
    const date = (...words: string[]) => run('payments', 'date', ...words);
    expect(await date('1', '2026-02-30')).toMatchObject({ exitCode: 2 });
    expect(await date('1', '2099-01-01')).toMatchObject({ exitCode: 2 });
    expect(await date('2', '2026-02-03')).toMatchObject({ exitCode: 6 });
    expect(await date('1', '2026-02-03')).toMatchObject({
      exitCode: 0,
      stderr: 'Payment 1 is of 2026-02-03.\n',
    });
    expect(await json('payments', 'list')).toMatchObject([{ paidOn: '2026-02-03' }]);
    const again = await date('1', '2026-02-04');
    expect(again).toMatchObject({ exitCode: 2 });
    expect(again.stderr).toContain('Payment 1 has a date: 2026-02-03');
    // The file is given again after its import was undone: the day stays.
    await run('payments', 'undo', '1');
    expect((await date('1', '2026-02-04')).exitCode).toBe(6);
    await run('reconcile', file, '--group', 'bfmr', ...map, '--record');
    expect(await json('payments', 'list')).toMatchObject([{ id: 1, paidOn: '2026-02-03' }]);
  });

  test('accepted lists what was accepted, and whether it still applies', async () => {
    const { run, json } = await syncedAccount();
    const [{ id, orderNumber, buyingGroup, expectedPayout }] = await json(
      'orders',
      ...['list', '--status', 'shipped', '-L', '1'],
    );
    expect(await json('payments', 'accepted')).toEqual([]);
    await run('payments', 'add', orderNumber, '5', '--date', '2025-11-01');
    await run('payments', 'accept', orderNumber, '--note', 'dented');
    const accepted = {
      ...{ orderId: id, orderNumber, group: buyingGroup, expected: expectedPayout, paid: 500 },
      ...{ difference: 500 - expectedPayout, note: 'dented', at: moment, applies: true },
    };
    expect(await json('payments', 'accepted')).toEqual([accepted]);
    const inView = (applies: number) => [
      { order_id: id, paid_cents: 500, note: 'dented', applies },
    ];
    const sql = 'select order_id, paid_cents, note, applies from acceptances';
    expect(await json('query', sql)).toEqual(inView(1));
    await run('payments', 'add', orderNumber, '1', '--date', '2025-11-02');
    expect(await json('payments', 'accepted')).toEqual([{ ...accepted, applies: false }]);
    expect(await json('query', sql)).toEqual(inView(0));
    await run('payments', 'remove', '2');
    expect(await json('payments', 'accepted')).toEqual([accepted]);
    // Nothing is expected of a cancelled order.
    for (const [status, applies] of [
      ['cancelled', 0],
      ['shipped', 1],
    ] as const) {
      await run('orders', 'update', id, '--status', status);
      await run('sync', '-q');
      expect(await json('query', sql)).toEqual(inView(applies));
    }
    await run('payments', 'accept', orderNumber, '--undo');
    expect(await json('payments', 'accepted')).toEqual([]);
  });
});
