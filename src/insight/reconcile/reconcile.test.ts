import { describe, expect, test } from 'vitest';
import {
  acceptOrder,
  emptyLedger,
  type Ledger,
  paymentsOf,
  recordResult,
  removePayment,
  type TypedPayment,
  typePayment,
  undoImport,
} from '../../../test/support/ledger-model';
import { allocate } from './clusters';
import type { AccountOrder, PayoutRow, ReadRow, ReconcileOptions } from './model';
import { reconcile } from './reconcile';
import { hasFinding, reconcileReport, resultCells, resultHeaders } from './report';

const options: ReconcileOptions = {
  group: 'bfmr',
  tolerance: 2,
  grace: 30,
  today: '2026-06-15',
  hash: (content) => content,
};

type Sparse<T> = { readonly [K in keyof T]?: T[K] };

function order(id: string, parts: Sparse<AccountOrder> = {}): AccountOrder {
  return {
    id,
    kind: 'order',
    orderNumber: `112-${id}`,
    group: 'bfmr',
    status: 'shipped',
    orderDate: '2026-06-01',
    expected: 10_000,
    trackings: [],
    gone: false,
    ...parts,
  };
}

let line = 1;
function row(parts: Sparse<PayoutRow> = {}): PayoutRow {
  line++;
  return {
    file: 'may.csv',
    line,
    format: 'melul',
    trackings: [],
    order: null,
    amount: 10_000,
    state: 'paid',
    paidOn: '2026-06-10',
    reference: null,
    item: null,
    quantity: null,
    destroyed: [],
    ...parts,
  };
}

function run(
  rows: readonly ReadRow[],
  orders: readonly AccountOrder[],
  ledger: Ledger = emptyLedger,
  changed: Sparse<ReconcileOptions> = {},
) {
  return reconcile(rows, orders, ledger, { ...options, ...changed });
}

/** The outcome of a single row, with the ids its cents reached. */
function outcomeOf(one: ReadRow, orders: readonly AccountOrder[], ledger?: Ledger) {
  const [only] = run([one], orders, ledger).rows;
  return [only?.outcome, ...(only?.allocations.map(({ orderId }) => orderId) ?? [])];
}

function verdictsOf(
  rows: readonly ReadRow[],
  orders: readonly AccountOrder[],
  ledger?: Ledger,
  changed?: Sparse<ReconcileOptions>,
) {
  const { verdicts } = run(rows, orders, ledger, changed);
  return Object.fromEntries(verdicts.map(({ order: { id }, verdict }) => [id, verdict]));
}

const a = order('A', { trackings: ['1Z-1'] });
const b = order('B', { trackings: ['1Z2'] });
const shared = [order('A', { trackings: ['1Z1'] }), order('B', { trackings: ['1Z1'] })];
const alike = [order('A', { orderNumber: '12-3' }), order('B', { orderNumber: '123' })];
const gone = order('G', { orderNumber: '112-A', gone: true, trackings: ['1Z1'] });

