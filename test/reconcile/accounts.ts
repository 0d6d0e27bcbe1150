import fc from 'fast-check';
import type { AccountOrder, PayoutRow, ReadRow } from '../../src/insight/reconcile/model';

/** Few distinct numbers, so that rows and orders match often, and nearly match as often. */
const numbers = ['12-3', '123', '1234', 'A-77', 'A-778'];
const trackingNumbers = ['1Z1', '1Z 1', '1Z1A', '1Z2', '94001'];
const rowTrackings = ['1Z1', '1Z1A', '1Z1AB', '1Z2', '1Z2C', '94001', '940019', '1234', 'A778'];
const rowNumbers = [...numbers, '1-23', '12', 'A-7', 'A77', '99-9', '12-3, A-77'];
const days = ['2026-03-01', '2026-05-15', '2026-05-16', '2026-05-17', '2026-06-15'];
const amounts = [0, 1, 3, 100, 101, 5000, 10_000, 15_000, -5000];

const order: fc.Arbitrary<Omit<AccountOrder, 'id'>> = fc.record({
  kind: fc.constantFrom('order' as const, 'order' as const, 'giftcard' as const),
  orderNumber: fc.option(fc.constantFrom(...numbers), { freq: 8 }),
  group: fc.constantFrom('bfmr', 'bfmr', 'bfmr', 'bfmr', 'other'),
  status: fc.constantFrom('purchased', 'shipped', 'received', 'paid', 'cancelled', 'unheard_of'),
  orderDate: fc.constantFrom(...days),
  expected: fc.constantFrom(0, 100, 5000, 10_000, 15_000, 3),
  trackings: fc.uniqueArray(fc.constantFrom(...trackingNumbers), { maxLength: 2 }),
  gone: fc.boolean(),
});

/**
 * Accounts of up to eight orders: two in three still exist; gift cards have no tracking numbers.
 */
export const account: fc.Arbitrary<AccountOrder[]> = fc
  .array(fc.tuple(order, fc.nat(2)), { minLength: 1, maxLength: 8 })
  .map((orders) =>
    orders.map(([one, chance], place) => ({
      ...one,
      id: `id-${place}`,
      gone: one.gone && chance === 0,
      trackings: one.kind === 'giftcard' ? [] : one.trackings,
    })),
  );

type Content = Omit<PayoutRow, 'file' | 'line' | 'format'>;

/** A row that is paid has money. */
const content: fc.Arbitrary<Content> = fc
  .record({
    trackings: fc.uniqueArray(fc.constantFrom(...rowTrackings), { maxLength: 2 }),
    order: fc.option(fc.constantFrom(...rowNumbers), { freq: 3 }),
    amount: fc.constantFrom(...amounts),
    state: fc.constantFrom(
      'paid' as const,
      'paid' as const,
      'paid' as const,
      'received' as const,
      'pending' as const,
      'void' as const,
    ),
    paidOn: fc.constantFrom(null, '2026-06-01', '2026-06-02'),
    reference: fc.option(fc.constantFrom('R1', 'R2'), { freq: 3 }),
    item: fc.constantFrom(null, 'thing'),
    quantity: fc.constant(null),
    destroyed: fc.constantFrom([], [], [], ['9.4E+21']),
  })
  .map((row) => (row.amount === 0 && row.state === 'paid' ? { ...row, state: 'pending' } : row));

type Chosen =
  | ({ readonly unreadable: string } & Pick<Content, 'trackings' | 'order' | 'destroyed'>)
  | Content;

/**
 * Overlapping files: each takes its rows from one pool, in its own order, some of them twice. Rows
 * with the same reference may differ in everything else.
 */
function filesOf(chosen: fc.Arbitrary<Chosen>): fc.Arbitrary<ReadRow[][]> {
  const pool = fc.array(chosen, { minLength: 1, maxLength: 8 });
  const format = fc.constantFrom('bfmr' as const, 'melul' as const, 'buying_group' as const);
  return fc.tuple(pool, format).chain(([rows, one]) =>
    fc
      .array(fc.array(fc.nat(rows.length - 1), { maxLength: 8 }), { minLength: 1, maxLength: 3 })
      .map((files) =>
        files.map((places, file) =>
          places.map((place, line): ReadRow => {
            const from = { file: `${file}.csv`, line: line + 2, format: one };
            return { ...(rows[place] as Chosen), ...from } as ReadRow;
          }),
        ),
      ),
  );
}

export const files: fc.Arbitrary<ReadRow[][]> = filesOf(
  fc.oneof(
    { weight: 12, arbitrary: content },
    {
      weight: 2,
      arbitrary: content.map(({ trackings, order, destroyed }) => ({
        ...{ trackings, order, destroyed, unreadable: 'no amount' },
      })),
    },
  ),
);
