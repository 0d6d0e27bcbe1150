import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { resetMirror, setAside } from '../../src/mirror/care';
import { readChanges } from '../../src/mirror/changes';
import { listPayments } from '../../src/mirror/ledger';
import { addPayment } from '../../src/mirror/ledger-changes';
import { connect, type Database } from '../../src/mirror/libsql';
import { takeSyncLock } from '../../src/mirror/lock';
import { createOfflineApi, lookUpNumbers } from '../../src/mirror/offline';
import { openToRead, openToWrite } from '../../src/mirror/open';
import { schemaVersion } from '../../src/mirror/schema';
import { readState } from '../../src/mirror/state';
import { type SyncSource, sync } from '../../src/mirror/sync';
import { all } from '../network/account-api';
import { today } from '../service/in-process';
import { mirrorFile, reading, refusal, rowsOf, serviceAccount, synced, syncWorld } from './account';
import { CutOff, modelAccount } from './model-account';
import { soundness } from './soundness';

const check = (path: string) => reading(path, soundness);
const sound = { ok: true, problems: [] };
const events = (path: string) => reading(path, (database) => readChanges(database).events);

async function syncedAccount() {
  const account = await serviceAccount();
  const path = mirrorFile();
  const first = await synced(account.api, path);
  return { ...account, path, first };
}

test('the first sync reads everything, records no events, and is complete', async () => {
  const { path, first } = await syncedAccount();
  expect(first).toMatchObject({
    run: 1,
    mode: 'full',
    complete: true,
    events: 0,
    orders: { read: 151, new: 151, changed: 0, unchanged: 0, gone: 0, back: 0 },
    giftcards: { read: 12, new: 12 },
    mirror: path,
  });
  expect(events(path)).toEqual([]);
  expect(check(path)).toEqual(sound);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  expect(reading(path, readState)).toMatchObject({ asOf: first.finishedAt, complete: true });
});

test('a sync that finds nothing new writes no objects', async () => {
  const { path, api } = await syncedAccount();
  const written = () => rowsOf(path, 'SELECT key, id, place, hash FROM base_orders ORDER BY key');
  const before = written();
  const second = await synced(api, path);
  expect(second).toMatchObject({ events: 0, orders: { read: 151, unchanged: 151, new: 0 } });
  expect(written()).toEqual(before);
});

test('records one event per changed field, with when it was last and first seen', async () => {
  const { path, api, ask, first } = await syncedAccount();
  const { body } = await ask('GET', '/buying-group-orders?limit=1');
  const [order] = body.data;
  const status = order.status === 'paid' ? 'issue' : 'paid';
  await ask('PATCH', `/buying-group-orders/${order.id}`, { status, notes: 'called them' });
  const second = await synced(api, path, syncWorld(today + 86_400_000));
  expect(second).toMatchObject({ events: 2, orders: { changed: 1, unchanged: 150 } });
  const common = {
    kind: 'order',
    id: order.id,
    orderNumber: order.orderNumber,
    group: order.buyingGroup,
    after: first.startedAt,
    run: 2,
  };
  expect(events(path)).toEqual([
    expect.objectContaining({
      ...common,
      field: 'notes',
      type: 'order.changed',
      old: order.notes,
      new: 'called them',
    }),
    expect.objectContaining({
      ...common,
      field: 'status',
      type: 'order.status',
      old: order.status,
      new: status,
    }),
  ]);
  expect(events(path)[0]?.at.slice(0, 10)).toBe('2025-11-22');
  expect(check(path)).toEqual(sound);
});

