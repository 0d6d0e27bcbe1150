import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HelpPage } from './help';

test('a page of help', () => {
  const page = new HelpPage({ width: 44 })
    .text(
      'One line.\nIt goes on here and is filled up to the width.\n\n  as it is   1\n  as it is   2',
    )
    .text('')
    .rows('Flags', [
      ['-o, --output', 'Output format, in a few words'],
      ['--a-very-long-flag <with a value>', 'Below'],
    ])
    .rows('Nothing', [])
    .lines('Examples', ['  $ waybill it']);
  expect(page.toString()).toMatchInlineSnapshot(`
    "One line. It goes on here and is filled up
    to the width.

      as it is   1
      as it is   2

    Flags:
      -o, --output  Output format, in a few
                    words
      --a-very-long-flag <with a value>
                    Below

    Examples:
      $ waybill it
    "
  `);
});

test('filling changes only where lines end', () => {
  const word = fc.stringMatching(/^[a-z]{1,12}$/);
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1 }),
      fc.integer({ min: 40, max: 100 }),
      (words, width) => {
        const lines = new HelpPage({ width })
          .text(words.join(' '))
          .toString()
          .trimEnd()
          .split('\n');
        expect(lines.join(' ')).toBe(words.join(' '));
        for (const [index, line] of lines.entries()) {
          expect(line.length).toBeLessThanOrEqual(width);
          const next = lines[index + 1]?.split(' ')[0];
          if (next !== undefined) expect(`${line} ${next}`.length).toBeGreaterThan(width);
        }
      },
    ),
  );
});

test.each([
  [0, 80],
  [undefined, 80],
  [10, 40],
  [500, 100],
])('on a terminal of %s columns, text is %i wide', (width, expected) => {
  const line = new HelpPage({ width }).text('a '.repeat(400)).toString().split('\n')[0];
  expect(line?.length).toBeGreaterThan(expected - 2);
  expect(line?.length).toBeLessThanOrEqual(expected);
});
