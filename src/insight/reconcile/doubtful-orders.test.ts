import { describe, expect, test } from 'vitest';
import { orderOf, rowOf } from '../../../test/support/facts';
import {
  acceptOrder,
  emptyLedger,
  type Ledger,
  recordResult,
  typePayment,
  undoImport,
} from '../../../test/support/ledger-model';
import { paymentKey } from './ledger';
import { settlingText } from './messages';
import type { AccountOrder, PayoutRow, ReadRow, ReconcileOptions } from './model';
import { reconcile } from './reconcile';
import { hasFinding } from './report';

const options: ReconcileOptions = {
  ...{ group: 'bfmr', tolerance: 2, grace: 30, today: '2026-06-15' },
  hash: (content) => content,
};

const order = (id: string, parts: Partial<AccountOrder> = {}) =>
  orderOf(id, { expected: 10_000, trackings: [`1Z${id}`], ...parts });

const row = (line: number, parts: Partial<PayoutRow> = {}) =>
  rowOf({ line, trackings: ['1ZA'], amount: 10_000, paidOn: '2026-06-10', ...parts });

const run = (
  rows: readonly ReadRow[],
  orders: readonly AccountOrder[],
  ledger: Ledger = emptyLedger,
  changed: Partial<ReconcileOptions> = {},
) => reconcile(rows, orders, ledger, { ...options, ...changed });

const [a, b] = [order('A'), order('B')];
const unreadable = (line: number, trackings: readonly string[]): ReadRow => ({
  ...{ file: 'may.csv', line, format: 'melul', trackings, order: null, destroyed: [] },
  unreadable: 'the amount is not a number',
});

/** What is set to paid, what is left alone, and the verdicts with their details. */
function decided(rows: readonly ReadRow[], ledger?: Ledger) {
  const { toApply, left, verdicts } = run(rows, [a, b], ledger);
  return {
    applied: toApply.map(({ order }) => order.id),
    left: left.map(({ order, doubts }) => [order.id, doubts.length]),
    details: verdicts.map(({ order, detail }) => [order.id, detail]),
  };
}

/** Half of the order, typed by hand. */
const half = typePayment(emptyLedger, {
  ...{ group: 'bfmr', paidOn: '2026-06-09', reference: null },
  ...{ orderId: 'A', amount: 5000 },
});

test('an order paid in full is set to paid, and its neighbor without payment is not', () => {
  expect(decided([row(2)])).toEqual({
    ...{ applied: ['A'], left: [] },
    details: [
      ['A', null],
      ['B', null],
    ],
  });
});

test('a row that may be a payment typed by hand leaves its order alone, and no other', () => {
  const rows = [row(2, { amount: 5000 }), row(3, { trackings: ['1ZB'] })];
  expect(decided(rows, half)).toEqual({
    ...{ applied: ['B'], left: [['A', 1]] },
    details: [
      [
        'A',
        '$50.00 of 2026-06-09 and $50.00 of 2026-06-10 for one order from two sources: perhaps one payment',
      ],
      ['B', null],
    ],
  });
  const { doubts } = run(rows, [a, b], half);
  const sides = doubts.map(({ doubt: { reason, before, after }, orders: [at] }) => [
    ...[reason, before.map(({ importId }) => importId), after.map(({ importId }) => importId)],
    at?.id,
  ]);
  expect(sides).toEqual([['sources', [null], [0], 'A']]);
});

const both = [row(2), row(3, { trackings: ['1ZB'] })];

test.each<[string, readonly ReadRow[], Ledger, number | null, boolean]>([
  ['all is paid', both, emptyLedger, null, false],
  ['the bank has what the file says', both, emptyLedger, 20_000, false],
  ['the bank has a cent less', both, emptyLedger, 19_999, true],
  ['one of the orders is short', [row(2, { amount: 9000 })], emptyLedger, null, true],
  ['a row needs a person', [...both, row(4, { trackings: ['1ZX'] })], emptyLedger, null, true],
  ['one of the payments is in doubt', [row(2, { amount: 5000 })], half, null, true],
])('whether there is a finding where %s', (_, rows, ledger, deposit, finding) => {
  expect(hasFinding(run(rows, [a, b], ledger), deposit)).toBe(finding);
});

test('a doubt ends with the acceptance of the order', () => {
  const rows = [row(2, { amount: 5000 })];
  const recorded = recordResult(half, run(rows, [a], half), 1);
  const accepted = acceptOrder(recorded, 'A', { paid: 10_000, expected: 10_000 });
  const { verdicts } = run(rows, [a], accepted);
  expect(verdicts.map(({ verdict, doubts }) => [verdict, doubts.length])).toEqual([
    ['paid_in_full', 0],
  ]);
});