describe('matching', () => {
  test.each<[string, PayoutRow, AccountOrder[], string[]]>([
    ['1: by tracking key', row({ trackings: ['1Z1'] }), [a, b], ['matched', 'A']],
    [
      '1: by every tracking number of the row',
      row({ trackings: ['1Z1', '1Z2'] }),
      [a, b],
      ['matched', 'A', 'B'],
    ],
    [
      '1: by the only tracking number that is known',
      row({ trackings: ['1Z9', '1Z2'] }),
      [a, b],
      ['matched', 'B'],
    ],
    [
      '1: a shared box reaches all its orders',
      row({ trackings: ['1Z1'] }),
      shared,
      ['matched', 'A', 'B'],
    ],
    [
      '1: an existing order before one that is gone',
      row({ trackings: ['1Z1'] }),
      [gone, a],
      ['matched', 'A'],
    ],
    [
      '1: an order that is gone if no other has the number',
      row({ trackings: ['1Z1'] }),
      [gone, b],
      ['matched', 'G'],
    ],
    ['1: leading zeros count', row({ trackings: ['01Z1'] }), [a], ['unmatched']],
    ['2: by order key', row({ order: '112 a' }), [a, b], ['matched', 'A']],
    [
      '2: by order key if the tracking number is unknown',
      row({ order: '112-A', trackings: ['1Z9'] }),
      [a, b],
      ['matched', 'A'],
    ],
    [
      '2: a gift card order',
      row({ order: '112-C' }),
      [order('C', { kind: 'giftcard' })],
      ['matched', 'C'],
    ],
    [
      '2: an order of another group',
      row({ order: '112-A' }),
      [order('A', { group: 'x' })],
      ['matched', 'A'],
    ],
    [
      '2: of two with one key, the one with exactly this text',
      row({ order: '12-3' }),
      alike,
      ['matched', 'A'],
    ],
    [
      '2: of two with one key, neither with this text',
      row({ order: '1-23' }),
      alike,
      ['ambiguous'],
    ],
    [
      '2: a separator at another place is another number',
      row({ order: '1-12' }),
      [order('A', { orderNumber: '11-2' })],
      ['unmatched'],
    ],
    [
      '2: a letter that is not of A to Z counts',
      row({ order: '112-A' }),
      [order('A', { orderNumber: 'Ä112-A' })],
      ['unmatched'],
    ],
    [
      '2: several numbers are not one without their separators',
      row({ order: '112-A, 2' }),
      [order('A', { orderNumber: '112-A2' })],
      ['unmatched'],
    ],
    [
      '2: a note beside a number is no part of it',
      row({ order: '112-A (2)' }),
      [a, order('C', { orderNumber: '112-A2' })],
      ['unmatched'],
    ],
    [
      '2: several numbers that are the number of an order',
      row({ order: '112-A, 2' }),
      [a, order('C', { orderNumber: '112-A, 2' })],
      ['matched', 'C'],
    ],
    [
      '2: of two with one key, the one that exists',
      row({ order: '112A' }),
      [gone, a],
      ['matched', 'A'],
    ],
    [
      'both: the named order of a shared box',
      row({ trackings: ['1Z1'], order: '112-B' }),
      shared,
      ['matched', 'B'],
    ],
    [
      'both: one of two numbers belongs to another order',
      row({ trackings: ['1Z1', '1Z2'], order: '112-A' }),
      [a, b],
      ['conflict'],
    ],
    [
      'both: one of two numbers is not in the account',
      row({ trackings: ['1Z1', '1Z9'], order: '112-A' }),
      [a, b],
      ['matched', 'A'],
    ],
    ['both: they agree', row({ trackings: ['1Z1'], order: '112-A' }), [a, b], ['matched', 'A']],
    [
      "both: the order number is another order's",
      row({ trackings: ['1Z1'], order: '112-B' }),
      [a, b],
      ['conflict'],
    ],
    [
      'both: the order number is not in the account',
      row({ trackings: ['1Z1'], order: '999' }),
      [a, b],
      ['conflict'],
    ],
    [
      'both: a cut order number agrees',
      row({ format: 'buying_group', trackings: ['1Z1'], order: '112-' }),
      [a, b],
      ['matched', 'A'],
    ],
    [
      'both: a rounded order number contradicts nothing',
      row({ trackings: ['1Z1'], destroyed: ['1.1E+16'] }),
      [a, b],
      ['matched', 'A'],
    ],
    [
      '3: BFMR, with a letter appended',
      row({ format: 'bfmr', trackings: ['1Z1B'] }),
      [a, b],
      ['matched', 'A'],
    ],
    ['3: not two letters', row({ format: 'bfmr', trackings: ['1Z1BC'] }), [a, b], ['unmatched']],
    ['3: not a digit', row({ format: 'bfmr', trackings: ['1Z13'] }), [a, b], ['unmatched']],
    ['3: not for other formats', row({ trackings: ['1Z1B'] }), [a, b], ['unmatched']],
    [
      '3: only if the order number found nothing',
      row({ format: 'bfmr', trackings: ['1Z1B'], order: '112-B' }),
      [a, b],
      ['matched', 'B'],
    ],
    [
      '3: with an unknown order number',
      row({ format: 'bfmr', trackings: ['1Z1B'], order: '999' }),
      [a, b],
      ['conflict'],
    ],
    [
      '4: BuyingGroup, with the last character cut off',
      row({ format: 'buying_group', order: '112-' }),
      [a],
      ['matched', 'A'],
    ],
    ['4: only if unique', row({ format: 'buying_group', order: '112-' }), [a, b], ['unmatched']],
    [
      '4: an order that is gone does not count',
      row({ format: 'buying_group', order: '112-' }),
      [a, { ...gone, orderNumber: '112-G' }],
      ['matched', 'A'],
    ],
    ['4: not for other formats', row({ order: '112-' }), [a], ['unmatched']],
    ['4: not two characters', row({ format: 'buying_group', order: '11' }), [a], ['unmatched']],
    ['5: never by amount or date', row({ trackings: ['1Z9'], amount: 10_000 }), [a], ['unmatched']],
    ['5: a destroyed number', row({ destroyed: ['9.4E+21'] }), [a], ['unmatched']],
  ])('%s', (_, one, orders, expected) => {
    expect(outcomeOf(one, orders)).toEqual(expected);
  });

  test('suggests at most three orders with similar numbers, and changes nothing', () => {
    const near = ['1', '2', '3', '4'].map((end) => order(end, { orderNumber: `112-555555${end}` }));
    const box = order('T', { trackings: ['9400111899223'], orderNumber: 'T-1' });
    const { needsAPerson, verdicts } = run(
      [
        row({ order: '112-5555559' }),
        row({ trackings: ['940011189922'] }),
        row({ destroyed: ['9.400111E+12'] }),
        row({ trackings: ['XXXXXXXXXXXX'] }),
      ],
      [...near, box],
    );
    expect(needsAPerson.map(({ suggestions }) => suggestions)).toEqual([
      ['112-5555551', '112-5555552', '112-5555553'],
      ['T-1'],
      [],
      [],
    ]);
    expect(verdicts.every(({ verdict }) => verdict === 'not_due')).toBe(true);
  });
});

