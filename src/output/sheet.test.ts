import fc from 'fast-check';
import stringWidth from 'fast-string-width';
import { describe, expect, test } from 'vitest';
import { boxedTable } from './boxed';
import { fitColumns } from './fit';
import { noPaint } from './options';
import { type CellSheet, fittedSheet, plainTable } from './sheet';
import { visibleLine } from './text';

describe('columns of a terminal', () => {
  const extents = [
    { content: 20, atLeast: 20, preferred: 0, heading: 5, kind: 'id' },
    { content: 40, atLeast: 0, preferred: 0, heading: 8, kind: 'text' },
    { content: 30, atLeast: 0, preferred: 0, heading: 5, kind: 'text' },
    { content: 12, atLeast: 0, preferred: 0, heading: 20, kind: 'money' },
    { content: 1, atLeast: 0, preferred: 0, heading: 11, kind: 'number' },
  ] as const;

  test.each([
    // The box takes one line more than there are columns, plus two spaces each while there is room.
    [200, [0, 1, 2, 3, 4], [20, 40, 30, 20, 11]],
    [122, [0, 1, 2, 3, 4], [20, 40, 30, 15, 11]],
    [116, [0, 1, 2, 3, 4], [20, 40, 30, 12, 8]],
    [86, [0, 1, 2, 3, 4], [20, 20, 20, 12, 8]],
    [62, [0, 1, 2, 3, 4], [20, 8, 8, 12, 8]],
    [61, [0, 1, 2, 3], [20, 8, 16, 12]],
    [40, [0, 1, 2], [20, 8, 8]],
    [30, [0], [20]],
    [10, [0], [20]],
  ])('in %i columns: headings, then names give way, then columns go', (width, places, widths) => {
    const fitted = fitColumns(extents, {
      width,
      boxed: true,
      leaveOut: [4, 3, 2, 1],
      leaveOutLast: [],
    });
    expect(fitted.places).toEqual(places);
    const [all, expected] = [fitted.widths, widths].map((one) => one.reduce((a, b) => a + b, 0));
    expect(all).toBe(expected);
    for (const [index, one] of fitted.widths.entries()) {
      const { kind, content } = extents[fitted.places[index] ?? 0] ?? extents[0];
      if (kind === 'id') expect(one).toBeGreaterThanOrEqual(content);
    }
    expect(fitted.fits).toBe(width > 20);
  });

  test.each([
    // Two spaces between the columns.
    [60, [0, 1, 2, 3], [26, 10, 10, 8]],
    [54, [0, 1, 2, 3], [20, 10, 10, 8]],
    [53, [0, 1, 2], [29, 10, 10]],
    [44, [0, 1, 2], [20, 10, 10]],
    [43, [0, 1, 2], [19, 10, 10]],
    [32, [0, 1, 2], [8, 10, 10]],
    [31, [0, 2], [19, 10]],
  ])('in %i columns: some go before a name is cut short, others after', (width, places, widths) => {
    const name = { content: 40, atLeast: 0, preferred: 20, heading: 4, kind: 'text' } as const;
    const money = (content: number) =>
      ({ content, atLeast: 0, preferred: 0, heading: 4, kind: 'money' }) as const;
    const fitted = fitColumns([name, money(10), money(10), money(8)], {
      width,
      boxed: false,
      leaveOut: [3],
      leaveOutLast: [1, 2],
    });
    expect(fitted).toEqual({ places, widths, padding: 0, fits: true });
  });

  test('other text is cut before the text that prefers a width', () => {
    const name = { content: 40, atLeast: 0, heading: 4, kind: 'text' } as const;
    const extents = [20, 0].map((preferred) => ({ ...name, preferred }));
    const frame = { boxed: false, leaveOut: [], leaveOutLast: [] };
    expect(fitColumns(extents, { ...frame, width: 42 }).widths).toEqual([20, 20]);
    expect(fitColumns(extents, { ...frame, width: 32 }).widths).toEqual([20, 10]);
    expect(fitColumns(extents, { ...frame, width: 25 }).widths).toEqual([15, 8]);
  });
});

/** Texts that the service might have: wide, combining, joined, hostile and plain. */
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
    fc.constantFrom('ヨドバシカメラ', '\u001b[2J', '\u202e', '𠮷野家'),
  )
  .map((text) => visibleLine(text));

const identifier = fc.stringMatching(/^[A-Z0-9-]{1,36}$/);
const kinds = ['text', 'money', 'id', 'status', 'date', 'number'] as const;

const sheet: fc.Arbitrary<CellSheet> = fc
  .array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 9 })
  .chain((columns) =>
    fc.record({
      headings: fc.tuple(
        ...columns.map(() => fc.constantFrom('Retailer', '店', 'Expected payout')),
      ),
      rows: fc.array(
        fc.tuple(
          ...columns.map((kind) =>
            fc.record({
              text: kind === 'id' ? identifier : someText,
              kind: fc.constant(kind),
              preferredWidth: fc.constantFrom(undefined, 20),
            }),
          ),
        ),
        { maxLength: 6 },
      ),
      leaveOut: fc.shuffledSubarray([...columns.keys()].slice(1)),
      leaveOutLast: fc.shuffledSubarray([...columns.keys()].slice(1), {
        minLength: columns.length - 1,
      }),
    }),
  );

test('no line is wider than the terminal, and identifiers are never cut', () => {
  fc.assert(
    fc.property(sheet, fc.integer({ min: 40, max: 200 }), (some, width) => {
      for (const boxed of [true, false]) {
        const fitted = fittedSheet(some, { width, boxed });
        expect(fitted.fits).toBe(true);
        const text = boxed ? boxedTable(fitted, noPaint, false) : plainTable(fitted.sheet, noPaint);
        const lines = text.slice(0, -1).split('\n');
        const widths = lines.map((line) => stringWidth(line));
        expect(Math.max(...widths)).toBeLessThanOrEqual(width);
        if (boxed) expect(new Set(widths).size).toBe(1);
        const missing = new Set(fitted.missing);
        for (const [index, heading] of some.headings.entries()) {
          if (missing.has(heading)) continue;
          for (const row of some.rows) {
            const cell = row[index];
            if (cell?.kind === 'id') expect(text).toContain(cell.text);
          }
        }
      }
    }),
  );
});

test('a text that wraps continues below its first line, and others are cut', () => {
  const name = { text: 'as long as a name', kind: 'text' } as const;
  const detail = { text: 'a detail of several words', kind: 'text', wraps: true } as const;
  const leaving = { leaveOut: [], leaveOutLast: [] };
  const narrow = { headings: ['Name', 'Detail'], rows: [[name, detail], [name]], ...leaving };
  const { sheet: fitted } = fittedSheet(narrow, { width: 20, boxed: false });
  expect(plainTable(fitted, noPaint)).toBe(
    [
      ...['Name      Detail', 'as long…  a detail', '          of', '          several'],
      ...['          words', 'as long…', ''],
    ].join('\n'),
  );
});

test('a plain table is complete and its columns line up', () => {
  fc.assert(
    fc.property(sheet, (some) => {
      const lines = plainTable(some, noPaint).slice(0, -1).split('\n');
      expect(lines).toHaveLength(some.rows.length + 1);
      for (const [index, cells] of some.rows.entries()) {
        for (const { text } of cells) expect(lines[index + 1]).toContain(text.trimEnd());
      }
    }),
  );
});
