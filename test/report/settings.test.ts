import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryHome, waybill } from '../support/waybill';
import { account, mirrorOf, payments } from './fixture';

let mirror = '';
beforeAll(async () => {
  mirror = await mirrorOf(account, payments);
});

/** Sets the settings in a new profile, then runs the report. */
async function withSettings(settings: Readonly<Record<string, string>>, ...words: string[]) {
  const env = { WAYBILL_HOME: temporaryHome() };
  for (const [name, value] of Object.entries(settings)) {
    expect(await waybill(['config', 'set', name, value], { env })).toMatchObject({ exitCode: 0 });
  }
  const line = ['report', ...words, '--mirror', mirror, '--today', '2026-03-31', '--json'];
  const { stdout, stderr, exitCode } = await waybill(line, { env });
  return { report: stdout === '' ? undefined : JSON.parse(stdout), stderr, exitCode };
}

const overdueIds = async (settings: Readonly<Record<string, string>>, ...words: string[]) => {
  const { report } = await withSettings(settings, 'overdue', ...words);
  return report.rows.map(({ id }: { id: string }) => id);
};

// A: $100.00 at 1.5 points per dollar. C: $50.00 at 2.
test.each([
  ['1', 150, 100],
  ['1.5', 225, 150],
  ['0.333', 50, 33],
  ['0', 0, 0],
])('pointValue %s cents per point', async (value, ofA, ofC) => {
  const { report } = await withSettings({ pointValue: value }, 'rewards', '--by', 'card');
  const rewards = Object.fromEntries(
    report.rows.map(({ card, reward }: { card: string; reward: number }) => [card, reward]),
  );
  expect(rewards).toMatchObject({ 4417: ofA, 1009: ofC });
  expect(report.total).toMatchObject({ reward: ofA + ofC, points: 250 });
  const { report: pnl } = await withSettings({ pointValue: value }, 'pnl');
  expect(pnl.total.realized).toMatchObject({ reward: ofC, profit: 900 + ofC });
});

test.each([
  [{ 'pointValue.4417': '2' }, 300, 100],
  [{ 'pointValue.GOLD': '0.5', pointValue: '3' }, 450, 50],
  [{ 'pointValue.c1': '0', 'pointValue.4417': '9' }, 0, 100],
])('the value of the points of one card: %j', async (settings, ofA, ofC) => {
  for (const by of ['card', 'none']) {
    const { report, stderr } = await withSettings(settings, 'rewards', '--by', by);
    expect(stderr).not.toContain('pointValue');
    const rewards = Object.fromEntries(
      report.rows.map(({ card, reward }: { card: string; reward: number }) => [card, reward]),
    );
    expect(rewards).toMatchObject({ 4417: ofA, 1009: ofC });
  }
  // By a dimension whose sums are stored, and by one whose are not.
  for (const by of ['month', 'retailer']) {
    const { report } = await withSettings(settings, 'pnl', '--by', by);
    expect(report.total).toMatchObject({ realized: { reward: ofC }, expected: { reward: ofA } });
  }
});

test('a name that fits no card counts for none, with a warning in reports with rewards', async () => {
  const settings = { 'pointValue.nobody': '2' };
  const rewards = await withSettings(settings, 'rewards');
  expect(rewards.stderr).toContain('pointValue.nobody');
  expect(rewards.report.total.reward).toBe(250);
  expect((await withSettings(settings, 'aging')).stderr).not.toContain('pointValue');
});

