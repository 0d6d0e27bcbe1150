import { describe, expect, test } from 'vitest';
import { isTooDeep, parseJson, whyNotJson } from './json';

const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const objects = (levels: number) => '{"a":'.repeat(levels) + '1'.padEnd(levels + 1, '}');
const hidden = (levels: number) => `{"__proto__":[0,${lists(levels - 2)}]}`;

describe.each([
  ['lists', lists],
  ['objects', objects],
  ['lists in a member of a dangerous name', hidden],
])('%s', (_, nested) => {
  test('200 levels are read', () => {
    expect(JSON.stringify(parseJson(nested(200)))).toBe(nested(200));
  });

  test.each([201, 3_000, 1_000_000])('%i levels are refused', (levels) => {
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

test('what is no JSON is said to be that, and not quoted', () => {
  expect(() => parseJson('{"canary')).toThrow(SyntaxError);
  expect(whyNotJson(new SyntaxError('canary'))).toBe('is not valid JSON');
});
