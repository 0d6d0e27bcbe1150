import { describe, expect, test } from 'vitest';
import { factOf, orderOf as order, paymentOf, rowOf } from '../../../test/support/facts';
import type { RecordedPayment } from './ledger';
import {
  amendedMessage,
  contradictedMessage,
  duplicateMessage,
  knownMessage,
  matchedMessage,
  nameOf,
  notedMessage,
  unrecordedMessage,
  unresolvedMessage,
  verdictDetail,
} from './messages';
import type { PayoutRow } from './model';

const row = (parts: Partial<PayoutRow> = {}) => rowOf({ line: 9, reference: 'R1', ...parts });

const [a, b] = [order('A'), order('B')];

test('an order goes by its number, or by its id if it has none', () => {
  expect([nameOf(a), nameOf(order('C', { orderNumber: null }))]).toEqual(['112-A', 'C']);
});

test('a match says how it was found, and names what is unusual', () => {
  const one = [{ orderId: 'A', cents: 100 }];
  expect(matchedMessage('tracking', [a], one, 'bfmr')).toBe('by tracking number: 112-A');
  expect(matchedMessage('letter', [a], one, 'mvp')).toBe(
    'by tracking number, without the letter appended to it: 112-A; 112-A belongs to bfmr',
  );
  const gone = order('A', { gone: true });
  expect(matchedMessage('order', [gone], one, 'mvp')).toBe(
    'by order number: 112-A; 112-A is no longer in the account',
  );
  const two = [
    { orderId: 'A', cents: 1250 },
    { orderId: 'B', cents: -50 },
  ];
  expect(matchedMessage('tracking', [a, b], two, 'bfmr')).toBe(
    'by tracking number: 112-A $12.50, 112-B -$0.50',
  );
  expect(matchedMessage('tracking', [a, b], [], 'bfmr')).toBe(
    'by tracking number: 112-A $0.00, 112-B $0.00',
  );
});

test('an amended payment names what it replaces', () => {
  const before = { amount: 1250, reference: 'R1' } as RecordedPayment;
  const text = 'by order number: 112-A; $15.00 replaces the $12.50 recorded for reference R1';
  expect(amendedMessage('by order number: 112-A', { amount: 1500 }, before, [])).toBe(text);
  expect(amendedMessage('by order number: 112-A', { amount: 1500 }, before, [b])).toBe(
    `${text}, which paid 112-B; ask the group which one it means`,
  );
});

const [paidOn, noDay] = ['2026-06-01', null];
const gone = order('G', { gone: true });
const instead = 'which paid 112-A, 112-G; ask the group which one it means';

test.each([
  ['on the same day', { reference: 'R1', paidOn }, { paidOn }, [], 'recorded before'],
  ['by nothing that has a day', { reference: 'R1', paidOn }, null, [], 'recorded before'],
  ['and has no day', { reference: 'R1', paidOn: noDay }, { paidOn }, [], 'recorded before'],
  [
    'on another day',
    { reference: 'R1', paidOn: '2026-06-02' },
    { paidOn },
    [],
    'recorded before, on 2026-06-01',
  ],
  [
    'for an order that is still there, and one that is not',
    { reference: 'R1', paidOn },
    { paidOn },
    [a, gone],
    `recorded before under this reference, ${instead}`,
  ],
  [
    'without a reference',
    { reference: null, paidOn },
    { paidOn },
    [a, gone],
    `recorded before, ${instead}`,
  ],
] as const)('a row that was recorded %s says so', (_, row, before, elsewhere, text) => {
  const payment = before === null ? undefined : paymentOf(before);
  expect(knownMessage(row, payment, elsewhere)).toBe(text);
});

test.each([
  [null, null, 'it has neither a day nor a reference'],
  [paidOn, null, 'it is the sum of the rows above'],
  [null, 'R1', 'it is the sum of the rows above'],
])('a row of no order on day %s with reference %s is not recorded: %s', (day, reference, why) => {
  expect(unrecordedMessage(factOf({ paidOn: day, reference }))).toBe(
    `; not recorded, since ${why}`,
  );
});

