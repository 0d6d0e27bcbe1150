import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type AccountOrder,
  type NewPayment,
  outcomes,
  type ReadRow,
  type Reconciliation,
  verdicts,
} from '../../src/insight/reconcile/model';
import { reconcile } from '../../src/insight/reconcile/reconcile';
import { reconcileReport } from '../../src/insight/reconcile/report';
import {
  emptyLedger,
  type Ledger,
  recordedOf,
  recordPayments,
  undoImport,
} from '../support/ledger-model';
import { runs } from '../support/tier';
import { account, files, honestFiles } from './accounts';
import { type OracleRow, oracle } from './oracle';

const options = {
  group: 'bfmr',
  tolerance: 2,
  grace: 30,
  today: '2026-06-15',
  hash: (content: string) => content,
};

function hold(property: fc.IRawProperty<unknown>): void {
  fc.assert(property, { numRuns: runs(10_000) });
}

function run(rows: readonly ReadRow[], orders: readonly AccountOrder[], ledger: Ledger) {
  return reconcile(rows, orders, recordedOf(ledger), options);
}

function record(ledger: Ledger, { toRecord }: Reconciliation, importId: number): Ledger {
  return recordPayments(ledger, toRecord, importId);
}

/** A ledger with a manual payment and an accepted difference, if there are orders for them. */
function someLedger(orders: readonly AccountOrder[], accepted: boolean, byHand: boolean): Ledger {
  const [first] = orders;
  const last = orders.at(-1);
  const payment = {
    identity: null,
    amount: 5000,
    keys: '',
    paidOn: '2026-06-01',
    reference: null,
    import: null,
  };
  return {
    payments:
      byHand && first ? [{ ...payment, allocations: [{ orderId: first.id, cents: 5000 }] }] : [],
    accepted: new Set(accepted && last ? [last.id] : []),
  };
}

function sharesOf(allocations: readonly { orderId: string; cents: number }[]) {
  return Object.fromEntries(allocations.map(({ orderId, cents }) => [orderId, cents]));
}

/** Every figure of the orders and of what is recorded, without file names and lines. */
function figures(orders: readonly AccountOrder[], ledger: Ledger) {
  const { verdicts: judged } = run([], orders, ledger);
  return {
    verdicts: judged.map(({ order, verdict, paid }) => [order.id, verdict, paid]),
    payments: recordedOf(ledger)
      .payments.map(({ identity, amount, allocations, paidOn, keys, reference }) =>
        JSON.stringify([identity, amount, allocations, paidOn, keys, reference]),
      )
      .sort(),
  };
}

/** The result of a run, regardless of which of several equal rows is which. */
function summary(orders: readonly AccountOrder[], result: Reconciliation) {
  const report = reconcileReport(result, { files: [], deposit: null, recorded: 0, importId: null });
  return {
    rows: report.rows,
    orders: report.orders,
    deposit: report.deposit,
    verdicts: report.verdicts.map(({ rows, ...verdict }) => ({ ...verdict, rows: rows.length })),
    recorded: figures(orders, record(emptyLedger, result, 1)),
  };
}

test('the program and the oracle agree on every row and every order', () => {
  hold(
    fc.property(
      account,
      files,
      files,
      fc.boolean(),
      fc.boolean(),
      (orders, before, after, a, b) => {
        let ledger = someLedger(orders, a, b);
        let known = ledger.payments.map(({ identity, amount, allocations }) => ({
          identity,
          amount,
          shares: sharesOf(allocations),
          names: '',
        }));
        for (const [step, rows] of [before.flat(), after.flat()].entries()) {
          const result = run(rows, orders, ledger);
          const expected = oracle(
            rows as readonly OracleRow[],
            orders,
            known,
            ledger.accepted,
            options,
          );
          expect(result.rows.map(({ outcome }) => outcome)).toEqual(expected.outcomes);
          expect(result.rows.map(({ allocations }) => sharesOf(allocations))).toEqual(
            expected.shares,
          );
          const judged = result.verdicts.map(({ order, verdict }) => [order.id, verdict]);
          expect(Object.fromEntries(judged)).toEqual(expected.verdicts);
          const paid = result.verdicts.map((verdict) => [verdict.order.id, verdict.paid]);
          expect(Object.fromEntries(paid)).toEqual(expected.paid);
          expect(result.found).toBe(expected.found);
          ledger = record(ledger, result, step + 1);
          known = [...expected.payments];
        }
      },
    ),
  );
});

test('law 1: every row has exactly one outcome, and the counts add up to the number of rows read', () => {
  hold(
    fc.property(account, files, (orders, read) => {
      const rows = read.flat();
      const result = run(rows, orders, emptyLedger);
      expect(result.rows.map(({ row }) => row)).toEqual(rows);
      for (const { outcome } of result.rows) expect(outcomes).toContain(outcome);
      const report = reconcileReport(result, {
        files: [],
        deposit: null,
        recorded: 0,
        importId: null,
      });
      const counted = Object.values(report.rows).reduce((sum, { count }) => sum + count, 0);
      expect(counted).toBe(rows.length);
    }),
  );
});

