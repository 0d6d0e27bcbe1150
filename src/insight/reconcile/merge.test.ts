import { describe, expect, test } from 'vitest';
import { keysFor, payFor } from '../../../test/support/facts';
import {
  acceptanceOf,
  dateOf,
  importOf,
  recordedOf,
  removalOf,
  typedOf,
  undoOf,
} from '../../../test/support/ledger-entries';
import { identityIn, importIdentity, type LedgerEntry, sortEntries } from './ledger';
import { lostPayments, mergedEntries, missingEntries, overrulings } from './merge';

test('an entry is lacked if no entry of its moment, kind and subject is there', () => {
  const own = [importOf(1), typedOf(2), removalOf(3, 'x')];
  expect(missingEntries(own, own)).toEqual([]);
  const others = [importOf(9), typedOf(8), removalOf(3, 'y'), dateOf(3, 'x', '2026-06-01')];
  expect(missingEntries(own, others)).toEqual(others);
  expect(missingEntries([acceptanceOf(1, 'A')], [acceptanceOf(1, 'B')])).toHaveLength(1);
  // The number of an import is a machine's own.
  expect(missingEntries(own, [importOf(1, { id: 7 })])).toEqual([]);
});

test('of two things said of one subject at one moment, both machines keep the same', () => {
  const [fine, good] = [acceptanceOf(1, 'A', 'fine'), acceptanceOf(1, 'A', 'good')];
  const lacked = [missingEntries([fine], [good]), missingEntries([good], [fine])];
  expect(lacked.map((one) => one.length).toSorted()).toEqual([0, 1]);
  const merged = (own: LedgerEntry, other: LedgerEntry) =>
    mergedEntries(recordedOf(own), missingEntries([own], [other])).entries;
  expect(merged(fine, good)).toEqual(merged(good, fine));
  expect(merged(fine, good)).toHaveLength(1);
});

describe('of two decisions that one ledger each has, the later one overrules the other', () => {
  const [identity, reference] = ['bfmr/reference/R1', 'R1'];
  test.each<[string, LedgerEntry, LedgerEntry, boolean]>([
    ['an undo and the import again', undoOf(1), importOf(2), true],
    ['two undos', undoOf(1), undoOf(2), false],
    ['undos of two imports', undoOf(1), importOf(2, { subject: 'bfmr/june/1' }), false],
    ['a removal and one taken back', removalOf(1, 'x'), removalOf(2, 'x', false), true],
    ['two removals', removalOf(1, 'x'), removalOf(2, 'x'), false],
    ['removals of two payments', removalOf(1, 'x'), removalOf(2, 'y', false), false],
    ['two days', dateOf(1, 'x', '2026-06-01'), dateOf(2, 'x', '2026-06-02'), true],
    ['one day', dateOf(1, 'x', '2026-06-01'), dateOf(2, 'x', '2026-06-01'), false],
    ['an acceptance and none', acceptanceOf(1, 'A'), acceptanceOf(2, 'A', null), true],
    ['a removal and a typed payment', removalOf(1, identity), typedOf(2, { reference }), true],
    ['the removal of a typed payment', typedOf(1, { reference }), removalOf(2, identity), true],
    ['typed ones of one reference', typedOf(1, { reference }), typedOf(2, { reference }), false],
    ['typed ones without', typedOf(1), removalOf(2, 'bfmr/reference/null', true), false],
    ['one without a group', typedOf(1, { reference, group: null }), removalOf(2, identity), false],
  ])('%s: %#', (_, earlier, later, isOverruled) => {
    const expected = isOverruled ? [{ overruled: earlier, by: later }] : [];
    expect(overrulings([earlier], [later])).toEqual(expected);
    expect(overrulings([later], [earlier])).toEqual(expected);
    // What both ledgers have decides nothing.
    expect(overrulings([earlier, later], [later])).toEqual([]);
  });

  test('the last word of each machine counts', () => {
    const [gone, back, again] = [removalOf(1, 'x'), removalOf(2, 'x', false), removalOf(3, 'x')];
    expect(overrulings([gone, again], [back])).toEqual([{ overruled: back, by: again }]);
    expect(overrulings([gone], [back, again])).toEqual([]);
  });
});

