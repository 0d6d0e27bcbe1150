import { describe, expect, test } from 'vitest';
import { keysFor, orderOf, payFor, rowOf as row } from '../../../test/support/facts';
import { areContradicting, concernedBy, factsOf, keysIn, keysOf, rowNamer } from './facts';
import type { Fact } from './ledger';
import { matchRow, OrderIndex } from './match';
import type { AccountOrder, PayoutRow, ReadRow } from './model';

describe('the identifiers of a row', () => {
  test('do not depend on the order in which a cell lists the tracking numbers', () => {
    const keys = keysOf({ trackings: ['1Z2', '1Z1'], order: '112-A' });
    expect(keys).toBe(keysOf({ trackings: ['1Z1', '1Z2'], order: '112 a' }));
    expect(keysIn(keys)).toEqual([['1Z1', '1Z2'], '112A']);
  });

  test('a payment that was typed has none', () => {
    expect(keysIn('')).toEqual([[], '']);
  });

  test.each<[string, string, string, boolean]>([
    ['equal', keysFor(['1Z1'], '7'), keysFor(['1Z1'], '7'), false],
    ['one without an order number', keysFor(['1Z1'], '7'), keysFor(['1Z1']), false],
    ['one without a tracking number', keysFor(['1Z1'], '7'), keysFor([], '7'), false],
    ['with nothing in common to compare', keysFor(['1Z1']), keysFor([], '7'), false],
    ['one tracking number in common', keysFor(['1Z1', '1Z2']), keysFor(['1Z2', '1Z3']), false],
    ['other tracking numbers', keysFor(['1Z1'], '7'), keysFor(['1Z2'], '7'), true],
    ['another order number', keysFor(['1Z1'], '7'), keysFor(['1Z1'], '8'), true],
    ['one typed', keysFor(['1Z1'], '7'), '', false],
  ])('of two rows contradict each other or not: %s', (_, one, other, expected) => {
    expect([areContradicting(one, other), areContradicting(other, one)]).toEqual([
      ...[expected, expected],
    ]);
  });
});

// The mirror keeps these names, so another version of waybill must give the same ones.
describe('the names of rows', () => {
  const named = (...rows: readonly PayoutRow[]) => {
    const nameOf = rowNamer(() => 'hash');
    return rows.map((one) => nameOf(one, keysOf(one), one.order === null));
  };
  const [bonus, paid] = [row(), row({ order: '112-A' })];
  test.each<[string, readonly PayoutRow[], readonly string[]]>([
    [
      'equal rows of one file are counted, from 1',
      [paid, paid, row({ ...paid, file: 'june.csv' })],
      ['content/hash/1', 'content/hash/2', 'content/hash/1'],
    ],
    [
      'paid rows and those that are not are counted apart',
      [row({ ...paid, state: 'pending' }), paid, row({ ...paid, state: 'void' })],
      ['content/hash/1', 'content/hash/1', 'content/hash/2'],
    ],
    [
      'a row with a reference has it as its name, whatever its item',
      [row({ reference: 'R1', order: '112-A', item: 'Phone' })],
      ['reference/R1'],
    ],
    [
      'what is taken back under a reference is another payment',
      [row({ reference: 'R1', order: '112-A', amount: -100 })],
      ['reference/R1/back'],
    ],
    [
      'a bonus and a fee with one reference differ in their items, and from what pays an order',
      [row({ reference: 'R1', item: 'Bonus' }), row({ reference: 'R1' })],
      ['other/reference/R1/Bonus', 'other/reference/R1/'],
    ],
    ['a bonus has a name apart from those of payments', [bonus], ['other/content/hash/1']],
  ])('%s', (_, rows, expected) => {
    expect(named(...rows)).toEqual(expected);
  });
});

/** An order with this tracking number. */
const boxed = (id: string, tracking: string, parts: Partial<AccountOrder> = {}) =>
  orderOf(id, { trackings: [tracking], ...parts });

const unreadable = (trackings: readonly string[]): ReadRow => ({
  ...{ file: 'may.csv', line: 2, format: 'melul', trackings, order: null, destroyed: [] },
  unreadable: 'the amount is not a number',
});

