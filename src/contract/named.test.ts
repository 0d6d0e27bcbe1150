import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../test/support/tier';
import {
  cardIn,
  cardsMeant,
  groupMeant,
  isSameName,
  isSameNumber,
  knownNames,
  meantNotice,
  nameKey,
  orderNumberKey,
  retailerMeant,
  statusMeant,
  subCardIn,
} from './named';
import { buyingGroupStatuses, featuredBuyingGroups, giftCardStatuses } from './values';

test('a name in plain characters has the key that it has beside others', () => {
  const plain = fc.string({ unit: 'binary-ascii' }).filter((text) => /[a-z0-9]/i.test(text));
  fc.assert(
    fc.property(plain, (text) => {
      expect(nameKey(`${text}é`)).toBe(`${nameKey(text)}é`);
    }),
    { numRuns: runs(20_000, 1_000) },
  );
});

test.each([
  ['bfmr', 'BFMR', true],
  [' Points 4-Days ', 'points_4_days', true],
  ["Dick's Sporting Goods", 'DICK’S SPORTING GOODS', true],
  ['Ｂest Buy', 'best buy', true],
  ['Straße 1', 'STRASSE 1', true],
  ['B&H', 'BH', false],
  ['B & H', 'b&h', true],
  ['A+', 'A', false],
  ['Cash$', 'cash', false],
  ['क्ष', 'कष', false],
  ['bfmr', 'bfmr2', false],
  ['---', '-', false],
  ['---', ' --- ', true],
  ['+', '&', false],
  ['', '--', false],
])('%j and %j are one name: %s', (one, other, expected) => {
  expect([isSameName(one, other), isSameName(other, one)]).toEqual([expected, expected]);
});

describe('groups', () => {
  const known = knownNames(featuredBuyingGroups, [
    ...['BFMR', 'BFMR', 'my buyer', 'My Buyer', 'My Buyer', 'b', 'B', '', ' '],
    ['MY BUYER', 1],
    ['z', 2],
    ['Z', 3],
  ]);

  test.each([
    ['bfmr', 'bfmr'],
    // An id of the service goes before what most orders have.
    ['BFMR', 'bfmr'],
    [' Max Out Deals', 'max_out_deals'],
    ['max-out-deals', 'max_out_deals'],
    ['my buyer', 'My Buyer'],
    ['MY-BUYER!', 'My Buyer'],
    // As many orders have the one as the other: the first in order of code points.
    ['b', 'B'],
    ['z', 'Z'],
  ])('%s is %s', (text, name) => {
    expect(groupMeant(text, known)).toEqual({ name, isKnown: true });
  });

  test.each([
    ['bfmrr ', 'bfmrr', 'bfmr'],
    ['Uncle Bob', 'Uncle Bob', undefined],
    ['', '', undefined],
  ])('%j is none', (text, name, nearest) => {
    expect(groupMeant(text, known)).toEqual({ name, isKnown: false, nearest });
  });

  test('a spelling beyond the first plane comes after all others', () => {
    const [name] =
      knownNames(
        [],
        ['\u{1d7ce}', '\uff10', '0'].map((text) => `a${text}`),
      ).get('a0') ?? [];
    expect(name).toBe('a0');
    const names = knownNames([], ['a\u{1d7ce}', 'a\uff10']).get('a0');
    expect(names).toEqual(['a\uff10', 'a\u{1d7ce}']);
  });
});

test.each([
  ['Best buy', 'Best buy', true],
  ['best buy', 'Best Buy', true],
  ['Bestbuy!', 'Best Buy', true],
  ['Best Bu', 'Best Bu', false],
])('the retailer %s is %s', (text, name, isKnown) => {
  const known = knownNames([], ['Best buy', 'Best Buy', 'Best Buy']);
  expect(retailerMeant(text, known)).toMatchObject({ name, isKnown });
});

test.each([
  ['BFMR', 'bfmr', 'bfmr for "BFMR"'],
  [' bfmr', 'bfmr', undefined],
])('%j means %s: %j', (typed, name, notice) => {
  expect(meantNotice(typed, name)).toBe(notice);
});

