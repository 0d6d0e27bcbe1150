import fc from 'fast-check';
import stringWidth from 'fast-string-width';
import { describe, expect, test } from 'vitest';
import { cut, cutList, safeJson, visibleLine, visibleLines, wrapped, wrappedLines } from './text';

/** Everything that must not reach a terminal, except line breaks and tabs. */
const drives =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** Texts in which hostile characters are as frequent as others. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 3 }),
      fc.integer({ min: 0, max: 0x9f }).map((code) => String.fromCharCode(code)),
      fc.constantFrom('\u202e', '\u2066', '\u200f', '\u2028', '\u001b]0;owned\u0007', '\u009b2J'),
    ),
  )
  .map((parts) => parts.join(''));

describe.each([
  ['a clear-screen', '\u001b[2Jgone', '\\x1b[2Jgone'],
  ['a title', '\u001b]0;owned\u0007', '\\x1b]0;owned\\x07'],
  ['C1', '\u009b31mred', '\\x9b31mred'],
  ['DEL', 'a\u007f', 'a\\x7f'],
  ['an override', 'invoice\u202efdp.exe', 'invoice\\u202efdp.exe'],
])('%s', (_, hostile, shown) => {
  test('is shown, not obeyed', () => {
    expect(visibleLine(hostile)).toBe(shown);
    expect(visibleLines(hostile)).toBe(shown);
  });

  test('means the same in JSON', () => {
    const json = safeJson(JSON.stringify({ notes: hostile }));
    expect(json).not.toMatch(drives);
    expect(JSON.parse(json)).toEqual({ notes: hostile });
  });
});

test('one line stays one line, and several lines stay several', () => {
  expect(visibleLine('two\r\nlines\tof\rtext')).toBe('two lines of text');
  expect(visibleLines('two\r\nlines\tof\rtext')).toBe('two\nlines\tof\\x0dtext');
});

test('leaves nothing in any text that controls a terminal', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(visibleLine(text)).not.toMatch(drives);
      expect(visibleLine(text)).not.toMatch(/[\n\t]/);
      expect(visibleLines(text)).not.toMatch(drives);
    }),
  );
});

test('every value survives its JSON unchanged', () => {
  fc.assert(
    fc.property(anyText, fc.jsonValue(), (text, value) => {
      const json = safeJson(JSON.stringify([text, value]));
      expect(json).not.toMatch(drives);
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify([text, value])));
      expect(JSON.parse(json)[0]).toBe(text);
    }),
  );
});

test.each([
  ['Best Buy', 8, 'Best Buy'],
  ['Best Buy', 7, 'Best B…'],
  ['Best Buy', 6, 'Best…'],
  ['東京電器', 8, '東京電器'],
  ['東京電器', 7, '東京電…'],
  ['東京電器', 6, '東京…'],
  ['👨‍👩‍👧‍👦 family', 5, '👨‍👩‍👧‍👦 f…'],
  ['x', 0, ''],
])('%s in %i columns', async (text, width, shown) => {
  expect(cut(text, width)).toBe(shown);
});

test('cuts a megabyte as quickly as a word', async () => {
  const text = '東'.repeat(1 << 20);
  expect(cut(text, 10)).toBe('東東東東…');
});

test.each([
  [['1Z1', '1Z2'], 10, '1Z1, 1Z2'],
  [['1Z1', '1Z2', '1Z3'], 12, '1Z1, 1Z2, …'],
  [['1Z1', '1Z2', '1Z3'], 10, '1Z1, …'],
  [['1Z999AA10123456784', '1Z2'], 10, '1Z999AA10123456784, …'],
])('the list %j in %i columns is cut between its identifiers', async (items, width, shown) => {
  expect(cutList(items, width)).toBe(shown);
});

test('wraps a text at spaces and keeps a long word whole', async () => {
  const text = 'Left at the 1Z999AA10123456784 door';
  expect(wrapped(text, 12)).toEqual(['Left at the', '1Z999AA10123456784', 'door']);
});

describe('prose', () => {
  const line = 'The order of ヨドバシカメラ 新宿西口本店 is late, which nobody has noticed yet.';
  const words = line.split(' ');

  test.each([20, 40, 60, 80])('in %i columns is wrapped by display width', (width) => {
    const lines = wrappedLines(line, width).split('\n');
    for (const one of lines) expect(stringWidth(one)).toBeLessThanOrEqual(width);
    expect(lines.join(' ').split(' ')).toEqual(words);
    // Each line is as full as it can be.
    for (const [index, one] of lines.slice(0, -1).entries()) {
      const [next = ''] = (lines[index + 1] ?? '').split(' ');
      expect(stringWidth(`${one} ${next}`)).toBeGreaterThan(width);
    }
  });

  test.each([
    [
      'Log in with waybill auth login, or not.',
      22,
      ['Log in with', 'waybill auth login, or', 'not.'],
    ],
    [
      '  To undo: waybill orders update --csv /home/me/old-values.csv',
      30,
      ['  To undo:', '  waybill orders update --csv /home/me/old-values.csv'],
    ],
    [
      'To revert, run waybill payments undo 1 --sandbox. Or not.',
      45,
      ['To revert, run', 'waybill payments undo 1 --sandbox. Or not.'],
    ],
    [
      'Name the columns: --map tracking=<header> --map amount=<header>.',
      48,
      ['Name the columns: --map tracking=<header>', '--map amount=<header>.'],
    ],
    [
      'Log in first with waybill auth login, or not.',
      35,
      ['Log in first with', 'waybill auth login, or not.'],
    ],
    [
      'Nothing fits: waybill skips what it has.',
      24,
      ['Nothing fits: waybill', 'skips what it has.'],
    ],
    [
      'Use waybill orders update <order> --status cancelled.',
      30,
      ['Use', 'waybill orders update <order> --status cancelled.'],
    ],
    ['Short: waybill sync', 40, ['Short: waybill sync']],
    ['N-1, $30.00 short (line 12)', 26, ['N-1, $30.00 short', '(line 12)']],
    ['Rows: 4 matched, 1,205 unmatched', 22, ['Rows: 4 matched,', '1,205 unmatched']],
  ])('%s in %i columns keeps a command or a count in one piece', (text, width, lines) => {
    expect(wrappedLines(text, width).split('\n')).toEqual(lines);
  });
});