test('a row of the order that cannot be read leaves it alone, one of another order does not', () => {
  expect(decided([row(2), unreadable(3, ['1ZA'])])).toMatchObject({
    ...{ applied: [], left: [['A', 0]] },
  });
  expect(decided([row(2), unreadable(3, ['1ZB'])])).toMatchObject({ applied: ['A'], left: [] });
});

test('a row that cannot be read names an order in its words, too', () => {
  const [named, plain] = [unreadable(3, []), unreadable(4, [])];
  const given = { wordsOf: (one: ReadRow) => (one === named ? ['112B'] : []) };
  const { verdicts, needsAPerson } = run([named, plain], [a, b], emptyLedger, given);
  expect(verdicts.map(({ verdict, rows }) => [verdict, rows.map(({ line }) => line)])).toEqual([
    ['not_due', []],
    ['pending', [3]],
  ]);
  expect(needsAPerson.map(({ suggestions }) => suggestions)).toEqual([['112-B'], []]);
  const paid = row(2, { trackings: ['1ZB'] });
  expect(run([paid, named], [a, b], emptyLedger, given).toApply).toEqual([]);
});

test('a clawback that names an order only in its words leaves it alone, also when it is known', () => {
  const clawback = row(3, { trackings: [], item: 'Clawback: 112-B', amount: -10_000 });
  const rows = [row(2), row(4, { trackings: ['1ZB'] }), clawback];
  const given = { wordsOf: (one: ReadRow) => (one === clawback ? ['112B'] : []) };
  const first = run(rows, [a, b], emptyLedger, given);
  const again = run(rows, [a, b], recordResult(emptyLedger, first, 1), given);
  for (const { toApply, left } of [first, again]) {
    expect(toApply.map(({ order }) => order.id)).toEqual(['A']);
    expect(left.map(({ order }) => order.id)).toEqual(['B']);
  }
  for (const { needsAPerson } of [first, again]) {
    expect(needsAPerson).toMatchObject([{ line: 3, cents: -10_000 }]);
  }
  const message = first.rows.find((one) => one.row === clawback)?.message;
  expect(message).toContain('its words name 112-B');
  const plain = run(rows, [a, b]);
  expect(plain.left).toEqual([]);
});

describe('words that may say that nothing was paid leave their order alone', () => {
  const held = { unknownState: 'Held', isDoubted: true };
  const refunded = { unreadState: '"Refunded" in column "Result"' };
  const recorded = (one: PayoutRow, ledger = emptyLedger, id = 1) =>
    recordResult(ledger, run([one], [a, b], ledger), id);
  const later = (ledger: Ledger, one = row(2, { file: 'june.csv', trackings: ['1ZB'] })) => {
    const { toApply, left } = run([one], [a, b], ledger);
    return [toApply, left].map((some) => some.map(({ order }) => order.id));
  };

  test.each([
    ['a state', held],
    ['a column', refunded],
  ])('%s, in this run and in later ones', (_, words) => {
    const { toApply, left } = run([row(2, words)], [a]);
    expect([toApply, left.length]).toEqual([[], 1]);
    expect(later(recorded(row(2, words)))).toEqual([['B'], ['A']]);
    expect(later(recorded(row(2)))).toEqual([['A', 'B'], []]);
  });

  test('until they are accepted, a later file has it without them, or the import is undone', () => {
    const ledger = recorded(row(2, held));
    const accepted = acceptOrder(ledger, 'A', { paid: 10_000, expected: 10_000, orders: [a, b] });
    expect(later(accepted)).toEqual([['A', 'B'], []]);
    // Other words are another doubt, these in another file are not.
    const again = row(2, { ...held, file: 'july.csv' });
    expect(later(accepted, again)).toEqual([['A'], []]);
    expect(later(accepted, { ...again, unknownState: 'Disputed' })).toEqual([[], ['A']]);
    expect(later(ledger, { ...again, isDoubted: false })).toEqual([['A'], []]);
    expect(later(undoImport(ledger, 1))).toEqual([['B'], []]);
  });

  test('words of another payment or of none say nothing', () => {
    const other = { trackings: ['1ZB'], reference: 'R1' };
    const ledger = recorded(row(2, { reference: 'R1' }));
    expect(later(ledger, row(2, { ...other, ...held, file: 'june.csv' }))).toEqual([['A'], []]);
    expect(later(recorded(row(2, { ...held, state: 'pending' })))).toEqual([['B'], []]);
  });
});

