import { expect, test } from 'vitest';
import { moveCursor, readChanges } from '../../src/mirror/changes';
import { closeWriter } from '../../src/mirror/libsql';
import { openToWrite } from '../../src/mirror/open';
import { mirrorFile, reading, synced, syncWorld } from './account';
import { type Lists, modelAccount } from './model-account';

const at = '2025-11-21T12:00:00.000Z';

test('a cursor returns every event once, in order, starting at the baseline', async () => {
  const path = mirrorFile();
  const lists: Lists = { orders: [{ id: 'a', status: 'shipped' }], giftcards: [], cards: [] };
  const put = async (status: string, day: number) => {
    lists.orders[0] = { id: 'a', status };
    await synced(modelAccount(lists), path, syncWorld(Date.UTC(2025, 0, day)));
  };
  const read = (options = {}) => reading(path, (database) => readChanges(database, options));
  const move = (cursor: string, upTo: number) => {
    const database = openToWrite(path);
    moveCursor(database, { cursor, upTo, at });
    closeWriter(database);
  };
  const news = (options = {}) => read(options).events.map((event) => event.new);
  await put('shipped', 1);
  expect(read()).toEqual({ events: [], upTo: 0 });
  await put('delivered', 2);
  await put('issue', 3);
  expect(news()).toEqual(['delivered', 'issue']);
  // Reading doesn't move the cursor.
  expect(news()).toEqual(['delivered', 'issue']);
  const { upTo } = read({ cursor: 'mine' });
  await put('paid', 4);
  move('mine', upTo);
  expect(news({ cursor: 'mine' })).toEqual(['paid']);
  expect(news({ cursor: 'other' })).toEqual(['delivered', 'issue', 'paid']);
  // Two readers at once: the slower one doesn't move the cursor back.
  move('mine', read().upTo);
  move('mine', upTo);
  expect(news({ cursor: 'mine' })).toEqual([]);
  expect(news({ cursor: 'mine', since: '2025-01-03' })).toEqual(['issue', 'paid']);
  expect(news({ types: ['order.new'] })).toEqual([]);
  expect(news({ types: ['order.status'] })).toHaveLength(3);
});
