import { describe, expect, test } from 'vitest';
import {
  acceptanceOf,
  dateOf,
  importOf,
  recordedOf,
  removalOf,
  typedOf,
  undoOf,
} from '../../../test/support/ledger-entries';
import type { LedgerEntry } from './ledger';
import { OrderIndex } from './match';
import { recordRun } from './recording';
import { pastPayments, replayEntries, undoneImports } from './replay';

const recorded = 'bfmr/content/1/1';
const replayOf = (...entries: readonly LedgerEntry[]) =>
  replayEntries(recordedOf(...entries), () => new OrderIndex([]));
const ledgerOf = (...entries: readonly LedgerEntry[]) => replayOf(...entries).ledger();
const countingIn = (...entries: readonly LedgerEntry[]) =>
  ledgerOf(...entries).payments.map(({ identity, paidOn }) => [identity, paidOn]);
const day = '2026-06-10';

describe('what the entries add up to, whatever their order in the list', () => {
  test.each<[string, readonly LedgerEntry[], readonly [string, string | null][]]>([
    ['a payment of a file', [importOf(1)], [[recorded, day]]],
    ['a typed one', [typedOf(1)], [['typed/m/1', day]]],
    ['none of an undone import', [importOf(1), undoOf(2)], []],
    ['none that was undone in its moment', [importOf(1), undoOf(1)], []],
    ['one recorded again after the undo', [importOf(1), undoOf(2), importOf(3)], [[recorded, day]]],
    [
      'one whose other import was undone',
      [importOf(1), undoOf(2, 'bfmr/june/1')],
      [[recorded, day]],
    ],
    ['none that was removed', [importOf(1), removalOf(2, recorded)], []],
    [
      'one whose removal was taken back',
      [importOf(1), removalOf(2, recorded), removalOf(3, recorded, false)],
      [[recorded, day]],
    ],
    ['none that was removed and then recorded again', [removalOf(1, recorded), importOf(2)], []],
    [
      'the day that was given to one without',
      [importOf(1, { rows: [{ paidOn: null }] }), dateOf(2, recorded, '2026-07-01')],
      [[recorded, '2026-07-01']],
    ],
    [
      'its own day, whatever day was given',
      [importOf(1), dateOf(2, recorded, '2026-07-01')],
      [[recorded, day]],
    ],
    [
      'the day that was given before it came again',
      [dateOf(1, recorded, '2026-07-01'), importOf(2, { rows: [{ paidOn: null }] })],
      [[recorded, '2026-07-01']],
    ],
    ['nothing for a day of no payment', [dateOf(1, recorded, '2026-07-01')], []],
  ])('%s', (_, entries, expected) => {
    expect(countingIn(...entries)).toEqual(expected);
    expect(countingIn(...entries.toReversed())).toEqual(expected);
  });

  test('removals are known by the payment, and by what was removed before it came', () => {
    const removed = (...entries: readonly LedgerEntry[]) => [...ledgerOf(...entries).removed];
    expect(removed(importOf(1), removalOf(2, recorded))).toEqual([recorded]);
    expect(removed(removalOf(1, 'bfmr/none'))).toEqual(['bfmr/none']);
    expect(removed(importOf(1), removalOf(2, recorded), removalOf(3, recorded, false))).toEqual([]);
    expect(removed(importOf(1))).toEqual([]);
  });

  test('an acceptance counts until it is taken back', () => {
    const accepted = (...entries: readonly LedgerEntry[]) => ledgerOf(...entries).acceptances;
    expect(accepted(acceptanceOf(1, 'A', 'fine'))).toEqual(
      new Map([['A', { note: 'fine', paid: 100, expected: 200, settled: [], moment: 1 }]]),
    );
    expect(accepted(acceptanceOf(1, 'A'), acceptanceOf(2, 'A', null)).size).toBe(0);
    expect(accepted(acceptanceOf(1, 'A'), acceptanceOf(2, 'B', null)).size).toBe(1);
  });

  test('a file is known while an import of it counts', () => {
    const isNew = (before: readonly LedgerEntry[], ...files: readonly string[]) =>
      recordRun(replayOf(...before), importOf(9, { files })).isImport;
    expect(isNew([importOf(1)], 'may')).toBe(false);
    expect(isNew([importOf(1)], 'may', 'june')).toBe(true);
    expect(isNew([importOf(1), undoOf(2)], 'may')).toBe(true);
  });

  test('the orders are asked for only where more may have been paid than expected', () => {
    expect(ledgerOf(importOf(1)).usesOrders).toBe(false);
    const later = importOf(2, {
      ...{ id: 2, subject: 'bfmr/june/1' },
      rows: [{ file: 'june', paidOn: '2026-07-01', names: ['content/2/1'] }],
    });
    expect(ledgerOf(importOf(1), later).usesOrders).toBe(true);
  });
});

test('an undo is of the imports before it, and of no other entry', () => {
  const [first, undo, again] = [importOf(1), undoOf(2), importOf(3)];
  expect(undoneImports([first, undo, again])).toEqual(new Map([[first, 2]]));
  expect(undoneImports([first, undo, again, undoOf(4)])).toEqual(
    new Map([
      [first, 4],
      [again, 4],
    ]),
  );
  const typed = typedOf(1, { subject: undo.subject });
  expect(undoneImports([typed, undo]).size).toBe(0);
});

