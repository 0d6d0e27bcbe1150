import { describe, expect, test } from 'vitest';
import { readAmount } from './amount';

type Cell = string | undefined;

describe('amounts', () => {
  test.each<[Cell, number | null | undefined]>([
    ['$1,234.56', 123_456],
    ['(12.30)', -1230],
    ['($1,234.56)', -123_456],
    ['-12.30', -1230],
    ['-$12.30', -1230],
    ['$-12.30', -1230],
    ['−5', -500],
    ['12', 1200],
    ['12.3', 1230],
    ['.5', 50],
    ['＄１２．３０', 1230],
    ['="12.30"', 1230],
    ['12.300000000000001', 1230],
    ['12.29999999', 1230],
    ['12.301', 1230],
    ['12.299', 1230],
    ['-1.13E-13', 0],
    ['', null],
    ['  ', null],
    [undefined, null],
    ['=""', null],
    ['0.30000000000000004', 30],
    ['-0', 0],
    ['1.1E-3', undefined],
    ['$ 12.30', 1230],
    ['- $ 5', -500],
    ['( 12.30 )', -1230],
    ['50 50', undefined],
    ['1 234.56', undefined],
    ['1 2.00', undefined],
    ['12.305', undefined],
    ['12.302', undefined],
    ['1.234,56', undefined],
    ['1,23', undefined],
    ['12,34.00', undefined],
    ['(-12)', undefined],
    ['--12', undefined],
    ['12 USD', undefined],
    ['$', undefined],
    ['-', undefined],
    ['n/a', undefined],
    ['1E+3', undefined],
    ['99999999999999999', undefined],
    ['NaN', undefined],
    ['true', undefined],
  ])('%j is %j cents', (cell, cents) => {
    expect(readAmount(cell)).toBe(cents);
  });
});
