import { expect, test } from 'vitest';
import type { Match } from './match';
import type { PayoutRow } from './model';
import { findTotals } from './totals';

type Kind = Match['kind'];
type Matched = readonly [Kind, PayoutRow];

let line = 1;
function ended(kind: Kind, amount: number, changed: Partial<PayoutRow> = {}): Matched {
  return [
    kind,
    {
      ...{ file: 'may.csv', line: ++line, format: 'generic', amount, state: 'paid', paidOn: null },
      ...{ reference: null, item: null, quantity: null, trackings: [], order: null, destroyed: [] },
      ...changed,
    },
  ];
}

const named = { order: '112-1' };
const paid = (amount: number, changed: Partial<PayoutRow> = {}) =>
  ended('matched', amount, { ...named, ...changed });
const amounts = (...rows: readonly Matched[]) => {
  const kinds = new Map(rows.map(([kind, row]) => [row, kind]));
  const totals = findTotals([...kinds.keys()], (row) => kinds.get(row) ?? 'nothing');
  return totals.map(({ amount }) => amount);
};

test.each<[string, Partial<PayoutRow>, Kind]>([
  ['it names nothing', {}, 'nothing'],
  ['its order cell says so', { order: 'Grand total:' }, 'unmatched'],
  ['its tracking cell says so', { trackings: ['TOTAL'] }, 'unmatched'],
])('a row with the sum of the rows above is a total if %s', (_, changed, outcome) => {
  expect(amounts(paid(500), paid(300), ended(outcome, 800, changed))).toEqual([800]);
});

test('no total: another amount, an order of its own, money not paid, a bonus as high as one payment', () => {
  expect(amounts(paid(500), paid(300), ended('nothing', 801))).toEqual([]);
  expect(amounts(paid(500), paid(300), ended('unmatched', 800, named))).toEqual([]);
  expect(amounts(paid(500), paid(300), ended('nothing', 800, { state: 'pending' }))).toEqual([]);
  expect(amounts(paid(500), ended('nothing', 500))).toEqual([]);
  const bonus = { item: 'Volume bonus' };
  expect(amounts(paid(500), paid(300), ended('nothing', 801, bonus))).toEqual([]);
  // Its item and its day don't tell a bonus from a total.
  expect(amounts(paid(500), paid(300), ended('nothing', 800, bonus))).toEqual([800]);
  expect(amounts(paid(500), ended('nothing', 500, { paidOn: '2026-11-01' }))).toEqual([500]);
  expect(amounts(paid(500), ended('nothing', 500, { item: 'Total' }))).toEqual([500]);
});

test('a total may leave out what is not paid, and each section and file may have its own', () => {
  const pending = ended('matched', 900, { ...named, state: 'pending' });
  expect(amounts(paid(500), pending, paid(300), ended('nothing', 800))).toEqual([800]);
  const sections = [paid(500), paid(300), ended('nothing', 800), paid(20), paid(10)];
  expect(amounts(...sections, ended('nothing', 30), ended('nothing', 830))).toEqual([800, 30, 830]);
  expect(amounts(paid(500), paid(300), ended('nothing', 800, { file: 'june.csv' }))).toEqual([]);
});
