import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { concernedOrders } from '../../src/insight/reconcile/match';
import {
  type AccountOrder,
  outcomes,
  type ReadRow,
  verdicts,
} from '../../src/insight/reconcile/model';
import type { Reconciliation } from '../../src/insight/reconcile/reconcile';
import { reconcile } from '../../src/insight/reconcile/reconcile';
import { reconcileReport } from '../../src/insight/reconcile/report';
import { groupBy } from '../../src/lib/once';
import {
  acceptOrder,
  emptyLedger,
  type Ledger,
  paymentsOf,
  recordResult,
  typePayment,
  undoImport,
} from '../support/ledger-model';
import { visitSamples } from '../support/samples';
import { isFull, runs } from '../support/tier';
import { account, files } from './accounts';

// Ten thousand cases of a law take a minute, and longer on a busy machine: that is no failure.
if (isFull) vi.setConfig({ testTimeout: 600_000 });

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

/** The content of each file: two files with the same rows are one. */
function contentsOf(rows: readonly ReadRow[]): ReadonlyMap<string, string> {
  return new Map(
    [...groupBy(rows, ({ file }) => file)].map(([file, own]) => [
      file,
      JSON.stringify(own.map(({ file: _, ...row }) => row)),
    ]),
  );
}

function run(rows: readonly ReadRow[], orders: readonly AccountOrder[], ledger: Ledger) {
  const contents = contentsOf(rows);
  return reconcile(rows, orders, ledger, { ...options, contents });
}

const record = recordResult;

/** A ledger with a manual payment and an accepted difference, if there are orders for them. */
function someLedger(orders: readonly AccountOrder[], accepted: boolean, byHand: boolean): Ledger {
  const [first] = orders;
  const last = orders.at(-1);
  const typed = { group: null, amount: 5000, paidOn: '2026-06-01', reference: null };
  const start =
    byHand && first ? typePayment(emptyLedger, { ...typed, orderId: first.id }) : emptyLedger;
  if (!accepted || last === undefined) return start;
  return acceptOrder(start, last.id, { paid: 5000, expected: last.expected });
}

/** Every figure of the orders and of what is recorded, without file names and lines. */
function figures(orders: readonly AccountOrder[], ledger: Ledger) {
  const { verdicts: judged } = run([], orders, ledger);
  return {
    verdicts: judged.map(({ order, verdict, paid }) => [order.id, verdict, paid]),
    payments: paymentsOf(ledger)
      .map(({ identity, amount, allocations, paidOn, keys, reference }) =>
        JSON.stringify([identity, amount, allocations, paidOn, keys, reference]),
      )
      .sort(),
  };
}

