import { describe, expect, test } from 'vitest';
import { keyOf } from '../../lib/fold';
import { cleanCell } from '../../tabular/cells';
import { readIdentifier, readTrackings } from './identifiers';

type Cell = string | undefined;

describe('identifiers', () => {
  test.each<[Cell, string]>([
    ['  a\u00a0', 'a'],
    ['="0012"', '0012'],
    ["'0012", '0012'],
    ['１Ｚ', '1Z'],
    ['7', '7'],
    [undefined, ''],
  ])('%j is the text %j', (cell, text) => {
    expect(cleanCell(cell)).toBe(text);
  });

  test('keys are upper case 0-9 A-Z and keep leading zeros', () => {
    expect(keyOf('00-1z 9/#')).toBe('001Z9');
  });

  test.each<[Cell, string, boolean]>([
    ['9.4E+21', '9.4E+21', true],
    ['9,4E+21', '9,4E+21', true],
    ['9E+21', '9E+21', true],
    ['9E21', '9E21', false],
    ['395557.0', '395557', false],
    ['395557.00', '395557', false],
    ['#', '', false],
    ['n/a.', '', false],
    ['Not submitted', '', false],
    ['---', '', false],
    ['n/a', '', false],
  ])('%j is the identifier %j, destroyed: %s', (cell, text, destroyed) => {
    expect(readIdentifier(cell)).toEqual({ text, destroyed });
  });

  test('splits a cell at commas, semicolons, bars and line breaks, but not at spaces', () => {
    expect(readTrackings('1Z 1,1Z2;1Z3|1Z4\r\n1z-1')).toEqual({
      keys: ['1Z1', '1Z2', '1Z3', '1Z4'],
      destroyed: [],
    });
    expect(readTrackings('9,4E+21')).toEqual({ keys: [], destroyed: ['9,4E+21'] });
  });
});
