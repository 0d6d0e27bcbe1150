import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { boxedTable } from './boxed';
import { fittedWidths } from './fit';
import { noPaint } from './paint';
import { plainTable } from './sheet';
import { cut, measureFor, safeJson, visibleLine, visibleLines } from './text';

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
  expect(cut(text, width, await measureFor([text]))).toBe(shown);
});

test('a megabyte is cut as quickly as a word', async () => {
  const text = '東'.repeat(1 << 20);
  expect(cut(text, 10, await measureFor([text]))).toBe('東東東東…');
});

test('headings give way first, then free text, then what is copied, and amounts never', () => {
  const columns = [
    { content: 20, heading: 5, kind: 'id' },
    { content: 40, heading: 8, kind: 'text' },
    { content: 30, heading: 5, kind: 'text' },
    { content: 12, heading: 20, kind: 'money' },
    { content: 1, heading: 8, kind: 'number' },
  ] as const;
  expect(fittedWidths(columns, 200)).toEqual([20, 40, 30, 20, 8]);
  expect(fittedWidths(columns, 110)).toEqual([20, 40, 30, 12, 8]);
  expect(fittedWidths(columns, 106)).toEqual([20, 40, 30, 12, 4]);
  expect(fittedWidths(columns, 96)).toEqual([20, 30, 30, 12, 4]);
  expect(fittedWidths(columns, 76)).toEqual([20, 20, 20, 12, 4]);
  expect(fittedWidths(columns, 44)).toEqual([16, 6, 6, 12, 4]);
  expect(fittedWidths(columns, 10)).toEqual([6, 6, 6, 12, 4]);
});

/** Texts as the service might hold them: wide, combining, joined, and plain. */
const someText = fc
  .oneof(
    fc.string(),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.constantFrom(
      '東京',
      '🫠',
      '👨‍👩‍👧‍👦',
      '🇩🇪',
      'é',
      'ไทย',
      'हिन्दी',
      '1️⃣',
      'ｶﾞ',
      '한글',
      '\ue000',
    ),
  )
  .map((text) => visibleLine(text));

const sheet = fc.integer({ min: 1, max: 5 }).chain((columns) =>
  fc.record({
    headings: fc.array(fc.constantFrom('Retailer', '店', 'Total'), {
      minLength: columns,
      maxLength: columns,
    }),
    rows: fc.array(
      fc.array(
        fc.record({ text: someText, kind: fc.constantFrom('text' as const, 'money' as const) }),
        { minLength: columns, maxLength: columns },
      ),
      { maxLength: 6 },
    ),
  }),
);

test('every line of a box is as wide as the others, whatever stands in it', async () => {
  await fc.assert(
    fc.asyncProperty(sheet, fc.integer({ min: 60, max: 200 }), async (some, width) => {
      const widths = (await boxedTable(some, noPaint, width))
        .trimEnd()
        .split('\n')
        .map((line) => stringWidth(line));
      expect(new Set(widths).size).toBe(1);
      const onlyText = some.rows.every((cells) => cells.every(({ kind }) => kind === 'text'));
      if (onlyText) expect(widths[0]).toBeLessThanOrEqual(width);
    }),
  );
});

test('a plain table is complete and its columns stand below each other', async () => {
  await fc.assert(
    fc.asyncProperty(sheet, async (some) => {
      const lines = (await plainTable(some, noPaint)).slice(0, -1).split('\n');
      expect(lines).toHaveLength(some.rows.length + 1);
      for (const [index, cells] of some.rows.entries()) {
        for (const { text } of cells) expect(lines[index + 1]).toContain(text.trimEnd());
      }
    }),
  );
});