describe('outcomes', () => {
  const paid = row({ order: '112-A', reference: 'R1' });
  const ledger = recordResult(emptyLedger, run([paid], [a, b]), 1);

  test.each<[string, ReadRow, AccountOrder[], string[]]>([
    ['matched', row({ order: '112-A' }), [a], ['matched', 'A']],
    ['noted: received', row({ order: '112-A', state: 'received' }), [a], ['noted']],
    ['noted: pending', row({ order: '112-A', state: 'pending' }), [a], ['noted']],
    ['noted: void, for an unknown order', row({ order: '9', state: 'void' }), [a], ['noted']],
    ['known: recorded before', row({ order: '112-A', reference: 'R1' }), [a, b], ['known']],
    [
      'known: even if it would no longer match',
      row({ trackings: ['1Z99'], reference: 'R1' }),
      [a, b],
      ['known'],
    ],
    [
      'conflict: recorded for another number',
      row({ order: '9', reference: 'R1' }),
      [a, b],
      ['conflict'],
    ],
    [
      'matched: an amount of the other sign is another payment',
      row({ order: '112-A', reference: 'R1', amount: -10_000 }),
      [a, b],
      ['matched', 'A'],
    ],
    [
      'amended: same reference, different amount',
      row({ order: '112-A', reference: 'R1', amount: 9000 }),
      [a, b],
      ['amended', 'A'],
    ],
    [
      'amended needs an order',
      row({ trackings: ['1Z99'], reference: 'R1', amount: 9000 }),
      [a, b],
      ['unmatched'],
    ],
    ['other: names neither', row({ item: 'Referral Bonus' }), [a], ['other']],
    ['unmatched', row({ order: '9' }), [a], ['unmatched']],
    ['conflict', row({ order: '9', trackings: ['1Z1'] }), [a], ['conflict']],
    ['ambiguous', row({ order: '1-23' }), alike, ['ambiguous']],
    [
      'unreadable',
      {
        file: 'may.csv',
        line: 1,
        format: 'bfmr',
        trackings: [],
        order: null,
        destroyed: [],
        unreadable: 'no',
      },
      [a],
      ['unreadable'],
    ],
  ])('%s', (_, one, orders, expected) => {
    expect(outcomeOf(one, orders, ledger)).toEqual(expected);
  });

  const outcomesOf = (rows: readonly ReadRow[], orders: readonly AccountOrder[] = [a, b]) =>
    run(rows, orders).rows.map(({ outcome }) => outcome);

  test('duplicate: a repeated reference with the same amount', () => {
    const twice = [
      row({ order: '112-A', reference: 'R2' }),
      row({ order: '112-A', reference: 'R2' }),
    ];
    expect(outcomesOf(twice)).toEqual(['matched', 'duplicate']);
  });

  test.each(['112-A, 112-B', '112-A;112-B', '112-A|112-B', '112-A\n112-B'])(
    'an order cell with several numbers suggests their orders: %j',
    (named) => {
      const tracked = order('C', { trackings: ['1Z3'] });
      const rows = [row({ order: named }), row({ order: named, trackings: ['1Z3'] })];
      const [alone, beside] = run(rows, [a, b, tracked]).needsAPerson;
      const advice = `(112-A, 112-B); use one row for each order, with its part of the amount`;
      expect(alone).toMatchObject({ outcome: 'unmatched', suggestions: ['112-A', '112-B'] });
      expect(alone?.detail).toBe(`the order cell has several numbers ${advice}`);
      expect(beside).toMatchObject({
        outcome: 'conflict',
        suggestions: ['112-A', '112-B', '112-C'],
      });
      expect(beside?.detail).toContain(`but the order cell has several numbers ${advice}`);
    },
  );

  test('a reference on rows of different orders is described as what it is', () => {
    const check = (named: string, amount: number) => row({ order: named, reference: 'C7', amount });
    const rows = [check('112-A', 500), check('112-B', 500), check('112-A', 700), check('9', 500)];
    const described = (isReferenceMapped: boolean) =>
      run(rows, [a, b], emptyLedger, { isReferenceMapped }).rows.map(
        ({ outcome, message }) => `${outcome}: ${message}`,
      );
    const texts = rows.map(
      () =>
        'conflict: reference C7 also appears with a different amount in these files; remove the wrong row',
    );
    const own =
      '; if a reference covers several rows, use --map reference=<header> for a column that differs on each row';
    expect(described(false)).toEqual(texts.map((text) => text + own));
    const mapped =
      '; if that column names a payout or check and not a single row, leave out --map reference';
    expect(described(true)).toEqual(texts.map((text) => text + mapped));
  });

  test('conflict: a reference on rows with contradicting numbers', () => {
    for (const parts of [{ order: '9' }, { order: '112-B' }]) {
      const twice = [row({ reference: 'R2', ...parts }), row({ order: '112-A', reference: 'R2' })];
      expect(outcomesOf(twice)).toEqual(['conflict', 'conflict']);
    }
  });

  test('duplicate: the row that reaches an order counts, wherever it appears', () => {
    const unknown = row({ trackings: ['1Z9'], reference: 'R2' });
    expect(outcomesOf([unknown, row({ order: '112-A', reference: 'R2' })])).toEqual([
      ...['duplicate', 'matched'],
    ]);
  });

  test('duplicate: a bonus counts before the same row as the sum of the rows above, in either order', () => {
    const bonus = { reference: 'R1', amount: 100, item: 'thing' };
    const above = row({ ...bonus, order: '112-A', reference: 'R0' });
    const [sum, same] = [row(bonus), row({ ...bonus, file: 'june.csv', paidOn: '2026-06-11' })];
    const recorded = (rows: readonly ReadRow[]) =>
      run(rows, [a]).toRecord.map(({ paidOn }) => paidOn);
    expect(recorded([above, sum, same])).toEqual([above.paidOn, same.paidOn]);
    expect(recorded([same, above, sum])).toEqual([same.paidOn, above.paidOn]);
    expect(recorded([above, sum])).toEqual([above.paidOn]);
  });

  test('other: a recorded bonus that is now the sum of the rows above replaces nothing, and does not say so', () => {
    const bonus = row({ reference: 'R1', amount: 300 });
    const ledger = recordResult(emptyLedger, run([bonus], [a]), 1);
    const june = { file: 'june.csv', amount: 100 };
    const rows = [row({ ...june, order: '112-A' }), row({ ...june, reference: 'R1' })];
    const { rows: ended, toRecord } = run(rows, [a], ledger);
    expect(ended.map(({ outcome }) => outcome)).toEqual(['matched', 'other']);
    expect(ended[1]?.message).toContain('not recorded, since it is the sum of the rows above');
    expect(toRecord).toHaveLength(1);
  });

  test('duplicate: a row whose number is destroyed counts before one that names nothing', () => {
    const bonus = row({ reference: 'R1', amount: 100, item: 'thing' });
    const destroyed = { ...bonus, file: 'june.csv', destroyed: ['9.4E+21'] };
    expect(outcomesOf([bonus, destroyed])).toEqual(['duplicate', 'unmatched']);
    expect(outcomesOf([destroyed, bonus])).toEqual(['unmatched', 'duplicate']);
  });

  test('duplicate: which of two different rows counts does not depend on their order', () => {
    const one = row({ order: '112-A', reference: 'R2' });
    const other = row({ trackings: ['1Z2'], reference: 'R2' });
    expect(outcomesOf([one, other])).toEqual(['duplicate', 'matched']);
    expect(outcomesOf([other, one])).toEqual(['matched', 'duplicate']);
  });

  describe('conflict: files read again contradict each other as before', () => {
    const r1 = { reference: 'R1', paidOn: null };
    const bonus = row({ ...r1, item: 'thing', amount: 1 });
    const ofOrder = row({ ...r1, order: '112-A', amount: 5_000 });
    const repeated = row({ ...r1, item: 'thing', amount: 5_000 });
    const paid = row({ ...r1, order: '112-A', amount: 100 });
    const inJune = (amount: number) => row({ ...paid, line: line + 1, file: 'june.csv', amount });
    const [same, other] = [inJune(100), inJune(50)];
    const inJuly = { ...other, file: 'july.csv' };
    const text = { reference: null, paidOn: '2026-06-10' };
    const [x, y] = [
      { ...same, ...text },
      { ...inJuly, ...text },
    ];
    test.each<[string, readonly ReadRow[], readonly ReadRow[], readonly string[]]>([
      [
        'a bonus with two amounts, one of which repeats the payment of an order',
        [],
        [bonus, ofOrder, repeated],
        ['conflict', 'matched', 'duplicate'],
      ],
      [
        'two amounts in one file, one of which repeats a recorded row',
        [paid],
        [paid, same, other],
        ['known', 'duplicate', 'conflict'],
      ],
      [
        'two amounts in two files, one of which repeats a recorded row',
        [paid],
        [paid, same, inJuly],
        ['known', 'duplicate', 'conflict'],
      ],
      [
        'two exports, one of which repeats a recorded row',
        [{ ...paid, ...text }],
        [{ ...paid, ...text }, x, y],
        ['known', 'duplicate', 'conflict'],
      ],
    ])('%s', (_, before, rows, outcomes) => {
      const start = recordResult(emptyLedger, run(before, [a]), 1);
      const first = run(rows, [a], start);
      expect(first.rows.map(({ outcome }) => outcome)).toEqual(outcomes);
      const again = run(rows, [a], recordResult(start, first, 2));
      expect([again.isImport, again.toRecord]).toEqual([false, []]);
    });
  });

  test('conflict: two exports that differ, and a third one that has the rows of both', () => {
    const inFile = (file: string, amount: number) => row({ order: '112-A', file, amount });
    const whole = [inFile('whole.csv', 100), inFile('whole.csv', 200)];
    const [one, other] = [inFile('one.csv', 100), inFile('other.csv', 200)];
    const counts = (rows: readonly ReadRow[]) => [...outcomesOf(rows)].sort();
    const expected = ['conflict', 'conflict', 'duplicate', 'duplicate'];
    expect(counts([...whole, one, other])).toEqual(expected);
    expect(counts([other, one, ...whole])).toEqual(expected);
  });

  test('conflict: a reference with two amounts in these files', () => {
    const both = [
      row({ order: '112-A', reference: 'R2' }),
      row({ order: '112-A', reference: 'R2', amount: 1 }),
      row({ order: '112-A', reference: 'R2', amount: 1 }),
    ];
    expect(outcomesOf(both)).toEqual(['conflict', 'conflict', 'duplicate']);
  });

  test('without a reference, two equal payments are two in one file, and one in two files', () => {
    const equal = { order: '112-A' };
    expect(outcomesOf([row(equal), row(equal)])).toEqual(['matched', 'matched']);
    expect(outcomesOf([row(equal), row({ ...equal, file: 'next.csv' })])).toEqual([
      'matched',
      'duplicate',
    ]);
    expect(
      outcomesOf([
        row(equal),
        row({ ...equal, file: 'next.csv' }),
        row({ ...equal, file: 'next.csv' }),
      ]),
    ).toEqual(['matched', 'duplicate', 'matched']);
  });

  test('counts a bonus that appears in two files once', () => {
    const bonus = { item: 'Bonus', reference: 'R9', amount: 500 };
    expect(outcomesOf([row(bonus), row({ ...bonus, file: 'next.csv' })])).toEqual([
      'other',
      'duplicate',
    ]);
  });

  test("keeps groups' payment numbers apart", () => {
    const account = [a, b, order('X', { group: 'other' })];
    const ledger = recordResult(emptyLedger, run([paid], account), 1);
    const ofOther = (named: string) => row({ order: named, reference: paid.reference });
    const typed = { group: 'other' };
    expect(run([ofOther('112-X')], account, ledger, typed).rows[0]?.outcome).toBe('matched');
    // The other group paid an order that is under the wrong group in the account.
    expect(run([ofOther('112-B')], account, ledger, typed).rows[0]?.outcome).toBe('matched');
  });

  test('what paid an order that is gone says how to record it for another', () => {
    const one = row({ order: '112-A' });
    const ledger = recordResult(emptyLedger, run([one], [a]), 1);
    const again = order('N', { orderNumber: '112-A' });
    const [known] = run([one], [{ ...a, gone: true }, again], ledger).rows;
    expect(known).toMatchObject({
      outcome: 'known',
      message: 'recorded before, which paid 112-A; ask the group which one it means',
    });
  });

  describe('payments typed under one reference, as of a check for several orders', () => {
    const typed = (order: AccountOrder, amount: number, group: string | null = 'bfmr') => ({
      ...{ orderId: order.id, group, amount, paidOn: '2026-06-01', reference: 'R1' },
    });
    const check = [typed(a, 10_000), typed(b, 5000)];
    const outcomesOf = (one: PayoutRow, payments: readonly TypedPayment[]) => {
      const { rows, toApply } = run(
        [one],
        [a, b, order('C')],
        payments.reduce(typePayment, emptyLedger),
      );
      return [rows[0]?.outcome, ...toApply.map(({ order: { id } }) => id)];
    };
    test.each<[string, Sparse<PayoutRow>, readonly TypedPayment[], string[]]>([
      ['one of them again', { order: '112-B', amount: 5000 }, check, ['known', 'A']],
      [
        'one that has no identity',
        { order: '112-B', amount: 5000 },
        [typed(a, 10_000), typed(b, 5000, null)],
        ['known', 'A'],
      ],
      [
        'one of them with another amount',
        { order: '112-B', amount: 9999 },
        check,
        ['amended', 'A', 'B'],
      ],
      [
        'one without an identity, with another amount',
        { order: '112-B', amount: 9999 },
        [typed(a, 10_000), typed(b, 5000, null)],
        ['amended', 'A', 'B'],
      ],
      [
        'two of one order',
        { order: '112-A', amount: 9000 },
        [typed(a, 2000), typed(a, 3000, null)],
        ['matched'],
      ],
      // Several payments share the reference, so it names none of them.
      ['an order that none of them paid', { order: '112-C' }, check, ['matched', 'A', 'C']],
      [
        'another order than the only one',
        { order: '112-C', amount: 9999 },
        [typed(a, 10_000)],
        ['amended', 'C'],
      ],
    ])('%s', (_, parts, payments, expected) => {
      expect(outcomesOf(row({ reference: 'R1', ...parts }), payments)).toEqual(expected);
    });
  });

  test('a payment is the same one whatever group is typed', () => {
    const account = [a, order('X', { group: 'other' })];
    const unnamed = row({ order: '112-A' });
    for (const one of [paid, unnamed]) {
      for (const [first, second] of [
        ['other', 'bfmr'],
        ['bfmr', 'other'],
        ['bfrm', 'bfmr'],
        ['bfmr', 'bfrm'],
      ] as const) {
        const ledger = recordResult(
          emptyLedger,
          run([one], account, emptyLedger, { group: first }),
          1,
        );
        expect(run([one], account, ledger, { group: second }).rows[0]?.outcome).toBe('known');
      }
    }
  });

  test("a recorded payment stays known if its order's group is corrected later", () => {
    const ledger = recordResult(emptyLedger, run([paid], [a]), 1);
    const moved = { ...a, group: 'other' };
    expect(run([paid], [moved], ledger).rows[0]?.outcome).toBe('known');
  });

  test.each([
    [
      'two groups',
      [order('A', { trackings: ['1Z9'] }), order('X', { trackings: ['1Z9'], group: 'other' })],
    ],
    ['one group, moved', [order('A', { trackings: ['1Z9'] })]],
  ])('a payment of orders of %s is recorded once, with and without a reference', (_, orders) => {
    const moved = orders.map((one) => ({ ...one, group: 'other' }));
    for (const reference of [null, 'R7']) {
      const one = row({ trackings: ['1Z9'], reference });
      const first = run([one], orders);
      expect(first.toRecord).toHaveLength(1);
      const ledger = recordResult(emptyLedger, first, 1);
      for (const account of [orders, moved]) {
        for (const group of ['bfmr', 'other', 'bfrm']) {
          expect(run([one], account, ledger, { group }).rows[0]?.outcome).toBe('known');
        }
      }
    }
  });

  test('a fee on the same receipt does not keep the payment from being recorded', () => {
    const fee = row({ reference: 'R1', amount: -222, item: 'Fee' });
    const both = [row({ order: '112-A', reference: 'R1' }), fee];
    expect(outcomesOf(both)).toEqual(['matched', 'other']);
    expect(outcomesOf([...both].reverse())).toEqual(['other', 'matched']);
  });
});

