import { expect, test } from 'vitest';
import { wordsWithHome } from './paths';

test.each([
  ['~\\in.csv', 'C:\\Users\\ann\\in.csv'],
  ['~/in.csv', 'C:\\Users\\ann/in.csv'],
  ['--csv=~\\in.csv', '--csv=C:\\Users\\ann\\in.csv'],
  ['~', '~'],
  ['~ann\\in.csv', '~ann\\in.csv'],
  ['C:\\a~\\b', 'C:\\a~\\b'],
  ['left at ~\\x', 'left at ~\\x'],
])('%s becomes %s', (word, expanded) => {
  expect(wordsWithHome([word], () => 'C:\\Users\\ann')).toEqual([expanded]);
  expect(wordsWithHome([word], () => 'C:\\Users\\ann\\')).toEqual([expanded]);
});
