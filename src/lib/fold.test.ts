import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../test/support/tier';
import {
  fold,
  foldSpaces,
  foldTracking,
  holds,
  keyOf,
  lettersAndDigits,
  plainField,
  plainName,
} from './fold';

const meanings = { plainName, plainField, lettersAndDigits, keyOf, foldTracking, foldSpaces, fold };

/** What each meaning makes of a text; the columns are those of `meanings`. */
test.each([
  ['Order #', ['order', 'order#', 'ORDER', 'ORDER', 'ORDER#', 'order #', 'order']],
  [
    'order_no-2',
    ['orderno2', 'orderno2', 'ORDERNO2', 'ORDERNO2', 'ORDER_NO-2', 'order_no-2', 'orderno2'],
  ],
  [' 1z 9\t9 ', ['1z99', '1z9\t9', '1Z99', '1Z99', '1Z99', '1z 9 9', '1z99']],
  ['00-7', ['007', '007', '007', '007', '00-7', '00-7', '007']],
  ['Ａ１', ['a1', 'ａ１', 'A1', 'A1', 'Ａ１', 'a1', 'a1']],
  ['Größe', ['größe', 'größe', 'GRÖSSE', 'GRSSE', 'GRÖSSE', 'größe', 'größe']],
  ['№ 5', ['no5', '№5', 'NO5', 'NO5', '№5', 'no 5', 'no5']],
  ['क्ष', ['कष', 'क्ष', 'कष', '', 'क्ष', 'क्ष', 'क्ष']],
  [' -- ', ['', '', '', '', '--', '--', '--']],
])('what is the same as %j', (text, folded) => {
  expect(Object.values(meanings).map((meaning) => meaning(text))).toEqual(folded);
});

const unit = fc.constantFrom(...'aZ09 \t-_#.Ａ１№éß—’"क्ष🙂');

describe.each(Object.entries(meanings))('%s', (_, meaning) => {
  test('leaves what it made as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        const once = meaning(text);
        expect(meaning(once)).toBe(once);
      }),
      { numRuns: runs(200) },
    );
  });
});

test.each([
  ["Dick's Sporting Goods", 'dicks', true],
  ['Best Buy', 'bestbuy', true],
  ['a — b', '—', true],
  ['Target', 'walmart', false],
])('%j holds %j: %j', (text, wanted, expected) => {
  expect(holds(text, fold(wanted))).toBe(expected);
});
