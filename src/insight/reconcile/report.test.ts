import { expect, test } from 'vitest';
import { orderOf, rowOf } from '../../../test/support/facts';
import {
  emptyLedger,
  type Ledger,
  recordResult,
  typePayment,
} from '../../../test/support/ledger-model';
import { outcomes, type PayoutRow, verdicts } from './model';
import { reconcile } from './reconcile';
import { hasFinding, needsAttention, type ReportOptions, reconcileReport } from './report';
import type { RecordedRun } from './result';

const given: ReportOptions = { files: [], deposit: null, done: undefined, accountFlags: '' };
const half = typePayment(emptyLedger, {
  ...{ group: 'bfmr', paidOn: '2026-06-09', reference: null },
  ...{ orderId: 'A', amount: 5000 },
});
const numbered = { ...half, ids: new Map([['typed/1 5000', 4]]) };
const a = orderOf('A', { expected: 10_000, trackings: ['1ZA'] });
const run = (rows: readonly Partial<PayoutRow>[], ledger: Ledger = emptyLedger, orders = [a]) =>
  reconcile(
    rows.map((one, index) =>
      rowOf({ line: index + 2, trackings: ['1ZA'], paidOn: '2026-06-10', ...one }),
    ),
    orders,
    ledger,
    {
      ...{ group: 'bfmr', tolerance: 2, grace: 30, today: '2026-06-15' },
      hash: (content) => content,
    },
  );

test('it has every outcome and every verdict, each with its count and its cents', () => {
  const report = reconcileReport(
    run([{ amount: 300 }, { amount: 20 }, { amount: 7, trackings: ['1ZX'] }]),
    given,
  );
  expect(report.rows).toEqual({
    ...Object.fromEntries(outcomes.map((one) => [one, { count: 0, cents: 0 }])),
    matched: { count: 2, cents: 320 },
    unmatched: { count: 1, cents: 7 },
  });
  expect(report.orders).toEqual({
    ...Object.fromEntries(verdicts.map((one) => [one, 0])),
    paid_short: 1,
  });
  expect(reconcileReport(run([], emptyLedger, []), given).orders).toEqual(
    Object.fromEntries(verdicts.map((one) => [one, 0])),
  );
});

test('a file that is recorded has the number of its import, one that is not has none', () => {
  const result = run([{ amount: 300 }]);
  const done: RecordedRun = { id: 7, recorded: 3, idOf: () => null };
  expect(reconcileReport(result, { ...given, done })).toMatchObject({ recorded: 3, import: 7 });
  expect(reconcileReport(result, given)).toMatchObject({ recorded: 0, import: null });
});

test('a deposit is compared with what the rows add', () => {
  const first = run([{ amount: 300 }]);
  const deposit = (result = first, expected: number | null = null) =>
    reconcileReport(result, { ...given, deposit: expected }).deposit;
  expect(deposit()).toEqual({ expected: null, found: 300, difference: null, recordedBefore: 0 });
  expect(deposit(first, 0)).toMatchObject({ expected: 0, difference: 300 });
  expect(deposit(first, 350)).toMatchObject({ expected: 350, difference: -50 });
  const recorded = recordResult(emptyLedger, first, 1);
  const grown = run(
    [
      { amount: 300, file: 'june' },
      { amount: 9, file: 'june' },
    ],
    recorded,
  );
  expect(deposit(grown, 9)).toMatchObject({ found: 9, difference: 0, recordedBefore: 300 });
});

test('of a doubt, each payment with a number needs a person, with what settles it', () => {
  const result = run([{ amount: 5000 }], numbered);
  const needed = (parts: Partial<ReportOptions> = {}) =>
    reconcileReport(result, { ...given, ...parts }).needsAPerson;
  const text =
    '$50.00 of 2026-06-09 and $50.00 of 2026-06-10 for one order from two sources: perhaps one payment';
  const entry = {
    ...{ file: null, line: null, outcome: null, cents: 5000, detail: text },
    ...{ suggestions: [], payment: 4 },
  };
  // The row of a run that is not recorded has no number yet, and nothing could settle it.
  expect(needed()).toEqual([entry]);
  const done: RecordedRun = { id: 2, recorded: 1, idOf: () => 9 };
  const detail = `${text}; if all are right, run waybill payments accept 112-A --note <text> --sandbox; if not, waybill payments remove 4 --sandbox`;
  expect(needed({ done, accountFlags: ' --sandbox' })).toEqual([
    { ...entry, detail },
    { ...entry, detail, payment: 9 },
  ]);
});

test('a verdict needs attention for what it is, for a doubt, and for what its group denies', () => {
  const verdictIn = (result: ReturnType<typeof run>) => result.verdicts[0];
  const attention = (result: ReturnType<typeof run>) => {
    const verdict = verdictIn(result);
    return verdict !== undefined && needsAttention(verdict);
  };
  expect(attention(run([{ amount: 10_000 }]))).toBe(false);
  expect(attention(run([{ amount: 9000 }]))).toBe(true);
  expect(attention(run([{ amount: 5000 }], numbered))).toBe(true);
  const paid = { ...a, status: 'paid' };
  expect(attention(run([], emptyLedger, [paid]))).toBe(false);
  const denied = run([{ amount: 0, state: 'pending' }], emptyLedger, [paid]);
  expect(attention(denied)).toBe(true);
  expect(hasFinding(denied, null)).toBe(true);
  expect(hasFinding(run([{ amount: 0, state: 'pending' }]), null)).toBe(false);
});