describe('what an import remembers of a row', () => {
  const orders = [
    boxed('A', '1ZA'),
    boxed('B', '1ZB', { group: 'Other Group' }),
    ...[boxed('C', '1ZC', { status: 'cancelled' }), boxed('D', '1ZC')],
  ];
  const index = new OrderIndex(orders);
  const factOfRow = (one: ReadRow, totals: readonly ReadRow[] = []): Fact => {
    const [fact] = factsOf([one], {
      ...{ matchOf: (of) => matchRow(of, index), index, totals: new Set(totals), group: 'BFMR' },
      ...{ hash: () => 'hash', contentOf: (file) => `content of ${file}` },
    });
    if (fact === undefined) throw new Error('no fact');
    return fact;
  };
  const bonus = row({ item: 'Bonus', reference: 'R1' });

  test.each<[string, ReadRow, Partial<Fact>]>([
    [
      'a payment for an order',
      row({ trackings: ['1ZA'], order: '112-A', item: 'Phone', paidOn: '2026-06-01' }),
      {
        ...{ file: 'content of may.csv', state: 'paid', names: ['content/hash/1'], pays: 'orders' },
        ...{ lineKey: '[["1ZA"],"112A","Phone"]', groups: ['bfmr'], isDayTyped: false },
        ...{ allocations: payFor('A'), named: ['A'], amount: 100, paidOn: '2026-06-01' },
      },
    ],
    [
      'one for an order of another group',
      row({ trackings: ['1ZB'] }),
      { groups: ['othergroup', 'bfmr'], named: ['B'] },
    ],
    [
      'one for orders of several groups',
      row({ trackings: ['1ZA', '1ZB'] }),
      { groups: ['bfmr'], named: ['A', 'B'] },
    ],
    [
      'one for a box that a cancelled order shares',
      row({ trackings: ['1ZC'] }),
      { allocations: payFor('D'), named: ['C', 'D'] },
    ],
    [
      'tracking numbers in any order',
      row({ trackings: ['1ZX', '1ZB', '1ZA'] }),
      { lineKey: '[["1ZA","1ZB","1ZX"],"",null]' },
    ],
    [
      'a letter that the tracker asks for: two names',
      row({ format: 'bfmr', trackings: ['1ZAB'], reference: 'R1' }),
      { lineKey: '[["1ZA"],"",null]', names: ['reference/R1', 'reference/R1'] },
    ],
    ['a day that was typed', row({ trackings: ['1ZA'], isDayTyped: true }), { isDayTyped: true }],
    [
      'a row that is not paid',
      row({ trackings: ['1ZA'], state: 'received' }),
      { state: 'received', allocations: [], pays: 'orders', named: ['A'] },
    ],
    [
      'a row of an unknown number',
      row({ trackings: ['1ZX'] }),
      { pays: 'unclear', allocations: [], named: [], names: ['content/hash/1'] },
    ],
    [
      'a bonus',
      bonus,
      { pays: 'other', named: ['item/Bonus'], names: ['other/reference/R1/Bonus'] },
    ],
    ['a bonus without a day', row({ item: 'Bonus' }), { pays: 'nothing', named: ['item/Bonus'] }],
    [
      'a row that cannot be read',
      unreadable(['1ZA']),
      {
        ...{ state: 'unreadable', names: [], named: ['A'], amount: 0, item: null, paidOn: null },
        ...{ isDayTyped: false, allocations: [], reference: null },
      },
    ],
    ['one that names nothing', unreadable([]), { named: [], names: [], pays: 'nothing' }],
  ])('%s', (_, one, expected) => {
    expect(factOfRow(one)).toMatchObject(expected);
  });

  test('a sum of the rows above pays nothing', () => {
    expect([factOfRow(bonus).pays, factOfRow(bonus, [bonus]).pays]).toEqual(['other', 'nothing']);
  });

  test('money goes to a cancelled order only if there is no other', () => {
    const concerned = (one: ReadRow) => concernedBy(one, matchRow(one, index)).map(({ id }) => id);
    expect(concerned(row({ trackings: ['1ZC'] }))).toEqual(['D']);
    expect(concerned(row({ trackings: ['1ZC'], state: 'void' }))).toEqual(['C', 'D']);
    expect(concerned(unreadable(['1ZC']))).toEqual(['C', 'D']);
    const alone = new OrderIndex([boxed('C', '1ZC', { status: 'cancelled' })]);
    const paid = row({ trackings: ['1ZC'] });
    expect(concernedBy(paid, matchRow(paid, alone)).map(({ id }) => id)).toEqual(['C']);
  });
});
