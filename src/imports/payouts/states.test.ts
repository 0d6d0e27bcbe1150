import { describe, expect, test } from 'vitest';
import { isTotalLine, waits } from './states';

describe('whether a payment is still to come', () => {
  test.each<[string, boolean]>([
    ['', true],
    ['pending', true],
    ['Awaiting check', true],
    ['not received', true],
    ['unverified', true],
    ['unpaid', true],
    ['to be paid', true],
    ['not yet paid', true],
    ['no', true],
    ['0', true],
    ['not paid', true],
    ['pending, but paid', false],
    ['payment sent, on hold', false],
    ['not here, payment received', false],
    ['No way', false],
    ['teleported', false],
  ])('%j', (text, expected) => {
    expect(waits(text)).toBe(expected);
  });
});

describe('whether a line is a total', () => {
  test.each<[string, readonly string[], object, boolean]>([
    ['the word alone', ['Total'], {}, true],
    ['with a colon', ['', ' Grand total : ', '5'], {}, true],
    ['with a hyphen', ['sub-totals', '5'], {}, true],
    ['a sum', ['SUM', '5'], {}, true],
    ['more than the word', ['Total tools', '5'], {}, false],
    ['the sum of something', ['Sum of May', '5'], {}, false],
    ['no word', ['', '5'], {}, false],
    ['no word, but an order of that name', ['x'], { order: 'Total' }, false],
    ['where order numbers are', ['Total'], { order: 'Total' }, true],
    ['where tracking numbers are', ['TOTAL:'], { trackings: ['TOTAL'] }, true],
    ['beside an order', ['Total', '112-1'], { order: '112-1' }, false],
    ['beside a tracking number', ['Total', 'A1'], { trackings: ['A1'] }, false],
    ['beside a destroyed number', ['Total', '1.2E+20'], { destroyed: ['1.2E+20'] }, false],
  ])('%s', (_, cells, named, expected) => {
    const naming = { file: 'f.csv', line: 2, format: 'bfmr', trackings: [], destroyed: [] };
    expect(isTotalLine(cells, { ...naming, order: null, ...named })).toBe(expected);
  });
});
