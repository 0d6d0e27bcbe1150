import { expect, test } from 'vitest';
import { isMistakenZone, zoneName } from './time-zone';

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

test.each([
  ['EST5EDT,M3.2.0,M11.1.0', true],
  ['CET-1CEST', true],
  ['Moon/Base', true],
  ['America/New_York', false],
  ['Atlantic/Reykjavik', false],
  ['UTC', false],
  ['Etc/GMT', false],
  ['GMT0', false],
  ['', false],
])('%s is taken for UTC by mistake: %s', (variable, mistaken) => {
  const before = process.env.TZ;
  process.env.TZ = variable;
  try {
    expect(isMistakenZone(variable)).toBe(mistaken);
  } finally {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  }
});