test('records an event for each tracking number, and one event for a whole new order', async () => {
  const { path, api, ask } = await syncedAccount();
  const { body } = await ask('GET', '/buying-group-orders?limit=100');
  const order = body.data.find((one: { status: string }) => one.status === 'purchased');
  const shipment = {
    retailer: order.retailer,
    orderNumber: order.orderNumber,
    trackingNumber: '1Z999AA10123456784',
  };
  await ask('POST', '/shipments', { shipments: [shipment] });
  const created = await ask('POST', '/buying-group-orders', {
    orderDate: '2025-11-20',
    retailer: 'Target',
    orderNumber: 'T-1',
    buyingGroup: 'bfmr',
    status: 'purchased',
    orderLineItems: [{ description: 'x', unitPrice: 100, quantity: 1, expectedUnitPayout: 120 }],
  });
  await synced(api, path);
  const reported = events(path);
  expect(reported.map(({ type }) => type).sort()).toEqual([
    'order.new',
    'order.status',
    'tracking.added',
  ]);
  expect(reported.find(({ type }) => type === 'order.new')?.new).toEqual(created.body.data);
  expect(reported.find(({ type }) => type === 'tracking.added')).toMatchObject({
    old: null,
    new: '1Z999AA10123456784',
    tracking: { trackingNumber: '1Z999AA10123456784', carrier: 'ups' },
  });
  expect(check(path)).toEqual(sound);
});

test('only a 404 makes an order gone, and an order that returns is back', async () => {
  const { path, api, remove, run, requests } = await syncedAccount();
  const [gone] = rowsOf(path, 'SELECT id FROM orders ORDER BY id LIMIT 1') as { id: string }[];
  const id = gone?.id ?? '';
  run(`CREATE TABLE kept AS SELECT * FROM orders WHERE id = '${id}'`);
  remove(`id = '${id}'`);
  requests.length = 0;
  expect(await synced(api, path)).toMatchObject({ orders: { gone: 1 }, events: 1 });
  expect(requests.filter((request) => request.includes(id))).toHaveLength(1);
  expect(rowsOf(path, `SELECT open, gone_at FROM all_orders WHERE id = '${id}'`)).toEqual([
    { open: 0, gone_at: expect.any(String) },
  ]);
  expect(rowsOf(path, `SELECT * FROM orders WHERE id = '${id}'`)).toEqual([]);
  run(
    'UPDATE kept SET position = 1000 + (SELECT max(position) FROM orders); INSERT INTO orders SELECT * FROM kept',
  );
  run("UPDATE orders SET position = 151 WHERE kind = 'buyingGroup' AND position > 1000");
  expect(await synced(api, path)).toMatchObject({ orders: { back: 1, new: 0 }, events: 1 });
  expect(events(path).map(({ type }) => type)).toEqual(['order.gone', 'order.back']);
  expect(check(path)).toEqual(sound);
});

test('an order missing from the list that can still be read is not gone', async () => {
  const { path, api } = await syncedAccount();
  const { buyingGroupOrders } = api;
  const lacking: SyncSource = {
    ...api,
    buyingGroupOrders: {
      ...buyingGroupOrders,
      each: async function* (options) {
        let first = true;
        for await (const order of buyingGroupOrders.each(options)) {
          if (!first) yield order;
          first = false;
        }
      },
    },
  };
  expect(await synced(lacking, path)).toMatchObject({
    complete: true,
    events: 0,
    orders: { read: 151, gone: 0, unchanged: 151 },
  });
});

test.each([
  [500, 'internal_error', 10],
  [403, 'plan_required', 5],
  [400, 'invalid_request', 8],
])('an order that responds with %i is not gone', async (status, code, exitCode) => {
  const { path, api, remove, answerWith } = await syncedAccount();
  const [order] = rowsOf(path, 'SELECT id FROM orders ORDER BY id LIMIT 1') as { id: string }[];
  remove(`id = '${order?.id}'`);
  answerWith((asked) => (asked.endsWith(`/${order?.id}`) ? refusal(status, code) : undefined));
  await expect(synced(api, path)).rejects.toMatchObject({ exitCode });
  expect(rowsOf(path, `SELECT id FROM orders WHERE id = '${order?.id}'`)).toHaveLength(1);
  expect(events(path)).toEqual([]);
  expect(check(path)).toEqual(sound);
});