describe('allocation', () => {
  const shares = (cents: number, expected: readonly number[], dates: readonly string[] = []) =>
    allocate(
      cents,
      expected.map((one, place) =>
        order(`${place}`, { expected: one, orderDate: dates[place] ?? '2026-06-01' }),
      ),
    ).map((one) => one.cents);

  test.each<[string, number, number[], string[], number[]]>([
    ['in proportion to what was expected', 300, [100, 200], [], [100, 200]],
    ['by largest remainder', 100, [1, 1, 4], [], [17, 17, 66]],
    ['ties go to the older order', 101, [1, 1], ['2026-06-02', '2026-06-01'], [50, 51]],
    ['then by id', 101, [1, 1], [], [51, 50]],
    ['equally if nothing was expected', 5, [0, 0], [], [3, 2]],
    ['an order with no expectation gets nothing next to one with', 5, [0, 7], [], [0, 5]],
    ['a negative amount like its absolute value', -101, [1, 1], [], [-51, -50]],
    ['zero', 0, [1, 1], [], [0, 0]],
    [
      'amounts whose product exceeds 2^53',
      9e14,
      [9e14, 9e14 - 2],
      [],
      [450000000000001, 449999999999999],
    ],
  ])('%s', (_, cents, expected, dates, result) => {
    expect(shares(cents, expected, dates)).toEqual(result);
  });
});

