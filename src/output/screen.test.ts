import { expect, test } from 'vitest';
import { createNotices, Screen } from './screen';

/** What notices and warnings write to stderr. */
function writtenTo(stderr: { isTTY?: boolean; columns?: number }) {
  let written = '';
  const screen = new Screen(() => ({
    ...stderr,
    write: (text: string) => {
      written += text;
    },
  }));
  const notices = createNotices(screen, false, (text) => text);
  return { screen, notices, written: () => written };
}

const problem = 'Two rows were refused:\n  row 7: the tracking number belongs to another order';

test('a terminal shows lines wrapped at words and indented as before', () => {
  const { notices, written } = writtenTo({ isTTY: true, columns: 24 });
  notices.warning(problem);
  expect(written()).toBe(
    [
      ...['Warning: Two rows were', 'refused:', '  row 7: the tracking', '  number belongs to'],
      ...['  another order', ''],
    ].join('\n'),
  );
});

test('lines that waited for a pager are wrapped as well', () => {
  const { screen, notices, written } = writtenTo({ isTTY: true, columns: 12 });
  screen.pause();
  notices.notice('Showing 25 of 151.');
  expect(written()).toBe('');
  screen.resume();
  expect(written()).toBe('Showing 25\nof 151.\n');
});

test('a line that was asked for with --debug is whole, to be copied', () => {
  const { notices, written } = writtenTo({ isTTY: true, columns: 12 });
  notices.trace('> {"notes":"n", "tax":1}');
  expect(written()).toBe('> {"notes":"n", "tax":1}\n');
});

test('a pipe gets each line whole', () => {
  const { notices, written } = writtenTo({ columns: 24 });
  notices.warning(problem);
  expect(written()).toBe(`Warning: ${problem}\n`);
});
