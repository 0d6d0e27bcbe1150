import { expect, test } from 'vitest';
import { findTotals } from './facts';
import type { PayoutRow } from './model';

let line = 1;
const ended = (amount: number, changed: Partial<PayoutRow> = {}): PayoutRow => ({
  ...{ file: 'may.csv', line: ++line, format: 'generic', amount, state: 'paid', paidOn: null },
  ...{ reference: null, item: null, quantity: null, trackings: [], order: null, destroyed: [] },
  ...changed,
});

const named = { order: '112-1' };
const paid = (amount: number, changed: Partial<PayoutRow> = {}) =>
  ended(amount, { ...named, ...changed });
const amounts = (...rows: readonly PayoutRow[]) =>
  findTotals(rows, ({ order }) => order === null).map(({ amount }) => amount);

test('a row that names nothing and has the sum of the rows above is a total', () => {
  expect(amounts(paid(500), paid(300), ended(800))).toEqual([800]);
});

test('no total: another amount, nothing, an order of its own, money not paid, a bonus as high as one payment', () => {
  expect(amounts(paid(500), paid(-500), ended(0))).toEqual([]);
  expect(amounts(paid(500), paid(300), ended(801))).toEqual([]);
  expect(amounts(paid(500), paid(300), ended(800, named))).toEqual([]);
  expect(amounts(paid(500), paid(300), ended(800, { state: 'pending' }))).toEqual([]);
  expect(amounts(paid(500), ended(500))).toEqual([]);
  const bonus = { item: 'Volume bonus' };
  expect(amounts(paid(500), paid(300), ended(801, bonus))).toEqual([]);
  // Its item, its day and its reference don't tell a bonus from a total.
  expect(amounts(paid(500), paid(300), ended(800, bonus))).toEqual([800]);
  expect(amounts(paid(500), ended(500, { paidOn: '2026-11-01' }))).toEqual([500]);
  expect(amounts(paid(500), ended(500, { item: 'Total' }))).toEqual([500]);
  expect(amounts(paid(500), ended(500, { reference: 'R1' }))).toEqual([500]);
});

test('a total may leave out what is not paid or have it too, and each section and file may have its own', () => {
  const pending = ended(900, { ...named, state: 'pending' });
  expect(amounts(paid(500), pending, paid(300), ended(800))).toEqual([800]);
  expect(amounts(paid(500), pending, paid(300), ended(1700))).toEqual([1700]);
  const sections = [paid(500), paid(300), ended(800), paid(20), paid(10)];
  expect(amounts(...sections, ended(30), ended(830))).toEqual([800, 30, 830]);
  expect(amounts(paid(500), paid(300), ended(800, { file: 'june.csv' }))).toEqual([]);
});