describe('verdicts', () => {
  const pay = (amount: number, parts: Sparse<PayoutRow> = {}) =>
    row({ order: '112-A', amount, ...parts });
  const note = (state: 'received' | 'pending' | 'void') => pay(10_000, { state });
  const accepted = (paid: number) => acceptOrder(emptyLedger, 'A', { paid, expected: 10_000 });
  const old = { orderDate: '2026-05-15' };

  test.each<[string, ReadRow[], Sparse<AccountOrder>, string, Ledger?]>([
    ['paid_in_full', [pay(10_000)], {}, 'paid_in_full'],
    ['paid_in_full within the tolerance', [pay(9_998)], {}, 'paid_in_full'],
    [
      'paid_in_full: a cent of tolerance for each payment',
      [pay(3_332), pay(3_333, { item: 'x' }), pay(3_332, { item: 'y' })],
      {},
      'paid_in_full',
    ],
    ['paid_in_full in parts, for a split shipment', [pay(4_000), pay(6_000)], {}, 'paid_in_full'],
    ['paid_short', [pay(9_997)], {}, 'paid_short'],
    ['paid_short although already marked paid', [pay(9_000)], { status: 'paid' }, 'paid_short'],
    ['paid_short after money was taken back', [pay(10_000), pay(-4_000)], {}, 'paid_short'],
    ['paid_short if only zero was paid', [pay(0)], {}, 'paid_short'],
    ['paid_twice', [pay(10_000), pay(10_000)], {}, 'paid_twice'],
    ['paid_twice: one part of two', [pay(4_000), pay(6_000), pay(6_000)], {}, 'paid_twice'],
    [
      'paid_over if equal amounts have different keys',
      [pay(10_000), pay(10_000, { trackings: ['1Z9'] })],
      {},
      'paid_over',
    ],
    ['paid_over if equal rows do not explain it', [pay(6_000), pay(6_000)], {}, 'paid_over'],
    ['paid_over', [pay(10_003)], {}, 'paid_over'],
    ['accepted instead of short', [pay(9_000)], {}, 'accepted', accepted(9_000)],
    ['accepted instead of over', [pay(11_000)], {}, 'accepted', accepted(11_000)],
    [
      'accepted does not change what is paid in full',
      [pay(10_000)],
      {},
      'paid_in_full',
      accepted(10_000),
    ],
    [
      'accepted does not change what is not paid',
      [note('received')],
      {},
      'received_not_paid',
      accepted(0),
    ],
    ['no_expectation', [pay(10_000)], { expected: 0 }, 'no_expectation'],
    ['no_expectation before pending', [note('pending')], { expected: 0 }, 'no_expectation'],
    ['cancelled_but_paid', [pay(10_000)], { status: 'cancelled' }, 'cancelled_but_paid'],
    [
      'cancelled_but_paid: money only taken back',
      [pay(-100)],
      { status: 'cancelled' },
      'cancelled_but_paid',
    ],
    ['cancelled: paid and taken back', [pay(100), pay(-100)], { status: 'cancelled' }, 'cancelled'],
    ['received_not_paid', [note('received')], {}, 'received_not_paid'],
    [
      'received_not_paid before pending and rejected',
      [note('void'), note('pending'), note('received')],
      {},
      'received_not_paid',
    ],
    ['pending', [note('pending')], {}, 'pending'],
    ['pending before rejected', [note('void'), note('pending')], {}, 'pending'],
    ['rejected', [note('void')], {}, 'rejected'],
    ['a payment before any note', [note('void'), pay(10_000)], {}, 'paid_in_full'],
    ['missing', [], old, 'missing'],
    ['missing: an unknown status is open', [], { ...old, status: 'limbo' }, 'missing'],
    ['not_due: not older than the grace', [], { orderDate: '2026-05-16' }, 'not_due'],
    ['not_due: only purchased', [], { ...old, status: 'purchased' }, 'not_due'],
    ['not_due: nothing outstanding', [], { ...old, expected: 0 }, 'not_due'],
    ['settled_before', [], { ...old, status: 'paid' }, 'settled_before'],
    ['cancelled', [], { ...old, status: 'cancelled' }, 'cancelled'],
  ])('%s', (_, rows, parts, verdict, ledger) => {
    expect(verdictsOf(rows, [order('A', parts)], ledger)).toEqual({ A: verdict });
  });

  test('counts recorded payments: an old order paid before is not missing', () => {
    const ledger = recordResult(emptyLedger, run([pay(10_000)], [order('A', old)]), 1);
    expect(verdictsOf([], [order('A', old)], ledger)).toEqual({ A: 'paid_in_full' });
    expect(verdictsOf([pay(10_000, { item: 'again' })], [order('A', old)], ledger)).toEqual({
      A: 'paid_twice',
    });
  });

  test('an order whose payment was removed is named by its row, and not missing', () => {
    const orders = [order('A', old)];
    const first = run([pay(10_000)], orders);
    const recorded = recordResult(emptyLedger, first, 1);
    const [{ identity = '' } = {}] = first.toRecord;
    const removed = removePayment(recorded, identity);
    const { rows, verdicts } = run([pay(10_000)], orders, removed);
    expect(rows.map(({ outcome }) => outcome)).toEqual(['known']);
    expect(verdicts).toMatchObject([{ verdict: 'pending', rows: [{ amount: 10_000 }] }]);
    expect(verdictsOf([], orders, removed)).toEqual({ A: 'missing' });
    expect(verdictsOf([pay(10_000)], orders, recorded)).toEqual({ A: 'paid_in_full' });
  });

  test('gives no verdict on other groups and orders that are gone', () => {
    expect(verdictsOf([], [a, order('X', { group: 'x' }), gone])).toEqual({ A: 'not_due' });
  });

  test('judges a shared box as one: one order may have what another lacks', () => {
    const rows = [
      row({ trackings: ['1Z1'], order: '112-A', amount: 15_000 }),
      row({ trackings: ['1Z1'], order: '112-B', amount: 5_000 }),
    ];
    expect(verdictsOf(rows, shared)).toEqual({ A: 'paid_in_full', B: 'paid_in_full' });
    expect(verdictsOf(rows.slice(0, 1), shared)).toEqual({ A: 'paid_over', B: 'not_due' });
  });

  test('a payment for two orders joins them', () => {
    const both = row({ trackings: ['1Z1', '1Z2'], amount: 15_000 });
    expect(verdictsOf([both], [a, b])).toEqual({ A: 'paid_short', B: 'paid_short' });
    const rest = row({ trackings: ['1Z1'], amount: 5_000 });
    expect(verdictsOf([both, rest], [a, b])).toEqual({ A: 'paid_in_full', B: 'paid_in_full' });
  });

  test('an amended payment replaces the earlier one, whichever order that went to', () => {
    const paid = row({ order: '112-A', reference: 'R1' });
    const ledger = recordResult(emptyLedger, run([paid], [a, b]), 1);
    const less = row({ order: '112-A', reference: 'R1', amount: 9_000 });
    expect(verdictsOf([less], [a, b], ledger)).toEqual({ A: 'paid_short', B: 'not_due' });
    const boxed = row({ trackings: ['1Z7'], reference: 'R1' });
    const [before, after] = [
      [{ ...a, trackings: ['1Z7'] }, b],
      [a, { ...b, trackings: ['1Z7'] }],
    ] as const;
    const moved = recordResult(emptyLedger, run([boxed], before), 1);
    expect(verdictsOf([{ ...boxed, file: 'june.csv', amount: 9_999 }], after, moved)).toEqual({
      ...{ A: 'not_due', B: 'paid_in_full' },
    });
  });

  test('in a shared box, an order that was only received leaves a paid one paid in full', () => {
    const rows = [
      row({ trackings: ['1Z1'], order: '112-A' }),
      row({ order: '112-B', state: 'received' }),
    ];
    expect(verdictsOf(rows, shared)).toEqual({ A: 'paid_in_full', B: 'received_not_paid' });
  });

  test('expects nothing for a cancelled order in a shared box', () => {
    const orders = [
      shared[0] as AccountOrder,
      { ...(shared[1] as AccountOrder), status: 'cancelled' },
    ];
    const result = run([row({ trackings: ['1Z1'] })], orders);
    expect(result.verdicts[0]?.cluster).toMatchObject({
      paid: 10_000,
      expected: 10_000,
      difference: 0,
    });
    expect(verdictsOf([row({ trackings: ['1Z1'] })], orders)).toEqual({
      A: 'paid_in_full',
      B: 'cancelled',
    });
  });

  test('--tolerance', () => {
    expect(verdictsOf([pay(9_500)], [a], emptyLedger, { tolerance: 500 })).toEqual({
      A: 'paid_in_full',
    });
  });
});