describe('a row without money says why', () => {
  const matched = { kind: 'matched', rule: 'order', orders: [a, b] } as const;
  test.each([
    ['received', matched, 'received by the group, not paid yet: 112-A, 112-B'],
    ['pending', { kind: 'nothing' }, 'not paid yet'],
    [
      'void',
      { kind: 'unmatched' },
      'returned, refunded or cancelled by the group; no single order found',
    ],
  ] as const)('%s', (state, match, message) => {
    expect(notedMessage(state, match)).toBe(message);
  });
});

test('a repeated row names the one that counts', () => {
  expect(duplicateMessage(row(), row({ line: 4 }))).toBe('repeats line 4');
  expect(duplicateMessage(row(), row({ line: 4, file: 'april.csv' }))).toBe(
    'repeats line 4 of april.csv',
  );
});

test('a row that something else contradicts says what does', () => {
  const before = paymentOf({ amount: 1250, paidOn: '2026-06-01' });
  expect([
    contradictedMessage(row(), 'amount', undefined),
    contradictedMessage(row(), 'keys', undefined),
    contradictedMessage(row(), 'keys', before),
    contradictedMessage(row(), 'export', before),
  ]).toEqual([
    'reference R1 also appears with a different amount in these files; remove the wrong row',
    'reference R1 also appears with other identifiers in these files; remove the wrong row',
    'reference R1 was recorded with other identifiers: $12.50 on 2026-06-01; ask the group which is right',
    'another of these files has another amount or date for the same item; give only the newer file',
  ]);
});

test.each([
  ['nothing', {}, null],
  ['the rest of a box', { verdict: 'paid_short', noted: new Set(['received']) }, 'rest received'],
  ['only of what is short', { noted: new Set(['received']) }, null],
  [
    'what the service has as paid',
    { isDenied: true },
    'paid at the service, but nothing is recorded',
  ],
  ['doubts, each once', { doubts: ['one', 'two', 'one'] }, 'one; two'],
  [
    'what was accepted',
    { acceptance: { applies: false, before: 489 } },
    'accepted at $4.89 before',
  ],
  ['not what is', { acceptance: { applies: true, before: 489 } }, null],
] as const)('the detail of a verdict says %s', (_, parts, expected) => {
  const usual = { verdict: 'paid_in_full', noted: new Set<string>(), isDenied: false } as const;
  const given = { ...usual, doubts: [], acceptance: undefined, ...parts };
  expect(verdictDetail(given)).toBe(expected);
});

describe('an unresolved row says what to do', () => {
  const written = row({ trackings: ['1Z1', '1Z2'], order: '7', destroyed: ['9.4E+21'] });
  const all =
    'tracking number 1Z1, tracking number 1Z2, order number 7, 9.4E+21, a number that a spreadsheet rounded (export it again, as text)';
  test.each([
    [
      { kind: 'conflict', byTracking: [a], byNumber: [] },
      'the tracking number is on 112-A, but order number 7 is not in the account; ask the group which one it paid',
    ],
    [
      { kind: 'conflict', byTracking: [a], byNumber: [b] },
      'the tracking number is on 112-A, but the order number is 112-B; ask the group which one it paid',
    ],
    [
      { kind: 'ambiguous', orders: [a, b] },
      `${all} may mean 112-A, 112-B; ask the group which one it paid`,
    ],
    [
      { kind: 'unmatched' },
      `no order has ${all}; add the tracking number to its order or ask the group`,
    ],
    [{ kind: 'nothing' }, 'has neither a tracking number nor an order number'],
  ] as const)('%j', (match, message) => {
    expect(unresolvedMessage(written, match)).toBe(message);
  });

  test('of what the row has', () => {
    const unmatched = { kind: 'unmatched' } as const;
    expect(unresolvedMessage(row({ order: '7' }), unmatched)).toBe(
      'no order has order number 7; check the order number or ask the group',
    );
    expect(unresolvedMessage(row({ destroyed: ['9.4E+21'] }), unmatched)).toBe(
      'no order has 9.4E+21, a number that a spreadsheet rounded (export it again, as text); ask the group',
    );
    const named = { kind: 'unmatched', named: [a, b] } as const;
    expect(unresolvedMessage(row({ trackings: ['1Z1'] }), named)).toBe(
      'no order has tracking number 1Z1; several orders have this number: ask the group which one it paid',
    );
  });
});
