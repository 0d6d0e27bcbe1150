import { describe, expect, test } from 'vitest';
import { fieldsOf, jsonField, textField } from './api';

describe('a field as typed', () => {
  test.each([
    ['a=b', ['a', 'b']],
    ['a=', ['a', '']],
    ['a=b=c', ['a', 'b=c']],
    ['a=5', ['a', '5']],
  ])('-f %s', (typed, expected) => {
    expect(textField(typed, '-f')).toEqual(expected);
  });

  test.each([
    ['a=5', ['a', 5]],
    ['a=null', ['a', null]],
    ['a="5"', ['a', '5']],
    ['a=[{"b":true}]', ['a', [{ b: true }]]],
  ])('-F %s', (typed, expected) => {
    expect(jsonField(typed, '-F')).toEqual(expected);
  });

  test.each(['a', '=b', ''])('"%s" has no key or no value', (typed) => {
    expect(() => textField(typed, '-f')).toThrow('-f takes key=value');
    expect(() => jsonField(typed, '-F')).toThrow('-F takes key=value');
  });

  test('never repeats a value that is not JSON', () => {
    expect(() => jsonField('a=canary', '-F')).toThrow(/^The value of -F a is not JSON$/);
  });
});

describe('fields together', () => {
  test('combine into one object', () => {
    const fields = fieldsOf([
      ['a', 1],
      ['__proto__', 2],
    ]);
    expect(Object.entries(fields)).toEqual([
      ['a', 1],
      ['__proto__', 2],
    ]);
  });
  test('can name each field only once', () => {
    expect(() =>
      fieldsOf([
        ['a', 1],
        ['b', 1],
        ['a', 2],
      ]),
    ).toThrow('Field a appears twice');
  });
  test("can't contain codes", () => {
    const codes = jsonField('redemptionCodes=[CODE-1]', '-F');
    expect(() => fieldsOf([codes])).toThrow("can't be in a flag");
  });
});
