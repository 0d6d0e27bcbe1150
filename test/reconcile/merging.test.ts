import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import {
  importIdentity,
  type LedgerEntry,
  type RecordedPayment,
  sortEntries,
} from '../../src/insight/reconcile/ledger';
import { OrderIndex } from '../../src/insight/reconcile/match';
import {
  lostPayments,
  mergedEntries,
  missingEntries,
  overrulings,
} from '../../src/insight/reconcile/merge';
import type { AccountOrder } from '../../src/insight/reconcile/model';
import { pastPayments, replayEntries } from '../../src/insight/reconcile/replay';
import { type Ledger, sumOf } from '../support/ledger-model';
import { visitSamples } from '../support/samples';
import { isFull, runs } from '../support/tier';
import { accounts, dayOf, type Happening, happenings, pick } from './histories';
import { play, run } from './play';

if (isFull) vi.setConfig({ testTimeout: 1_200_000 });

/** What happened before the machines parted, and on each of them since. */
interface Machines {
  readonly orders: readonly AccountOrder[];
  readonly before: readonly Happening[];
  readonly since: readonly (readonly Happening[])[];
  /** How long each step took; two machines may do something at one moment. */
  readonly gaps: readonly number[];
  /** Payments that get a day at the end, on each machine. */
  readonly dated: readonly number[];
}

const machines = (count: number): fc.Arbitrary<Machines> =>
  fc.record({
    orders: fc.constantFrom(...accounts),
    before: fc.oneof(fc.constant([]), happenings),
    since: fc.array(happenings, { minLength: count, maxLength: count }),
    dated: fc.array(fc.nat(8), { minLength: count, maxLength: count }),
    gaps: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 5, maxLength: 20 }),
  });

/**
 * Two machines of which one records a row with a reference and removes a payment, and the other has typed
 * one with that reference, before or after.
 */
const referring: fc.Arbitrary<Machines> = fc
  .record({
    given: machines(2),
    ...{ order: fc.nat(2), cents: fc.constantFrom(100, 50), at: fc.nat(3), isLast: fc.boolean() },
    isRestored: fc.integer({ min: 0, max: 3 }).map((chance) => chance === 0),
  })
  .map(({ given, order, cents, at, isLast, isRestored }) => {
    const [one = [], other = []] = given.since;
    const line = { order, cents, day: 1, tracking: null, item: null } as const;
    const whole = { format: 'generic', days: null, isUndated: false, age: 0 };
    const typed: Happening = { kind: 'type', order, cents, day: 1, reference: 'R1' };
    const recorded: readonly Happening[] = [
      { kind: 'pay', line: { ...line, reference: 'R1', state: 'paid' } },
      { kind: 'export', exports: [whole] },
      { kind: 'remove', at },
      ...(isRestored ? [{ kind: 'restore', at } as const] : []),
    ];
    const since = [[...one, ...recorded], isLast ? [...other, typed] : [typed, ...other]];
    return { ...given, since };
  });

const pairs = fc.oneof({ weight: 2, arbitrary: machines(2) }, { weight: 1, arbitrary: referring });

/** The ledger of each machine: what is made on it has its own moments, and typed payments their own ids. */
function ledgersOf({ orders, before, since, gaps, dated }: Machines): readonly Ledger[] {
  const parted = play(orders, before).ledger.entries.length;
  return since.map((script, machine) => {
    const { ledger } = play(orders, [...before, ...script]);
    const undated = sumOf(ledger, orders).payments.filter(({ paidOn }) => paidOn === null);
    const identity = pick(undated, dated[machine] ?? 0)?.identity;
    const paidOn = dayOf(dated[machine] ?? 0);
    const date =
      identity === undefined ? [] : [{ kind: 'date', moment: 0, subject: identity, paidOn }];
    const entries = [...ledger.entries, ...date];
    const momentAt = (place: number) => {
      let moment = parted;
      for (let step = parted; step <= place; step++) {
        moment += gaps[(step + 7 * machine) % gaps.length] ?? 1;
      }
      return moment;
    };
    const own = JSON.parse(
      JSON.stringify(entries).replaceAll(/"typed\/(\d+)"/g, (typed, moment) =>
        Number(moment) <= parted ? typed : `"typed/${machine}/${moment}"`,
      ),
    ) as readonly LedgerEntry[];
    const moved = own.map((entry, place): LedgerEntry => {
      if (place < parted) return entry;
      const moment = momentAt(place);
      if (entry.kind !== 'acceptance' || entry.accepted === null) return { ...entry, moment };
      return { ...entry, moment, accepted: { ...entry.accepted, note: `machine ${machine}` } };
    });
    return { entries: moved, ids: new Map() };
  });
}

const mergeInto = (own: Ledger, other: Ledger): Ledger =>
  mergedEntries(own, missingEntries(own.entries, other.entries));

