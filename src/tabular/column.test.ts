import { afterEach, describe, expect, test, vi } from 'vitest';
import { isForMutants } from '../../test/support/tier';
import { readRate } from './cells';
import { cellSentence, fileFacts, isFault, momentCell, readCount } from './column';

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

const facts = fileFacts([], [], { unit: 'dollars' });

function read(text: string): unknown {
  const cell = { field: 'date', header: 'orderDate', text, raw: text };
  const said = momentCell().read(cell, facts);
  return isFault(said) ? cellSentence(cell, said) : said.value?.day;
}

describe('the cell of a date', () => {
  afterEach(() => vi.unstubAllEnvs());

  test.each([
    ['2025-11-18', '2025-11-18'],
    ['2025-11-18 00:00:00', '2025-11-18'],
    // A program that has only moments has none of the day before.
    ['2025-11-18T00:00:00.000Z', '2025-11-18'],
    ['2025-11-18 0:00', '2025-11-18'],
    ['2025-11-18 14:30:00', '2025-11-18'],
    ['11/23/2026', '2026-11-23'],
    ['5/6/26', '2026-05-06'],
    ['Jul 01, 2026', '2026-07-01'],
    ['n/a', undefined],
  ])('%s', (text, day) => {
    vi.stubEnv('TZ', 'America/New_York');
    expect(read(text)).toBe(day);
  });

  // A thread, in which mutants are tested, can't change its zone.
  test.skipIf(isForMutants)('with a moment is the day of the zone', () => {
    vi.stubEnv('TZ', 'America/New_York');
    expect(read('2025-11-18T00:30:00Z')).toBe('2025-11-17');
  });

  test.each([
    ['23/11/2026', '"23/11/2026" is not a date; try --date-format dmy'],
    ['23.11.2026', 'try --date-format dmy'],
    ['2025-13-01 00:00', 'is not a date'],
    ['yesterday', 'is not a date'],
  ])('refuses %s', (text, message) => {
    expect(read(text)).toContain(message);
  });
});
