import { expect, test } from 'vitest';
import type { CreditCard } from '../contract/responses';
import { anyCardId, cardId, subCardId } from './card-choice';

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

const readCards = async () => cards;
const naming = { label: '--card', readCards };
const ofSub = { label: '--sub-card', readCards };

test.each([
  ['4417', uuid('c')],
  ['31009', uuid('b')],
  // Exactly this nickname goes before one that agrees.
  ['Gold', uuid('a')],
])('%s matches one card', async (typed, id) => {
  expect(await cardId(typed, naming)).toBe(id);
});

test.each(['GOLD', '1009'])('%s matches two cards, and the error lists both', async (typed) => {
  await expect(cardId(typed, naming)).rejects.toThrow(
    expect.objectContaining({
      ending: 'usage',
      message: `--card: "${typed}" matches 2 credit cards`,
      hint: expect.stringMatching(new RegExp(`${uuid('a')}.*${uuid('b')}`)),
    }),
  );
});

test.each(['9', '009', 'Gol', 'Platinum', ''])('%j matches no card', async (typed) => {
  await expect(cardId(typed, naming)).rejects.toThrow(
    expect.objectContaining({ ending: 'usage', message: `--card: unknown credit card "${typed}"` }),
  );
});

test('says which card is meant by a nickname in another spelling', async () => {
  const said: string[] = [];
  const ink = async () => [{ id: uuid('e'), nickname: 'Ink Cash ', lastDigits: '4417' }];
  const say = (notice: string) => said.push(notice);
  const inks = { label: '--card', readCards: ink, say };
  for (const typed of ['Ink Cash', '4417', 'ink-cash', uuid('e')]) {
    expect(await cardId(typed, inks)).toBe(uuid('e'));
  }
  expect(said).toEqual(['Ink Cash for "ink-cash".']);
});

test('sub-cards with the same nickname are distinguished by their card', async () => {
  await expect(subCardId('Sam', ofSub)).rejects.toThrow('matches 2 sub-cards');
  expect(await subCardId('7002', ofSub)).toBe('sub-2');
  expect(await subCardId('Sam', ofSub, uuid('b'))).toBe('sub-2');
  await expect(subCardId('7001', ofSub, uuid('b'))).rejects.toThrow(
    '--sub-card: this card has no sub-card "7001"',
  );
});

test('a card goes before a sub-card of this name', async () => {
  expect(await anyCardId('7001', naming)).toBe('sub-1');
  expect(await anyCardId('4417', naming)).toBe(uuid('c'));
  await expect(anyCardId('x', naming)).rejects.toThrow('unknown credit card');
});

test('takes an id without reading the cards', async () => {
  const never = { label: '--card', readCards: () => Promise.reject(new Error('read')) };
  expect(await cardId(uuid('e'), never)).toBe(uuid('e'));
  expect(await anyCardId(uuid('e'), never)).toBe(uuid('e'));
});