test('too many missing at once: nothing is gone, exit 13; each list counts separately', async () => {
  const { path, api, remove } = await syncedAccount();
  const before = reading(path, readState).asOf;
  remove("kind = 'buyingGroup' AND key % 5 = 0");
  await expect(synced(api, path)).rejects.toMatchObject({
    exitCode: 13,
    message: expect.stringMatching(/\. Nothing was marked as gone$/),
    hint: expect.stringContaining('--accept-removals'),
  });
  expect(rowsOf(path, 'SELECT count(*) AS gone FROM all_orders WHERE gone_at IS NOT NULL')).toEqual(
    [{ gone: 0 }],
  );
  expect(reading(path, readState)).toMatchObject({
    asOf: before,
    complete: false,
    lists: { giftcard: { complete: true } },
  });
  expect(await synced(api, path, { acceptRemovals: true })).toMatchObject({ orders: { gone: 30 } });
  expect(check(path)).toEqual(sound);
});

test('says if rows of another list were gone while too many are missing', async () => {
  const { path, api, remove } = await syncedAccount();
  remove("kind = 'buyingGroup' AND key % 5 = 0");
  remove("key = (SELECT min(key) FROM orders WHERE kind = 'giftCard')");
  await expect(synced(api, path)).rejects.toMatchObject({
    exitCode: 13,
    message: expect.stringContaining('None of them was marked as gone; 1 row of another list was'),
  });
});

test('accepts that 20 orders are missing, or 10%', async () => {
  const { path, api, remove } = await syncedAccount();
  remove("key IN (SELECT key FROM orders WHERE kind = 'buyingGroup' LIMIT 20)");
  expect(await synced(api, path)).toMatchObject({ orders: { gone: 20 } });
});

test('does not accept an empty list for a full mirror', async () => {
  const { path, api, answerWith } = await syncedAccount();
  answerWith((asked) =>
    asked.includes('/gift-card-orders?')
      ? { status: 200, body: { data: [], pagination: { limit: 100, offset: 0, totalCount: 0 } } }
      : undefined,
  );
  await expect(synced(api, path)).rejects.toMatchObject({ exitCode: 13 });
  expect(rowsOf(path, 'SELECT count(*) AS there FROM giftcards')).toEqual([{ there: 12 }]);
});

test('another account: exit 7 and nothing is written; --new-account sets the old mirror aside', async () => {
  const { path, api, run } = await syncedAccount();
  reading(path, () => {});
  const database = openToWrite(path);
  const [{ id: orderId }] = database.prepare('SELECT id FROM orders LIMIT 1').all() as [
    { id: string },
  ];
  addPayment(
    database,
    { orderId, group: null, cents: 5, paidOn: '2025-11-01', reference: null },
    '2025-11-21T12:00:00.000Z',
  );
  database.close();
  run(
    "UPDATE orders SET id = 'f' || substr(id, 2, 7) || '-0' || substr(id, 11); UPDATE cards SET id = 'f0' || substr(id, 3)",
  );
  const runs = () => rowsOf(path, 'SELECT id FROM runs');
  await expect(synced(api, path)).rejects.toMatchObject({
    exitCode: 7,
    hint: expect.stringContaining('--new-account'),
  });
  expect(runs()).toHaveLength(1);
  const notices: string[] = [];
  await synced(api, path, { newAccount: true, onNotice: (notice) => notices.push(notice) });
  const aside = /mirror to (\S+)\.$/.exec(notices[0] ?? '')?.[1] ?? '';
  expect(reading(aside, listPayments)).toHaveLength(1);
  expect(reading(path, listPayments)).toEqual([]);
  expect(check(path)).toEqual(sound);
});