test('views and stored sums use the value of the points of a card as reports do', async () => {
  const env = { WAYBILL_HOME: temporaryHome() };
  const run = async (...words: string[]) => {
    const { stdout, exitCode } = await waybill(['--sandbox', ...words], { env });
    expect(exitCode).toBe(0);
    return stdout;
  };
  const rewards = async (by: string) =>
    JSON.parse(await run('report', 'rewards', '--by', by, '--json')).total.reward;
  const sum = "SELECT sum(reward_cents) AS sum FROM all_orders WHERE status <> 'cancelled'";
  const inViews = async () => JSON.parse(await run('query', sum, '--json'))[0].sum;
  await run('sync');
  const before = await rewards('group');
  const byCard = JSON.parse(await run('report', 'rewards', '--by', 'card', '--json')).rows;
  const { card, reward } = byCard.find((row: { reward: number }) => row.reward > 0);
  await run('config', 'set', `pointValue.${card}`, '0');
  for (const by of ['group', 'card']) expect(await rewards(by)).toBe(before - reward);
  expect(await inViews()).toBe(before - reward);
  await run('sync');
  expect(await inViews()).toBe(before - reward);
  await run('config', 'unset', `pointValue.${card}`);
  expect(await rewards('group')).toBe(before);
  expect(await inViews()).toBe(before);
});

describe('overdueAfter', () => {
  // On 2026-03-31 A of bfmr is 80 days old, B of bfmr 11, G of card_center 30.
  test.each([
    [{}, ['A']],
    [{ overdueAfter: '29' }, ['A', 'G']],
    [{ overdueAfter: '29d', 'overdueAfter.bfmr': '80' }, ['G']],
    [{ 'overdueAfter.bfmr': '79' }, ['A']],
    [{ 'overdueAfter.bfmr': '10', 'overdueAfter.card_center': '31' }, ['A', 'B']],
    [{ overdueAfter: '0', 'overdueAfter.bfmr': '9999' }, ['G']],
    [{ 'overdueAfter.BFMR': '10', 'overdueAfter.Card_Center': '31' }, ['A', 'B']],
    [{ 'overdueAfter.BFMR': '10', 'overdueAfter.bfmr': '79' }, ['A']],
  ])('%j', async (settings, expected) => {
    expect(await overdueIds(settings)).toEqual(expected);
  });

  test('--overdue-after overrides both in every report that has it', async () => {
    const settings = { overdueAfter: '9999', 'overdueAfter.bfmr': '9999' };
    expect(await overdueIds(settings)).toEqual([]);
    expect(await overdueIds(settings, '--overdue-after', '10d')).toEqual(['A', 'G', 'B']);
    const { report } = await withSettings(settings, 'summary', '--overdue-after', '10d');
    expect(report.total.overdue).toEqual({ orders: 3, outstanding: 34_800 });
  });

  test('the due date depends on the group', async () => {
    const { report } = await withSettings({ 'overdueAfter.bfmr': '45' }, 'unpaid', '--by', 'none');
    const due = report.rows.map(({ id, dueDate }: Record<string, string>) => [id, dueDate]);
    expect(due).toEqual([
      ['A', '2026-02-24'],
      ['E', '2026-03-31'],
      ['G', '2026-03-31'],
      ['B', '2026-05-04'],
    ]);
  });
});

describe('mirrorStale', () => {
  test('reports an old mirror on stderr, but not one that this setting considers fresh', async () => {
    const old = await withSettings({}, 'unpaid');
    expect(old.stderr).toMatch(/The mirror is \d+ days old \(last synced 2025-11-21 \d\d:\d\d\)/);
    expect(old.report.asOf).toMatch(/^2025-11-21T/);
    const fine = await withSettings({ mirrorStale: '9999d' }, 'unpaid');
    expect(fine.stderr).not.toContain('old');
    expect(fine.report.asOf).toBe(old.report.asOf);
    expect(fine.exitCode).toBe(0);
  });
});

test.each([
  ['pointValue', '-1'],
  ['pointValue', '1.0001'],
  ['pointValue', 'one'],
  ['pointValue.4417', 'much'],
  ['overdueAfter', '1.5'],
  ['overdueAfter.bfmr', 'soon'],
  ['mirrorStale', 'often'],
])('%s refuses %s', async (name, value) => {
  const env = { WAYBILL_HOME: temporaryHome() };
  const { exitCode, stderr } = await waybill(['config', 'set', '--', name, value], { env });
  expect(exitCode).toBe(2);
  expect(stderr).toContain(name);
});
