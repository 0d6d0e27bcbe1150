import { describe, expect, test } from 'vitest';
import * as cells from './cells';

describe('what a cell means', () => {
  // The columns: the cell; `plainCell`, `cleanCell` and `exactText` of it.
  test.each([
    [' a b ', 'a b', 'a b', 'a b'],
    ['="9400"', '9400', '9400', '9400'],
    [' =" 9400 " ', '9400', '9400', ' 9400 '],
    ['="a""b"', 'a""b', 'a"b', 'a""b'],
    ['="a\nb"', 'a\nb', 'a\nb', 'a\nb'],
    ['=""', '', '', ''],
    ['x="9400"', 'x="9400"', 'x="9400"', 'x="9400"'],
    ['="9400"x', '="9400"x', '="9400"x', '="9400"x'],
    ['=A1', '=A1', '=A1', '=A1'],
    ["' 9400 ", "' 9400", '9400', "' 9400"],
    ["'9400", "'9400", '9400', "'9400"],
    ["9'400", "9'400", "9'400", "9'400"],
    ["'=SUM(A1) ", '=SUM(A1)', '=SUM(A1)', '=SUM(A1)'],
    ["''-5", "'-5", "'-5", "'-5"],
    ["'\t5", '5', '5', '5'],
    ['\uff19\uff14 ', '\uff19\uff14', '94', '\uff19\uff14'],
    ['\u00a09\u00e9', '9\u00e9', '9\u00e9', '9\u00e9'],
  ])('%j', (cell, plain, clean, exact) => {
    const { plainCell, cleanCell, exactText } = cells;
    expect([plainCell, cleanCell, exactText].map((of) => of(cell))).toEqual([plain, clean, exact]);
  });

  test('a missing cell is blank', () => {
    expect([cells.plainCell(), cells.cleanCell(), cells.exactText()]).toEqual(['', '', '']);
  });
});

// Of each: cells that are, then cells that are not.
test.each<[(cell: string) => boolean, readonly string[], readonly string[]]>([
  [cells.isWrapped, ['="9"', ' ="99" ', '=""'], ['9', 'x="9"', '="9"x', '="a""b"', '="9']],
  [
    cells.isRounded,
    ['9.4E+21', '9,4e21', '9.45E-7', '9E+21', '40E+9', '406.4E+9', '406,45E+123'],
    ['9E21', '9E-2', 'x9.4E+21', '9.4E+21x', '9.4E+', '9.4E+1234', '4061E+9', '40.E+9', '40E9'],
  ],
  [cells.isDecimal, ['821.0', '8.00'], ['821', '821.', '821.01', 'x821.0', '.0', 'x.0', '821.0x']],
  [cells.isDash, ['-', '–', '—', '−', '---'], ['', 'x-', '-x', '- -']],
  [
    cells.isTotal,
    ['Total', ' grand total: ', "'Totals", '\uff34\uff4f\uff54\uff41\uff4c', 'Summe', 'sous-total'],
    ['', 'AirPods', 'Totally Toys', 'Total Wine', '12', 'summer', 'Sumatra'],
  ],
  [cells.isNone, ['-', 'n/a', 'NA', 'None', 'NULL'], ['', 'a', 'xnone', 'nones', 'in/a', 'none-']],
])('%o tells what a cell is', (is, yes, no) => {
  expect(yes.filter((cell) => !is(cell))).toEqual([]);
  expect(no.filter((cell) => is(cell))).toEqual([]);
});

test.each([
  ['\u200b A-1\ufeff ', 'A-1'],
  ['"A-1"', 'A-1'],
  ['\u201cA-1\u201d', 'A-1'],
  ['"A\n1"', 'A\n1'],
  ["'A-1", 'A-1'],
  ['\u2019\u00e9', '\u00e9'],
  ['" A-1\u200b "', 'A-1'],
  ['x"A-1"', 'x"A-1"'],
  ['"A-1"x', '"A-1"x'],
  ['A-1"', 'A-1"'],
  ["'-A", "'-A"],
  ["A'1", "A'1"],
])('the identifier in %j is %j', (text, identifier) => {
  expect(cells.plainIdentifier(text)).toBe(identifier);
});

test.each([
  ['#REF!', true],
  ['#n/a', true],
  ['#DIV/0!', true],
  ['x#REF!', false],
  ['#REF!x', false],
  ['#1', false],
])('%j is an error of a spreadsheet: %j', (text, is) => {
  expect(cells.errorIn(text)?.code).toBe(is ? 'spreadsheet_error' : undefined);
  if (is) expect(cells.errorIn(text)?.message).toContain(text);
});

test.each([
  ["'=A", "''=A"],
  ["'A", "'A"],
  ['=A', '=A'],
])('%j keeps its own mark as %j', (text, kept) => {
  expect(cells.keepMark(text)).toBe(kept);
  expect(cells.plainCell(cells.keepMark(text))).toBe(text === '=A' ? '=A' : text);
});

test.each([
  ['a\\tb\\nc\\rd\\\\e', 'a\tb\nc\rd\\e'],
  ['a\\xb\\t', 'a\\xb\\t'],
  ['\\t\\x', '\\t\\x'],
  ['a\\', 'a\\'],
  ['"a"', '"a"'],
  ['"a""b\\t"', 'a"b\t'],
  ['"a""b" c', '"a""b" c'],
  ['c "a""b"', 'c "a""b"'],
  ['"a"b""', '"a"b""'],
  ['""', '""'],
  ['""""', '"'],
])('the tsv cell %j is %j', (cell, text) => {
  expect(cells.unescapedCell(cell)).toBe(text);
});

test.each([
  [[], true],
  [['', ' \t'], true],
  [['', 'x'], false],
])('%j is blank: %j', (row, are) => {
  expect(cells.areBlank(row)).toBe(are);
});