test('mirrors set aside in the same second are all kept', async () => {
  const { api } = await serviceAccount();
  const path = mirrorFile();
  const aside = new Set<string>();
  for (let round = 0; round < 3; round++) {
    await synced(api, path);
    await setAside(path, today, (file) => aside.add(file));
  }
  expect(aside.size).toBe(3);
  for (const one of aside) expect(check(one)).toEqual(sound);
});

test('a mirror set aside while another run reads it keeps the payment that was just recorded', async () => {
  const { path, api } = await syncedAccount();
  const reader = openToRead(path) as Database;
  // What it reads stays as it is, so the log can't be moved into the file.
  createOfflineApi(reader);
  const orders = () => reader.prepare('SELECT count(*) AS orders FROM base_orders').get();
  expect(orders()).toMatchObject({ orders: 163 });
  const writer = openToWrite(path);
  const [{ id: orderId }] = writer.prepare('SELECT id FROM orders LIMIT 1').all() as [
    { id: string },
  ];
  const payment = { orderId, group: null, cents: 5, paidOn: '2025-11-01', reference: null };
  addPayment(writer, payment, '2025-11-21T12:00:00.000Z');
  let aside = '';
  await setAside(path, today, (file) => {
    aside = file;
  });
  expect(reading(aside, listPayments)).toHaveLength(1);
  expect(check(aside)).toEqual(sound);
  expect(orders()).toMatchObject({ orders: 163 });
  // Who opened the file before writes to the new mirror, as to any new one.
  expect(reading(path, listPayments)).toEqual([]);
  expect(check(path)).toEqual(sound);
  await synced(api, path);
  const [{ id: again }] = writer.prepare('SELECT id FROM orders LIMIT 1').all() as [{ id: string }];
  expect(addPayment(writer, { ...payment, orderId: again }, '2025-11-21T12:00:00.000Z')).toBe(1);
  reader.close();
  writer.close();
});

test('--new-account starts a mirror of an account that is still empty', async () => {
  const path = mirrorFile();
  const row = (id: string) => ({ id, status: 'paid' });
  await synced(modelAccount({ orders: [row('a')], giftcards: [], cards: [] }), path);
  const empty = modelAccount({ orders: [], giftcards: [], cards: [] });
  await expect(synced(empty, path)).rejects.toMatchObject({
    exitCode: 13,
    hint: expect.stringContaining('--new-account'),
  });
  const notices: string[] = [];
  const onNotice = (notice: string) => notices.push(notice);
  await synced(empty, path, { newAccount: true, acceptRemovals: true, onNotice });
  expect(rowsOf(path, 'SELECT count(*) AS n FROM all_orders')).toEqual([{ n: 0 }]);
  const [, aside = ''] = /mirror to (\S+)\.$/.exec(notices[0] ?? '') ?? [];
  expect(rowsOf(aside, 'SELECT count(*) AS n FROM orders')).toEqual([{ n: 1 }]);
});

test('a quick sync of another account writes nothing to the mirror that it sets aside', async () => {
  const path = mirrorFile();
  const full = modelAccount({ orders: [{ id: 'a' }], giftcards: [], cards: [] });
  await synced(full, path, { keyFingerprint: 'one' });
  const before = rowsOf(path, 'SELECT * FROM runs, state');
  const notices: string[] = [];
  await synced(modelAccount({ orders: [], giftcards: [], cards: [] }), path, {
    ...{ quick: true, newAccount: true, keyFingerprint: 'two' },
    onNotice: (notice) => notices.push(notice),
  });
  expect(notices).toEqual([expect.stringContaining("Moved the other account's mirror to ")]);
  const [, aside = ''] = /mirror to (\S+)\.$/.exec(notices[0] ?? '') ?? [];
  expect(rowsOf(aside, 'SELECT * FROM runs, state')).toEqual(before);
});

