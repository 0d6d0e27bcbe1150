import { expect, test } from 'vitest';
import { reading } from '../../test/mirror/account';
import { account, mirrorOf } from '../../test/report/fixture';
import { figuresOf, readerOf, usualScope } from '../../test/report/reader';
import { textOrNull } from './report-scope';

test.each([
  [undefined, null],
  [null, null],
  [0, '0'],
  [1250, '1250'],
])('a column that holds %j is text %j', (value, text) => {
  expect(textOrNull(value)).toBe(text);
});

// A: $100.00 at 1.5 points per dollar, with card c1. C: $50.00 at 2, with c2.
test.each([
  ['no card', {}, { 4417: 150, 1009: 100 }],
  ['one card', { c1: 2000 }, { 4417: 300, 1009: 100 }],
  ['both cards', { c1: 2000, c2: 0 }, { 4417: 300, 1009: 0 }],
])('points have a value of their own on %s', async (_, cardPoints, rewards) => {
  const scope = { ...usualScope, cardPoints };
  const { rows } = reading(await mirrorOf(account), (open) =>
    figuresOf('rewards', readerOf(open), scope, ['card']),
  );
  const found = Object.fromEntries([...rows].map(({ card, reward }) => [String(card), reward]));
  expect(found).toMatchObject(rewards);
});
