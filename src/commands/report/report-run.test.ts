import { expect, test } from 'vitest';
import type { Context } from '../../context/context';
import { connect } from '../../mirror/libsql';
import { migrate } from '../../mirror/schema';
import { ask } from './report-run';

test('a report sees one state, whatever a sync writes between two of its statements', async () => {
  const database = connect(':memory:');
  migrate(database, 0);
  const context = {
    mirror: async () => ({ open: async () => ({ database }) }),
    settings: () => ({}),
    globals: {},
    today: () => '2026-06-15',
  };
  await ask({}, context as unknown as Context);
  expect(database.inTransaction).toBe(true);
});
