import fc from 'fast-check';
import { expect, test } from 'vitest';
import { giftCardKind } from '../kinds';
import {
  type CreateItem,
  createBody,
  groupRows,
  readCreateRows,
  repetitionWarning,
} from './create-rows';

const reading = { kind: giftCardKind, unit: 'cents', today: '2026-01-01' } as const;

function read(lines: readonly string[]) {
  async function* chunks() {
    yield Buffer.from(lines.map((line) => `${line}\n`).join(''));
  }
  return readCreateRows({ name: 'cards.csv', chunks: chunks() }, reading);
}

const header = 'orderNumber,retailer,platform,description,price,qty';

test('rows with the same number make one order, in the place of the first row', async () => {
  const { drafts } = await read([
    header,
    'A,Staples,qgcg,one,100,1',
    'B,Target,qgcg,two,200,1',
    'A,,,three,300,2',
  ]);
  const orders = groupRows(drafts).map((rows) => createBody(rows.map(({ item }) => item)));
  expect(orders).toEqual([
    {
      orderNumber: 'A',
      retailer: 'Staples',
      platform: 'qgcg',
      orderLineItems: [
        { description: 'one', unitPrice: 100, quantity: 1 },
        { description: 'three', unitPrice: 300, quantity: 2 },
      ],
    },
    {
      orderNumber: 'B',
      retailer: 'Target',
      platform: 'qgcg',
      orderLineItems: [{ description: 'two', unitPrice: 200, quantity: 1 }],
    },
  ]);
});

test.each<[string, string[], string | undefined]>([
  ['no line twice', ['A,S,q,x,1,1', 'B,S,q,x,1,1', 'A,S,q,y,1,1'], undefined],
  ['a line twice in a row', ['A,S,q,x,1,1', 'A,S,q,x,1,1', 'B,S,q,x,1,1'], undefined],
  [
    'a block twice',
    ['A,S,q,x,1,1', 'B,S,q,x,1,1', 'A,S,q,x,1,1', 'B,S,q,x,1,1'],
    'line 4 repeats line 2, line 5 repeats line 3.',
  ],
  [
    'a long block twice',
    [...'ABCDEFG', ...'ABCDEFG'].map((order) => `${order},S,q,x,1,1`),
    'line 9 repeats line 2, line 10 repeats line 3, line 11 repeats line 4, line 12 repeats line 5, line 13 repeats line 6, and 2 more.',
  ],
])('a file with %s', async (_, lines, named) => {
  const { drafts } = await read([header, ...lines]);
  const warning = repetitionWarning('cards.csv', drafts);
  if (named === undefined) expect(warning).toBeUndefined();
  else expect(warning).toMatch(new RegExp(`^cards.csv: ${named} Each becomes one more line item`));
});

test.each<[string, string[], (string | undefined)[]]>([
  ['a bad cell', ['A,S,q,x,1.5x,1'], ['column price: "1.5x" is not in whole cents']],
  ['no number', [',S,q,x,1,1'], ['column orderNumber is empty']],
  [
    'no number in the second row of an order',
    ['A,S,q,x,1,1', ',,,y,1,1', 'B,S,q,x,1,1'],
    [
      'line 3 may belong to the same order, but has no order number',
      'column orderNumber is empty',
      undefined,
    ],
  ],
  [
    'a sum right below an order',
    ['A,S,q,x,1,1', ',,,Total,1,1'],
    [undefined, 'column orderNumber is empty'],
  ],
  [
    'an item after an empty line',
    ['A,S,q,x,1,1', '', ',,,y,1,1'],
    [undefined, 'column orderNumber is empty'],
  ],
  ['a bad field', ['A,S,q,x,1,0'], ['column qty must be at least 1']],
  [
    'a bad field of the order',
    [`A,S,${'p'.repeat(101)},x,1,1`],
    ['column platform must have at most 100 characters'],
  ],
  [
    'a bad field of one row of two',
    ['A,S,q,x,1,1', 'A,,,y,1,0'],
    ['line 3, column qty must be at least 1', 'column qty must be at least 1'],
  ],
  [
    'one bad row of two',
    ['A,S,q,x,1,1', 'A,,,x,1,none', 'B,S,q,x,1,1'],
    [
      'line 3 belongs to the same order and is not valid',
      'column qty takes a whole number, not "none"',
      undefined,
    ],
  ],
  [
    'rows that differ',
    ['A,S,q,x,1,1', 'A,T,q,x,1,1'],
    Array(2).fill('lines 2 and 3 are the same order but have different values for retailer'),
  ],
  ['too many cells', ['A,S,q,x,1,1,more'], ['The line has more cells than the header line']],
])('%s', async (_, lines, messages) => {
  const { drafts } = await read([header, ...lines]);
  expect(drafts).toHaveLength(messages.length);
  for (const [index, message] of messages.entries()) {
    const reported = drafts[index]?.invalid?.message;
    if (message === undefined) expect(reported).toBeUndefined();
    else expect(reported?.slice(0, message.length)).toBe(message);
  }
});

test('every row is in one group with all rows of its number, in file order', () => {
  const rows = fc.array(fc.constantFrom('A', 'B', 'C', 'D'), { maxLength: 30 });
  fc.assert(
    fc.property(rows, (numbers) => {
      const all = numbers.map((orderNumber, index) => ({
        index,
        item: { orderNumber, order: {}, item: {} } satisfies CreateItem,
      }));
      const groups = groupRows(all);
      expect(groups.flat().length).toBe(all.length);
      for (const group of groups) {
        const [first] = group;
        expect(group).toEqual(
          all.filter(({ item }) => item.orderNumber === first?.item.orderNumber),
        );
      }
      const firsts = groups.map(([first]) => first?.index ?? -1);
      expect(firsts).toEqual(firsts.toSorted((one, other) => one - other));
    }),
  );
});
