import { expect, test } from 'vitest';
import { readCount, readRate } from './numbers';

test.each([
  ['1', 1],
  ['1.0', 1],
  ['2.', 2],
  ['="12"', 12],
  ['1,200', 1200],
  ['-1', -1],
  ['-0', 0],
  ['', null],
  ['-', null],
  ['1.5', undefined],
  ['1,20', undefined],
  ['two', undefined],
  ['1e3', undefined],
])('the count %s is %s', (cell, count) => {
  expect(readCount(cell)).toBe(count);
});

test.each([
  ['2', 2],
  ['1.5x', 1.5],
  ['2 %', 2],
  ['0', 0],
  ['N/A', null],
  ['-2', undefined],
  ['2%%', undefined],
  ['5,5', undefined],
])('the rate %s is %s', (cell, rate) => {
  expect(readRate(cell)).toBe(rate);
});