test.each<[string, Partial<PayoutRow>, Partial<PayoutRow>]>([
  ['on its own line', {}, {}],
  ['on another line', {}, { item: 'Refund' }],
  ['of another order', { trackings: ['1ZB'] }, { item: 'Refund' }],
])(
  'money that a void row took back %s leaves its order alone until it is accepted',
  (_, own, back) => {
    const rows = [row(2, own), row(3, { ...own, ...back, state: 'void', amount: -10_000 })];
    const first = run(rows, [a, b]);
    expect([first.toApply, first.left.length, first.doubts.length]).toEqual([[], 1, 1]);
    const ledger = recordResult(emptyLedger, first, 1);
    const id = own.trackings === undefined ? 'A' : 'B';
    const closedBy = (of: Ledger) =>
      run([row(2, { file: 'june.csv', trackings: ['1ZX'] })], [a, b], of).toApply.map(
        ({ order }) => order.id,
      );
    expect(closedBy(ledger)).toEqual([]);
    expect(closedBy(acceptOrder(ledger, id, { orders: [a, b] }))).toEqual([id]);
  },
);

test('a void row of an amount above 0 on another line says nothing of a payment', () => {
  const rows = [row(2), row(3, { item: 'Case', state: 'void' })];
  expect(run(rows, [a]).toApply).toHaveLength(1);
  const taken = row(4, { item: 'Fee', amount: -100 });
  const back = row(5, { item: 'Fee back', state: 'void', amount: -100 });
  // A fee that was taken is no money of the order's.
  const { doubts } = run([row(2), taken, back], [a]);
  expect(doubts.flatMap(({ doubt }) => doubt.before.map(({ amount }) => amount))).toEqual([10_000]);
});

describe('a file that was recorded, and is read in another way now', () => {
  const ledger = recordResult(emptyLedger, run([row(2)], [a]), 1);
  test.each<[string, ReadRow, string]>([
    ['is not paid', row(2, { state: 'pending' }), 'noted'],
    ['is void', row(2, { state: 'void' }), 'noted'],
    ['is another amount', row(2, { amount: 5000 }), 'known'],
    ['is unreadable', unreadable(2, ['1ZA']), 'unreadable'],
  ])('changes nothing, and leaves the order alone whose row %s', (_, one, outcome) => {
    const { rows, toApply, left, isImport, needsAPerson, verdicts } = run([one], [a], ledger);
    expect(rows.map((row) => row.outcome)).toEqual([outcome]);
    expect([toApply, left.length, isImport]).toEqual([[], 1, false]);
    expect(verdicts.map(({ verdict, paid }) => [verdict, paid])).toEqual([
      ['paid_in_full', 10_000],
    ]);
    expect(needsAPerson).toHaveLength(1);
    const advice = expect.stringContaining(
      'what counts is $100.00, as the file was read when it was recorded',
    );
    if (outcome !== 'unreadable') expect(needsAPerson[0]?.detail).toEqual(advice);
  });

  test('says nothing where the same is read, or what is new', () => {
    const { toApply, needsAPerson } = run([row(2, { item: 'x' })], [a], ledger);
    expect([toApply.length, needsAPerson]).toEqual([1, []]);
    const more = run([row(2), row(3, { trackings: ['1ZB'] })], [a, b], ledger);
    expect([more.toApply.length, more.needsAPerson]).toEqual([2, []]);
  });
});

test.each<[string, Partial<PayoutRow>, readonly [closed: number, needed: number]]>([
  ['received', { state: 'received' }, [0, 1]],
  ['of $0.00', { state: 'pending', amount: 0 }, [0, 1]],
  ['of another reference', { state: 'received', reference: 'R2' }, [1, 0]],
  ['of other numbers', { state: 'received', trackings: ['1ZX'] }, [1, 0]],
  ['of none', { state: 'received', reference: null }, [1, 0]],
])('a row %s denies the payment of its reference only', (_, parts, [closed, needed]) => {
  const ledger = recordResult(emptyLedger, run([row(2, { reference: 'R1' })], [a]), 1);
  const later = row(2, { file: 'june.csv', reference: 'R1', ...parts });
  const { toApply, left, needsAPerson } = run([later], [a], ledger);
  expect([toApply.length, left.length, needsAPerson.length]).toEqual([closed, 1 - closed, needed]);
  const says = 'but reference R1 counts as $100.00 of 2026-06-10: ask the group which is right';
  for (const { detail } of needsAPerson) expect(detail).toContain(says);
});

