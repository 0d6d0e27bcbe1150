import { expect, test } from 'vitest';
import { zoneName } from './time-zone';

const links: Readonly<Record<string, string>> = {
  '/etc/localtime': '../usr/share/zoneinfo/America/Los_Angeles',
  '/usr/share/zoneinfo/US/Pacific': '../America/Los_Angeles',
};

test.each([
  [':/etc/localtime', 'America/Los_Angeles'],
  ['/etc/localtime', 'America/Los_Angeles'],
  [':/usr/share/zoneinfo/America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['/usr/share/zoneinfo/posix/Asia/Kathmandu', 'Asia/Kathmandu'],
  ['/usr/share/zoneinfo/US/Pacific', 'US/Pacific'],
  ['EST5', 'Etc/GMT+5'],
  ['<-05>5', 'Etc/GMT+5'],
  ['<+14>-14', 'Etc/GMT-14'],
  ['UTC+12', 'Etc/GMT+12'],
  ['UTC0', 'Etc/UTC'],
])('%s is %s', (variable, name) => {
  expect(zoneName(variable, (path) => links[path])).toBe(name);
  const there = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
  expect(there.timeZone).toMatch(/^(UTC|Etc\/|America\/|Asia\/)/);
});

test.each([
  '',
  'UTC',
  'America/New_York',
  ':America/New_York',
  'EST5EDT',
  'AAA13',
  'x',
  '/no/file',
])('"%s" stays as it is', (variable) => {
  expect(zoneName(variable, () => undefined)).toBeUndefined();
});