const identities = (payments: readonly RecordedPayment[]) =>
  payments.map(({ identity }) => identity);

/** Everything that a ledger says, without numbers. */
function figures(ledger: Ledger, orders: readonly AccountOrder[]) {
  const index = new OrderIndex(orders);
  const sum = replayEntries(ledger, () => index).ledger();
  const inWords = ({ identity, amount, allocations, paidOn, moment, ...more }: RecordedPayment) =>
    JSON.stringify([identity, amount, allocations, paidOn, moment, more.group, more.reference]);
  return {
    payments: sum.payments.map(inWords).sort(),
    past: pastPayments(ledger, sum)
      .map(({ payment, state, since }) => `${inWords(payment)} ${state} ${since}`)
      .sort(),
    doubts: sum.doubts
      .map(({ reason, before, after, isSettled }) =>
        JSON.stringify([reason, identities(before), identities(after), isSettled]),
      )
      .sort(),
    acceptances: [...sum.acceptances].sort(),
    verdicts: run([], orders, ledger).verdicts.map(({ order, verdict, paid }) => [
      ...[order.id, verdict, paid],
    ]),
  };
}

function hold(property: fc.IRawProperty<unknown>): void {
  fc.assert(property, { numRuns: runs(2_000, 60) });
}

test('one machine into the other gives both the same, and once more changes nothing', () => {
  hold(
    fc.property(pairs, (given) => {
      const [one, other] = ledgersOf(given) as [Ledger, Ledger];
      const [forth, back] = [mergeInto(one, other), mergeInto(other, one)];
      expect(figures(back, given.orders)).toEqual(figures(forth, given.orders));
      for (const before of [one, other, back]) {
        expect(missingEntries(forth.entries, before.entries)).toEqual([]);
      }
      expect(overrulings(forth.entries, back.entries)).toEqual([]);
    }),
  );
});

test('three machines in any order give the same', () => {
  hold(
    fc.property(machines(3), (given) => {
      const [one, two, three] = ledgersOf(given) as [Ledger, Ledger, Ledger];
      const expected = figures(mergeInto(mergeInto(one, two), three), given.orders);
      for (const merged of [
        mergeInto(one, mergeInto(two, three)),
        mergeInto(mergeInto(three, one), two),
        mergeInto(two, mergeInto(one, mergeInto(three, two))),
      ]) {
        expect(figures(merged, given.orders)).toEqual(expected);
      }
    }),
  );
});

/** True if a payment counts after one of the files of its run is recorded again by itself. */
function countsAgain(
  { importId, amount, allocations }: RecordedPayment,
  machine: Ledger,
  merged: Ledger,
  orders: readonly AccountOrder[],
): boolean {
  const run = machine.entries.find((one) => one.kind === 'import' && one.id === importId);
  if (run?.kind !== 'import') return false;
  return run.files.some((file) => {
    const facts = run.facts.filter((fact) => fact.file === file);
    const alone = { ...run, id: 99, subject: 'alone', moment: 1000, files: [file], facts };
    const { payments } = sumOf({ ...merged, entries: [...merged.entries, alone] }, orders);
    const said = JSON.stringify([amount, allocations]);
    return payments.some((one) => JSON.stringify([one.amount, one.allocations]) === said);
  });
}

test('what a machine had counts after a merge, unless the other one took back, replaced or contradicts it', () => {
  hold(
    fc.property(machines(2), (given) => {
      const [one, other] = ledgersOf(given) as [Ledger, Ledger];
      const merged = mergeInto(one, other);
      const sum = sumOf(merged, given.orders);
      const known = [...sum.payments, ...pastPayments(merged, sum).map(({ payment }) => payment)];
      const references = new Set(known.map(({ reference }) => reference));
      const unexplained = lostPayments([one, other], merged).filter((lost) =>
        lost.reference === null
          ? ![one, other].some((machine) => countsAgain(lost, machine, merged, given.orders))
          : !references.has(lost.reference),
      );
      expect(unexplained).toEqual([]);
    }),
  );
});