describe('record, apply, report', () => {
  const rows = [
    row({ order: '112-A', reference: 'R1' }),
    row({ order: '9', reference: 'R2', amount: 700 }),
    row({ reference: 'R3', amount: 50 }),
    row({ order: '112-B', state: 'pending' }),
    {
      ...{ file: 'may.csv', line: 99, format: 'melul' as const, unreadable: 'no amount' },
      ...{ trackings: [], order: null, destroyed: [] },
    },
  ];

  test('records only rows that are matched, amended or other; undo restores what was replaced', () => {
    const first = run(rows, [a, b]);
    expect(first.toRecord).toMatchObject([
      { identity: 'bfmr/reference/R1', amount: 10_000 },
      { identity: 'bfmr/other/reference/R3/', amount: 50, allocations: [] },
    ]);
    const one = recordResult(emptyLedger, first, 1);
    const changed = run([row({ order: '112-A', reference: 'R1', amount: 9_000 })], [a, b], one);
    expect(changed.rows).toMatchObject([{ outcome: 'amended', cents: 9_000 }]);
    expect(changed.found).toBe(-1000);
    const two = recordResult(one, changed, 2);
    const amounts = (ledger: Ledger) => paymentsOf(ledger).map(({ amount }) => amount);
    expect([amounts(one), amounts(two)]).toEqual([
      [10_000, 50],
      [50, 9_000],
    ]);
    expect(amounts(undoImport(two, 2))).toEqual([10_000, 50]);
    expect(amounts(undoImport(two, 1))).toEqual([9_000]);
    expect(amounts(undoImport(undoImport(two, 1), 2))).toEqual([]);
  });

  test('updates orders paid in full that are not marked paid, guarded by their status', () => {
    const paidAlready = order('P', { status: 'paid' });
    const { toApply } = run(
      [row({ order: '112-A' }), row({ order: '112-P' }), row({ order: '112-B', amount: 1 })],
      [a, b, paidAlready],
    );
    expect(toApply).toEqual([{ order: a, status: 'paid' }]);
  });

  test('builds the object for --json', () => {
    const result = run(rows, [a, b]);
    const files = [{ file: 'may.csv', format: 'melul', rows: 5 }];
    const report = reconcileReport(result, {
      ...{ files, deposit: 10_000, accountFlags: '' },
      done: { id: 7, recorded: 1, idOf: () => null },
    });
    const lines = rows.map((one) => one.line);
    expect(report).toEqual({
      group: 'bfmr',
      files,
      rows: {
        matched: { count: 1, cents: 10_000 },
        noted: { count: 1, cents: 10_000 },
        known: { count: 0, cents: 0 },
        amended: { count: 0, cents: 0 },
        other: { count: 1, cents: 50 },
        duplicate: { count: 0, cents: 0 },
        unmatched: { count: 1, cents: 700 },
        conflict: { count: 0, cents: 0 },
        ambiguous: { count: 0, cents: 0 },
        unreadable: { count: 1, cents: 0 },
      },
      orders: expect.objectContaining({ paid_in_full: 1, pending: 1, missing: 0 }),
      verdicts: [
        {
          id: 'A',
          kind: 'order',
          orderNumber: '112-A',
          verdict: 'paid_in_full',
          expected: 10_000,
          paid: 10_000,
          difference: 0,
          detail: null,
          rows: [lines[0]],
        },
        {
          id: 'B',
          kind: 'order',
          orderNumber: '112-B',
          verdict: 'pending',
          expected: 10_000,
          paid: 0,
          difference: -10_000,
          detail: null,
          rows: [lines[3]],
        },
      ],
      needsAPerson: [
        {
          file: 'may.csv',
          line: lines[1],
          outcome: 'unmatched',
          cents: 700,
          detail: expect.stringContaining('order number 9'),
          suggestions: [],
        },
        {
          file: 'may.csv',
          line: 99,
          outcome: 'unreadable',
          cents: 0,
          detail: 'no amount',
          suggestions: [],
        },
      ],
      deposit: { expected: 10_000, found: 10_750, difference: 750, recordedBefore: 0 },
      recorded: 1,
      import: 7,
    });
    expect(
      reconcileReport(result, { files, deposit: null, done: undefined, accountFlags: '' }).deposit,
    ).toEqual({ expected: null, found: 10_750, difference: null, recordedBefore: 0 });
  });

  test('--exit-code: a verdict that needs action, or a deposit that differs', () => {
    const fine = run([row({ order: '112-A' })], [a]);
    expect(hasFinding(fine, null)).toBe(false);
    expect(hasFinding(fine, 10_000)).toBe(false);
    expect(hasFinding(fine, 9_999)).toBe(true);
    expect(hasFinding(run([row({ order: '112-A', amount: 1 })], [a]), null)).toBe(true);
  });

  test('fills the columns of --results', () => {
    const both = row({ trackings: ['1Z1', '1Z2'], amount: 101, line: 4 });
    const cells = run([both], [a, b]).rows.map(resultCells);
    expect([resultHeaders, ...cells]).toEqual([
      ['waybill_line', 'waybill_outcome', 'waybill_orders', 'waybill_message'],
      ['4', 'matched', '112-A; 112-B', 'by tracking number: 112-A $0.51, 112-B $0.50'],
    ]);
  });

  test('asks a person about money for an order that is gone', () => {
    const { needsAPerson } = run([row({ trackings: ['1Z1'] })], [gone]);
    expect(needsAPerson).toMatchObject([
      { outcome: 'matched', detail: expect.stringContaining('no longer in the account') },
    ]);
  });
});