describe('a removal of a payment that another machine knows by its row', () => {
  const alias = 'bfmr/reference/R1';
  const row = { reference: 'R1', names: ['reference/R1'] };
  const typed = (moment: number) =>
    typedOf(moment, { subject: 'typed/m/1', reference: 'R1', paidOn: day });
  const own = ['typed/m/1', day];
  test.each<[string, readonly LedgerEntry[], boolean]>([
    [
      'takes out the typed one',
      [typed(1), importOf(2, { rows: [row] }), removalOf(3, alias)],
      true,
    ],
    [
      'of before it was typed does not',
      [removalOf(1, alias), typed(2), importOf(3, { rows: [row] })],
      false,
    ],
    [
      'of the moment when it was typed does not',
      [typed(1), removalOf(1, alias), importOf(3, { rows: [row] })],
      false,
    ],
    [
      'of after it was typed does, before its row comes',
      [typed(1), removalOf(2, alias), importOf(3, { rows: [row] })],
      true,
    ],
    [
      'can be taken back',
      [typed(1), importOf(2, { rows: [row] }), removalOf(3, alias), removalOf(4, alias, false)],
      false,
    ],
    [
      'is overruled by what is said later of the payment itself',
      [
        typed(1),
        importOf(2, { rows: [row] }),
        removalOf(3, alias),
        removalOf(4, 'typed/m/1', false),
      ],
      false,
    ],
    [
      'overrules what was said before of the payment itself',
      [
        typed(1),
        removalOf(2, 'typed/m/1', false),
        importOf(3, { rows: [row] }),
        removalOf(4, alias),
      ],
      true,
    ],
    [
      'of another row does not',
      [typed(1), importOf(2, { rows: [row] }), removalOf(3, 'bfmr/reference/R2')],
      false,
    ],
  ])('%s', (_, entries, isRemoved) => {
    expect(countingIn(...entries)).toEqual(isRemoved ? [] : [own]);
  });
});

test('imports of the same files from two machines count their payments together', () => {
  const june = { file: 'june', names: ['content/2/1'] };
  const [one, two] = [importOf(1), importOf(2, { files: ['may', 'june'], rows: [{}, june] })];
  const added = replayOf(one, two).ledger().addedBy;
  expect(added).toEqual(new Map([[1, 2]]));
});

describe('the payments that do not count', () => {
  const pastIn = (...entries: readonly LedgerEntry[]) => {
    const all = recordedOf(...entries);
    const past = pastPayments(all, ledgerOf(...entries));
    return past.map(({ payment, state, since }) => [
      payment.identity,
      payment.amount,
      state,
      since,
    ]);
  };
  const named = { reference: 'R1', names: ['reference/R1'] };
  const june = { id: 2, subject: 'bfmr/june/1' };
  const replacing = importOf(2, { ...june, rows: [{ ...named, file: 'june', amount: 150 }] });

  test.each<[string, readonly LedgerEntry[], readonly unknown[]]>([
    ['none of one that counts', [importOf(1)], []],
    ['one of an undone import', [importOf(1), undoOf(5)], [[recorded, 100, 'undone', 5]]],
    [
      'one that was removed',
      [importOf(1), removalOf(5, recorded)],
      [[recorded, 100, 'removed', 5]],
    ],
    [
      'a typed one that was removed',
      [typedOf(1), removalOf(5, 'typed/m/1')],
      [['typed/m/1', 100, 'removed', 5]],
    ],
    [
      'none that another import brought again',
      [importOf(1), undoOf(2), importOf(3, { id: 3 })],
      [],
    ],
    [
      'no typed one beside an undone import',
      [typedOf(1), importOf(2), undoOf(3)],
      [[recorded, 100, 'undone', 3]],
    ],
    [
      'one that an amount replaced',
      [importOf(1, { rows: [named] }), replacing],
      [['bfmr/reference/R1', 100, 'replaced', 2]],
    ],
    [
      'the replacing one once its import is undone, as the first amount counts again',
      [importOf(1, { rows: [named] }), replacing, undoOf(3, june.subject)],
      [['bfmr/reference/R1', 150, 'undone', 3]],
    ],
    [
      'one that was replaced, although its first import was undone before',
      [
        importOf(1, { rows: [named] }),
        undoOf(2),
        importOf(3, { id: 3, rows: [named] }),
        { ...replacing, moment: 4 },
      ],
      [['bfmr/reference/R1', 100, 'replaced', 4]],
    ],
    [
      'both, once both imports are undone',
      [importOf(1, { rows: [named] }), replacing, undoOf(3, june.subject), undoOf(4)],
      [
        ['bfmr/reference/R1', 150, 'undone', 3],
        ['bfmr/reference/R1', 100, 'undone', 4],
      ],
    ],
  ])('%s', (_, entries, expected) => {
    expect(pastIn(...entries)).toEqual(expected);
  });
});
