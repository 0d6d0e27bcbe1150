import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { RecordedPayment } from '../../src/insight/reconcile/ledger';
import type { AccountOrder, PayoutRow } from '../../src/insight/reconcile/model';
import type { Reconciliation } from '../../src/insight/reconcile/reconcile';
import { hasFinding } from '../../src/insight/reconcile/report';
import {
  emptyLedger,
  type Ledger,
  recordResult,
  removePayment,
  sumOf,
  undoImport,
} from '../support/ledger-model';
import { visitSamples } from '../support/samples';
import { isFull, runs } from '../support/tier';
import { accounts, dayOf, type Happening, happenings, noOrder, pick } from './histories';
import { describe as described, reckon, type Step } from './naive';
import type { OracleRow } from './oracle';
import { type Files, namedPayments, play, run, type Told, type World } from './play';

if (isFull) vi.setConfig({ testTimeout: 1_200_000 });

const doubtedBy = (ledger: Ledger, orders: readonly AccountOrder[]) => {
  const open = sumOf(ledger, orders).doubts.filter(({ isSettled }) => !isSettled);
  return new Set(open.flatMap(({ before, after }) => [...before, ...after]));
};

const account = fc.constantFrom(...accounts);

function hold(property: fc.IRawProperty<unknown>): void {
  fc.assert(property, { numRuns: runs(10_000) });
}

const namesOf = (payments: Iterable<RecordedPayment>) =>
  [...payments].map(({ identity, amount }) => `${identity} ${amount}`).sort();

/** Everything that a ledger says. */
function figures(ledger: Ledger, orders: readonly AccountOrder[]) {
  const { payments } = sumOf(ledger, orders);
  const { verdicts } = run([], orders, ledger);
  return {
    payments: namesOf(payments),
    doubted: namesOf(doubtedBy(ledger, orders)),
    verdicts: verdicts.map(({ order, verdict, paid, doubts }) => [
      ...[order.id, verdict, paid, doubts.length],
    ]),
  };
}

const byRow = (result: Reconciliation) =>
  result.rows
    .map(({ row, outcome, cents, allocations }) =>
      JSON.stringify([row.file, row.line, outcome, cents, allocations]),
    )
    .sort();

const judged = (result: Reconciliation) => ({
  verdicts: result.verdicts.map(({ order, verdict, paid, doubts }) => [
    ...[order.id, verdict, paid, doubts.length],
  ]),
  closed: result.toApply.map(({ order }) => order.id),
  left: result.left.map(({ order }) => order.id),
  found: result.found,
  isFinding: hasFinding(result, null),
});

/** What has been recorded before, except rows that wait for a person. */
const again: Readonly<Record<string, string>> = {
  ...{ matched: 'known', amended: 'known', known: 'known' },
};

test('law 6: a row that brings a payment back is known later, beside the file that first had it', () => {
  const [orders = []] = accounts;
  const line = { order: 0, tracking: null, cents: 100, reference: null, state: 'paid' } as const;
  const all = { format: 'bfmr', days: null, isUndated: false, age: 0 };
  const undated = { ...all, isUndated: true };
  const both = [{ ...all, days: [0, 0] as const }, all];
  const exports = [[{ ...undated, days: [1, 1] as const }], [all], [undated], both, both];
  const script: readonly Happening[] = [
    { kind: 'pay', line: { ...line, item: 'x', day: 0 } },
    { kind: 'pay', line: { ...line, item: 'y', day: 1 } },
    ...exports.map((some) => ({ kind: 'export' as const, exports: some })),
  ];
  const outcomes: (readonly string[])[] = [];
  play(orders, script, ({ ledger }, files) =>
    outcomes.push(run(files, orders, ledger).rows.map(({ outcome }) => outcome)),
  );
  expect(outcomes.slice(3)).toEqual([
    ['matched', 'known', 'known'],
    ['known', 'known', 'known'],
  ]);
});

test('law 6: files that are given again change nothing, whatever was recorded since', () => {
  hold(
    fc.property(account, happenings, fc.nat(5), (orders, script, chance) => {
      const told = play(orders, script, (before, files) => {
        const first = run(files, orders, before.ledger);
        const after = recordResult(before.ledger, first, 999);
        const second = run(files, orders, after);
        expect([second.isImport, second.toRecord]).toEqual([false, []]);
        expect(second.rows.map(({ outcome }) => outcome)).toEqual(
          first.rows.map(({ outcome, row }) => {
            const isRecorded =
              outcome === 'other' && [...first.rowsOf.values()].includes(row as PayoutRow);
            return isRecorded ? 'known' : (again[outcome] ?? outcome);
          }),
        );
        expect(judged(second)).toEqual(judged(first));
      });
      const files = pick(told.recorded, chance);
      if (files === undefined) return;
      const result = run(files, orders, told.ledger);
      // A row that waits for a person may be recorded once another import is undone.
      const isWaiting = result.rows.some(({ outcome }) => outcome === 'matched');
      if (!isWaiting && told.steps.every(({ kind }) => kind !== 'undo')) {
        expect(result.isImport).toBe(false);
      }
      const ledger = recordResult(told.ledger, result, 999);
      if (!result.isImport) expect(figures(ledger, orders)).toEqual(figures(told.ledger, orders));
    }),
  );
});

