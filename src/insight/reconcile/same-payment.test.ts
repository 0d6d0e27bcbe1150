import { describe, expect, test } from 'vitest';
import { factOf, keysFor, payFor, paymentOf } from '../../../test/support/facts';
import type { DoubtReason, Fact, RecordedPayment } from './model';
import {
  areApart,
  editedPayments,
  isSameLine,
  moneyOf,
  olderDoubts,
  samePayment,
} from './same-payment';

type Row = Partial<Fact>;
type Payment = Partial<RecordedPayment>;
type Case = [string, Row, Payment, DoubtReason | undefined];

const noOrder = { allocations: [] };
const typed = { importId: null };

describe('a new row may be a recorded payment', () => {
  test.each<Case>([
    ['edited: its line has another amount', {}, { amount: 90 }, 'edited'],
    ['edited: its line has other orders', {}, { allocations: payFor('B') }, 'edited'],
    ['edited: neither names an item', { item: null }, { item: null, amount: 90 }, 'edited'],
    ['edited, also if an older waybill recorded it', {}, { format: null, amount: 90 }, 'edited'],
    ['edited: a bonus that says what it is for', noOrder, { ...noOrder, amount: 90 }, 'edited'],
    ['another line: other keys', {}, { keys: keysFor(['1Z2']), amount: 90 }, undefined],
    ['another line: another layout', {}, { format: 'melul', amount: 90 }, undefined],
    ['a reference is no edit', { reference: 'R1' }, { amount: 90 }, undefined],
    ['no edit of a payment with a reference', {}, { reference: 'R1', amount: 90 }, undefined],
    ["an older waybill's row is no edit", { format: null }, { amount: 90 }, undefined],
    [
      'a bonus without an item is no edit',
      { ...noOrder, item: null },
      { ...noOrder, item: null, amount: 90 },
      undefined,
    ],
    [
      'a bonus without an item is not one of the same amount',
      { ...noOrder, item: null },
      { ...noOrder, item: null },
      undefined,
    ],
    ['typed: the same money', {}, typed, 'typed'],
    ['typed with a reference: the same money', {}, { ...typed, reference: 'R1' }, 'typed'],
    ['typed with another amount is another one', {}, { ...typed, amount: 90 }, undefined],
    [
      'typed for another order is another one',
      {},
      { ...typed, allocations: payFor('B') },
      undefined,
    ],
    ['typed for no order is another one', noOrder, { ...typed, ...noOrder }, undefined],
    ['two references are two payments', { reference: 'R1' }, { reference: 'R2' }, undefined],
    [
      'two references are two payments, though one was typed',
      { reference: 'R1' },
      { ...typed, reference: 'R2' },
      undefined,
    ],
    ['read again: now it has a reference', { reference: 'R1' }, {}, 'read again'],
    ['read again: it had a reference', {}, { reference: 'R1' }, 'read again'],
    ['read again from another layout', {}, { format: 'melul' }, 'read again'],
    ['read again by an older waybill', { format: null }, {}, 'read again'],
  ])('%s', (_, row, payment, expected) => {
    expect(samePayment(factOf(row), paymentOf(payment))).toBe(expected);
  });
});

describe('a payment of the same money in another layout was read again', () => {
  const other = { format: 'melul' };
  const alike = keysFor(['1Z1'], '112-A');
  test.each<Case>([
    ['not on another day', { paidOn: '2026-06-11' }, {}, undefined],
    ['if day and month changed places', { paidOn: '2026-10-06' }, {}, 'read again'],
    ['not if the year changed, too', { paidOn: '2025-10-06' }, {}, undefined],
    ['if only the row has no day', { paidOn: null, keys: alike }, {}, 'read again'],
    ['if only the payment has no day', { keys: alike }, { paidOn: null }, 'read again'],
    ['if both have no day but the same keys', { paidOn: null }, { paidOn: null }, 'read again'],
    [
      'not if both have no day and other keys',
      { paidOn: null, keys: alike },
      { paidOn: null },
      undefined,
    ],
    ['not if its tracking number differs', { keys: keysFor(['1Z2']) }, {}, undefined],
    ['if one tracking number is the same', { keys: keysFor(['1Z1', '1Z2']) }, {}, 'read again'],
    ['if only the payment has a tracking number', { keys: keysFor([], '1') }, {}, 'read again'],
    ['if only the row has a tracking number', {}, { keys: keysFor([], '1') }, 'read again'],
    [
      'if neither has a tracking number',
      { keys: keysFor([], '1') },
      { keys: keysFor([], '2') },
      'read again',
    ],
  ])('%s', (_, row, payment, expected) => {
    expect(samePayment(factOf(row), paymentOf({ ...other, ...payment }))).toBe(expected);
  });
});

describe('a row has the line of a payment', () => {
  test.each<[string, Row, Row, boolean]>([
    ['of the same keys, layout and item', {}, {}, true],
    ['not with other keys', {}, { keys: keysFor(['1Z2']) }, false],
    ['not in another layout', {}, { format: 'melul' }, false],
    ['if its own layout is unknown', { format: null }, {}, true],
    ["if the payment's layout is unknown", {}, { format: null }, true],
    ['if no layout is known', { format: null }, { format: null }, true],
    ['not with another item', {}, { item: 'Case' }, false],
    ['not if only one has an item', {}, { item: null }, false],
    ['if its own item was not remembered', { item: undefined }, {}, true],
    ["if the payment's item was not remembered", {}, { item: undefined }, true],
    ['if both have no item', { item: null }, { item: null }, true],
  ])('%s', (_, one, other, expected) => {
    expect(isSameLine(factOf(one), factOf(other))).toBe(expected);
  });
});