test('a void row of its reference puts it in doubt, until that is accepted', () => {
  const first = recordResult(emptyLedger, run([row(2, { reference: 'R1' })], [a]), 1);
  const later = [row(2, { file: 'june.csv', reference: 'R1', state: 'void' })];
  const result = run(later, [a], first);
  expect([result.toApply, result.left.length, result.doubts.length]).toEqual([[], 1, 1]);
  const accepted = acceptOrder(recordResult(first, result, 2), 'A', { orders: [a] });
  expect(run(later, [a], accepted).toApply).toHaveLength(1);
});

test('a doubt is said to be settled only once it is recorded', () => {
  const first = run([row(2)], [a]);
  const ids = new Map(first.toRecord.map((payment) => [paymentKey(payment), 1]));
  const ledger = { ...recordResult(emptyLedger, first, 1), ids };
  const result = run([row(2, { file: 'june.csv', state: 'void' })], [a], ledger);
  const [shown] = result.doubts;
  const done = { id: 2, recorded: 0, idOf: () => 1 };
  expect(shown && settlingText(shown, undefined, '')).toBe('');
  expect(shown && settlingText(shown, done, '')).toContain('payments accept 112-A');
});

test.each([
  ['has a day', 'other', { paidOn: '2026-06-10' }],
  ['has a reference', 'other', { paidOn: null, reference: 'R1' }],
  ['has both', 'other', { reference: 'R1' }],
  ['has neither', 'nothing', { paidOn: null }],
] as const)('a bonus that %s is %s', (_, pays, parts) => {
  const { run: one } = run([row(2, { trackings: [], amount: 700, ...parts })], [a]);
  expect(one.facts.map((fact) => [fact.pays, fact.groups, fact.allocations])).toEqual([
    [pays, ['bfmr'], []],
  ]);
});

test('a payment for orders of another group is in that group, and in that of the file', () => {
  const other = order('M', { group: 'mvp', trackings: ['1ZM'] });
  const groupOf = (trackings: readonly string[]) =>
    run([row(2, { trackings })], [a, other]).run.facts.flatMap(({ groups }) => groups);
  expect([groupOf(['1ZM']), groupOf(['1ZA', '1ZM'])]).toEqual([['mvp', 'bfmr'], ['bfmr']]);
});

test('a run names its files by what is in them', () => {
  const contents = new Map([['may.csv', 'hash of may']]);
  const files = (changed: Partial<ReconcileOptions>) =>
    run([row(2), row(3, { file: 'june.csv' })], [a], emptyLedger, changed).run.files;
  expect([files({ contents }), files({})]).toEqual([
    ['hash of may', 'june.csv'],
    ['may.csv', 'june.csv'],
  ]);
});

test('a file that is read again is known, with the orders that it paid, and finds the same', () => {
  const ledger = recordResult(emptyLedger, run([row(2)], [a, b]), 1);
  const again = run([row(2)], [a, b], ledger);
  expect(again.rows.map(({ outcome, orders }) => [outcome, orders.map(({ id }) => id)])).toEqual([
    ['known', ['A']],
  ]);
  expect([again.found, again.recordedBefore, again.isImport]).toEqual([10_000, 0, false]);
  const later = run([row(2, { file: 'june.csv' })], [a, b], ledger);
  expect([later.found, later.recordedBefore, later.isImport]).toEqual([0, 10_000, true]);
});

test('rows that need a person suggest the orders that they may mean, three at most', () => {
  const alike = ['7-1', '7.1', '7 1', '7#1'].map((orderNumber) =>
    order(orderNumber, { orderNumber }),
  );
  const goneOrder = order('E', { trackings: ['1ZA'], gone: true });
  const rows = [row(2, { trackings: [], order: '71' }), row(3, { trackings: [] }), row(4)];
  const { needsAPerson } = run(rows, [...alike, goneOrder]);
  expect(
    needsAPerson.map(({ line, outcome, suggestions }) => [line, outcome, suggestions]),
  ).toEqual([
    [2, 'ambiguous', ['7-1', '7.1', '7 1']],
    [4, 'matched', []],
  ]);
});

test("an order's own number between words is no tracking number to add", () => {
  const messageOf = (words: readonly string[]) => {
    const named = row(2, { trackings: ['ORDER112A'] });
    return run([named], [a], emptyLedger, { wordsOf: () => words }).rows[0]?.message;
  };
  expect(messageOf(['112A'])).toBe('no order has tracking number ORDER112A; ask the group');
  expect(messageOf([])).toContain('add the tracking number to its order');
});
