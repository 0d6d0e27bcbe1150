import { expect, test } from 'vitest';
import type { Api } from '../../api/api';
import { readFilter } from './filter-flags';

/** Noon of 1 March 2026, local time. */
const now = new Date(2026, 2, 1, 12).getTime();
const noApi = (): Promise<Api> => Promise.reject(new Error('nothing is to be read'));
const read = (flags: object) => readFilter({ ...flags }, { now, api: noApi });

test('days become dates of today, and the age of an order a day before which it was made', async () => {
  const filter = await read({
    since: { daysAgo: 7 },
    until: { date: '2026-02-28' },
    olderThan: { daysAgo: 30 },
  });
  expect(filter).toMatchObject({ since: '2026-02-22', until: '2026-02-28', before: '2026-01-30' });
});

test('a group is a platform on gift card orders', async () => {
  expect(await read({ group: ['bfmr'] })).toMatchObject({ group: ['bfmr'] });
  expect(await read({ platform: ['qgcg'] })).toMatchObject({ group: ['qgcg'] });
});

test('a card by its id is taken as it stands', async () => {
  const id = '7d1c6c0e-3b0f-4f0e-9f54-6a3f0c9e1a01';
  expect(await read({ card: id })).toMatchObject({ creditCardId: id });
});

test.each([
  [{ since: { date: '2026-02-01' }, until: { date: '2026-01-31' } }, 'no day is in between'],
  [{ tracking: '1Z', noTracking: true }, '--tracking and --no-tracking contradict each other'],
])('%j can match nothing', async (flags, message) => {
  await expect(read(flags)).rejects.toThrow(message);
});
