import { describe, expect, test } from 'vitest';
import { suggestOrders } from './match';
import type { AccountOrder, PayoutRow } from './model';

function order(id: string, ...trackings: string[]): AccountOrder {
  return {
    ...{ id, kind: 'order', orderNumber: null, group: 'bfmr', status: 'shipped' },
    ...{ orderDate: '2026-06-01', expected: 100, trackings, gone: false },
  };
}

type Written = Partial<Pick<PayoutRow, 'trackings' | 'order' | 'destroyed'>>;

function suggested(written: Written, orders: readonly AccountOrder[]): string[] {
  const row: PayoutRow = {
    ...{ file: 'may.csv', line: 2, format: 'melul', amount: 100, state: 'paid', paidOn: null },
    ...{ reference: null, item: null, quantity: null, trackings: [], order: null, destroyed: [] },
    ...written,
  };
  return (suggestOrders([row], (visit) => orders.forEach(visit)).get(row) ?? []).map(
    ({ id }) => id,
  );
}

describe('two identifiers are close if three quarters of the longer one agree at its ends', () => {
  test.each([
    ['at the front, just', 'ABCDEFGHI000', 'ABCDEFGHI111', true],
    ['at the front, one too few', 'ABCDEFGH0000', 'ABCDEFGH1111', false],
    ['at the back, just', '000DEFGHIJKL', '111DEFGHIJKL', true],
    ['at the back, one too few', '0000EFGHIJKL', '1111EFGHIJKL', false],
    ['at both together', 'ABCDEF00IJKL', 'ABCDEF11IJKL', true],
    ['at both, but six characters at neither', 'ABCDE00HIJK', 'ABCDE11HIJK', false],
    ['of one that was cut', 'ABCDEFGHI', 'ABCDEFGHIJKL', true],
    ['of one that was cut too much', 'ABCDEFGHI', 'ABCDEFGHIJKLM', false],
    ['of one with more at its end', 'ABCDEFGHIJKL', 'ABCDEFGHI', true],
    ['counting no character twice', 'AAAAAAA', 'AAAAAAAAAA', false],
    ['with six characters', 'ABCDEF', 'ABCDEFG', true],
    ['with five, which mean nothing', 'ABCDE', 'ABCDE', false],
  ])('%s', (_, written, tracking, isClose) => {
    expect(suggested({ trackings: [written] }, [order('A', tracking)])).toEqual(
      isClose ? ['A'] : [],
    );
  });

  test('order numbers count too, however they are written', () => {
    const one = { ...order('A'), orderNumber: 'abc-def-ghi-1' };
    expect(suggested({ order: 'ABCDEF GHI 2' }, [one])).toEqual(['A']);
  });

  test('orders that are gone are not suggested', () => {
    expect(
      suggested({ trackings: ['ABCDEFGH'] }, [{ ...order('A', 'ABCDEFGHI'), gone: true }]),
    ).toEqual([]);
  });
});

describe('the closest orders come first, at most three', () => {
  test('by what agrees, then by id', () => {
    const orders = [
      order('E', 'ABCDEFGHI111'),
      order('D', 'ABCDEFGHIJ11'),
      order('C', 'ABCDEFGHIJ22'),
      order('A', 'ABCDEFGHIJK1'),
      order('B', 'ABCDEFGHIJ33'),
    ];
    expect(suggested({ trackings: ['ABCDEFGHIJKL'] }, orders)).toEqual(['A', 'B', 'C']);
    expect(suggested({ trackings: ['ABCDEFGHIJKL'] }, orders.toReversed())).toEqual([
      ...['A', 'B', 'C'],
    ]);
  });

  test.each([[['ABCDEFGHIJK1', 'ABCDEFGHI111']], [['ABCDEFGHI111', 'ABCDEFGHIJK1']]])(
    'an order counts with the closest of its numbers: %j',
    (trackings) => {
      const orders = [order('A', 'ABCDEFGHIJ33'), order('B', ...trackings)];
      expect(suggested({ trackings: ['ABCDEFGHIJKL'] }, orders)).toEqual(['B', 'A']);
      // The other way round: two numbers in the row.
      const [one, two] = [order('A', 'ABCDEFGHIJ33'), order('B', 'ABCDEFGHIJKL')];
      expect(suggested({ trackings }, [one, two])).toEqual(['B', 'A']);
    },
  );
});

test('what is left of a number that a spreadsheet destroyed suggests nothing', () => {
  const whole = order('A', `94001${'0'.repeat(17)}`);
  expect(suggested({ destroyed: ['9.40011E+21'] }, [whole])).toEqual([]);
});

test('compares an end with 5,000 numbers, so that a file of other numbers takes no longer', () => {
  const decoys = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      order(`D${index}`, `ABCDEF${String(index).padStart(6, '0')}`),
    );
  const meant = order('A', 'ABCDEFXYZ111');
  const written = { trackings: ['ABCDEFXYZPQR'] };
  expect(suggested(written, [...decoys(4999), meant])).toEqual(['A']);
  expect(suggested(written, [...decoys(5000), meant])).toEqual([]);
});