test('a removed payment stays removed where the other machine had typed its reference before', () => {
  let met = 0;
  hold(
    fc.property(referring, (given) => {
      const [one, other] = ledgersOf(given) as [Ledger, Ledger];
      const merged = mergeInto(one, other);
      if (merged.entries.some(({ kind }) => kind === 'undo')) return;
      const removed = pastPayments(one, sumOf(one, given.orders)).filter(
        ({ payment, state }) => state === 'removed' && payment.reference !== null,
      );
      const restored = (identity: string, since: number) =>
        merged.entries.some(
          (one) =>
            one.kind === 'removal' &&
            !one.isRemoved &&
            one.moment >= since &&
            one.subject === identity,
        );
      for (const { payment, since } of removed) {
        const { identity, reference, amount, allocations } = payment;
        const moment = Math.min(
          ...merged.entries.flatMap((one) =>
            one.kind === 'import' && one.facts.some((fact) => fact.reference === reference)
              ? one.moment
              : [],
          ),
        );
        // Typed itself, or a reference that several share, which names none of them.
        const sharing = merged.entries.filter(
          (one) => one.kind === 'typed' && one.reference === reference,
        );
        if (identity.startsWith('typed/') || sharing.length > 1) continue;
        // A payment that was removed when the row was recorded is not the row, whoever brings it back.
        const wasRemoved = (typed: string) =>
          sortEntries(merged.entries)
            .flatMap((one) => (one.kind === 'removal' && one.subject === typed ? [one] : []))
            .findLast((one) => one.moment < moment)?.isRemoved === true;
        // Who types a reference that a file has recorded there means another payment.
        const there = sumOf(other, given.orders);
        const recorded = [...there.payments, ...there.past.map((past) => past.payment)];
        if (recorded.some((one) => one.importId !== null && one.identity === identity)) continue;
        for (const typed of sumOf(merged, given.orders).payments) {
          const isIt =
            typed.importId === null &&
            typed.moment < moment &&
            typed.reference === reference &&
            typed.amount === amount &&
            typed.allocations[0]?.orderId === allocations[0]?.orderId;
          if (!isIt || restored(identity, since) || restored(typed.identity, since)) continue;
          if (wasRemoved(typed.identity)) continue;
          expect([identity, typed.identity]).toEqual([]);
        }
        met++;
      }
    }),
  );
  expect(met).toBeGreaterThan(0);
});

test('the random machines say different things of one thing, and record the same files', {
  timeout: 180_000,
}, () => {
  const all = [
    ...['acceptance', 'acceptance by acceptance', 'date', 'date by date', 'import'],
    ...['import by undo', 'removal', 'removal by typed', 'the same import', 'typed'],
    ...['typed by removal', 'typed twice', 'undo'],
  ];
  const met = new Set<string>();
  const visit = (given: Machines) => {
    const [one, other] = ledgersOf(given) as [Ledger, Ledger];
    for (const { overruled, by } of overrulings(one.entries, other.entries)) {
      met.add(`${overruled.kind} by ${by.kind}`);
    }
    const known = new Set(one.entries.map(({ subject }) => subject));
    for (const entry of missingEntries(one.entries, other.entries)) {
      met.add(entry.kind);
      if (entry.kind === 'import' && known.has(entry.subject)) met.add('the same import');
    }
    const merged = sumOf(mergeInto(one, other), given.orders);
    for (const { before, after } of merged.doubts) {
      if ([...before, ...after].every(({ importId }) => importId === null)) met.add('typed twice');
    }
    return met.size >= all.length;
  };
  visitSamples(referring, 40, visit);
  visitSamples(machines(2), 300, visit);
  expect([...met].sort()).toEqual(all);
});

const importOf = (moment: number, subject: string): LedgerEntry => ({
  ...{ kind: 'import', id: 1, moment, subject, group: 'g', files: [], facts: [] },
});

test.each([
  [
    { kind: 'removal', subject: 'p', isRemoved: true },
    { kind: 'removal', subject: 'p', isRemoved: false },
  ],
  [
    { kind: 'date', subject: 'p', paidOn: '2026-06-01' },
    { kind: 'date', subject: 'p', paidOn: '2026-06-02' },
  ],
  [
    { kind: 'acceptance', subject: 'o', accepted: null },
    { kind: 'acceptance', subject: 'o', accepted: { note: '', paid: 1, expected: 2, settled: [] } },
  ],
  [{ kind: 'undo', subject: 'x' }, importOf(0, 'x')],
] as const)('of two entries about one thing the later wins: %o', (one, other) => {
  const [early, late] = [
    { ...one, moment: 1 },
    { ...other, moment: 2 },
  ] as [LedgerEntry, LedgerEntry];
  const expected = [{ overruled: early, by: late }];
  expect(overrulings([early], [late])).toEqual(expected);
  expect(overrulings([late], [early])).toEqual(expected);
  // Both know the first; or both say the same.
  expect(overrulings([early], [early, late])).toEqual([]);
  expect(overrulings([early], [{ ...early, moment: 3 }])).toEqual([]);
});

test('an import is the same on every machine: its files in any order, and its group in any spelling', () => {
  const run = { group: 'Points 4 Days', files: ['b', 'a'] };
  const first = importIdentity(run, []);
  expect(importIdentity({ group: 'points_4_days', files: ['a', 'b'] }, [])).toBe(first);
  expect(importIdentity({ group: 'other', files: ['a', 'b'] }, [])).not.toBe(first);
  expect(importIdentity(run, [importOf(1, first)])).not.toBe(first);
});