test('an import of the same files has one number in the merged ledger', () => {
  const june = importOf(2, { id: 1, subject: 'bfmr/june/1' });
  const again = importOf(3, { id: 5 });
  const own = recordedOf(importOf(1), typedOf(1));
  const { entries, ids } = mergedEntries(own, [june, again]);
  expect(ids).toBe(own.ids);
  expect(entries).toEqual([
    importOf(1, { id: 1 }),
    typedOf(1),
    importOf(2, { id: 2, subject: 'bfmr/june/1' }),
    importOf(3, { id: 1 }),
  ]);
});

describe('payments that a merged ledger does not know', () => {
  const named = { reference: 'R1', names: ['reference/R1'] };
  const lost = (own: readonly LedgerEntry[], others: readonly LedgerEntry[]) => {
    const machines = [recordedOf(...own), recordedOf(...others)];
    const merged = mergedEntries(recordedOf(...own), missingEntries(own, others));
    return lostPayments(machines, merged).map(({ allocations }) => allocations);
  };
  const june = { id: 2, subject: 'bfmr/june/1' };
  const ofOther = {
    keys: keysFor(['1Z9']),
    lineKey: 'other',
    allocations: payFor('B'),
    named: ['B'],
  };

  test('are those that both recorded under one reference for orders that contradict', () => {
    const other = importOf(2, { ...june, rows: [{ ...named, ...ofOther, file: 'june' }] });
    const own = importOf(1, { rows: [named] });
    const found = lost([own], [other]);
    expect(found).toEqual([payFor('B')]);
    expect(lost([other], [own])).toEqual([payFor('B')]);
    expect(lost([own, other], [other])).toEqual([payFor('B')]);
  });

  test('are none that both have, that only one has, or that was replaced, removed or undone', () => {
    const own = importOf(1, { rows: [named] });
    expect(lost([own], [own])).toEqual([]);
    expect(lost([own], [typedOf(2, { orderId: 'B' })])).toEqual([]);
    const amended = importOf(2, { ...june, rows: [{ ...named, file: 'june', amount: 150 }] });
    expect(lost([own], [amended])).toEqual([]);
    expect(lost([own], [own, removalOf(3, 'bfmr/reference/R1')])).toEqual([]);
    expect(lost([own], [own, undoOf(3)])).toEqual([]);
  });
});

describe('the terms of a ledger', () => {
  test('an import differs from those of the same files before it', () => {
    const { group, files } = importOf(1);
    const said = (...others: readonly LedgerEntry[]) => importIdentity({ group, files }, others);
    expect(said()).toBe('bfmr/may/1');
    expect(said(importOf(1))).toBe('bfmr/may/2');
    expect(said(importOf(1), importOf(2))).toBe('bfmr/may/2');
    expect(said(importOf(1), importOf(2, { subject: 'bfmr/may/2' }))).toBe('bfmr/may/3');
    expect(said(importOf(1, { subject: 'bfmr/june/1' }), undoOf(2))).toBe('bfmr/may/1');
    expect(importIdentity({ group: 'BFMR', files: ['b', 'a'] }, [])).toBe('bfmr/a b/1');
  });

  test('entries of one moment have one order on every machine', () => {
    const entries = [typedOf(1), removalOf(1, 'b'), removalOf(1, 'a'), acceptanceOf(1, 'b')];
    const sorted = ['acceptance b', 'removal a', 'removal b', 'typed typed/m/1'];
    for (const all of [entries, entries.toReversed()]) {
      const names = sortEntries(all).map(({ kind, subject }) => `${kind} ${subject}`);
      expect(names).toEqual(sorted);
    }
    expect(sortEntries([typedOf(2), removalOf(1, 'z')]).map(({ moment }) => moment)).toEqual([
      1, 2,
    ]);
  });

  test("a payment's key begins with its identity", () => {
    expect(identityIn('bfmr/content/1 2/1 -100')).toBe('bfmr/content/1 2/1');
  });
});