test('an empty list does not make it another account: the other lists decide too', async () => {
  const path = mirrorFile();
  await synced(modelAccount({ orders: [{ id: 'a' }], giftcards: [], cards: [{ id: 'c' }] }), path);
  const ours = { orders: [{ id: 'a' }], giftcards: [] };
  const only = { only: ['cards'], newAccount: true } as const;
  for (const cards of [[], [{ id: 'd' }]]) {
    const notices: string[] = [];
    const onNotice = (notice: string) => notices.push(notice);
    const now = synced(modelAccount({ ...ours, cards }), path, { ...only, onNotice });
    if (cards.length > 0) expect((await now).cards).toMatchObject({ new: 1, gone: 1 });
    else {
      await expect(now).rejects.toMatchObject({
        exitCode: 13,
        hint: expect.not.stringContaining('--new-account'),
      });
    }
    expect(notices).toEqual([]);
  }
});

test.each([
  ['gift cards, of which it has none', ['orders', 'giftcards', 'cards'], 'giftcards'],
  ['cards, which were never read', ['orders'], 'cards'],
] as const)(
  'another account by --only is found out by the other lists: it asks for %s',
  async (_, before, only) => {
    const path = mirrorFile();
    const lists = (id: string) => ({ orders: [{ id }], giftcards: [], cards: [{ id: `${id}c` }] });
    await synced(modelAccount(lists('a')), path, { only: before, keyFingerprint: 'one' });
    const other = { ...lists('b'), giftcards: [{ id: 'bg' }] };
    const kept = () => rowsOf(path, 'SELECT id FROM base_orders UNION SELECT id FROM base_cards');
    const had = kept();
    await expect(
      synced(modelAccount(other), path, { only: [only], keyFingerprint: 'two' }),
    ).rejects.toMatchObject({ exitCode: 7, code: 'other_account' });
    expect(kept()).toEqual(had);
    const ours = { ...lists('a'), giftcards: [{ id: 'ag' }] };
    expect(await synced(modelAccount(ours), path, { only: [only] })).toMatchObject({
      [only]: { gone: 0 },
    });
  },
);

test('after a reset, the payments tell whose mirror it is', async () => {
  const path = mirrorFile();
  const lists = (id: string) => ({ orders: [{ id }], giftcards: [], cards: [] });
  await synced(modelAccount(lists('a')), path, { keyFingerprint: 'one' });
  const database = openToWrite(path);
  const payment = { group: null, cents: 5, paidOn: '2025-11-01', reference: null };
  addPayment(database, { ...payment, orderId: 'a' }, '2025-11-21T12:00:00.000Z');
  database.close();
  await resetMirror(path, syncWorld());
  const notices: string[] = [];
  const options = { keyFingerprint: 'two', onNotice: (notice: string) => notices.push(notice) };
  for (const other of [lists('b'), { ...lists('b'), orders: [] }]) {
    await expect(synced(modelAccount(other), path, options)).rejects.toMatchObject({ exitCode: 7 });
  }
  expect(rowsOf(path, 'SELECT id FROM base_orders')).toEqual([]);
  expect(notices).toEqual([]);
  await synced(modelAccount(lists('b')), path, { ...options, newAccount: true });
  const [, aside = ''] = /mirror to (\S+)\.$/.exec(notices[0] ?? '') ?? [];
  expect(rowsOf(aside, 'SELECT order_id AS id FROM allocations')).toEqual([{ id: 'a' }]);
  expect(rowsOf(path, 'SELECT order_id AS id FROM allocations')).toEqual([]);
});

test('a new key is announced only if an id proves that the account is the same', async () => {
  const lists = { orders: [{ id: 'b' }, { id: 'a' }], giftcards: [], cards: [{ id: 'c' }] };
  const notices: string[] = [];
  const onNotice = (notice: string) => notices.push(notice);
  const path = mirrorFile();
  await expect(
    synced(modelAccount(lists, 2), path, { keyFingerprint: 'one' }),
  ).rejects.toBeInstanceOf(CutOff);
  await synced(modelAccount(lists), path, { keyFingerprint: 'two', onNotice });
  expect(notices).toEqual([]);
  await synced(modelAccount(lists), path, { keyFingerprint: 'three', onNotice });
  expect(notices).toEqual(['The API key is new, but the account is the same.']);
  const database = openToWrite(path);
  const payment = { group: null, cents: 5, paidOn: '2025-11-01', reference: null };
  addPayment(database, { ...payment, orderId: 'a' }, '2025-11-21T12:00:00.000Z');
  database.close();
  await resetMirror(path, syncWorld());
  await synced(modelAccount(lists), path, { keyFingerprint: 'four', onNotice });
  expect(notices).toHaveLength(2);
});

