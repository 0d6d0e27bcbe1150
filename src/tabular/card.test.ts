import { describe, expect, test } from 'vitest';
import { cardIn, type NamedCard, subCardIn } from './card';

const cards: readonly NamedCard[] = [
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
];
const biz = { creditCardId: 'c1', earnRate: 2 };
const ink = { creditCardId: 'c2' };

describe('the card in a cell', () => {
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
    expect(cardIn(text, cards)).toEqual(choice);
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
    expect(cardIn(text, cards)).toEqual({ problem: expect.stringContaining(problem) });
  });

  test('digits of a card and of another sub-card are of none', () => {
    const twins = [...cards, { id: 'c5', subCards: [{ id: 's5', lastDigits: '4637' }] }];
    expect(cardIn('Visa - 4637', twins)).toEqual({ problem: '"Visa - 4637" fits 2 cards' });
  });
});

test('a sub-card is looked for among those of its card, if that is known', () => {
  expect(subCardIn('Ann', cards)).toHaveProperty('problem');
  expect(subCardIn('Ann', cards, 'c3')).toEqual({ creditCardId: 'c3', subCreditCardId: 's3' });
  expect(subCardIn('ending in 1015', cards)).toMatchObject({ subCreditCardId: 's2' });
  expect(subCardIn('4637', cards)).toEqual({ problem: 'no sub-card is "4637"' });
});
