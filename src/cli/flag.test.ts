import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Failure } from '../failure';
import {
  choice,
  choices,
  type Flag,
  flagLabel,
  integer,
  repeated,
  seconds,
  text,
  texts,
  toggle,
  withDefault,
} from './flag';

function refusal(flag: Flag<unknown>, ...typed: string[]): Failure {
  try {
    const value = flag.parse(typed, '--it');
    throw new Error(`taken as ${JSON.stringify(value)}`);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

test.each([
  ['json', '--json'],
  ['noInput', '--no-input'],
  ['allOrNothing', '--all-or-nothing'],
])('%s is written %s', (key, label) => expect(flagLabel(key)).toBe(label));

describe('a switch', () => {
  const flag = toggle('A switch');
  test.each([
    [[], false],
    [['1'], true],
    [['true'], true],
    [['Yes'], true],
    [['on'], true],
    [['0'], false],
    [['false'], false],
    [['no'], false],
    [['OFF'], false],
    [[''], false],
    [['0', '1'], true],
  ])('%j is %s', (typed, value) => expect(flag.parse(typed, 'WAYBILL_IT')).toBe(value));

  test('refuses a misspelled value', () => {
    expect(() => flag.parse(['ture'], 'WAYBILL_SANDBOX')).toThrow(
      'WAYBILL_SANDBOX takes 1 or 0, not "ture"',
    );
  });
});

describe('a number', () => {
  const flag = integer('<n>', 'How many', { minimum: 1, maximum: 16 });
  test('accepts every number in the range and no other', () => {
    fc.assert(
      fc.property(fc.integer({ min: -50, max: 50 }), (number) => {
        if (number >= 1 && number <= 16) expect(flag.parse([String(number)], '--it')).toBe(number);
        else expect(refusal(flag, String(number)).message).toContain('from 1 to 16');
      }),
    );
  });
  test.each(['', 'ten', '1.5', '1e1', '0x5', '+5', '5 6', '٥', '99999999999999999999'])(
    '"%s" is not a number',
    (typed) => expect(refusal(flag, typed).message).toContain(`not "${typed}"`),
  );
  test('ignores spaces around it, and the last value wins', () => {
    expect(flag.parse(['3', ' 5 '], '--it')).toBe(5);
  });
  test('without a maximum, refuses numbers too large to be exact', () => {
    const open = integer('<n>', 'How many', { minimum: 0 });
    expect(open.parse(['9007199254740991'], '--it')).toBe(Number.MAX_SAFE_INTEGER);
    expect(refusal(open, '9007199254740993').message).toContain('of at least 0');
  });
});

describe('seconds', () => {
  test.each([
    ['1', 1],
    ['0.25', 0.25],
    ['86400', 86_400],
  ])('%s', (typed, value) => {
    expect(seconds('How long', { minimum: 0.001 }).parse([typed], '--it')).toBe(value);
  });
  test.each(['0', '-1', '1s', 'Infinity', 'NaN', '1e3', '.5', '86401'])('not %s', (typed) => {
    expect(refusal(seconds('How long', { minimum: 0.001 }), typed).exitCode).toBe(2);
  });
  test('accepts zero where that makes sense', () => {
    expect(seconds('How long').parse(['0'], '--it')).toBe(0);
  });
});

describe('a choice', () => {
  const flag = choice('<format>', 'Format', ['table', 'json', 'ndjson']);
  test.each([
    ['json', 'json'],
    [' JSON ', 'json'],
  ])('"%s"', (typed, value) => expect(flag.parse([typed], '--it')).toBe(value));
  test('refuses an unknown value, listing the choices and the closest one', () => {
    expect(refusal(flag, 'jsn')).toMatchObject({
      message: 'Invalid value "jsn" for --it',
      hint: 'Did you mean json? Choose one of table, json, ndjson.',
    });
    expect(refusal(flag, 'yaml').hint).toBe('Choose one of table, json, ndjson.');
    expect(refusal(choice('<none>', 'None', []), 'x').hint).toBe('Leave it out: there is none.');
  });
});

describe('several values', () => {
  test.each([
    [[], undefined],
    [['paid'], ['paid']],
    [
      ['paid,shipped', 'issue'],
      ['paid', 'shipped', 'issue'],
    ],
    [[' Paid , shipped ,'], ['paid', 'shipped']],
    [['paid,,shipped'], ['paid', 'shipped']],
  ])('%j', (typed, values) => {
    const flag = choices('<s,…>', 'Statuses', ['paid', 'shipped', 'issue']);
    expect(flag.parse(typed, '--it')).toEqual(values);
  });
  test.each([[''], [' '], [','], [' , ']])(
    '"%s" contains no values, which is refused as a mistake',
    (typed) => {
      expect(refusal(texts('<a,b>', 'Fields'), typed).message).toBe('--it is empty');
    },
  );
  test('repeated values keep their commas', () => {
    const flag = repeated(text('<k=v,…>', 'A line item'));
    expect(flag.parse(['a=1,b=2', 'c=3'], '--it')).toEqual(['a=1,b=2', 'c=3']);
  });
});

test('a default applies if nothing was typed, and help shows it', () => {
  const flag = withDefault(text('<text>', 'A text'), 'so', 'like this');
  expect(flag.defaultText).toBe('like this');
  expect(flag.parse([], '--it')).toBe('so');
  expect(flag.parse(['thus'], '--it')).toBe('thus');
});
