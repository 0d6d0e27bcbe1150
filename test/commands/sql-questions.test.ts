import { expect, test } from 'vitest';
import { reading } from '../mirror/account';
import { account, mirrorOf, payments } from '../report/fixture';
import { waybill } from '../support/waybill';

const given: Readonly<Record<string, string>> = { number: '1Z1', group: 'bfmr' };

/** What the account that was worked out by hand says, in the order of the page; money in cents. */
const answers: readonly (readonly (readonly unknown[])[])[] = [
  [
    ['bfmr', 29_500, '2026-01-10'],
    ['card_center', 5300, '2026-03-01'],
  ],
  [
    ['2026-03', 'bfmr', 400],
    ['2026-03', 'card_center', 4000],
    ['2026-03', 'mvp', 6600],
  ],
  [
    ['2026-01', 0, 8.5],
    ['2026-02', 1, 7],
    ['2026-03', 0, -7],
    ['2026-03', 1, 3],
  ],
  [
    ['N-A', 'bfmr', '2026-02-09', 105],
    ['N-G', 'card_center', '2026-03-31', 53],
    ['N-B', 'bfmr', '2026-04-19', 190],
  ],
  [
    [null, 5, 370, 0],
    ['4417', 1, 100, 1.5],
    ['1009', 1, 50, 1],
  ],
  [
    ['N-A', 'delivered', '2026-01-10'],
    ['N-E', 'shipped', '2026-03-01'],
  ],
  [],
  [['N-B', '2026-03-20', 'purchased']],
  [],
  [],
];

test('each of the ten questions of help sql is answered, as worked out by hand', async () => {
  const mirror = await mirrorOf(account, payments);
  const { stdout } = await waybill(['help', 'sql']);
  const questions = [...stdout.matchAll(/^(.*\?)\n {2}waybill query "(.*)"/gm)];
  expect(questions).toHaveLength(10);
  reading(mirror, (database) => {
    for (const [index, [, question, sql = '']] of questions.entries()) {
      const names = [...sql.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
      const values = Object.fromEntries(names.map((name) => [name, given[name]]));
      const rows = database.prepare(sql).raw().all(values);
      expect(rows, question).toEqual(answers[index]);
    }
  });
});
