import { expect, test } from 'vitest';
import type { Layout } from './layouts';
import { type ProofOptions, prove } from './proof';
import type { SheetRow } from './sheet';
import type { RowValues } from './values';

type Amounts = Partial<Pick<RowValues, 'shipping' | 'tax' | 'discount' | 'total'>>;
type Merge = { readonly rows: number };

/** A row of one unit, whose tax is in a cell merged over several rows if there is a merge. */
function row(price: number, amounts: Amounts = {}, quantity = 1, merged?: Merge): RowValues {
  const cell = (field: string) =>
    field === 'tax' ? { header: 'Tax', text: '1.00', merged } : undefined;
  return { row: { cell } as Partial<SheetRow>, price, quantity, ...amounts } as RowValues;
}
const layoutOf = (layout: Partial<Layout>) => layout as Layout;
const perUnit = layoutOf({ taxPerUnit: true });

/** What is proven, or which rows have which reasons. */
function outcome(rows: readonly RowValues[], options: Partial<ProofOptions> = {}) {
  const proof = prove(rows, { layout: undefined, amounts: undefined, ...options });
  if (!('sums' in proof)) return rows.map((one) => proof.get(one)?.code);
  const { shipping, tax, discount } = proof.sums;
  return [shipping, tax, discount, proof.isOfOrder];
}

const repeated = [row(100, { shipping: 5, tax: 7 }), row(200, { shipping: 5, tax: 7 })];

test.each<[string, readonly RowValues[], Partial<ProofOptions>, readonly unknown[]]>([
  ['an amount of one row', [row(100, { tax: 7 }), row(200)], {}, [0, 7, 0, false]],
  ['an amount of one row only', [row(100, { tax: 7 })], {}, [0, 7, 0, false]],
  ['amounts that all rows repeat', repeated, {}, ['ambiguous_amount', 'ambiguous_amount']],
  ['the same, said to be once', repeated, { amounts: 'order' }, [5, 7, 0, false]],
  ['the same, said to be per row', repeated, { amounts: 'row' }, [10, 14, 0, false]],
  [
    'the same in a layout of rows',
    repeated,
    { layout: layoutOf({ amounts: 'row' }) },
    [10, 14, 0, false],
  ],
  [
    'a tax per unit is the own of each row, but shipping is not',
    repeated,
    { layout: perUnit },
    ['ambiguous_amount', 'ambiguous_amount'],
  ],
  [
    'only a tax per unit',
    [row(100, { tax: 7 }), row(200, { tax: 7 })],
    { layout: perUnit },
    [0, 14, 0, false],
  ],
  [
    'a total with a tax rounded per unit',
    [row(100, { tax: 6, total: 207 }, 2)],
    { layout: perUnit },
    [0, 7, 0, false],
  ],
  [
    'a total two cents from it',
    [row(100, { tax: 6, total: 208 }, 2)],
    { layout: perUnit },
    ['total_differs'],
  ],
  [
    'a total below it that leaves no tax',
    [row(100, { tax: 1, total: 200 }, 2)],
    { layout: perUnit },
    [0, 0, 0, false],
  ],
  [
    'a total that would need less than no tax',
    [row(100, { total: 199 }, 2)],
    { layout: perUnit },
    ['total_differs'],
  ],
  [
    'a total of prices only',
    [row(100, { tax: 6, total: 200 }, 2)],
    { layout: layoutOf({ totalOfPrice: true }) },
    [0, 6, 0, false],
  ],
  [
    'a total of the order',
    [row(100, { discount: 3, total: 297 }), row(200, { total: 297 })],
    {},
    [0, 0, 3, true],
  ],
  [
    'two totals, of which the first would be that of the order',
    [row(100, { total: 300 }), row(200, { total: 301 })],
    {},
    ['total_differs', 'total_differs'],
  ],
  [
    'equal totals of which one is right for its row',
    [row(100, { total: 100 }), row(200, { total: 100 })],
    {},
    [undefined, 'total_differs'],
  ],
  [
    'two totals of which one is right for its row',
    [row(100, { total: 100 }), row(200, { total: 201 })],
    {},
    [undefined, 'total_differs'],
  ],
])('%s', (_, rows, options, expected) => {
  expect(outcome(rows, options)).toEqual(expected);
});

const merge = { rows: 2 };
test.each<[string, readonly (Merge | undefined)[], boolean]>([
  ['the rows of the order', [merge, merge], true],
  ['a row more', [{ rows: 3 }, { rows: 3 }], false],
  ['as many, but not the same', [merge, { rows: 2 }], false],
  ['as many, but not this one', [merge, undefined], false],
  ['as many, but not the first', [undefined, merge], false],
])('a tax merged over %s', (_, merges, counts) => {
  const rows = merges.map((one, at) => row(100, at === 0 ? { tax: 7 } : {}, 1, one));
  const expected = counts ? [0, 7, 0, false] : rows.map(() => expect.any(String));
  expect(outcome(rows)).toEqual(expected);
});

test.each<[string, readonly RowValues[], RegExp]>([
  [
    'each row its own total',
    [row(100, { total: 101 }), row(200, { total: 202 })],
    /^the total is \$1\.01, but price × quantity \+ tax \+ shipping − discount is \$1\.00;/,
  ],
  [
    'the readings of one total',
    [row(100, { tax: 1, total: 999 }), row(200, { tax: 1 })],
    /the total is \$9\.99, but .* of its 2 rows is \$3\.01 or \$3\.02;/,
  ],
])('a wrong total is named with what the amounts add up to: %s', (_, rows, words) => {
  const proof = prove(rows, { layout: undefined, amounts: 'order' });
  const [first] = rows;
  if ('sums' in proof || first === undefined) throw new Error('it is disproven');
  expect(proof.get(first)?.message).toMatch(words);
});

test.each<[string, Partial<ProofOptions>, string]>([
  ['the flag', {}, '$1.00; correct it, or say what the rest is with --difference discount'],
  [
    'what the file shows',
    { adviceFor: (_, rest) => `; not read: ${rest}` },
    '$1.00; not read: -10',
  ],
])('below its parts, the advice about a total is %s', (_, options, words) => {
  const row90 = row(100, { total: 90 });
  const proof = prove([row90], { layout: undefined, amounts: undefined, ...options });
  if ('sums' in proof) throw new Error('it is disproven');
  expect(proof.get(row90)?.message).toMatch(new RegExp(`${words.replaceAll('$', '\\$')}$`));
});

test('says which amounts are repeated', () => {
  const proof = prove(repeated, { layout: undefined, amounts: undefined });
  const words = 'shipping of $0.05 or $0.10 and tax of $0.07 or $0.14; say which';
  if ('sums' in proof) throw new Error('it is disproven');
  expect([...proof.values()][1]?.message).toContain(words);
});