/** The result of a run, regardless of which of several equal rows is which. */
function summary(orders: readonly AccountOrder[], result: Reconciliation) {
  const report = reconcileReport(result, {
    files: [],
    deposit: null,
    done: undefined,
    accountFlags: '',
  });
  return {
    rows: report.rows,
    orders: report.orders,
    deposit: report.deposit,
    verdicts: report.verdicts.map(({ rows, ...verdict }) => ({ ...verdict, rows: rows.length })),
    recorded: figures(orders, record(emptyLedger, result, 1)),
  };
}

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
        done: undefined,
        accountFlags: '',
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
        done: undefined,
        accountFlags: '',
      });
      const total = rows.reduce((sum, row) => sum + ('unreadable' in row ? 0 : row.amount), 0);
      expect(Object.values(counts).reduce((sum, { cents }) => sum + cents, 0)).toBe(total);
      for (const { outcome, cents, allocations } of result.rows) {
        const allocated = allocations.reduce((sum, one) => sum + one.cents, 0);
        const isOfOrders =
          outcome === 'matched' || (outcome === 'amended' && allocations.length > 0);
        expect(allocated).toBe(isOfOrders ? cents : 0);
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
      const payments = paymentsOf(record(ledger, result, 2));
      for (const { order, paid } of result.verdicts) {
        const allocated = payments
          .flatMap(({ allocations }) => allocations)
          .filter(({ orderId }) => orderId === order.id)
          .reduce((sum, { cents }) => sum + cents, 0);
        expect(paid).toBe(allocated);
      }
      for (const { order } of result.toApply) {
        const verdict = result.verdicts.find((one) => one.order === order)?.verdict;
        expect([verdict, order.gone, order.group]).toEqual(['paid_in_full', false, 'bfmr']);
        expect(['paid', 'cancelled']).not.toContain(order.status);
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

/** Runs of files with what happens to each import: nothing, or it is undone after some other run. */
const histories = fc.array(
  fc.record({ read: files, undo: fc.boolean(), again: fc.nat(3), chance: fc.nat() }),
  { minLength: 1, maxLength: 5 },
);

test('law 6: recording files again, in any interleaving, changes nothing', () => {
  hold(
    fc.property(account, histories, fc.boolean(), (orders, steps, byHand) => {
      let ledger = someLedger(orders, false, byHand);
      const recorded: (readonly ReadRow[])[] = [];
      for (const [place, { read, again }] of steps.entries()) {
        const first = run(read.flat(), orders, ledger);
        ledger = record(ledger, first, place + 1);
        const before = figures(orders, ledger);
        // Rows in conflict wait for a person: once one of the files is recorded alone, the other is
        // an amendment of it.
        const isOpen = first.rows.some(({ outcome }) => outcome === 'conflict');
        if (!isOpen) recorded.push(read.flat());
        const earlier = recorded[again % recorded.length] ?? [];
        const result = run(earlier, orders, ledger);
        expect(result.isImport).toBe(false);
        expect(result.toRecord).toEqual([]);
        expect(figures(orders, record(ledger, result, 99))).toEqual(before);
      }
    }),
  );
});

test('law 6: after any undos the payments are those that the remaining imports record', () => {
  hold(
    fc.property(account, histories, fc.boolean(), (orders, steps, byHand) => {
      const start = someLedger(orders, false, byHand);
      let ledger = start;
      const facts = steps.map(({ read }, place) => {
        const result = run(read.flat(), orders, ledger);
        ledger = record(ledger, result, place + 1);
        return read.flat();
      });
      const undone = steps.flatMap(({ undo, chance }, place) =>
        undo ? [{ place: place + 1, chance }] : [],
      );
      for (const { place } of undone.sort((one, other) => one.chance - other.chance)) {
        ledger = undoImport(ledger, place);
      }
      const kept = facts.filter((_, place) => !steps[place]?.undo);
      let fresh = start;
      for (const [place, rows] of kept.entries()) {
        fresh = record(fresh, run(rows, orders, fresh), place + 1);
      }
      expect(figures(orders, ledger)).toEqual(figures(orders, fresh));
    }),
  );
});

test('law 6: undoing all imports restores every figure', () => {
  hold(
    fc.property(account, histories, fc.boolean(), (orders, steps, byHand) => {
      const start = someLedger(orders, true, byHand);
      let ledger = start;
      for (const [place, { read }] of steps.entries()) {
        ledger = record(ledger, run(read.flat(), orders, ledger), place + 1);
      }
      const order = steps
        .map(({ chance }, place) => ({ chance, place: place + 1 }))
        .sort((one, other) => one.chance - other.chance);
      for (const { place } of order) ledger = undoImport(ledger, place);
      expect(figures(orders, ledger)).toEqual(figures(orders, start));
    }),
  );
});

test('an acceptance is of a difference: it holds again when an undo restores what was paid', () => {
  hold(
    fc.property(account, files, files, (orders, before, after) => {
      const one = record(emptyLedger, run(before.flat(), orders, emptyLedger), 1);
      const short = run([], orders, one).verdicts.find(({ verdict }) => verdict === 'paid_short');
      if (short?.cluster === undefined) return;
      const { paid, expected, orders: together } = short.cluster;
      const verdictOf = (ledger: Ledger) =>
        run([], orders, ledger).verdicts.filter(({ order }) => together.includes(order));
      const accepted = acceptOrder(one, short.order.id, { paid, expected, orders });
      for (const { order, verdict } of verdictOf(accepted)) {
        const isCounted = order.status !== 'cancelled' && order.expected > 0;
        if (isCounted) expect(verdict).toBe('accepted');
      }
      const two = record(accepted, run(after.flat(), orders, accepted), 2);
      for (const { order, verdict, cluster, detail } of verdictOf(two)) {
        if (order !== short.order) continue;
        const isSame = cluster?.paid === paid && cluster.expected === expected;
        expect(verdict === 'accepted').toBe(isSame);
        expect(detail?.includes('before') === true).toBe(!isSame);
      }
      expect(verdictOf(undoImport(two, 2))).toEqual(verdictOf(accepted));
    }),
  );
});

test('records no identity twice in one import', () => {
  hold(
    fc.property(account, files, (orders, read) => {
      const { toRecord } = run(read.flat(), orders, emptyLedger);
      const identities = toRecord.map(({ identity }) => identity);
      expect(new Set(identities).size).toBe(identities.length);
    }),
  );
});

test('the random files produce every outcome and every verdict', () => {
  const met = new Set<string>();
  const all = [...outcomes, ...verdicts];
  visitSamples(fc.tuple(account, files, files), 2_000, ([orders, before, after]) => {
    const start = someLedger(orders, true, false);
    const ledger = record(start, run(before.flat(), orders, start), 1);
    const result = run(after.flat(), orders, ledger);
    for (const { outcome } of result.rows) met.add(outcome);
    for (const { verdict } of result.verdicts) met.add(verdict);
    return all.every((one) => met.has(one));
  });
  expect(all.filter((one) => !met.has(one))).toEqual([]);
});

test('orders that nothing concerns may be left out', () => {
  hold(
    fc.property(account, files, files, fc.boolean(), (orders, before, after, byHand) => {
      const start = someLedger(orders, false, byHand);
      const ledger = record(start, run(before.flat(), orders, start), 1);
      const paid = new Set(
        paymentsOf(ledger).flatMap(({ allocations }) => allocations.map(({ orderId }) => orderId)),
      );
      for (const group of ['bfmr', 'other', 'none']) {
        const rows = after.flat();
        const isConcerned = concernedOrders(rows, group);
        const concerned = orders.filter((order) => isConcerned(order, paid.has(order.id)));
        const given = { ...options, group, contents: contentsOf(rows) };
        const visitOrders = (visit: (order: AccountOrder) => void) => orders.forEach(visit);
        expect(reconcile(rows, concerned, ledger, { ...given, visitOrders })).toEqual(
          reconcile(rows, orders, ledger, given),
        );
      }
    }),
  );
});
