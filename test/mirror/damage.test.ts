import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../../src/mirror/libsql';
import { temporaryHome, waybill } from '../support/waybill';

/** A file that something damaged, or that someone made to be harmful. */
let sound: string;
let env: Record<string, string>;
beforeAll(async () => {
  const home = temporaryHome();
  env = { WAYBILL_HOME: home };
  expect((await waybill(['--sandbox', 'sync', '-q'], { env })).exitCode).toBe(0);
  sound = (await waybill(['--sandbox', 'mirror', 'path'], { env })).stdout.trim();
});

const run = (...words: string[]) => waybill(['--sandbox', ...words], { env });

function damaged(sql: string): string {
  const path = join(temporaryHome(), 'mirror.db');
  copyFileSync(sound, path);
  const database = connect(path);
  database.exec(sql);
  database.close();
  return path;
}

/** A text with a byte that no UTF-8 has, as after a flipped bit. */
const broken = (column: string) => `cast(x'ff' || cast(${column} as blob) as text)`;

const readers = {
  list: ['orders', 'list', '--offline'],
  check: ['mirror', 'check'],
  info: ['mirror', 'info'],
  report: ['report', 'unpaid'],
  payments: ['payments', 'list'],
  changes: ['changes', '--since', '2020-01-01'],
  reconcile: ['reconcile', 'examples/payout-bfmr.csv', '--group', 'bfmr', '--offline'],
};

describe('damage ends in exit 14 with a sentence', () => {
  test.each([
    ['a body that is not UTF-8', `update bodies set body = ${broken('body')}`, 'list'],
    ['a body that is not JSON', "update bodies set body = '{' || body", 'list'],
    ...['{}', '"x"', '1', '[]', 'null', '{"trackingNumbers":{}}'].map(
      (body): [string, string, string] => [
        `the body ${body}`,
        `update bodies set body = '${body}'`,
        'list',
      ],
    ),
    [
      'a number of an order that is not UTF-8',
      `update base_orders set order_number = ${broken('order_number')}`,
      'reconcile',
    ],
    ['a blob for a status', "update base_orders set status = x'70616964'", 'reconcile'],
    ['a missing view', 'drop view payments', 'list check info report payments changes'],
    ['a missing table', 'drop table allocations', 'list check info report payments changes'],
    ['a negative version', 'pragma user_version = -5', 'list check info report payments changes'],
    [
      'amounts whose sum no integer holds',
      'update base_orders set paid_cents = 9223372036854775807, total_cents = 9223372036854775807; delete from order_sums',
      'check',
    ],
  ])('%s', async (_, sql, names) => {
    const path = damaged(sql);
    for (const name of names.split(' ')) {
      const words = readers[name as keyof typeof readers];
      const ended = await run(...words, '--mirror', path);
      expect(ended.exitCode, `${name}: ${ended.stderr}`).toBe(14);
    }
  });
});

test('a table that several checks read is reported as damaged once', async () => {
  const path = damaged('pragma user_version');
  const database = connect(path);
  const root = 'select rootpage from sqlite_schema where name = ?';
  const { rootpage } = database.prepare(root).get('base_orders') as { readonly rootpage: number };
  const { page_size: size } = database.prepare('pragma page_size').get() as { page_size: number };
  database.close();
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0, (rootpage - 1) * size, rootpage * size));
  const ended = await run('mirror', 'check', '--mirror', path, '--json');
  expect(ended.exitCode).toBe(14);
  const { problems } = JSON.parse(ended.stdout) as { readonly problems: readonly string[] };
  expect(problems.some((one) => one.startsWith('SQLite: '))).toBe(true);
  expect(new Set(problems).size).toBe(problems.length);
});

test('a view that never ends is not used', async () => {
  const endless =
    'with recursive n(i) as (select 1 union all select i + 1 from n) select i as id from n';
  const path = damaged(`drop view unpaid; create view unpaid as ${endless}`);
  for (const words of Object.values(readers)) {
    const [own, theirs] = [
      await run(...words, '--json'),
      await run(...words, '--mirror', path, '--json'),
    ];
    expect(theirs.exitCode).toBe(0);
    if (words[1] !== 'info') expect(theirs.stdout).toBe(own.stdout);
  }
});

describe('query', () => {
  test('shows a text that is not UTF-8 with replacement characters, and blobs as hex', async () => {
    const sql = "select cast(x'ff41' as text) as a, char(55296) as b, x'ff' as c, 'é' as d";
    const { exitCode, stdout } = await run('query', sql, '--json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual([{ a: '\ufffdA', b: '\ufffd'.repeat(3), c: 'ff', d: 'é' }]);
    expect((await run('query', "explain select x'ff' || x'fe'")).exitCode).toBe(0);
  });

  test.each([
    'select zeroblob(1e9)',
    "select printf('%1000000000d', 1)",
    'with recursive n(i) as (select 1 union all select i + 1 from n) select hex(zeroblob(1000)) from n',
  ])('ends %s in exit 2 before it fills the memory', async (sql) => {
    const ended = await run('query', sql);
    expect(ended).toMatchObject({ exitCode: 2, stdout: '' });
    expect(ended.stderr).toContain('memory');
  });
});
