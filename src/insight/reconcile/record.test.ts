import { describe, expect, test } from 'vitest';
import { factOf, keysFor, payFor, paymentOf } from '../../../test/support/facts';
import type { Doubt, DoubtReason, Fact, Ledger, RecordedPayment, Run } from './model';
import {
  addTyped,
  emptyLedger,
  isImport,
  openDoubts,
  recordRun,
  type TypedPayment,
} from './record';

type Row = Partial<Fact>;
type Entry = readonly Row[] | TypedPayment;

const typed = (parts: Partial<TypedPayment> = {}): TypedPayment => ({
  ...{ orderId: 'A', group: 'bfmr', amount: 100, paidOn: null, reference: null },
  ...parts,
});

/** Each file's rows are in its lines, one after the other. */
function runOf(rows: readonly Row[], importId: number): Run {
  const facts = rows.map((parts, place) => factOf({ format: 'melul', line: place + 2, ...parts }));
  return { importId, group: 'bfmr', files: [...new Set(facts.map(({ file }) => file))], facts };
}

const isRows = (entry: Entry): entry is readonly Row[] => Array.isArray(entry);

/** What was recorded and typed, one after the other; the first import has number 1. */
const ledgerOf = (entries: readonly Entry[]) =>
  entries.reduce<Ledger>((ledger, entry, place) => {
    if (!isRows(entry)) return addTyped(ledger, entry);
    return recordRun(ledger, runOf(entry, place + 1)).ledger;
  }, emptyLedger);

/** What the last of the entries decides. */
function lastOf(entries: readonly Entry[], rows: readonly Row[]) {
  return recordRun(ledgerOf(entries), runOf(rows, entries.length + 1));
}

const reference = (name: string, parts: Row = {}): Row => ({
  ...{ reference: name, name: `reference/${name}` },
  ...parts,
});
const named = (name: string, parts: Row = {}): Row => ({ name: `content/${name}/1`, ...parts });
const june = { file: 'june' };
const july = { file: 'july' };
const noOrder: Row = { pays: 'other', allocations: [] };

describe('which payments are in doubt', () => {
  type Doubted = [amount: number, reason: DoubtReason, before: number | null];
  const pending: Row = { ...named('p'), ...june, state: 'pending' };
  const first = named('1');
  const edited = named('2', { ...june, amount: 90 });
  const again = reference('R1', june);
  const isEdited: Doubted[] = [[90, 'edited', 100]];
  const isNoted: Doubted[] = [[100, 'noted', null]];
  const ofCase: Row = { item: 'Case' };
  test.each<[string, Entry[], Doubted[]]>([
    ['none: nothing else may be it', [[first]], []],
    ['none: the later file has it, too', [[first], [{ ...first, ...june }]], []],
    ['edited: its line has another amount', [[first], [edited]], isEdited],
    [
      "not edited: the tracker's row replaces it",
      [[{ ...first, format: 'bfmr' }], [{ ...edited, format: 'bfmr' }]],
      [],
    ],
    [
      "edited: the tracker's bonus replaces nothing",
      [[{ ...first, ...noOrder, format: 'bfmr' }], [{ ...edited, ...noOrder, format: 'bfmr' }]],
      isEdited,
    ],
    ['read again: now with a reference', [[first], [again]], [[100, 'read again', 100]]],
    ['typed: a file has it, too', [typed(), [first]], [[100, 'typed', 100]]],
    [
      'one only: each payment may be only one row',
      [[first], [again, reference('R2', june)]],
      [[100, 'read again', 100]],
    ],
    ['one only: what was edited was not read again, too', [[first], [edited, again]], isEdited],
    [
      'edited: besides a smaller one that is recorded',
      [
        [first, named('3', { amount: 80 })],
        [named('3', { ...june, amount: 80 }), edited],
      ],
      isEdited,
    ],
    [
      'edited: besides a smaller one with a reference',
      [[first], [reference('R2', { ...june, amount: 80 }), edited]],
      isEdited,
    ],
    [
      'edited: besides a smaller one that reaches no order',
      [[first], [named('3', { ...june, amount: 80, pays: 'unclear' }), edited]],
      isEdited,
    ],
    [
      'edited: besides a repetition without a day',
      [[first], [{ ...edited, ...july, paidOn: null }, edited]],
      isEdited,
    ],
    [
      'edited: besides smaller ones that contradict each other',
      [
        [first],
        [
          edited,
          named('3', { ...june, amount: 80 }),
          { ...edited, ...july },
          named('4', { ...july, amount: 70 }),
        ],
      ],
      isEdited,
    ],
    [
      'edited: besides a smaller payment with a reference',
      [[reference('R2', { amount: 80 }), first], [edited]],
      isEdited,
    ],
    ['noted: a later file has it as pending', [[first], [pending]], isNoted],
    ['noted: a later file takes it back', [[first], [{ ...pending, state: 'void' }]], isNoted],
    [
      'noted: one of the rows that are not paid is its own',
      [[first], [{ ...pending, ...ofCase }, pending]],
      isNoted,
    ],
    [
      'noted: what is paid has another item',
      [[first], [pending, named('2', { ...june, ...ofCase, amount: 50 })]],
      isNoted,
    ],
    ['not noted: another item is pending', [[first], [{ ...pending, ...ofCase }]], []],
    ['not noted: another box is pending', [[first], [{ ...pending, keys: keysFor(['1Z2']) }]], []],
    ['not noted: the file has it as paid, too', [[first], [pending, { ...first, ...june }]], []],
    [
      'not noted: the file has it as paid, besides another item',
      [[first], [pending, named('2', { ...june, ...ofCase, amount: 50 }), { ...first, ...june }]],
      [],
    ],
    [
      'not noted: what was pending was read before it was paid',
      [[pending], [{ ...first, ...july }], [pending]],
      [],
    ],
    ['noted until a file has it as paid again', [[first], [pending], [{ ...first, ...july }]], []],
    [
      'noted if a file without it follows',
      [
        [first],
        [pending],
        [named('2', { ...july, keys: keysFor(['1Z2']), allocations: payFor('B'), amount: 50 })],
      ],
      isNoted,
    ],
    [
      'read again, though it is also pending later',
      [[first], [again], [{ ...pending, ...july }]],
      [
        [100, 'noted', null],
        [100, 'read again', 100],
      ],
    ],
    [
      'read again, though a file has it as paid again',
      [[first], [again], [{ ...again, ...july }]],
      [[100, 'read again', 100]],
    ],
  ])('%s', (_, entries, expected) => {
    const doubts = [...ledgerOf(entries).doubts];
    const texts = doubts.map(([{ amount }, { reason, before }]) => [
      amount,
      reason,
      before?.amount ?? null,
    ]);
    expect(texts.sort((one, other) => String(one).localeCompare(String(other)))).toEqual(expected);
  });

  test('of two payments that a row may be, the later one is named', () => {
    const { ledger } = lastOf([[reference('R1')], [reference('R2', june)]], [named('3', july)]);
    expect([...ledger.doubts.values()].map(({ before }) => before?.reference)).toEqual(['R2']);
  });
});

