import { expect, test } from 'vitest';
import type { Outcome, PayoutRow, RowOutcome } from './model';
import { findTotals } from './totals';

let line = 1;
function ended(outcome: Outcome, amount: number, changed: Partial<PayoutRow> = {}): RowOutcome {
  const row: PayoutRow = {
    ...{ file: 'may.csv', line: ++line, format: 'generic', amount, state: 'paid', paidOn: null },
    ...{ reference: null, item: null, quantity: null, trackings: [], order: null, destroyed: [] },
    ...changed,
  };
  return { row, outcome, cents: amount, orders: [], allocations: [], message: '' };
}

const named = { order: '112-1' };
const paid = (amount: number, changed: Partial<PayoutRow> = {}) =>
  ended('matched', amount, { ...named, ...changed });
const amounts = (...rows: readonly RowOutcome[]) => findTotals(rows).map(({ amount }) => amount);

test.each<[string, Partial<PayoutRow>, Outcome]>([
  ['it names nothing', {}, 'other'],
  ['its order cell says so', { order: 'Grand total:' }, 'unmatched'],
  ['its tracking cell says so', { trackings: ['TOTAL'] }, 'unmatched'],
])('a row with the sum of the rows above is a total if %s', (_, changed, outcome) => {
  expect(amounts(paid(500), paid(300), ended(outcome, 800, changed))).toEqual([800]);
});

test('no total: another amount, an order of its own, money not paid, a bonus as high as one payment', () => {
  expect(amounts(paid(500), paid(300), ended('other', 801))).toEqual([]);
  expect(amounts(paid(500), paid(300), ended('unmatched', 800, named))).toEqual([]);
  expect(amounts(paid(500), paid(300), ended('noted', 800, { state: 'pending' }))).toEqual([]);
  expect(amounts(paid(500), ended('other', 500))).toEqual([]);
  const bonus = { item: 'Volume bonus' };
  expect(amounts(paid(500), paid(300), ended('other', 800, bonus))).toEqual([]);
  expect(amounts(paid(500), paid(300), ended('other', 800, { paidOn: '2026-11-01' }))).toEqual([]);
  expect(amounts(paid(500), ended('other', 500, { item: 'Total' }))).toEqual([500]);
});

test('a total may leave out what is not paid, and each section and file may have its own', () => {
  const pending = ended('noted', 900, { ...named, state: 'pending' });
  expect(amounts(paid(500), pending, paid(300), ended('other', 800))).toEqual([800]);
  const sections = [paid(500), paid(300), ended('other', 800), paid(20), paid(10)];
  expect(amounts(...sections, ended('other', 30), ended('other', 830))).toEqual([800, 30, 830]);
  expect(amounts(paid(500), paid(300), ended('other', 800, { file: 'june.csv' }))).toEqual([]);
});
