import { expect, test } from 'vitest';
import { plan } from '../../../test/support/plan-orders';
import { knownNames } from '../../contract/named';
import { buyingGroupKind, giftCardKind } from '../../orders/kinds';
import type { NameField } from '../../orders/meant-names';
import { Meanings } from './meanings';

function meanings(kind: typeof buyingGroupKind | typeof giftCardKind = buyingGroupKind) {
  const retailers = knownNames([], ['Best Buy', 'Best Buy', 'Best buy']);
  return new Meanings(kind, {
    own: {
      names: async (field) =>
        field === 'retailer' ? retailers : knownNames(['bfmr'], ['My Group']),
    },
    other: { names: async () => knownNames([], ['BEST BUY', 'Staples']) },
  });
}

/** The meanings of texts in their order, as a file's rows are read. */
async function inTurn(texts: readonly string[], read: (text: string) => Promise<string>) {
  const meant: string[] = [];
  for (const text of texts) meant.push(await read(text));
  return meant;
}

test('a known group is as the account spells it, another as its first row does', async () => {
  const read = meanings();
  const said = ['BFMR', "'my-group'", 'Bfmrr', 'BFMRR', 'Elsewhere'];
  expect(await inTurn(said, read.group)).toEqual([
    'bfmr',
    'My Group',
    'Bfmrr',
    'Bfmrr',
    'Elsewhere',
  ]);
  expect([...read.names.notices]).toEqual(['bfmr for "BFMR".', 'My Group for "my-group".']);
  expect([...read.names.warnings]).toEqual([
    '"Bfmrr" is no group of this account yet; did you mean bfmr?',
    '"Elsewhere" is no group of this account yet.',
  ]);
});

test('a retailer is as most orders spell it, unless one has exactly this text', async () => {
  const read = meanings();
  const said = ['best buy', 'Best buy', 'Target', 'TARGET', 'Staples'];
  expect(await inTurn(said, (text) => read.retailer(text))).toEqual([
    ...['Best Buy', 'Best buy', 'Target', 'Target', 'Staples'],
  ]);
  expect(await read.retailer('Amazon', false)).toBe('Amazon');
  expect([...read.names.notices]).toEqual(['Best Buy for "best buy".']);
  expect([...read.names.warnings]).toEqual(['"Target" is no retailer of this account yet.']);
});

test.each([
  ['0.05', 0.05, true],
  ['0.5', 0.5, false],
  ['0.05%', 0.05, false],
  ['5%', 5, false],
  ['5', 5, false],
])('an earn rate %s is %s; it may be a fraction: %s', async (text, cardEarnRate, isDoubtful) => {
  const read = await plan([
    'order,date,store,price,Cashback %',
    `A1,2026-05-01,S,1.00,${text}`,
    `A2,2026-05-01,S,1.00,${text}`,
  ]);
  expect(read.orders[0]?.body).toMatchObject({ cardEarnRate });
  const warning = `Earn rate ${text} is read as ${text}%; if that is a fraction, write it as a percentage.`;
  expect(read.warnings).toEqual(isDoubtful ? [warning] : []);
});

test('gift cards have platforms', async () => {
  const read = meanings(giftCardKind);
  await read.group('Elsewhere');
  expect([...read.names.warnings]).toEqual(['"Elsewhere" is no platform of this account yet.']);
});

test('flags are read as the cells are, and what they leave out stays open', async () => {
  const read = meanings();
  const nothing = { card: undefined, subCard: undefined };
  expect(await read.fallback({}, undefined)).toEqual({
    ...{ ...nothing, retailer: undefined, account: undefined },
    ...{ group: undefined, status: undefined, earnRate: undefined },
  });
  const defaults = {
    group: 'my group',
    status: 'Shipped',
    earnRate: '5%',
    account: 'a',
    card: 'c',
  };
  expect(await read.fallback({ ...defaults, subCard: 's' }, 'S')).toEqual({
    ...{ retailer: 'S', account: 'a', card: 'c', subCard: 's' },
    ...{ group: 'My Group', status: 'shipped', earnRate: 5 },
  });
  expect((await read.fallback({ earnRate: 'x' }, undefined)).earnRate).toBeUndefined();
  expect([read.notices.size, read.names.warnings.size]).toEqual([0, 0]);
});

test('another status is left out, with a notice', () => {
  const read = meanings();
  expect([read.status('SHIPPED'), read.status('On its way')]).toEqual(['shipped', undefined]);
  expect([...read.notices]).toEqual(['"On its way" is not a status of the service: left out.']);
});

test.each([
  ['named by the file', ['bfmr', 'BFMR'], undefined, 0],
  ['only known to the account', ['bfmr', 'my group'], undefined, 1],
  ['of a flag', [''], 'my group', 1],
])(
  "the account's groups are read only if one is not known by name: %s",
  async (_, cells, group, reads) => {
    let asked = 0;
    const names = async (field: NameField) => {
      if (field === 'retailer') return knownNames([], ['S']);
      asked++;
      return knownNames(['bfmr'], ['My Group']);
    };
    const rows = cells.map((cell, at) => `N${at},2026-05-01,S,1.00,${cell}`);
    const { orders, warnings } = await plan(['order,date,store,price,group', ...rows], {
      ...{
        account: { own: { names }, other: { names: async () => new Map() } },
        defaults: group === undefined ? {} : { group },
      },
    });
    expect([asked, warnings]).toEqual([reads, []]);
    expect(orders.at(-1)?.body).toMatchObject({ buyingGroup: reads === 0 ? 'bfmr' : 'My Group' });
  },
);

test.each([
  ['C1,2026-05-01,S,,1.00', 'column "tax" takes whole cents, but line 3 has 1.00'],
  ['C1,2026-05-01,S,5,$4', 'column "tax" takes whole cents, but line 3 has $4'],
  ['C1,2026-05-01,S,2.50,4', 'column "unitPrice" takes whole cents, but line 3 has 2.50'],
])('names the amount that is not in whole cents: %s', async (row, message) => {
  const lines = [
    'order,date,store,unitPrice,tax',
    'A1,2026-05-01,S,119,0',
    row,
    'D1,2026-05-01,S,5,0.99',
  ];
  await expect(plan(lines)).rejects.toMatchObject({ ending: 'usage', message });
});

test('money of a row that is left out says nothing about the unit', async () => {
  const header = 'order,date,store,unitPrice,tax';
  const tooMany = 'B1,2026-05-01,S,1.00,0.99,x';
  const { orders } = await plan([header, 'A1,2026-05-01,S,119,0', tooMany]);
  expect(orders[0]?.body).toMatchObject({ orderLineItems: [{ unitPrice: 119 }] });
});