test('law 2: the cents add up, and each matched row is allocated to the cent', () => {
  hold(
    fc.property(account, files, files, (orders, before, after) => {
      const ledger = record(emptyLedger, run(before.flat(), orders, emptyLedger), 1);
      const rows = after.flat();
      const result = run(rows, orders, ledger);
      const { rows: counts } = reconcileReport(result, {
        files: [],
        deposit: null,
        recorded: 0,
        importId: null,
      });
      const total = rows.reduce((sum, row) => sum + ('unreadable' in row ? 0 : row.amount), 0);
      expect(Object.values(counts).reduce((sum, { cents }) => sum + cents, 0)).toBe(total);
      for (const { outcome, cents, allocations } of result.rows) {
        const allocated = allocations.reduce((sum, one) => sum + one.cents, 0);
        expect(allocated).toBe(outcome === 'matched' || outcome === 'amended' ? cents : 0);
        for (const one of allocations)
          expect(one.cents * Math.sign(cents)).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});

test('laws 3 and 4: every order of the group has one verdict and is paid what was allocated', () => {
  hold(
    fc.property(account, files, files, (orders, before, after) => {
      const ledger = record(emptyLedger, run(before.flat(), orders, emptyLedger), 1);
      const result = run(after.flat(), orders, ledger);
      const inGroup = orders.filter(({ group, gone }) => group === 'bfmr' && !gone);
      expect(result.verdicts.map(({ order }) => order.id)).toEqual(inGroup.map(({ id }) => id));
      for (const { verdict } of result.verdicts) expect(verdicts).toContain(verdict);
      const { payments } = recordedOf(record(ledger, result, 2));
      for (const { order, paid } of result.verdicts) {
        const allocated = payments
          .flatMap(({ allocations }) => allocations)
          .filter(({ orderId }) => orderId === order.id)
          .reduce((sum, { cents }) => sum + cents, 0);
        expect(paid).toBe(allocated);
      }
      for (const { order, expectedStatus } of result.toApply) {
        const verdict = result.verdicts.find((one) => one.order === order)?.verdict;
        expect([verdict, order.gone, order.group]).toEqual(['paid_in_full', false, 'bfmr']);
        expect(['paid', 'cancelled']).not.toContain(expectedStatus);
      }
    }),
  );
});

test('law 6: recording a file twice equals recording it once', () => {
  hold(
    fc.property(account, files, (orders, read) => {
      const rows = read.flat();
      const first = run(rows, orders, emptyLedger);
      const once = record(emptyLedger, first, 1);
      const second = run(rows, orders, once);
      expect(second.toRecord).toEqual([]);
      expect(second.found).toBe(first.found);
      const verdictsOf = ({ verdicts: judged }: Reconciliation) =>
        judged.map(({ order, verdict, paid }) => [order.id, verdict, paid]);
      expect(verdictsOf(second)).toEqual(verdictsOf(first));
    }),
  );
});

test('law 6: the order of the files does not matter', () => {
  hold(
    fc.property(account, files, (orders, read) => {
      const forth = run(read.flat(), orders, emptyLedger);
      const back = run([...read].reverse().flat(), orders, emptyLedger);
      expect(summary(orders, back)).toEqual(summary(orders, forth));
    }),
  );
});

test('law 6: recording overlapping exports one by one, in any order, equals recording them together', () => {
  hold(
    fc.property(account, honestFiles, (orders, read) => {
      const oneByOne = (list: readonly ReadRow[][]) =>
        list.reduce(
          (ledger, rows, place) => record(ledger, run(rows, orders, ledger), place + 1),
          emptyLedger,
        );
      const together = figures(
        orders,
        record(emptyLedger, run(read.flat(), orders, emptyLedger), 1),
      );
      expect(figures(orders, oneByOne(read))).toEqual(together);
      expect(figures(orders, oneByOne([...read].reverse()))).toEqual(together);
    }),
  );
});

test('law 6: undoing imports restores every figure, including amended payments', () => {
  hold(
    fc.property(account, files, files, fc.boolean(), (orders, before, after, byHand) => {
      const start = someLedger(orders, true, byHand);
      const one = record(start, run(before.flat(), orders, start), 1);
      const two = record(one, run(after.flat(), orders, one), 2);
      expect(figures(orders, undoImport(two, 2))).toEqual(figures(orders, one));
      expect(figures(orders, undoImport(undoImport(two, 2), 1))).toEqual(figures(orders, start));
      expect(figures(orders, undoImport(undoImport(two, 1), 2))).toEqual(figures(orders, start));
    }),
  );
});

test('records no identity twice in one import', () => {
  hold(
    fc.property(account, files, (orders, read) => {
      const { toRecord } = run(read.flat(), orders, emptyLedger);
      const identities = toRecord.map(({ identity }: NewPayment) => identity);
      expect(new Set(identities).size).toBe(identities.length);
    }),
  );
});

test('the random files produce every outcome and every verdict', () => {
  const met = new Set<string>();
  const samples = fc.sample(fc.tuple(account, files, files), { numRuns: 2_000, seed: 1 });
  for (const [orders, before, after] of samples) {
    const start = someLedger(orders, true, false);
    const ledger = record(start, run(before.flat(), orders, start), 1);
    const result = run(after.flat(), orders, ledger);
    for (const { outcome } of result.rows) met.add(outcome);
    for (const { verdict } of result.verdicts) met.add(verdict);
  }
  expect([...outcomes, ...verdicts].filter((one) => !met.has(one))).toEqual([]);
});