test('law 6: the order of the files within a run does not matter', () => {
  hold(
    fc.property(account, happenings, (orders, script) => {
      play(orders, script, ({ ledger }, files) => {
        const [forth, back] = [files, [...files].reverse()].map((one) => run(one, orders, ledger));
        if (forth === undefined || back === undefined) return;
        expect(byRow(back)).toEqual(byRow(forth));
        expect(judged(back)).toEqual(judged(forth));
        expect(figures(recordResult(ledger, back, 999), orders)).toEqual(
          figures(recordResult(ledger, forth, 999), orders),
        );
      });
    }),
  );
});

/** The entries as if some imports had never been: each recorded anew. */
function withoutUndone(told: Told, orders: readonly AccountOrder[]): Ledger {
  const undone = new Set(
    told.ledger.entries.flatMap((one) => (one.kind === 'undo' ? one.subject : [])),
  );
  let ledger: Ledger = emptyLedger;
  for (const entry of told.ledger.entries) {
    if (entry.kind === 'undo' || (entry.kind === 'import' && undone.has(entry.subject))) continue;
    if (entry.kind !== 'import') {
      ledger = { ...ledger, entries: [...ledger.entries, entry] };
      continue;
    }
    const { id, subject, moment } = entry;
    const result = run(told.recorded[id - 1] ?? [], orders, ledger);
    ledger = { ...ledger, entries: [...ledger.entries, { ...result.run, id, subject, moment }] };
  }
  return ledger;
}

test('law 6: after any undos all is as the remaining imports would have recorded it', () => {
  hold(
    fc.property(account, happenings, (orders, script) => {
      const told = play(orders, script);
      expect(figures(told.ledger, orders)).toEqual(figures(withoutUndone(told, orders), orders));
      const all = told.recorded.map((_, place) => place + 1);
      const nothing = all.reduce(undoImport, told.ledger);
      const typed = told.ledger.entries.filter(({ kind }) => kind !== 'import' && kind !== 'undo');
      const start: Ledger = { ...emptyLedger, entries: typed };
      expect(figures(nothing, orders)).toEqual(figures(start, orders));
    }),
  );
});

test('a payment that is removed and brought back leaves no trace', () => {
  hold(
    fc.property(account, happenings, fc.nat(20), (orders, script, chance) => {
      const { ledger } = play(orders, script);
      const payment = pick(sumOf(ledger, orders).payments, chance);
      if (payment === undefined) return;
      const without = removePayment(ledger, payment.identity);
      expect(namesOf(sumOf(without, orders).payments)).not.toContain(
        `${payment.identity} ${payment.amount}`,
      );
      expect(figures(removePayment(without, payment.identity, false), orders)).toEqual(
        figures(ledger, orders),
      );
    }),
  );
});

/** Exports of one format that are made and recorded in order, of rows that nobody edits. */
const inOrder = (script: readonly Happening[]): readonly Happening[] =>
  script.flatMap((one): Happening[] => {
    if (one.kind === 'pay') return [one];
    if (one.kind !== 'export') return [];
    const exports = one.exports
      .slice(0, 1)
      .map((given) => ({ ...given, format: 'bfmr', isUndated: false, age: 0 }));
    return [{ ...one, exports }];
  });

test('exports recorded in order raise no false doubt and hide nothing', () => {
  hold(
    fc.property(account, happenings, (orders, script) => {
      const exported = new Set<unknown>();
      const told = play(orders, inOrder(script), (_, files, world) => {
        const days = files.flat().flatMap((row) => ('paidOn' in row ? (row.paidOn ?? []) : []));
        for (const line of world) {
          const isOfOrder = line.state === 'paid' && line.order !== noOrder;
          if (isOfOrder && days.includes(dayOf(line.day))) exported.add(line);
        }
      });
      const { payments, doubts } = sumOf(told.ledger, orders);
      // A box that was paid twice is no false doubt.
      expect(doubts.filter(({ reason }) => reason !== 'added')).toEqual([]);
      const conflicts = told.recorded.flatMap((files) => run(files, orders, emptyLedger).rows);
      if (conflicts.every(({ outcome }) => outcome !== 'conflict')) {
        const ofOrders = payments.filter(({ allocations }) => allocations.length > 0);
        expect(ofOrders).toHaveLength(exported.size);
      }
    }),
  );
});

/**
 * What a group may do that its exports show: in one format, no edit that takes a row out of their sight
 * or moves it to another order, no row that is void in another box, and no amount that nobody exports again.
 */