describe('a row that takes back', () => {
  const back = (parts: Row = {}): Row => named('v', { ...june, state: 'void', ...parts });
  const other = named('2', june);
  test.each<[string, Entry[], Row[], boolean]>([
    ['nothing', [], [back()], false],
    ['what these files have as paid', [], [back(), { ...other, name: 'content/v/1' }], true],
    [
      'what one of these files has for its order',
      [],
      [back(), named('v', { ...june, allocations: payFor('B') }), named('v', june)],
      true,
    ],
    [
      'not what pays another order',
      [],
      [back(), named('v', { ...june, allocations: payFor('B') })],
      false,
    ],
    ['what is recorded with its name', [[named('v', { keys: keysFor(['1Z9']) })]], [back()], true],
    ['what is recorded with its keys and amount', [[named('1')]], [back()], true],
    ['what is recorded, with the amount cleared', [[named('1')]], [back({ amount: 0 })], true],
    ['what is recorded, with the amount negated', [[named('1')]], [back({ amount: -100 })], true],
    [
      'one of several on its keys',
      [[named('1'), named('2', { item: 'Case', amount: 50 })]],
      [back()],
      true,
    ],
    ['not what has another amount', [[named('1')]], [back({ amount: 90 })], false],
    ['not what has other keys', [[named('1')]], [back({ keys: keysFor(['1Z2']) })], false],
    ['not if it is only pending', [[named('1')]], [back({ state: 'pending' })], false],
    ['what these files have, with the amount negated', [], [back({ amount: -100 }), other], true],
    [
      'one of several that these files have',
      [],
      [back({ amount: -100 }), other, named('3', { ...june, amount: 50 })],
      true,
    ],
    ['not another amount in these files', [], [back({ amount: -90 }), other], false],
    [
      'not other keys in these files',
      [],
      [back({ amount: -100, keys: keysFor(['1Z2']) }), other],
      false,
    ],
    ['not a deduction', [], [back(), named('2', { ...june, amount: -100 })], false],
    [
      'not a payment of nothing',
      [],
      [back({ amount: 0 }), named('2', { ...june, amount: 0 })],
      false,
    ],
  ])('%s', (_, entries, rows, expected) => {
    expect(lastOf(entries, rows).decisions[0]?.isTakenBack).toBe(expected);
  });
});