test.each([
  ['Partially Delivered', 'partially_delivered'],
  ['PAID', 'paid'],
  ['partially-received', 'partially_received'],
  ['Canceled', 'cancelled'],
  ['Shipped!', 'shipped'],
  ['on its way', undefined],
  ['', undefined],
])('the status %s is %s', (text, status) => {
  expect(statusMeant(text, buyingGroupStatuses)).toBe(status);
});

test('a gift card order has statuses of its own', () => {
  expect(statusMeant('Submitted', giftCardStatuses)).toBe('submitted');
  expect(statusMeant('delivered', giftCardStatuses)).toBeUndefined();
});

const cards = [
  { id: 'c1', nickname: 'Biz Gold', lastDigits: '4637', earnRate: 2 },
  {
    ...{ id: 'c2', nickname: 'Ink 9999', lastDigits: '41007', earnRate: null },
    subCards: [
      { id: 's1', nickname: 'Ann', lastDigits: '7944' },
      { id: 's2', nickname: null, lastDigits: '41015' },
    ],
  },
  { id: 'c3', nickname: 'Old', lastDigits: '9999', subCards: [{ id: 's3', nickname: 'Ann' }] },
  { id: 'c4', nickname: 'Twin', lastDigits: '12' },
  { id: 'c5', nickname: 'TWIN ', lastDigits: null },
  // Its nickname is another's digits, and its digits are another's id.
  { id: 'c6', nickname: '9999', lastDigits: null },
  { id: '4637', nickname: '', lastDigits: undefined },
];

test.each([
  ['C1', ['c1']],
  ['4637', ['4637']],
  ['biz-gold', ['c1']],
  ['1007', ['c2']],
  ['#1007', ['c2']],
  ['10 07', ['c2']],
  ['...1007', ['c2']],
  ['#007', []],
  ['007', []],
  ['9999', ['c3', 'c6']],
  ['Twin', ['c4']],
  ['twin', ['c4', 'c5']],
  ['12', ['c4']],
  ['Visa - 4637', []],
  ['', []],
])('the cards called %j are %j', (typed, ids) => {
  expect(cardsMeant(typed, cards).map(({ id }) => id)).toEqual(ids);
});

test('a nickname with exactly this text goes before one that agrees', () => {
  const two = ['Gold', 'GOLD'].map((nickname, id) => ({ id: String(id), nickname }));
  expect(cardsMeant('GOLD', two)).toEqual([two[1]]);
  expect(cardsMeant('gold', two)).toEqual(two);
});

describe('the card in a cell', () => {
  const listed = cards.slice(0, 4);
  const biz = { creditCardId: 'c1', earnRate: 2 };
  const ink = { creditCardId: 'c2' };

  test.each([
    ['c1', biz],
    ['biz gold', biz],
    ['4637', biz],
    ['4637.0', biz],
    ['Visa - 4637', biz],
    ['Gift Certificate/Card and Visa - 4637', biz],
    ['Visa - 4637 and Visa - 4637', biz],
    ['xxxx-xxxx-xxxx-4637', biz],
    ['Gold (x4637)', biz],
    ['Visa [4637]', biz],
    ['1007', ink],
    ['Amex 41007', ink],
    // A nickname is the owner's own name for it.
    ['Ink 9999', ink],
    ['12', { creditCardId: 'c4' }],
    ['Amex 7944', { creditCardId: 'c2', subCreditCardId: 's1' }],
  ])('%s', (text, choice) => {
    expect(cardIn(text, listed)).toEqual(choice);
  });

  test.each([
    ['Visa', 'no card is "Visa"'],
    ['Visa 637', 'no card is'],
    ['Visa - 4638', 'no card is'],
    ['Ann', '"Ann" fits 2 cards'],
    ['Visa - 4637 and Amex - 1007', 'no card is'],
    ['1111/4637', 'no card is'],
    ['Visa (4637) and Amex (1007)', 'no card is'],
    ['Visa (4637) Ann', 'no card is'],
    ['', 'no card is'],
  ])('%s is none', (text, problem) => {
    expect(cardIn(text, listed)).toEqual({ problem: expect.stringContaining(problem) });
  });

  test('digits of a card and of another sub-card are of none', () => {
    const twins = [...listed, { id: 'c7', subCards: [{ id: 's5', lastDigits: '4637' }] }];
    expect(cardIn('Visa - 4637', twins)).toEqual({ problem: '"Visa - 4637" fits 2 cards' });
  });

  test('a sub-card is looked for among those of its card, if that is known', () => {
    expect(subCardIn('Ann', cards)).toHaveProperty('problem');
    expect(subCardIn('Ann', cards, 'c3')).toEqual({ creditCardId: 'c3', subCreditCardId: 's3' });
    expect(subCardIn('ending in 1015', cards)).toMatchObject({ subCreditCardId: 's2' });
    expect(subCardIn('4637', cards)).toEqual({ problem: 'no sub-card is "4637"' });
  });
});

