import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { showGroupNames } from '../../src/mirror/group-names';
import { closeWriter, connect } from '../../src/mirror/libsql';
import { openToWrite } from '../../src/mirror/open';
import { reading } from '../mirror/account';
import { runProgram } from '../support/run-program';
import { temporaryHome } from '../support/waybill';
import { account, mirrorOf, payments } from './fixture';

/** Other spellings of the groups of some orders: `mvp` stays the one that most have. */
const spelled: Readonly<Record<string, string>> = {
  ...{ A: 'BFMR', B: ' bfmr', F: 'B.F.M.R.', D: 'MVP', E: 'M-v-p', G: 'Card Center' },
};

/** The same account twice: as the groups are called, and as people write them. */
const mirrors = { named: '', spelled: '' };
beforeAll(async () => {
  const respell = (orders: readonly object[], field: string) =>
    orders.map((order) => {
      const text = spelled[(order as { id: string }).id];
      return text === undefined ? order : { ...order, [field]: text };
    });
  mirrors.named = await mirrorOf(account, payments);
  mirrors.spelled = await mirrorOf(
    {
      ...account,
      orders: respell(account.orders, 'buyingGroup') as typeof account.orders,
      giftcards: respell(account.giftcards, 'platform') as typeof account.giftcards,
    },
    payments,
  );
  // A bonus, and a payment whose group was typed when waybill did not look for its name.
  for (const [mirror, text] of [
    [mirrors.named, 'mvp'],
    [mirrors.spelled, 'm.v.p'],
  ] as const) {
    const database = openToWrite(mirror);
    database.exec(`INSERT INTO base_payments (id, group_id, amount_cents, paid_on, recorded_at)
      VALUES (11, '${text}', 2500, '2026-03-02', '');
      UPDATE base_payments SET group_id = '${text}' WHERE id = 1;`);
    closeWriter(database);
  }
});

const home = temporaryHome();
const env = { WAYBILL_HOME: home, TZ: 'UTC' };
writeFileSync(
  join(home, 'config.json'),
  JSON.stringify({
    defaultProfile: 'default',
    profiles: {
      default: { settings: { 'overdueAfter.Bfmr': 5, 'overdueAfter.MVP': 9, overdueAfter: 20 } },
    },
  }),
);

async function printed(mirror: string, line: readonly string[]): Promise<string> {
  const { stdout, stderr, exitCode } = await runProgram([...line, '--mirror', mirror, '-q'], {
    env,
  });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return stdout;
}

const reports = [
  ...['unpaid', 'overdue', 'aging', 'exposure', 'margin', 'pnl', 'rewards', 'turnaround'].flatMap(
    (report) => [
      [report, '--by', 'group'],
      [report, '--by', 'month,group'],
    ],
  ),
  ...[['overdue'], ['unpaid', '--by', 'none'], ['margin', '--by', 'none'], ['summary'], ['audit']],
  ...[
    ['aging', '--basis', 'due'],
    ['received', '--by', 'group'],
    ['received', '--by', 'month,group'],
  ],
  ...[
    ['unpaid', '--group', 'Bfmr'],
    ['margin', '--group', 'mvp,BFMR'],
    ['pnl', '--group', '!MVP'],
  ],
  ...[['received', '--group', 'M V P'], ['trackings'], ['pnl', '--basis', 'cash']],
  ...[
    ['unpaid', '--as-of', '2026-03-25'],
    ['aging', '--as-of', '2026-03-25'],
  ],
  ['unpaid', '--by', 'none', '--as-of', '2026-03-25'],
];

describe('an account with other spellings of its groups', () => {
  test.each(reports.map((line) => [line.join(' '), line] as const))(
    'has the same report: %s',
    async (_, line) => {
      const words = ['report', ...line, '--json', '--today', '2026-03-31'];
      const { asOf: _named, ...named } = JSON.parse(await printed(mirrors.named, words));
      const { asOf: _spelled, ...spelled } = JSON.parse(await printed(mirrors.spelled, words));
      // Only the audit tells the spellings apart: they are a finding.
      const isSpelling = ({ finding }: { finding?: string }) => finding === 'group_spelling';
      const rows = (spelled.rows as object[]).filter((row) => !isSpelling(row));
      const found = spelled.rows.length - rows.length;
      expect(found > 0).toBe(line[0] === 'audit');
      const { total } = spelled;
      const own = line[0] === 'audit' ? { findings: total.findings - found } : total;
      expect({ ...spelled, rows, total: own }).toEqual(named);
    },
  );

  test('has the same books and the same list of payments', async () => {
    const books = async (mirror: string) => {
      const file = join(mkdtempSync(join(tmpdir(), 'books-')), 'books.journal');
      await printed(mirror, ['export', file, '--today', '2026-03-31']);
      return readFileSync(file, 'utf8').replace(/^; .*$/gm, '');
    };
    expect(await books(mirrors.spelled)).toBe(await books(mirrors.named));
    const list = ['payments', 'list', '--json'];
    expect(await printed(mirrors.spelled, list)).toBe(await printed(mirrors.named, list));
  });

  test('has the same sheets in its workbook', async () => {
    const sheets = async (mirror: string) => {
      const file = join(mkdtempSync(join(tmpdir(), 'book-')), 'book.xlsx');
      await printed(mirror, ['export', file, '--today', '2026-03-31']);
      const parts = Object.entries(unzipSync(readFileSync(file)));
      const texts = parts.filter(([name]) => /worksheets|sharedStrings/.test(name));
      return texts.map(([name, bytes]) =>
        `${name}: ${strFromU8(bytes)}`.replace(/Synced[^<]*/, ''),
      );
    };
    expect(await sheets(mirrors.spelled)).toEqual(await sheets(mirrors.named));
  });

  test('has in its views what the service sent', async () => {
    const line = ['query', "select id || ',' || group_id as text from all_orders", '--json'];
    const rows: { text: string }[] = JSON.parse(await printed(mirrors.spelled, line));
    const texts = rows.map(({ text }) => text);
    const sent = [...account.orders, ...account.giftcards].map((order) => {
      const { id, buyingGroup, platform } = order as Record<string, unknown>;
      return `${id},${spelled[String(id)] ?? buyingGroup ?? platform}`;
    });
    expect(texts.sort()).toEqual(sent.sort());
  });

  test('shows names however the sums of its orders are known', () => {
    const before = reading(mirrors.spelled, (database) => {
      showGroupNames(database);
      return database.prepare('SELECT id, group_id FROM base_orders ORDER BY id').all();
    });
    const copy = connect(mirrors.spelled);
    copy.exec('DELETE FROM order_sums');
    copy.close();
    const after = reading(mirrors.spelled, (database) => {
      showGroupNames(database);
      return database.prepare('SELECT id, group_id FROM base_orders ORDER BY id').all();
    });
    expect(after).toEqual(before);
    expect(new Set(before.map((row) => (row as { group_id: string }).group_id))).toEqual(
      new Set(['bfmr', 'mvp', 'card_center']),
    );
  });
});
