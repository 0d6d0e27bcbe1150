import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTooDeep, parseExactly, parseJson, whyNotJson } from './json';

const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const objects = (levels: number) => '{"a":'.repeat(levels) + '1'.padEnd(levels + 1, '}');
const hidden = (levels: number) => `{"__proto__":[0,${lists(levels - 2)}]}`;

describe.each([
  ['lists', lists],
  ['objects', objects],
  ['lists in a member with a dangerous name', hidden],
])('%s', (_, nested) => {
  test('accepts 200 levels', () => {
    expect(JSON.stringify(parseJson(nested(200)))).toBe(nested(200));
  });

  test.each([201, 3_000, 1_000_000])('rejects %i levels', (levels) => {
    let thrown: unknown;
    try {
      parseJson(nested(levels));
    } catch (error) {
      thrown = error;
    }
    expect(isTooDeep(thrown)).toBe(true);
    expect(whyNotJson(thrown)).toBe('is nested more than 200 levels deep');
  });
});

test('reports invalid JSON without quoting it', () => {
  expect(() => parseJson('{"canary')).toThrow(SyntaxError);
  expect(whyNotJson(new SyntaxError('canary'))).toBe('is not valid JSON');
});

describe('a number that JavaScript would change', () => {
  test.each([
    ['{"data":[{"id":"a"},{"id":"b","mass":9007199254740993}]}', 'data.1.mass'],
    ['{"a":{"b":[1,[2,-90071992547409931]]},"c":0}', 'a.b.1.1'],
    ['{"a":1e400}', 'a'],
    ['{"a":-1E+400}', 'a'],
    ['{"a":9.007199254740993e15}', 'a'],
    ['{"a":90071992547409930e-1}', 'a'],
    ['{"a":9007199254740993.0}', 'a'],
    ['{ "x" : "9007199254740993" , "a\\"b" :\n 9007199254740993 }', 'a"b'],
    ['{"a":"\\\\","b":12345678901234567890123}', 'b'],
    ['9007199254740993', ''],
  ])('%s: named', (text, path) => {
    expect(parseExactly(text).changed).toBe(path);
  });

  test.each([
    '{"a":9007199254740991,"b":-9007199254740992,"c":9007199254740994}',
    '{"a":1e23,"b":1E+2,"c":10000000000000000000000,"d":1.5e300,"e":12e20}',
    '{"a":0.1234567890123456789,"b":1234567890.12345678901,"c":1e-400,"d":-0}',
    '{"a":"9007199254740993","b":":9007199254740993","c":"\\",9007199254740993"}',
  ])('%s: none', (text) => {
    expect(parseExactly(text).changed).toBeUndefined();
  });

  test('names integers, next to anything else, that JavaScript would change', () => {
    // Numbers of up to 21 digits print without an exponent, so the texts can be compared.
    const digits = fc.stringMatching(/^-?[1-9]\d{0,20}$/);
    fc.assert(
      fc.property(fc.jsonValue(), digits, (value, number) => {
        const text = `{"before":${JSON.stringify(value)},"here":[0,${number}]}`;
        const isSame = String(Number(number)) === number;
        expect(parseExactly(text).changed).toBe(isSame ? undefined : 'here.1');
      }),
    );
  });
});
