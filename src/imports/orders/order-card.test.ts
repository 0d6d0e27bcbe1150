import { expect, test } from 'vitest';
import type { CreditCard } from '../../contract/responses';
import { cardOf } from './order';

const card = (id: string, nickname: string, lastDigits: string, subs: readonly string[]) =>
  ({
    ...{ id, nickname, lastDigits, earnRate: null },
    subCards: subs.map((digits) => ({ id: `${id}-${digits}`, name: digits, lastDigits: digits })),
  }) as unknown as CreditCard;
const cards = [card('one', 'Ink', '4637', ['1111', '2222']), card('two', 'Gold', '7944', [])];
const two = { problem: 'its rows name different cards' };

test.each<[readonly string[], readonly string[], unknown]>([
  [[], [], {}],
  [['4637'], [], { creditCardId: 'one' }],
  [['4637', 'Ink'], [], { creditCardId: 'one' }],
  [['4637'], ['1111'], { creditCardId: 'one', subCreditCardId: 'one-1111' }],
  [['4637', '7944'], [], two],
  [['4637'], ['1111', '2222'], two],
  [['0000'], [], { problem: expect.stringContaining('0000') }],
  [['4637', '0000'], ['1111'], { problem: expect.stringContaining('0000') }],
  [['4111-1111-1111-1119'], [], { problem: 'no card is "xxxx-1119"' }],
  [['Visa 4111 1111 1111 1112'], [], { problem: 'no card is "Visa xxxx-1112"' }],
  [['5105105105104637'], [], { creditCardId: 'one' }],
  [['7d1c6c0e-1234-4123-8123-123456789012'], [], { problem: expect.stringContaining('4123-8123') }],
  [['4637'], ['9999'], { problem: expect.stringContaining('9999') }],
])('the card of %j with the sub-cards %j is %j', (texts, subTexts, expected) => {
  expect(cardOf(texts, subTexts, cards)).toMatchObject(expected as object);
  expect(Object.keys(cardOf(texts, subTexts, cards))).toEqual(
    expect.arrayContaining(Object.keys(expected as object)),
  );
});
