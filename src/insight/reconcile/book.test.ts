import { describe, expect, test } from 'vitest';
import { factOf, keysFor, payFor } from '../../../test/support/facts';
import { Book, type BookedPayment, paymentOfRow, paymentTyped } from './book';
import type { Fact } from './ledger';

/** A row with the reference R1. */
const fact = (parts: Partial<Fact> = {}) =>
  factOf({ names: ['reference/R1'], groups: ['g'], reference: 'R1', ...parts });

const run = { group: 'g', importId: 1, moment: 1, lastDay: null, sources: [] };
const paid = (of: Fact, identity = 'g/reference/R1'): BookedPayment =>
  paymentOfRow(of, identity, { ...run, aliases: [] });

const typed = (orderId: string, own: { reference?: string | null; paidOn?: string } = {}) =>
  paymentTyped({
    kind: 'typed',
    moment: 1,
    subject: `typed/${orderId}`,
    orderId,
    group: 'g',
    amount: 100,
    paidOn: own.paidOn ?? null,
    reference: own.reference === undefined ? 'R1' : own.reference,
  });

function bookOf(...payments: readonly BookedPayment[]): Book {
  const book = new Book();
  for (const payment of payments) book.add(payment);
  return book;
}

describe('a typed payment', () => {
  test('has the name of its reference, or none', () => {
    expect(typed('A')).toMatchObject({ names: ['reference/R1'], groups: ['g'], isUndated: true });
    expect(typed('A', { reference: null }).names).toEqual([]);
    const ofNoGroup = { kind: 'typed', moment: 1, subject: 'typed/B', orderId: 'B' } as const;
    expect(
      paymentTyped({ ...ofNoGroup, group: null, amount: 5, paidOn: null, reference: null }).groups,
    ).toEqual([]);
    expect(typed('A', { paidOn: '2026-06-01' })).toMatchObject({
      isUndated: false,
      sources: [],
      aliases: [],
    });
  });

  test('is the payment of a row with its reference, unless several share it', () => {
    const elsewhere = fact({ allocations: payFor('three') });
    expect(bookOf(typed('A')).recorded(elsewhere)?.identity).toBe('typed/A');
    const both = bookOf(typed('A'), typed('two'));
    expect(both.recorded(elsewhere)).toBeUndefined();
    expect(both.recorded(fact())?.identity).toBe('typed/A');
  });

  test('that was removed is no row', () => {
    const removed = { ...typed('A'), removedAt: 1 };
    expect(bookOf(removed).recorded(fact())).toBeUndefined();
    expect(bookOf(removed, typed('two')).recorded(fact())?.identity).toBe('typed/two');
  });
});

describe('an imported payment', () => {
  test('goes before a typed one, and one for the same order before another', () => {
    const other = fact({ allocations: payFor('two') });
    const book = bookOf(typed('A'), paid(other, 'two'), paid(fact(), 'one'));
    expect(book.recorded(fact())?.identity).toBe('one');
    expect(bookOf(typed('A'), paid(other, 'two')).recorded(fact())?.identity).toBe('two');
  });

  test("of another group's file is a row only if nothing contradicts it", () => {
    const there = paid(fact({ groups: ['g', 'h'], allocations: [] }));
    const row = (keys: string) => fact({ groups: ['g', 'i'], keys, allocations: [], item: 'x' });
    expect(bookOf(there).recorded(row(keysFor(['1Z1'])))?.identity).toBe('g/reference/R1');
    expect(bookOf(there).recorded(row(keysFor(['1Z2'])))).toBeUndefined();
  });

  test('for no order is a row of its group only, whatever the name of both', () => {
    const fee = (group: string, parts: Partial<Fact> = {}) =>
      fact({ groups: [group], allocations: [], item: 'Fee', ...parts });
    const book = bookOf(paid(fee('g')));
    expect(paid(fee('g')).reach).toEqual(['item/Fee']);
    expect(book.recorded(fee('g'))?.identity).toBe('g/reference/R1');
    expect(book.recorded(fee('h'))).toBeUndefined();
    // The order of a payment may have moved to another group.
    expect(bookOf(paid(fact())).recorded(fact({ groups: ['h'] }))?.identity).toBe('g/reference/R1');
  });

  test('has the first name of its row only', () => {
    expect(paid(fact({ names: ['with B', 'without'] })).names).toEqual(['with B']);
  });
});

test('an identity is of the group of the orders, of the file if that is taken, then of both', () => {
  const row = fact({ groups: ['g', 'h'] });
  const book = new Book();
  const identities = [1, 2, 3].map(() => {
    const identity = book.identityFor(row);
    book.add(paid(row, identity));
    return identity;
  });
  expect(identities).toEqual(['g/reference/R1', 'h/reference/R1', 'g/reference/R1/h/reference/R1']);
});

test('a payment is called by its identity, and by what rows that are it would have given it', () => {
  const payment = paid(fact(), 'typed/A');
  const book = bookOf(payment);
  book.nameAlso(payment, fact());
  book.nameAlso(payment, fact());
  expect(payment.aliases).toEqual(['g/reference/R1']);
  expect(book.called('g/reference/R1')).toEqual([payment]);
  expect(book.called('typed/A')).toEqual([payment]);
  book.takeOut(payment);
  expect(book.called('g/reference/R1')).toEqual([]);
  const own = paid(fact());
  bookOf(own).nameAlso(own, fact());
  expect(own.aliases).toEqual([]);
});
