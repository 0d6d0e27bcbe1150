import { expect, test } from 'vitest';
import type { CreditCard } from '../contract/responses';
import { cardId, chooseCard, chooseSubCard, subCardId } from './card-choice';

const uuid = (digit: string) => `${digit.repeat(8)}-0000-4000-8000-000000000000`;
const cards: readonly CreditCard[] = [
  {
    id: uuid('a'),
    nickname: 'Gold',
    lastDigits: '1009',
    subCards: [{ id: 'sub-1', nickname: 'Sam', lastDigits: '7001' }],
  },
  {
    id: uuid('b'),
    nickname: 'gold ',
    lastDigits: '31009',
    subCards: [{ id: 'sub-2', nickname: 'Sam', lastDigits: '7002' }],
  },
  { id: uuid('c'), nickname: null, lastDigits: '4417', subCards: null },
  { id: uuid('d') },
];

test.each([
  [uuid('a'), uuid('a')],
  ['4417', uuid('c')],
  ['31009', uuid('b')],
])('%s matches one card', (typed, id) => {
  expect(chooseCard(typed, '--card', cards).id).toBe(id);
});

test.each(['Gold', 'GOLD', '1009'])('%s matches two cards, and the error lists both', (typed) => {
  expect(() => chooseCard(typed, '--card', cards)).toThrow(
    expect.objectContaining({
      ending: 'usage',
      message: `--card: "${typed}" matches 2 credit cards`,
      hint: expect.stringMatching(new RegExp(`${uuid('a')}.*${uuid('b')}`)),
    }),
  );
});

test.each(['9', '009', 'Gol', 'Platinum', uuid('f'), ''])('%j matches no card', (typed) => {
  expect(() => chooseCard(typed, '--card', cards)).toThrow(
    expect.objectContaining({ ending: 'notFound' }),
  );
});

test('sub-cards with the same nickname are distinguished by their card', async () => {
  expect(() => chooseSubCard('Sam', '--sub-card', cards)).toThrow('matches 2 sub-cards');
  expect(chooseSubCard('7002', '--sub-card', cards).id).toBe('sub-2');
  const read = async () => cards;
  expect(await subCardId('Sam', '--sub-card', read, uuid('b'))).toBe('sub-2');
  await expect(subCardId('7001', '--sub-card', read, uuid('b'))).rejects.toThrow(
    '--sub-card: this card has no sub-card "7001"',
  );
});

test('takes an id without reading the cards', async () => {
  const never = () => Promise.reject(new Error('read'));
  expect(await cardId(uuid('e'), '--card', never)).toBe(uuid('e'));
});
