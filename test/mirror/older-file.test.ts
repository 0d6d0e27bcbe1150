import { expect, test } from 'vitest';
import { mirrorInfo } from '../../src/mirror/care';
import { readChanges } from '../../src/mirror/changes';
import { checkMirror } from '../../src/mirror/check';
import { listImports, listPayments } from '../../src/mirror/ledger';
import { readAcceptances } from '../../src/mirror/ledger-store';
import { closeWriter } from '../../src/mirror/libsql';
import { openToWrite } from '../../src/mirror/open-to-write';
import { views } from '../../src/mirror/schema';
import { accountIn, mirrorFile, olderMirror, reading, rowsOf, synced } from './account';
import { modelAccount } from './model-account';

/** Both halves of a mirror, as people see them. */
const contentOf = (path: string) =>
  reading(path, (database) => ({
    views: Object.keys(views).map((name) => [
      name,
      database.prepare(`SELECT * FROM ${name} ORDER BY 1, 2, 3, 4`).raw().all(),
    ]),
    changes: readChanges(database, { since: '2000' }),
    imports: listImports(database),
    payments: listPayments(database),
    acceptances: readAcceptances(database).length,
  }));

/** Every column with its type, whether it is required, and its part of the key. */
const columnsOf = (path: string) =>
  rowsOf(
    path,
    `SELECT s.type AS of, s.name AS relation, c.name, c.type, c."notnull", c.pk, c.hidden
     FROM sqlite_schema s, pragma_table_xinfo(s.name) c
     WHERE s.type IN ('table', 'view') AND s.name NOT IN ('order_sums') ORDER BY 2, 3`,
  );

test('a mirror that version 0.1.0 made is read as before, and a sync finds it unchanged', async () => {
  // Two copies: the first is only read.
  const [copy, path] = [olderMirror(), olderMirror()];
  const before = contentOf(copy);
  expect(reading(copy, checkMirror)).toEqual({ ok: true, problems: [] });
  expect(reading(copy, (database) => mirrorInfo(database, copy))).toMatchObject({
    ...{ orders: 8, giftcards: 4, cards: 4, gone: 1, trackings: 8 },
    ...{ events: 3, payments: 3, imports: 1, runs: 2 },
  });
  expect(before).toMatchObject({ acceptances: 1, imports: [{ group: 'bfmr', recorded: 2 }] });
  expect(before.changes.events.map(({ type }) => type)).toEqual([
    ...['order.changed', 'order.status', 'order.gone'],
  ]);
  const account = accountIn(copy);
  expect(await synced(modelAccount(account), path)).toMatchObject({
    events: 0,
    orders: { read: 8, unchanged: 8, new: 0, back: 0 },
    giftcards: { read: 4, unchanged: 4 },
    cards: { read: 4, unchanged: 4 },
  });
  expect(contentOf(path)).toEqual(before);
  expect(reading(path, checkMirror)).toEqual({ ok: true, problems: [] });
});

test('it has the tables and views of a new mirror, column by column', () => {
  const [older, newer] = [olderMirror(), mirrorFile()];
  closeWriter(openToWrite(newer));
  closeWriter(openToWrite(older));
  expect(columnsOf(older)).toEqual(columnsOf(newer));
});