test.each<[string, string[], string[], boolean]>([
  ['that share one', ['A', 'B'], ['B', 'C'], false],
  ['that share none', ['A', 'B'], ['C'], true],
  ['of which one has none', ['A'], [], true],
])('rows for orders %s', (_, one, other, expected) => {
  const [left, right] = [payFor(...one), payFor(...other)];
  expect(areApart({ allocations: left }, { allocations: right })).toBe(expected);
});

test('the order of the orders makes no other money; the amount and the orders do', () => {
  const money = (amount: number, ...orders: readonly string[]) =>
    moneyOf({ amount, allocations: payFor(...orders) });
  expect(money(100, 'B', 'A')).toBe(money(100, 'A', 'B'));
  expect(money(100, 'A')).not.toBe(money(90, 'A'));
  expect(money(100, 'A')).not.toBe(money(100, 'B'));
});

describe('edited rows are paired', () => {
  const older = { item: undefined, format: null };
  const day = (number: number) => `2026-06-0${number}`;
  const bonus = { ...noOrder, item: null };
  test.each<[string, Row[], Payment[], [number, number][]]>([
    [
      'in order of amount, not of rows',
      [{ amount: 300 }, { amount: 100 }, { amount: 200 }],
      [{ amount: 190 }, { amount: 310 }, { amount: 90 }],
      [
        [1, 2],
        [2, 0],
        [0, 1],
      ],
    ],
    [
      'those of one amount in order of days, without a day first',
      [{ paidOn: day(2) }, { paidOn: null }, { paidOn: day(1) }],
      [{ paidOn: day(1) }, { paidOn: day(2) }, { paidOn: null }].map((one) => ({
        ...one,
        amount: 90,
      })),
      [
        [1, 2],
        [2, 0],
        [0, 1],
      ],
    ],
    ['a further row with none', [{ amount: 200 }, {}], [{ amount: 90 }], [[1, 0]]],
    ['a further payment with none', [{}], [{ amount: 190 }, { amount: 90 }], [[0, 1]]],
    [
      'each with its own item',
      [{}, { item: 'Case', amount: 200 }],
      [{ item: 'Case', amount: 90 }, { amount: 210 }],
      [
        [0, 1],
        [1, 0],
      ],
    ],
    ['not with other keys', [{}], [{ keys: keysFor(['1Z2']), amount: 90 }], []],
    ['not from another layout', [{}], [{ format: 'melul', amount: 90 }], []],
    ['not with a bonus without an item', [bonus], [{ ...bonus, amount: 90 }], []],
    ["with an older waybill's, one to one", [{}], [{ ...older, amount: 90 }], [[0, 0]]],
    ["not two with one of an older waybill's", [{}, { item: 'Case' }], [older], []],
    ["not one with two of an older waybill's", [{}], [older, older], []],
    ["not two with two of an older waybill's", [{}, { item: 'Case' }], [older, older], []],
    [
      "not two with an older waybill's, if their layout is known",
      [{ item: null }, { item: null }],
      [{ item: undefined }],
      [],
    ],
    ["not with an older waybill's with other keys", [{}], [{ ...older, keys: '' }], []],
    [
      "not a bonus without an item with an older waybill's",
      [bonus],
      [{ ...older, ...noOrder }],
      [],
    ],
    [
      "each with one of an older waybill's on its keys",
      [{}, { keys: keysFor(['1Z2']) }],
      [{ ...older, keys: keysFor(['1Z2']) }, older],
      [
        [0, 1],
        [1, 0],
      ],
    ],
    [
      "the row that is left with an older waybill's",
      [{ item: 'Case' }, {}],
      [older, { amount: 90 }],
      [
        [1, 1],
        [0, 0],
      ],
    ],
  ])('%s', (_, some, recorded, expected) => {
    const rows = some.map((parts) => factOf(parts));
    const payments = recorded.map((parts) => paymentOf(parts));
    const pairs = [...editedPayments(rows, payments)];
    const places = pairs.map(([row, payment]) => [rows.indexOf(row), payments.indexOf(payment)]);
    expect(places).toEqual(expected);
  });
});

describe('of the payments of an older waybill', () => {
  type Doubted = [place: number, reason: DoubtReason, before: number];
  test.each<[string, Payment[], Doubted[]]>([
    ['the later import is in doubt', [{}, { importId: 2 }], [[1, 'read again', 0]]],
    ['two of one import are two', [{}, {}], []],
    ['other money is another one', [{}, { importId: 2, amount: 90 }], []],
    ['one that is imported after it was typed is in doubt', [typed, {}], [[1, 'typed', 0]]],
    ['one that is typed after it was imported is in no doubt', [{}, typed], []],
    ['two that were typed are in no doubt', [typed, typed], []],
    ['two references are two', [{ reference: 'R1' }, { importId: 2, reference: 'R2' }], []],
    [
      'an earlier one that it can not be is passed over',
      [{ reference: 'R1' }, { importId: 2 }, { importId: 3, reference: 'R3' }],
      [
        [1, 'read again', 0],
        [2, 'read again', 1],
      ],
    ],
    [
      'the first of several earlier ones is named',
      [{}, { importId: 2 }, { importId: 3 }],
      [
        [1, 'read again', 0],
        [2, 'read again', 0],
      ],
    ],
  ])('%s', (_, recorded, expected) => {
    const payments = recorded.map((parts) =>
      paymentOf({ item: undefined, format: null, ...parts }),
    );
    const doubts = [...olderDoubts(payments)].map(([payment, { reason, before }]) => [
      payments.indexOf(payment),
      reason,
      before === null ? null : payments.indexOf(before),
    ]);
    expect(doubts).toEqual(expected);
  });
});