test('an id that holds half a surrogate pair is the same id in the next sync', async () => {
  const path = mirrorFile();
  const half = modelAccount({ orders: [{ id: 'b' }, { id: 'a\ud83d' }], giftcards: [], cards: [] });
  await synced(half, path);
  const { orders, events } = await synced(half, path);
  expect(orders).toMatchObject({ new: 0, unchanged: 2, gone: 0 });
  expect(events).toBe(0);
  expect(check(path)).toEqual(sound);
});

test.each([
  [250, 250],
  [1e19, 0],
  [-1e300, 0],
])(
  'a reward of %d is %i cents from the portal: nothing beyond an exact integer',
  async (rewardAmount, cents) => {
    const path = mirrorFile();
    const cashback = { rewardType: 'cashback', status: 'pending', rewardAmount };
    const orders = [{ id: 'a', status: 'ordered', cashback }];
    await synced(modelAccount({ orders, giftcards: [], cards: [] }), path);
    const portal = (database: Database) =>
      database.prepare('SELECT portal_cents FROM orders').raw().all();
    expect(reading(path, portal)).toEqual([[cents]]);
  },
);

test('prints a notice about a new key of the same account', async () => {
  const { path, api } = await syncedAccount();
  await synced(api, path, { keyFingerprint: 'one' });
  const notices: string[] = [];
  await synced(api, path, { keyFingerprint: 'two', onNotice: (notice) => notices.push(notice) });
  expect(notices).toEqual([expect.stringContaining('key is new')]);
});

test.each([
  [401, 'unauthorized', 4],
  [403, 'plan_required', 5],
  [429, 'rate_limited', 9],
  [500, 'internal_error', 10],
])(
  '%i in the middle: exits by its code and keeps the last complete state',
  async (status, code, exitCode) => {
    const { path, api, answerWith, ask } = await syncedAccount();
    const before = reading(path, readState).asOf;
    const { body } = await ask('GET', '/buying-group-orders?limit=1');
    await ask('PATCH', `/buying-group-orders/${body.data[0].id}`, { notes: 'new' });
    answerWith((asked) =>
      asked.includes('/gift-card-orders') ? refusal(status, code) : undefined,
    );
    await expect(synced(api, path)).rejects.toMatchObject({ exitCode });
    expect(reading(path, readState)).toMatchObject({ asOf: before, complete: false });
    expect(events(path)).toHaveLength(1);
    expect(check(path)).toEqual(sound);
  },
);

test('a first sync that was cut off is not a mirror, and completing it records no events', async () => {
  const { api, answerWith, remove } = await serviceAccount();
  const path = mirrorFile();
  answerWith((asked) =>
    asked.includes('/credit-cards') ? refusal(500, 'internal_error') : undefined,
  );
  await expect(synced(api, path)).rejects.toMatchObject({ exitCode: 10 });
  expect(reading(path, readState).asOf).toBeNull();
  expect(rowsOf(path, 'SELECT count(*) AS n FROM orders')).toEqual([{ n: 151 }]);
  remove('key % 2 = 0');
  answerWith(undefined);
  expect(await synced(api, path)).toMatchObject({ complete: true, events: 0, orders: { gone: 0 } });
  expect(rowsOf(path, 'SELECT count(*) AS n FROM all_orders')).toEqual([{ n: 82 }]);
  expect(check(path)).toEqual(sound);
});

