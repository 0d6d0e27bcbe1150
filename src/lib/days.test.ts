import { expect, test } from 'vitest';
import { addDays, daysBetween } from './days';

test('counts days forth and back from a day', () => {
  expect(addDays('2026-02-27', 2)).toBe('2026-03-01');
  expect(addDays('2026-03-01', -2)).toBe('2026-02-27');
  expect(addDays('2026-03-01', 0)).toBe('2026-03-01');
  expect(daysBetween('2026-02-27', '2026-03-01')).toBe(2);
  expect(daysBetween('2026-03-01', '2026-02-27')).toBe(-2);
});
