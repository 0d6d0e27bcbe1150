import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { mirrorOf } from '../report/fixture';
import { manyGroups } from '../report/page-accounts';
import { runOf, start, temporaryHome } from '../support/waybill';
import { servedAccounts } from './served-account';

const served = servedAccounts();
const { syncedAccount } = served;

describe('export', () => {
  // Enough that the signal arrives before the end.
  let mirror: string;
  beforeAll(async () => {
    mirror = await mirrorOf(manyGroups(5000));
  });

  test.each(['account.xlsx', 'folder'])('ends at SIGINT without writing %s', async (name) => {
    const home = temporaryHome();
    const file = join(home, name);
    const child = start(['export', file, '--mirror', mirror], { env: { WAYBILL_HOME: home } });
    // Once it has opened the mirror, it says how old that is.
    child.stderr?.once('data', () => child.kill('SIGINT'));
    const { exitCode, stderr } = await runOf(child);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 130,
      stderr: expect.stringMatching(/days old.*interrupted/s),
    });
    expect(existsSync(file)).toBe(false);
  });

  test('writes a workbook or a folder, and replaces only after a yes', async () => {
    const { run, json, home } = await syncedAccount();
    const file = join(home, 'account.xlsx');
    expect((await run('export', file)).exitCode).toBe(0);
    const parts = unzipSync(readFileSync(file));
    const [order] = await json('query', 'select order_number, total_cents from orders');
    // The first sheet has the totals.
    const sheet = strFromU8(parts['xl/worksheets/sheet2.xml'] ?? new Uint8Array());
    expect(sheet).toContain(`>${order.order_number}</t>`);
    expect(sheet).toContain(`<v>${(order.total_cents / 100).toFixed(2)}</v>`);
    const before = readFileSync(file);
    expect((await run('export', file)).exitCode).toBe(2);
    expect(readFileSync(file)).toEqual(before);
    chmodSync(file, 0o602);
    expect((await run('export', file, '-y')).exitCode).toBe(0);
    // What others may do with the file stays as it was.
    expect(statSync(file).mode & 0o777).toBe(0o602);
    expect((await run('export', join(home, 'account.csv'))).exitCode).toBe(2);
    expect((await run('export', join(home, 'new', 'csv'), '--offline')).exitCode).toBe(0);
    expect(readdirSync(join(home, 'new', 'csv')).toSorted()).toEqual([
      ...['acceptances.csv', 'all_payments.csv', 'giftcards.csv', 'items.csv', 'orders.csv'],
      ...['payments.csv', 'trackings.csv', 'unpaid.csv'],
    ]);
    const [head] = readFileSync(join(home, 'new', 'csv', 'orders.csv'), 'utf8').split('\r\n');
    expect(head).toContain('total_cents');
    expect(readdirSync(home).filter((name) => name.endsWith('.waybill'))).toEqual([]);
  });

  test('leaves the header out with --no-header, and refuses --fields', async () => {
    const { run, home } = await syncedAccount();
    const [whole, bare] = [join(home, 'whole'), join(home, 'bare')];
    expect((await run('export', whole)).exitCode).toBe(0);
    expect((await run('export', bare, '--no-header')).exitCode).toBe(0);
    for (const name of readdirSync(whole)) {
      const rows = readFileSync(join(whole, name), 'utf8').replace(/^.*\r\n/, '');
      expect(readFileSync(join(bare, name), 'utf8')).toBe(rows);
    }
    for (const file of [join(home, 'refused'), join(home, 'refused.xlsx'), '-']) {
      const refused = await run('export', file, '--fields', 'id');
      expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
      expect(refused.stderr).toContain('waybill query');
      expect(existsSync(file)).toBe(false);
    }
  });
});