test('--only reads one list; the mirror still has no complete state', async () => {
  const { api, requests } = await serviceAccount();
  const path = mirrorFile();
  expect(await synced(api, path, { only: ['cards'] })).toMatchObject({
    orders: { read: 0 },
    cards: { new: 4 },
  });
  expect(requests.every((request) => request.includes('/credit-cards'))).toBe(true);
  expect(reading(path, readState)).toMatchObject({
    asOf: null,
    lists: { card: { complete: true } },
  });
});

test('--quick reads until a page has nothing new, marks nothing gone, and reports the drift', async () => {
  const { path, api, remove, requests, ask } = await syncedAccount();
  const { body } = await ask('GET', '/buying-group-orders?limit=1&offset=150');
  remove(`id = '${body.data[0].id}'`);
  requests.length = 0;
  const asOf = reading(path, readState).asOf;
  expect(await synced(api, path, { quick: true })).toMatchObject({
    mode: 'quick',
    complete: false,
    drift: -1,
    orders: { read: 100, gone: 0 },
  });
  expect(requests).toHaveLength(3);
  expect(reading(path, readState)).toMatchObject({ asOf, complete: false });
});

test('--if-older skips a young mirror', async () => {
  const { path, api, first, requests } = await syncedAccount();
  requests.length = 0;
  const world = syncWorld(today + 60_000);
  expect(await sync(api, path, { ...world, ifOlder: 600_000 })).toEqual({
    skipped: true,
    asOf: first.finishedAt,
  });
  expect(requests).toEqual([]);
  expect(await sync(api, path, { ...world, ifOlder: 30_000 })).toMatchObject({ mode: 'full' });
});

test('two syncs at once: the second exits 12 or waits; readers never block', async () => {
  const { path, api } = await syncedAccount();
  const world = syncWorld();
  const held = await takeSyncLock(path, world);
  await expect(synced(api, path)).rejects.toMatchObject({ exitCode: 12 });
  await expect(synced(api, path, { wait: 3000 })).rejects.toMatchObject({ exitCode: 12 });
  expect(rowsOf(path, 'SELECT count(*) AS n FROM orders')).toEqual([{ n: 151 }]);
  const patient = { ...world.world, sleep: async () => held.release() };
  const waiting = synced(api, path, { wait: 1e9, world: patient });
  expect(await waiting).toMatchObject({ complete: true });
});

test('readers see one state while a sync writes', async () => {
  const { path, api, ask } = await syncedAccount();
  const reader = openToRead(path);
  if (reader === undefined) throw new Error('no mirror');
  const source = createOfflineApi(reader);
  const [before] = await all(source.buyingGroupOrders.each({ limit: 1 }));
  await ask('PATCH', `/buying-group-orders/${before?.id}`, { notes: 'while it is read' });
  await synced(api, path);
  expect(await source.buyingGroupOrders.get(before?.id ?? '')).toEqual(before);
  reader.close();
});

