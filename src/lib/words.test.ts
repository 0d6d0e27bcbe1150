import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { commandInFolder, counted, countedOf, firstOf, quotedFor, toTheMinute } from './words';

test.each([
  [0, 'rows', '0 rows'],
  [1, 'rows', '1 row'],
  [1, 'entries', '1 entry'],
  [2, 'entries', '2 entries'],
  [1234, 'rows', '1,234 rows'],
])('%i %s', (count, unit, words) => {
  expect(counted(count, unit)).toBe(words);
});

test.each([
  [['a'], 'a'],
  [['a', 'b', 'c'], 'a, b, c'],
  [['a', 'b', 'c', 'd', 'e'], 'a, b, c and 2 more'],
])('the first of %j', (names, words) => {
  expect(firstOf(names, 3)).toBe(words);
});

test.each([
  [2, 5, '2 of 5 rows were'],
  [1, 5, '1 of 5 rows was'],
  [0, 1, '0 of 1 row was'],
])('%i of %i', (part, whole, words) => {
  expect(countedOf(part, whole, 'rows', 'were')).toBe(words);
});

describe('a moment by the clock of the user', () => {
  const before = process.env.TZ;
  afterEach(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });

  test.each([
    ['UTC', '2026-03-05T14:07:31.000Z', '2026-03-05 14:07'],
    ['America/New_York', '2026-03-05T04:07:31.000Z', '2026-03-04 23:07'],
    ['Asia/Kolkata', '2026-12-31T23:59:59Z', '2027-01-01 05:29'],
    ['Asia/Kolkata', '2026-03-05', '2026-03-05'],
    ['Asia/Kolkata', 'yesterday at noon', 'yesterday at noon'],
    ['Asia/Kolkata', '2026-99-05T14:07:31.000Z', '2026-99-05T14:07:31.000Z'],
  ])('in %s, %s is %s', (zone, moment, shown) => {
    process.env.TZ = zone;
    expect(toTheMinute(moment)).toBe(shown);
  });
});

/** How cmd passes a line on: `&`, `|`, `<`, `>` and `^` mean something outside of double quotes. */
function lineFromCmd(line: string): string | undefined {
  let isQuoted = false;
  for (const letter of line) {
    if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && /[&|<>^()]/.test(letter)) return undefined;
  }
  return line;
}

/** The words of a line by the rules of the C runtime: backslashes count only before a double quote. */
function wordsOfLine(line: string): readonly string[] {
  const words: string[] = [];
  let [word, isQuoted, isWord] = ['', false, false];
  for (let at = 0; at < line.length; at++) {
    const slashes = /^\\*/.exec(line.slice(at))?.[0].length ?? 0;
    at += slashes;
    const isQuote = line[at] === '"';
    word += '\\'.repeat(isQuote ? Math.floor(slashes / 2) : slashes);
    isWord ||= slashes > 0;
    if (isQuote && slashes % 2 === 1) word += '"';
    else if (isQuote && isQuoted && line[at + 1] === '"') {
      // Two in a quoted part are one of the word.
      word += '"';
      at++;
    } else if (isQuote) isQuoted = !isQuoted;
    else if (line[at] === ' ' && !isQuoted) {
      if (isWord) words.push(word);
      [word, isWord] = ['', false];
      continue;
    } else word += line[at] ?? '';
    isWord = true;
  }
  return isWord ? [...words, word] : words;
}

/**
 * The word that PowerShell takes a quoted or bare one for; undefined where it is no word. It passes the
 * word on to the C runtime.
 */
function wordInPowerShell(text: string): string | undefined {
  if (text.startsWith("'")) return text.slice(1, -1).replaceAll("''", "'");
  if (text.startsWith('"')) return /[$`]/.test(text) ? undefined : text.slice(1, -1);
  return /[\s,;&|<>@#(){}$`'"]/.test(text) || /^-.*[.:]/.test(text) ? undefined : text;
}

const paths = fc.stringMatching(/^[\w :.,&()'+=#@^-]{1,20}(\\[\w :.,&()'+=#@^-]{1,20}){0,3}\\?$/);

describe('a quoted word means itself', () => {
  test('to sh', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 20 }), (words) => {
        const plain = words.map((word) => word.replaceAll('\0', '').replaceAll('\n', ' '));
        const line = `printf '%s\\0' ${plain.map((word) => quotedFor('/', word)).join(' ')}`;
        const { stdout } = spawnSync('sh', ['-c', line], { encoding: 'utf8' });
        expect(stdout.split('\0').slice(0, -1)).toEqual(plain);
      }),
      { numRuns: 20 },
    );
  });

  test('to cmd, and the C runtime behind it', () => {
    fc.assert(
      fc.property(fc.oneof(paths, fc.stringMatching(/^[^\0\r\n$`%]{0,20}$/)), (word) => {
        const quoted = quotedFor('\\', word);
        expect(wordsOfLine(lineFromCmd(`x ${quoted}`) ?? '')).toEqual(['x', word]);
      }),
    );
  });

  test('to PowerShell', () => {
    fc.assert(
      fc.property(fc.oneof(paths, fc.stringMatching(/^[^\0\r\n"]{0,20}$/)), (word) => {
        const passed = wordInPowerShell(quotedFor('\\', word));
        // A backslash at the end is doubled for the C runtime, which sees the quotes of PowerShell.
        expect(passed?.replace(/\\+$/, '')).toBe(word.replace(/\\+$/, ''));
      }),
    );
  });

  test.each([
    ['C:\\Users\\me\\shipments.csv', 'C:\\Users\\me\\shipments.csv'],
    ['C:\\My files\\a & b.csv', '"C:\\My files\\a & b.csv"'],
    ['C:\\My files\\', '"C:\\My files\\\\"'],
    ['a,b', '"a,b"'],
    ['-x.csv', '"-x.csv"'],
    ['', '""'],
  ])('%s as %s for Windows', (word, quoted) => {
    expect(quotedFor('\\', word)).toBe(quoted);
  });
});

test('a command in a folder is on two lines for Windows', () => {
  expect(commandInFolder('/a b', 'waybill sync', '/')).toBe("cd '/a b' && waybill sync");
  expect(commandInFolder('D:\\a b', 'waybill sync', '\\')).toBe('pushd "D:\\a b"\nwaybill sync');
});
