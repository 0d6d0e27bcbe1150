import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Failure } from '../failure';
import { textIn } from './text-file';

const little = (text: string) => Buffer.from(text, 'utf16le');
const big = (text: string) => Buffer.from(text, 'utf16le').swap16();

/** What reading throws. */
function refusal(bytes: Buffer): Failure {
  try {
    textIn(bytes, 'ids.txt');
  } catch (error) {
    if (error instanceof Failure) return error;
  }
  throw new Error('It was read');
}

test('any text reads the same in UTF-8 and in UTF-16 with a byte order mark', () => {
  const text = fc.string({ unit: 'grapheme' }).filter((one) => !/[\0\ufeff\ufffe]/.test(one));
  fc.assert(
    fc.property(text, (written) => {
      const marked = `\ufeff${written}`;
      expect(textIn(Buffer.from(marked), 'x')).toBe(written);
      expect(textIn(little(marked), 'x')).toBe(written);
      expect(textIn(big(marked), 'x')).toBe(written);
      expect(textIn(Buffer.from(written), 'x')).toBe(written);
    }),
  );
});

describe.each([
  ['LE', little],
  ['BE', big],
] as const)('UTF-16%s without a mark', (endian, encode) => {
  test.each(['8', '800458530\r\n', '{"notes":"für Ærø"}', '“Notes” für Ærø\n'])(
    '%j is refused by name',
    (text) => {
      const { ending, message, hint } = refusal(encode(text));
      expect({ ending, message }).toEqual({
        ending: 'usage',
        message: `ids.txt is UTF-16 (${endian}) without a byte order mark`,
      });
      expect(hint).toContain('UTF-8');
    },
  );
});

test.each([
  ['not UTF-8', Buffer.from('caf\xe9', 'latin1'), 'ids.txt is not UTF-8 text'],
  ['half a unit', Buffer.from([0xff, 0xfe, 0x41]), 'ids.txt is not valid UTF-16 (LE)'],
  ['half a pair', Buffer.from([0xfe, 0xff, 0xd8, 0x00]), 'ids.txt is not valid UTF-16 (BE)'],
])('%s is refused', (_, bytes, message) => {
  expect(refusal(bytes).message).toBe(message);
});

test('what is not UTF-8 can be read otherwise, where it does not matter', () => {
  expect(textIn(Buffer.from('caf\xe9', 'latin1'), 'x', 'latin1')).toBe('caf\xe9');
  expect(textIn(Buffer.from('café'), 'x', 'latin1')).toBe('café');
});