test('offline reads return the same objects in the same order', async () => {
  const { path, api, ask } = await syncedAccount();
  await ask('POST', '/gift-card-orders', {
    ...{ orderDate: '2025-11-20', retailer: 'Target', orderNumber: 'T-2', platform: 'qgcg' },
    ...{
      status: 'purchased',
      orderLineItems: [{ unitPrice: 100, quantity: 1, unitValue: 100, expectedUnitPayout: 90 }],
    },
    redemptionCodes: [{ code: 'CANARY-7731-CODE', pin: '99887766' }],
  });
  await synced(api, path);
  const database = openToRead(path);
  if (database === undefined) throw new Error('no mirror');
  const source = createOfflineApi(database);
  const orders = await all(api.buyingGroupOrders.each());
  expect(await all(source.buyingGroupOrders.each())).toEqual(orders);
  expect(JSON.stringify(await all(source.giftCardOrders.each()))).toBe(
    JSON.stringify(await all(api.giftCardOrders.each())),
  );
  expect(await all(source.creditCards.each())).toEqual(await all(api.creditCards.each()));
  expect((await source.buyingGroupOrders.page({ limit: 3, offset: 149 })).data).toEqual(
    orders.slice(149),
  );
  const [order] = orders;
  const typed = ` ${order?.orderNumber} `;
  expect([...lookUpNumbers(database, 'order', [typed])]).toEqual([[typed, order?.id]]);
  const writable = openToWrite(path);
  const rename = writable.prepare('UPDATE base_orders SET order_number = ? WHERE id = ?');
  rename.run([' A-77 ', orders[1]?.id]);
  rename.run(['\u00a0B-78\t', orders[2]?.id]);
  writable.close();
  const look = (...numbers: string[]) =>
    reading(path, (now) => Object.fromEntries(lookUpNumbers(now, 'order', numbers)));
  expect(look('A-77', 'none', ' B-78')).toEqual({ 'A-77': orders[1]?.id, ' B-78': orders[2]?.id });
  const number = order?.orderNumber ?? '';
  expect((await source.buyingGroupOrders.findByNumbers([number])).get(number)).toEqual(order);
  await expect(source.buyingGroupOrders.get('nope')).rejects.toMatchObject({ exitCode: 6 });
  database.close();
});

test('codes, PINs and secrets never reach the file, its log, or an event', async () => {
  const { path, api, answerWith, ask } = await syncedAccount();
  const { body } = await ask('GET', '/buying-group-orders?limit=100');
  const canaries = ['CANARY-CODE-1', 'CANARY-PIN-2', 'CANARY-SECRET-3', 'CANARY-CODE-4'];
  const leaky = {
    ...body.data[0],
    redemptionCodes: [{ code: canaries[0], pin: canaries[1] }],
    extra: { deep: [{ apiSecret: canaries[2], kept: 'yes' }], claim_code: canaries[3] },
  };
  answerWith((asked) =>
    asked.includes(leaky.id) || !asked.includes('offset=0') || !asked.includes('buying-group')
      ? undefined
      : { status: 200, body: { ...body, data: [leaky, ...body.data.slice(1)] } },
  );
  // Keep it open, so that the write-ahead log stays.
  const reader = openToRead(path);
  await synced(api, path);
  expect(events(path)).toEqual([
    expect.objectContaining({ field: 'extra', new: { deep: [{ kept: 'yes' }] } }),
  ]);
  const bytes = ['', '-wal'].map((more) => readFileSync(path + more).toString('latin1')).join();
  expect(existsSync(`${path}-wal`)).toBe(true);
  for (const canary of canaries) expect(bytes).not.toContain(canary);
  expect(bytes).toContain('deep');
  reader?.close();
});

test('refuses a file of a newer waybill or another program with both versions, and leaves it unchanged', async () => {
  const { api } = await serviceAccount();
  for (const [sql, says] of [
    [
      'PRAGMA application_id = 0x77626d72; PRAGMA user_version = 9; CREATE TABLE t (x)',
      `version 9, this waybill knows version ${schemaVersion}`,
    ],
    ['CREATE TABLE bookmarks (x)', 'another program'],
  ] as const) {
    const path = mirrorFile();
    mkdirSync(dirname(path), { recursive: true });
    const database = connect(path);
    database.exec(sql);
    database.close();
    const before = readFileSync(path);
    await expect(synced(api, path)).rejects.toMatchObject({
      exitCode: 14,
      message: expect.stringContaining(says),
    });
    expect(() => openToRead(path)).toThrow(says);
    expect(readFileSync(path).equals(before)).toBe(true);
  }
  const path = mirrorFile();
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'no database at all, but a longer text than a header');
  await expect(synced(api, path)).rejects.toMatchObject({ exitCode: 14 });
  expect(() => openToRead(path)).toThrow('is damaged or is not a mirror');
});
