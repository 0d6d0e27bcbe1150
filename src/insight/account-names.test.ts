import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountNames } from './account-names';

const named = (...texts: string[]) => {
  const names = accountNames(new Map(texts.map((text) => [text, text])));
  return texts.map((text) => names.get(text));
};

test.each([
  ['bfmr', 'Bfmr'],
  ['card_center', 'Card-center'],
  ['4 Café: Ångström--Ñ!', '4-Cafe-Angstrom-N'],
  ['  ;(x), {y}  ', 'X-y'],
  ['-- 日本 --', 'Other'],
  ['', 'Other'],
  ['x'.repeat(70), `X${'x'.repeat(59)}`],
])('%j becomes %s', (text, name) => {
  expect(named(text)).toEqual([name]);
});

test('names that become equal are numbered in the order of their texts, and never meet another', () => {
  expect(named('o hare', "o'hare", 'O-hare-2', 'O.Hare')).toEqual([
    ...['O-hare', 'O-hare-3', 'O-hare-2', 'O-Hare'],
  ]);
  expect(named('x'.repeat(61), 'x'.repeat(62))).toEqual([
    ...[`X${'x'.repeat(59)}`, `X${'x'.repeat(57)}-2`],
  ]);
  const cards = new Map([
    ['2', 'Ink-1'],
    ['1', 'Ink-1'],
    ['3', 'Unknown card'],
  ]);
  expect([...accountNames(cards, ['Unknown-card'])]).toEqual([
    ...[['1', 'Ink-1'] as const, ['2', 'Ink-1-2'] as const, ['3', 'Unknown-card-2'] as const],
  ]);
});

test('whatever the texts, each has a name of its own that every program reads', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('a', 'A', 'á', 'a-2', 'A!'));
  fc.assert(
    fc.property(fc.uniqueArray(text, { maxLength: 12 }), (texts) => {
      const names = named(...texts);
      expect(new Set(names).size).toBe(texts.length);
      for (const name of names) expect(name).toMatch(/^[A-Z0-9][A-Za-z0-9-]{0,59}$/);
    }),
  );
});
