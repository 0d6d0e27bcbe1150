import { expect, test } from 'vitest';
import { closeWriter, connect } from '../../src/mirror/libsql';
import { openToWrite } from '../../src/mirror/open';
import { account, mirrorOf, payments } from '../report/fixture';
import { temporaryHome, waybill } from '../support/waybill';
import { rowsOf } from './account';

async function fixtureHome() {
  const path = await mirrorOf(account, payments);
  const home = temporaryHome();
  const query = async (sql: string) => {
    const line = ['query', sql, '--mirror', path, '--json', '-q'];
    return JSON.parse((await waybill(line, { env: { WAYBILL_HOME: home } })).stdout);
  };
  return { path, query };
}

test('an order in dollars has its payout, profit, due date and card, as worked out by hand', async () => {
  const { query } = await fixtureHome();
  const rows = await query(
    `select id, total, payout, profit, due_date, card, typeof(total) as type
     from all_orders_dollars order by id`,
  );
  // By the tables of worked-out.md; E has no expectation, F is cancelled.
  expect(rows.map((row: object) => Object.values(row))).toEqual([
    ['A', 100, 105, 8.5, '2026-02-09', '4417', 'real'],
    ['B', 200, 190, -10, '2026-04-19', null, 'real'],
    ['C', 50, 55, 6, '2026-03-03', '1009', 'real'],
    ['C2', 10, 11, 1, '2026-03-12', null, 'real'],
    ['D', 30, 33, 3, '2026-04-04', null, 'real'],
    ['E', 40, null, null, '2026-03-31', null, 'real'],
    ['F', 9, null, null, '2026-04-01', null, 'real'],
    ['G', 90, 93, 3, '2026-03-31', null, 'real'],
  ]);
  expect(await query('select sum(amount) as paid from payments_dollars')).toEqual([{ paid: 110 }]);
  expect(await query('select sum(outstanding) as owed from unpaid_dollars')).toEqual([
    { owed: 348 },
  ]);
});

test('a mirror without these views is read as before and has them; the next write stores them', async () => {
  const { path, query } = await fixtureHome();
  const database = connect(path);
  const inFile = () =>
    rowsOf(path, "SELECT name FROM sqlite_schema WHERE type = 'view' AND name LIKE '%_dollars'");
  const names = inFile() as { name: string }[];
  expect(names).toHaveLength(9);
  for (const { name } of names) database.exec(`DROP VIEW ${name}`);
  database.close();
  expect(await query('select count(*) as n from orders_dollars')).toEqual([{ n: 7 }]);
  expect(await query('select count(*) as n from orders')).toEqual([{ n: 7 }]);
  expect(inFile()).toEqual([]);
  closeWriter(openToWrite(path));
  expect(inFile()).toEqual(names);
});

test("a file's own views are not believed if one of them is another; the next write replaces it", async () => {
  const { path, query } = await fixtureHome();
  const inFile = () => rowsOf(path, "SELECT sql FROM sqlite_schema WHERE name = 'orders'");
  const before = inFile();
  const database = connect(path);
  database.exec("DROP VIEW orders; CREATE VIEW orders AS SELECT 'x' AS id, 1 AS total_cents");
  database.close();
  expect(await query('select count(*) as n from orders')).toEqual([{ n: 7 }]);
  expect(await query('select count(*) as n from orders_dollars')).toEqual([{ n: 7 }]);
  expect(inFile()).not.toEqual(before);
  closeWriter(openToWrite(path));
  expect(inFile()).toEqual(before);
});

test('the due date follows the settings, for a group in any case', async () => {
  const env = { WAYBILL_HOME: temporaryHome(), WAYBILL_SANDBOX: '1' };
  const run = (...words: string[]) => waybill(words, { env });
  await run('sync', '-q');
  await run('config', 'set', 'overdueAfter.BFMR', '2w');
  await run('config', 'set', 'overdueAfter', '10');
  await run('config', 'set', 'overdueAfter.Élan', '7');
  const database = connect((await run('mirror', 'path')).stdout.trim());
  database.exec(`UPDATE base_orders SET group_id = CASE place % 3 WHEN 0 THEN 'élan' WHEN 1 THEN 'Élan'
    ELSE 'ÉLAN' END WHERE kind = 'order' AND group_id <> 'bfmr'`);
  database.close();
  const { stdout } = await run(
    'query',
    `select distinct iif(group_id like '%lan', 2, group_id = 'bfmr') as own, julianday(due_date) - julianday(order_date) as days
     from (select * from orders_dollars union all select * from giftcards_dollars) order by 1`,
    '--json',
  );
  expect(JSON.parse(stdout)).toEqual([
    { own: 0, days: 10 },
    { own: 1, days: 14 },
    { own: 2, days: 7 },
  ]);
});