describe('the identity of the payment that a row makes', () => {
  const usa: Row = { group: 'usa' };
  const ofB: Row = { allocations: payFor('B') };
  test.each<[string, Entry[], Row, string]>([
    ["is of its orders' group", [], reference('R1', usa), 'usa/reference/R1'],
    [
      'is that of the payment of its orders, whatever group was typed',
      [typed({ reference: 'R1', group: 'amex' })],
      reference('R1', { amount: 130 }),
      'amex/reference/R1',
    ],
    [
      "is of the file's group, if another order's payment has that of its own",
      [[reference('R1', { ...usa, ...ofB })]],
      reference('R1', { ...usa, ...june, amount: 130 }),
      'bfmr/reference/R1',
    ],
    [
      "is of the file's group, if another order's payment has that",
      [[reference('R1', ofB)]],
      reference('R1', { ...usa, ...june, amount: 130 }),
      'bfmr/reference/R1',
    ],
  ])('%s', (_, entries, row, expected) => {
    expect(lastOf(entries, [row]).decisions[0]?.payment?.identity).toBe(expected);
  });
});

describe('what is recorded of a row with a reference that was typed several times', () => {
  const check = (...amounts: number[]) =>
    amounts.map((amount) => typed({ reference: 'R1', amount }));
  test.each<[string, Entry[], Row, number[], boolean]>([
    ['is the payment of its amount', check(100, 50), { amount: 50 }, [50], true],
    ['are all that add up to it', check(100, 50), { amount: 150 }, [100, 50], true],
    ['are all, if none has its amount', check(100, 50), { amount: 130 }, [100, 50], false],
    [
      'are those with an identity, if it pays another order',
      check(100, 50, 20),
      { amount: 130, allocations: payFor('B') },
      [100, 50],
      false,
    ],
  ])('%s', (_, entries, row, expected, isKnown) => {
    const [decision] = lastOf(entries, [reference('R1', row)]).decisions;
    expect(decision?.before.map(({ amount }) => amount)).toEqual(expected);
    expect(decision).toMatchObject({ isKnown });
    expect(decision).not.toHaveProperty('payment');
  });
});

describe('what is found in a row', () => {
  test.each<[string, Entry[], Row[], number[]]>([
    ['its cents, if it is new', [], [{}], [100]],
    ['nothing, if it is not paid', [], [{ state: 'pending' }], [0]],
    ['nothing, if it repeats another one', [], [{}, june], [100, 0]],
    ['nothing, if another file had it', [[{}]], [june], [0]],
    ['the same as before, if its file is read again', [[{}]], [{}], [100]],
    ['its cents, if it was typed', [typed({ reference: 'R1' })], [reference('R1')], [100]],
    [
      'the difference, if its amount changed',
      [[reference('R1')]],
      [reference('R1', { ...june, amount: 130 })],
      [30],
    ],
    [
      "the difference, if it replaces the tracker's",
      [[named('1', { format: 'bfmr' })]],
      [named('2', { ...june, format: 'bfmr', amount: 90 })],
      [-10],
    ],
    [
      'its cents, if nothing says which typed one it is',
      [typed({ reference: 'R1' }), typed({ reference: 'R1', orderId: 'B' })],
      [reference('R1', { amount: 150, allocations: payFor('A', 'B') })],
      [150],
    ],
  ])('%s', (_, entries, rows, expected) => {
    expect(lastOf(entries, rows).decisions.map(({ found }) => found)).toEqual(expected);
  });

  test.each<[string, Row[], [boolean, number | null][]]>([
    ['a payment counts', [{}], [[true, 100]]],
    [
      'its repetition counts, without cents',
      [{}, june],
      [
        [true, 100],
        [true, 0],
      ],
    ],
    ['what is not paid has no cents', [{ state: 'pending' }], [[false, null]]],
    [
      'what reaches no order does not count',
      [{ pays: 'unclear', allocations: [] }],
      [[false, 100]],
    ],
    [
      'what is contradicted does not count',
      [reference('R1'), reference('R1', { amount: 90 })],
      [
        [false, 100],
        [false, 90],
      ],
    ],
  ])('an import remembers of its rows: %s', (_, rows, expected) => {
    const { readings } = lastOf([], rows).ledger;
    expect([...readings.values()].map(({ counts, found }) => [counts, found])).toEqual(expected);
  });

  test('a row that counted keeps counting when its file is read again besides another', () => {
    const later = [reference('R1'), reference('R1', { amount: 90, ...june })];
    const { readings } = lastOf(
      [[reference('R1')], [reference('R1', { ...july, amount: 80 })]],
      later,
    ).ledger;
    expect(readings.get('may\n2')).toEqual({ counts: true, found: 100 });
  });
});

