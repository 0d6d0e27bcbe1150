import { stripVTControlCharacters } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { runProgram } from '../support/run-program';
import { shownInTerminal } from '../support/terminal';
import { temporaryHome, waybill } from '../support/waybill';
import { account, mirrorOf } from './fixture';

/** Twelve orders without a card; two of them have no expectation and one no number. */
let mirror = '';
beforeAll(async () => {
  const orders = Array.from({ length: 12 }, (_, index) => ({
    ...{ id: `o${index}`, orderNumber: index === 7 ? null : `N-${index}`, buyingGroup: 'bfmr' },
    ...{ retailer: 'Amazon', status: 'purchased', orderDate: '2026-03-30', total: 1000 },
    ...{ expectedPayout: index < 2 ? 0 : 1100, trackingNumbers: [], orderLineItems: [] },
  }));
  mirror = await mirrorOf({ orders, giftcards: [], cards: [] });
});

const line = (...words: readonly string[]) => [
  ...['report', 'audit', ...words, '--mirror', mirror, '--today', '2026-03-31'],
];
const env = { WAYBILL_HOME: temporaryHome(), LANG: 'C.UTF-8' };

async function screen(...words: readonly string[]) {
  const { written } = await shownInTerminal(line('-q', ...words), { env, columns: 80 });
  return stripVTControlCharacters(written).replaceAll('\r', '');
}

const rowsIn = (text: string, finding: string) =>
  text.split('\n').filter((one) => one.includes(finding) && one.includes('has no card'));

test('on a terminal the findings are counted first, and ten of each are shown', async () => {
  const shown = await screen();
  expect(
    shown
      .split('\n')
      .slice(0, 3)
      .map((one) => one.trim().split(/ {2,}/)),
  ).toEqual([
    ['1', 'no_order_number'],
    ['2', 'no_expectation'],
    ['12', 'no_card', '(10 shown; all: --finding no_card)'],
  ]);
  expect(rowsIn(shown, 'N-').length + rowsIn(shown, 'o7').length).toBe(10);
  expect(rowsIn(await screen('--finding', 'no_card'), '').length).toBe(12);
});

test('in a pipe and for programs all rows', async () => {
  const { stdout } = await waybill(line(), { env });
  expect(stdout).toMatch(/^Finding/);
  expect(rowsIn(stdout, '')).toHaveLength(12);
  const { rows, total } = JSON.parse((await waybill([...line(), '--json'], { env })).stdout);
  expect([rows.length, total]).toEqual([15, { findings: 15 }]);
});

test('--finding shows those alone, also for --exit-code', async () => {
  const two = await waybill([...line('--finding', 'no_expectation,no_order_number'), '--json'], {
    env,
  });
  const { rows, total } = JSON.parse(two.stdout);
  const names = rows.map(({ finding }: { finding: string }) => finding);
  expect(names).toEqual(['no_order_number', 'no_expectation', 'no_expectation']);
  expect(total).toEqual({ findings: 3 });
  const exits = async (finding: string) =>
    (await waybill(line('--finding', finding, '--exit-code'), { env })).exitCode;
  expect([await exits('no_card'), await exits('paid_short')]).toEqual([15, 0]);
});

test('an unknown finding is refused with the nearest', async () => {
  const { exitCode, stderr } = await waybill(line('--finding', 'no_cards'), { env });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('no_card?');
});

test('orders paid without a recorded payment, and numbers and groups spelled in two ways', async () => {
  const one = { ...account.orders[3], trackingNumbers: [] };
  const of = (id: string, given: object) => ({ ...one, id, orderNumber: `N-${id}`, ...given });
  const path = await mirrorOf(
    {
      orders: [
        of('first', { orderDate: '2026-02-01' }),
        of('old', { orderDate: '2026-02-28' }),
        of('since', { orderDate: '2026-03-01' }),
        of('other', { orderDate: '2026-03-01', buyingGroup: 'bfmr' }),
        of('spelled', { status: 'shipped', buyingGroup: 'M V P' }),
        of('hash', { status: 'shipped', orderNumber: '#N-first', orderDate: '2026-03-05' }),
        of('cut', { status: 'shipped', orderNumber: 'n first', orderDate: '2026-02-05' }),
        of('zeros', { status: 'shipped', orderNumber: '0123', orderDate: '2026-03-05' }),
        of('none', { status: 'shipped', orderNumber: '123', orderDate: '2026-03-05' }),
      ],
      giftcards: [],
      cards: [],
    },
    [{ orderId: 'first', cents: 1100, paidOn: '2026-03-01' }],
  );
  const findings = async (name: string, ...words: readonly string[]) => {
    const run = await runProgram(
      ['report', 'audit', '--finding', name, '--mirror', path, '--json', '-q', ...words],
      { env: { WAYBILL_HOME: temporaryHome() } },
    );
    expect(run.exitCode).toBe(0);
    const { rows } = JSON.parse(run.stdout) as { rows: { id: string; detail: string }[] };
    return rows.map(({ id, detail }) => [id, detail]);
  };
  expect(await findings('paid_unrecorded')).toEqual([
    ['since', 'paid, but no payment is recorded; profit assumes $11.00'],
  ]);
  expect(await findings('group_spelling')).toEqual([
    ['spelled', 'its group is written M V P; others write mvp'],
  ]);
  expect(await findings('number_spelling')).toEqual([
    ['hash', 'its number agrees with that of another order: n first, N-first'],
  ]);
  expect(await findings('number_spelling', '--until', '2026-03-01')).toEqual([]);
});