describe('orders that their group has received', () => {
  const box = (trackings: string[], parts: Sparse<PayoutRow> = {}) =>
    row({ trackings, amount: 0, state: 'received', ...parts });
  const named = (parts: Sparse<PayoutRow> = {}) => box([], { order: '112-A', ...parts });
  const two = order('A', { trackings: ['1Z-1', '1z2'] });
  const unreadable = { ...named(), unreadable: 'no amount' };
  const no = (reason: string) => `left: ${reason}`;

  test.each<[string, readonly ReadRow[], AccountOrder, string | undefined]>([
    ['every tracking number, in rows of their own', [box(['1Z1']), box(['1Z2'])], two, 'received'],
    ['every tracking number, in one row', [box(['1Z1', '1Z2'])], two, 'received'],
    ['one of two', [box(['1Z1'])], two, no('1 of 2 tracking numbers received')],
    [
      'one of two, and the order number',
      [box(['1Z1']), named()],
      two,
      no('1 of 2 tracking numbers received'),
    ],
    ['only the order number', [named()], two, 'received'],
    [
      'the order number beside a tracking number that a spreadsheet rounded',
      [named({ destroyed: ['9.4E+21'] })],
      two,
      no('a spreadsheet rounded one of its numbers'),
    ],
    ['the order number in the column of tracking numbers', [box(['112A'])], two, 'received'],
    [
      'the order number with another box',
      [box(['9999'], { order: '112-A' })],
      two,
      no('0 of 2 tracking numbers received'),
    ],
    ['the order has no tracking numbers', [named()], order('A'), 'received'],
    ["BFMR's letter", [box(['1Z1A'], { format: 'bfmr' })], a, 'received'],
    [
      'a pending row',
      [box(['1Z1']), box(['1Z2'], { state: 'pending' })],
      two,
      no('one of its rows is pending'),
    ],
    [
      'a void row',
      [box(['1Z1', '1Z2']), named({ state: 'void' })],
      two,
      no('one of its rows is void'),
    ],
    [
      'an unreadable row',
      [box(['1Z1', '1Z2']), unreadable],
      two,
      no("one of its rows can't be read"),
    ],
    ['a payment', [box(['1Z1']), row({ trackings: ['1Z2'] })], two, undefined],
    [
      'partly received by our count',
      [named()],
      { ...two, status: 'partially_received' },
      undefined,
    ],
    ['received before', [named()], { ...two, status: 'received' }, undefined],
    ['an issue', [named()], { ...two, status: 'issue' }, undefined],
    ['purchased', [named()], { ...two, status: 'purchased' }, 'received'],
    ['a gift card order', [named()], { ...two, kind: 'giftcard' }, undefined],
    ['another group', [named()], { ...two, group: 'mvp' }, undefined],
  ])('%s', (_, rows, one, expected) => {
    const { toReceive, notReceived } = run(rows, [one]);
    const ends = [
      ...toReceive.map(({ status }) => status),
      ...notReceived.map(({ reason }) => no(reason)),
    ];
    expect(ends).toEqual(expected === undefined ? [] : [expected]);
  });

  test('a shared box is received for each of its orders', () => {
    const { toReceive } = run([box(['1Z1'])], shared);
    expect(toReceive.map(({ order: { id, status } }) => [id, status])).toEqual([
      ['A', 'shipped'],
      ['B', 'shipped'],
    ]);
  });
});