test.each([
  ['1-23', '123', true],
  ['1-23', '1 23', true],
  ['1-23', '12-3', false],
  ['1-23', '1-2-3', true],
  ['1-2-34', '12-3-4', false],
  ['A-1', 'A1', true],
  ['A1-2', 'A-12', true],
  ['A1-2', 'A12', true],
  ['A-1-2', 'A1-2', true],
  ['A-1-23', 'A12-3', false],
  ['7745120936.0', '7745120936', true],
  ['#7745120936.00', '7745120936', true],
  ['112\u20110000001\u20110000001', '112-0000001-0000001', true],
  ['113\u20130000002\u20140000002', '113-0000002-0000002', true],
  ['112\u22120000001', '1120000001', true],
  ['# 114-0000003', '114-0000003', true],
  ['bby01-806900000012', 'BBY01-806900000012', true],
  ['BBY01 8069\u00a000000012', 'BBY01-806900000012', true],
  ['\uff11\uff12\uff13\uff14\uff15', '12345', true],
  ['893294324', '000893294324', false],
  ['7745120936.0', '77451209360', false],
  ['AB-100.0', 'AB-100', false],
  ['AB-100.0', 'AB-1000', true],
  ['7745120936.5', '7745120936', false],
  ['112-000000', '112-0000001', false],
  ['--', '-', false],
  [' -- ', '--', true],
])('%s and %s: the same number is %s', (one, other, expected) => {
  expect([isSameNumber(one, other), isSameNumber(other, one)]).toEqual([expected, expected]);
});

describe('laws', () => {
  const unit = fc.constantFrom(...'aBßZ09 \t-_#.+&$Ａ１№éß—’"क्ष🙂');
  const text = fc.string({ unit, maxLength: 8 });
  const check = (law: (one: string, other: string) => void) =>
    fc.assert(fc.property(text, text, law), { numRuns: runs(2000) });

  test('what a name is compared by is compared by itself', () => {
    check((one, other) => {
      expect(nameKey(nameKey(one))).toBe(nameKey(one));
      expect(nameKey(one.toUpperCase())).toBe(nameKey(one.toUpperCase().toLowerCase()));
      expect(isSameName(one, other)).toBe(isSameName(other, one));
    });
  });

  test('a name is one of its spellings, whatever their order, and every spelling means it', () => {
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 8 }),
        fc.array(text, { maxLength: 3 }),
        (all, ids) => {
          const known = knownNames(ids, all);
          expect(knownNames(ids, all.toReversed())).toEqual(known);
          for (const one of all.filter((name) => name.trim() !== '')) {
            const { name, isKnown } = groupMeant(one, known);
            expect([isKnown, isSameName(name, one)]).toEqual([true, true]);
            expect(groupMeant(name, known).name).toBe(name);
            expect(retailerMeant(one, known).name).toBe(one.trim());
            const id = ids.find((it) => isSameName(it, one));
            if (id !== undefined) expect(name).toBe(id);
          }
        },
      ),
      { numRuns: runs(1000) },
    );
  });

  test('agreement of numbers goes both ways, keeps every digit, and ignores case and a mark', () => {
    check((one, other) => {
      expect(isSameNumber(one, one)).toBe(true);
      expect(isSameNumber(one, other)).toBe(isSameNumber(other, one));
      if (isSameNumber(one, other)) expect(orderNumberKey(one)).toBe(orderNumberKey(other));
      if (orderNumberKey(one) === '') return;
      expect(isSameNumber(one, one.toLowerCase())).toBe(true);
      expect(isSameNumber(one, orderNumberKey(one))).toBe(true);
      expect(isSameNumber(one, `0${orderNumberKey(one)}`)).toBe(false);
    });
  });
});
