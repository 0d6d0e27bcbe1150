import { expect, test } from 'vitest';
import { fillWithSample } from '../sample/account';
import { sampleDay } from '../sample/days';
import { inMemory, openDatabase } from './database';
import { createOrderStore, orderStatements } from './orders';
import { createStore } from './store';

const database = openDatabase(inMemory, (empty) => fillWithSample(createStore(empty), sampleDay));

test.each(Object.entries(orderStatements))(
  '%s uses an index, so it is no slower in a large account or far into a list',
  (_, sql) => {
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all([]) as { detail: string }[];
    const steps = plan.map(({ detail }) => detail);
    expect(steps.filter((step) => /^SCAN (?!CONSTANT ROW|\(subquery)/.test(step))).toEqual([]);
  },
);

test('pages follow each other without gaps, to the last one', () => {
  const store = createOrderStore(database);
  const { orders, totalCount } = store.page('buyingGroup', { limit: 1000, offset: 0 });
  expect(totalCount).toBe(151);
  const pages = Array.from({ length: 22 }, (_, index) =>
    store.page('buyingGroup', { limit: 7, offset: 7 * index }),
  );
  expect(pages.flatMap((page) => page.orders)).toEqual(orders);
});