describe('an amount comes back', () => {
  const first = reference('R1');
  const changed = reference('R1', { ...june, amount: 130 });
  const tracker: Row = { format: 'bfmr' };
  const [one, two] = [named('1', tracker), named('2', { ...tracker, ...june, amount: 90 })];
  test.each<[string, Entry[], Row[], boolean]>([
    ['that a later file replaced', [[first], [changed]], [{ ...first, ...july }], true],
    ["that the tracker's row replaced", [[one], [two]], [{ ...one, ...july }], true],
    ['not if it is another one', [[first], [changed]], [{ ...first, ...july, amount: 140 }], false],
    ['not if it changes for the first time', [[first]], [changed], false],
    [
      'not if it replaces nothing',
      [[one], [two]],
      [
        { ...one, ...july },
        { ...two, ...july },
      ],
      false,
    ],
  ])('%s', (_, entries, rows, expected) => {
    expect(lastOf(entries, rows).decisions[0]?.isReverting).toBe(expected);
  });
});

describe('a reference that names a payment for other orders', () => {
  const toB = { allocations: payFor('B') };
  const bonus: Row = { ...noOrder, keys: keysFor(['1Z2']) };
  const unclear: Row = { pays: 'unclear', allocations: [], keys: keysFor(['1Z2']) };
  test.each<[string, Entry[], Row[], boolean]>([
    [
      'recorded for another order',
      [[reference('R1')]],
      [reference('R1', { ...june, ...toB })],
      true,
    ],
    ['recorded for its order', [[reference('R1')]], [reference('R1', june)], false],
    [
      'recorded, but the row reaches no order',
      [[reference('R1')]],
      [reference('R1', { ...june, ...unclear })],
      false,
    ],
    ['not recorded', [], [reference('R1')], false],
    ['in these files for another order', [], [reference('R1', toB), reference('R1')], true],
    [
      'in these files for its order',
      [],
      [reference('R1', { keys: keysFor(['1Z2']) }), reference('R1')],
      false,
    ],
    [
      'in these files, but the row reaches no order',
      [],
      [reference('R1', unclear), reference('R1')],
      false,
    ],
    [
      'in these files, but the one that was recorded is a bonus',
      [[reference('R1', bonus)]],
      [reference('R1', bonus), reference('R1', june)],
      false,
    ],
    [
      'in these files, but neither reaches an order',
      [],
      [reference('R1', unclear), reference('R1', { ...unclear, keys: keysFor(['1Z1']) })],
      false,
    ],
  ])('%s', (_, entries, rows, expected) => {
    const { decisions } = lastOf(entries, rows);
    expect(decisions.some(({ isElsewhere }) => isElsewhere)).toBe(expected);
  });
});

test.each<[string, readonly string[], readonly string[], boolean]>([
  ['a file that none has read', ['may'], ['may', 'june'], true],
  ['no new file and no new payment', ['may', 'june'], ['may'], false],
])('whether a run is an import: %s', (_, read, files, expected) => {
  const ledger = { ...emptyLedger, files: new Set(read) };
  expect(isImport(ledger, { files }, [])).toBe(expected);
  const decisions = lastOf([], [{ state: 'pending' }, {}]).decisions;
  expect(isImport(ledger, { files }, decisions)).toBe(true);
});

test.each<[string, TypedPayment[], (string | null)[]]>([
  ['its reference', [typed({ reference: 'R1' })], ['bfmr/reference/R1']],
  [
    'also its order, if it is the second one; a third one has none',
    [typed({ reference: 'R1' }), typed({ reference: 'R1' }), typed({ reference: 'R1' })],
    ['bfmr/reference/R1', 'bfmr/reference/R1/A', null],
  ],
  ['nothing without a reference', [typed(), typed()], [null, null]],
  ['nothing without a group', [typed({ reference: 'R1', group: null })], [null]],
])('a typed payment is known by %s', (_, entries, expected) => {
  expect(ledgerOf(entries).payments.map(({ identity }) => identity)).toEqual(expected);
});

describe('a doubt is open', () => {
  const [one, other, gone] = [paymentOf(), paymentOf({ amount: 90 }), paymentOf({ amount: 80 })];
  test.each<[string, RecordedPayment, Doubt, boolean]>([
    ['if both payments count', one, { reason: 'typed', before: other }, true],
    ['if it counts and no other is meant', one, { reason: 'noted', before: null }, true],
    ['not if the other one was replaced', one, { reason: 'typed', before: gone }, false],
    ['not if it was replaced', gone, { reason: 'typed', before: other }, false],
    [
      'not if it was replaced and no other is meant',
      gone,
      { reason: 'noted', before: null },
      false,
    ],
  ])('%s', (_, payment, doubt, expected) => {
    const ledger = { ...emptyLedger, payments: [one, other], doubts: new Map([[payment, doubt]]) };
    expect(openDoubts(ledger).has(payment)).toBe(expected);
  });
});
