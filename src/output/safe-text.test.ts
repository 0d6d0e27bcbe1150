import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeJson, visibleLine, visibleLines } from './safe-text';

/** Everything that must not reach a terminal, but for line breaks and tabs. */
const drives =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** Texts in which the hostile characters are as frequent as the others. */
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

test('a line stays a line, and lines stay lines', () => {
  expect(visibleLine('two\r\nlines\tof\rtext')).toBe('two lines of text');
  expect(visibleLines('two\r\nlines\tof\rtext')).toBe('two\nlines\tof\\x0dtext');
});

test('nothing that drives a terminal is left of any text', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(visibleLine(text)).not.toMatch(drives);
      expect(visibleLine(text)).not.toMatch(/[\n\t]/);
      expect(visibleLines(text)).not.toMatch(drives);
    }),
  );
});

test('any value comes back from its JSON as it went in', () => {
  fc.assert(
    fc.property(anyText, fc.jsonValue(), (text, value) => {
      const json = safeJson(JSON.stringify([text, value]));
      expect(json).not.toMatch(drives);
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify([text, value])));
      expect(JSON.parse(json)[0]).toBe(text);
    }),
  );
});