function shown(script: readonly Happening[], format: string): readonly Happening[] {
  const isMoved = script.some((one) => one.kind === 'edit' && one.column === 'tracking');
  return script.flatMap((one): Happening[] => {
    if (one.kind === 'edit') {
      return ['order', 'day', 'state'].includes(one.column) ? [] : [one];
    }
    if (one.kind === 'export') {
      const exports = one.exports.map((given) => ({ ...given, format, isUndated: false }));
      return [{ ...one, exports }];
    }
    if (one.kind === 'void' && isMoved) return [];
    return ['pay', 'take back', 'void', 'again'].includes(one.kind) ? [one] : [];
  });
}

test('no history closes an order whose money did not come', () => {
  let closed = 0;
  hold(
    fc.property(
      account,
      happenings,
      fc.constantFrom('bfmr', 'generic'),
      (orders, script, format) => {
        /** The newest version of each row that any export has shown, by its place. */
        const came = new Map<number, { line: World[number]; at: number }>();
        const done = new Set<string>();
        play(orders, shown(script, format), ({ ledger }, files, _, sources) => {
          for (const { world, state, days, isWhole } of sources) {
            const paid = world.filter((one) => one.state === 'paid' && days.includes(one.day));
            for (const [place, line] of world.entries()) {
              const isNewest = (came.get(place)?.at ?? 0) <= state;
              // An export of some days that names the order shows that a row is not paid any more.
              const isNamed = isWhole || paid.some(({ order }) => order === line.order);
              if (days.includes(line.day) && isNamed && isNewest) {
                came.set(place, { line, at: state });
              }
            }
          }
          const { toApply, verdicts } = run(files, orders, ledger);
          for (const { order } of toApply) {
            if (done.has(order.id)) continue;
            done.add(order.id);
            closed++;
            const cluster = verdicts.find((one) => one.order === order)?.cluster;
            const ids = (cluster?.orders ?? [order]).map(({ id }) => id);
            const money = [...came.values()]
              .filter(
                ({ line: { state, order: at } }) =>
                  state === 'paid' && at !== noOrder && ids.includes(pick(orders, at)?.id ?? ''),
              )
              .reduce((sum, { line }) => sum + line.cents, 0);
            expect(money).toBeGreaterThanOrEqual(
              (cluster?.expected ?? 0) - (cluster?.tolerance ?? 0),
            );
          }
        });
      },
    ),
  );
  expect(closed).toBeGreaterThan(0);
});

test('the naive ledger agrees: outcomes, payments, doubts and what is new of each file', () => {
  hold(
    fc.property(account, happenings, (orders, script) => {
      const check = (told: Told, files: Files) => {
        const result = run(files, orders, told.ledger);
        const step: Step = { kind: 'record', files: files as readonly (readonly OracleRow[])[] };
        const naive = reckon([...told.steps, step], orders);
        expect(result.rows.map(({ outcome }) => outcome)).toEqual(naive.outcomes);
        expect(result.found).toBe(naive.found);
        const after = recordResult(told.ledger, result, 999);
        const own = namedPayments(sumOf(after, orders).payments);
        const theirs = described(naive.payments);
        expect([...own.keys()].sort()).toEqual([...theirs.keys()].sort());
        const doubted = doubtedBy(after, orders);
        const ownDoubts = [...own].flatMap(([what, one]) =>
          [...doubted].some(({ identity }) => identity === one.identity) ? what : [],
        );
        const theirDoubts = [...theirs].flatMap(([what, one]) =>
          naive.inDoubt.has(one) ? what : [],
        );
        expect(ownDoubts.sort()).toEqual(theirDoubts.sort());
      };
      const told = play(orders, script, check);
      const naive = reckon(told.steps, orders);
      expect([...namedPayments(sumOf(told.ledger, orders).payments).keys()].sort()).toEqual(
        [...described(naive.payments).keys()].sort(),
      );
    }),
  );
});

test('the random histories have every kind of doubt and what ends it', () => {
  const all = [
    ...['acceptance', 'added', 'amended', 'conflict', 'dropped', 'duplicate', 'import', 'known'],
    ...['matched', 'noted', 'older', 'other', 'removal', 'removed', 'replaced', 'settled'],
    ...['sources', 'typed', 'undo', 'unreadable', 'void'],
  ];
  const met = new Set<string>();
  visitSamples(fc.tuple(account, happenings), 3_000, ([orders, script]) => {
    const told = play(orders, script, ({ ledger }, files) => {
      for (const { outcome } of run(files, orders, ledger).rows) met.add(outcome);
    });
    const { doubts, past } = sumOf(told.ledger, orders);
    for (const { reason, isSettled } of doubts) met.add(isSettled ? 'settled' : reason);
    for (const { state } of past) met.add(state);
    for (const { kind } of told.ledger.entries) met.add(kind);
    return met.size >= all.length;
  });
  expect([...met].sort()).toEqual(all);
});
