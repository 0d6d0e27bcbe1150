import { describe, expect, test } from 'vitest';
import { readChanges } from '../../src/mirror/changes';
import { connect } from '../../src/mirror/libsql';
import { takeSyncLock } from '../../src/mirror/lock';
import { readValue } from '../../src/mirror/state';
import { type SyncOptions, type SyncSource, sync } from '../../src/mirror/sync';
import { mirrorFile, reading, rowsOf, synced, syncWorld } from './account';
import { type Lists, modelAccount } from './model-account';

const start = Date.parse('2026-03-01T12:00:00Z');
const minute = 60_000;

/** A clock that stands still at this many minutes. */
const at = (minutes: number) => ({ now: () => start + minutes * minute });

const order = (id: string, given: object = {}) => ({
  ...{ id, orderNumber: `N-${id}`, status: 'shipped', buyingGroup: 'bfmr' },
  ...given,
});
const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `${prefix}${index}` }));

function account(given: Partial<Lists> = {}): Lists {
  return { orders: [order('a')], giftcards: [{ id: 'g' }], cards: [{ id: 'c' }], ...given };
}
const run = (lists: Lists, path: string, options: Partial<SyncOptions> = {}) =>
  synced(modelAccount(lists), path, options);

/** A mirror of the account, its first sync at noon. */
async function mirrored(lists: Lists) {
  const path = mirrorFile();
  await run(lists, path, at(0));
  return path;
}
const eventsOf = (path: string) => reading(path, (database) => readChanges(database).events);

describe('a mirror that is young enough is left alone', () => {
  const look = (path: string, minutes: number, options: Partial<SyncOptions> = {}) =>
    sync(modelAccount(account()), path, { ...syncWorld(), ...at(minutes), ...options });
  const asOf = new Date(start).toISOString();

  test.each<[string, number, number, boolean]>([
    ['at once', 0, 5, true],
    ['a little younger', 4.99, 5, true],
    ['as old', 5, 5, false],
    ['older', 6, 5, false],
    ['from the future', -1, 5, false],
  ])('%s', async (_, minutes, ifOlder, isLeft) => {
    const path = await mirrored(account());
    const result = await look(path, minutes, { ifOlder: ifOlder * minute });
    if (isLeft) expect(result).toStrictEqual({ skipped: true, asOf });
    else expect(result).toMatchObject({ run: 2, mode: 'full' });
    expect(rowsOf(path, 'SELECT id FROM runs')).toHaveLength(isLeft ? 1 : 2);
  });

  test('by each of the lists that are asked for', async () => {
    const path = await mirrored(account());
    await run(account(), path, { ...at(10), only: ['orders'] });
    const ifOlder = 5 * minute;
    expect(await look(path, 11, { ifOlder, only: ['orders'] })).toEqual({ skipped: true, asOf });
    expect(await look(path, 11, { ifOlder })).toMatchObject({ run: 3 });
  });

  test('not one without a complete sync, nor a file that is not there', async () => {
    const path = mirrorFile();
    const first = await look(path, 0, { ifOlder: minute, only: ['orders'] });
    expect(first).toMatchObject({ run: 1, complete: false });
    const second = await look(path, 0, { ifOlder: minute, only: ['orders'] });
    expect(second).toMatchObject({ run: 2 });
  });

  test('also while another run has the lock, and once that run has brought it up to date', async () => {
    const path = await mirrored(account());
    const lock = await takeSyncLock(path, syncWorld());
    expect(await look(path, 1, { ifOlder: 5 * minute })).toMatchObject({ skipped: true });
    await expect(look(path, 9, { ifOlder: 5 * minute })).rejects.toMatchObject({
      ending: 'locked',
    });
    const sleep = async () => {
      const database = connect(path);
      database.exec(`UPDATE lists SET as_of = '${new Date(start + 9 * minute).toISOString()}'`);
      database.close();
      await lock.release();
    };
    const waiting = { ifOlder: 5 * minute, wait: 1000, world: { ...syncWorld().world, sleep } };
    expect(await look(path, 9, waiting)).toMatchObject({ skipped: true });
  });
});

describe('what is read', () => {
  test('a quick sync is a full one until each of its lists has a baseline', async () => {
    const path = mirrorFile();
    const modeOf = async (options: Partial<SyncOptions> = {}) =>
      (await run(account(), path, { quick: true, ...options })).mode;
    expect(await modeOf({ only: ['orders'] })).toBe('full');
    expect(await modeOf({ only: ['orders'] })).toBe('quick');
    expect(await modeOf()).toBe('full');
    expect(await modeOf()).toBe('quick');
    expect(await modeOf({ quick: false })).toBe('full');
  });

  test('a run is complete when all lists have been read to their ends', async () => {
    const path = mirrorFile();
    const result = (options: Partial<SyncOptions> = {}) => run(account(), path, options);
    expect(await result({ only: ['giftcards', 'orders'] })).toMatchObject({ complete: false });
    const last = await result({ only: ['cards'] });
    expect(last).toMatchObject({ complete: true, mode: 'full' });
    expect(last).not.toHaveProperty('drift');
    expect(await result({ quick: true })).toMatchObject({ complete: false, drift: 0 });
    expect(rowsOf(path, 'SELECT complete FROM runs ORDER BY id')).toEqual(
      [1, 1, 0].map((complete) => ({ complete })),
    );
  });

  test('quickly, the newest pages up to one without news, counting what the mirror lacks', async () => {
    const orders = numbered('o', 350).map(({ id }) => order(id));
    const path = await mirrored(account({ orders }));
    const changed = orders.map((one, index) =>
      [0, 120, 340].includes(index) ? { ...one, status: 'paid' } : one,
    );
    const lists = account({ orders: [order('new'), ...changed] });
    const seen: string[] = [];
    const onProgress: SyncOptions['onProgress'] = ({ list, read, of }) => {
      seen.push(`${list} ${read}/${of}`);
    };
    const quick = await run(lists, path, { ...at(1), quick: true, onProgress });
    expect(quick.orders).toEqual({
      read: 300,
      new: 1,
      changed: 2,
      unchanged: 297,
      gone: 0,
      back: 0,
    });
    expect(seen).toEqual([
      ...['orders 100/351', 'orders 200/351', 'orders 300/351', 'giftcards 1/1', 'cards 1/1'],
    ]);
    expect(quick).toMatchObject({ drift: 0, events: 3 });
    const fewer = account({ orders: lists.orders.slice(2) });
    expect(await run(fewer, path, { ...at(2), quick: true })).toMatchObject({ drift: -2 });
  });

  test('in pages, of which the last may be full', async () => {
    for (const count of [99, 100, 101, 200]) {
      const path = await mirrored(account({ orders: numbered('o', count) }));
      expect(
        rowsOf(path, "SELECT id FROM base_orders WHERE kind = 'order' ORDER BY place"),
      ).toEqual(numbered('o', count));
    }
  });
});

describe('rows that are missing', () => {
  const left = (rows: Lists['cards'], missing: number) => rows.slice(missing);

  test.each<[string, number, number, boolean]>([
    ['twenty of twenty-one', 21, 20, true],
    ['twenty-one, a tenth', 210, 21, true],
    ['twenty-one, more than a tenth', 209, 21, false],
    ['all of one', 1, 1, false],
  ])('%s', async (_, count, missing, isPlausible) => {
    const cards = numbered('c', count);
    const path = await mirrored(account({ cards }));
    const syncing = run(account({ cards: left(cards, missing) }), path, at(1));
    const gone = 'SELECT id FROM base_cards WHERE gone_at IS NOT NULL';
    if (isPlausible) {
      expect(await syncing).toMatchObject({ complete: true, cards: { gone: missing } });
      expect(rowsOf(path, gone)).toHaveLength(missing);
      return;
    }
    await expect(syncing).rejects.toMatchObject({
      ...{ code: 'too_many_missing', ending: 'unexpectedResponse' },
      message: `${missing} of ${count} cards in the mirror are missing from the service's lists. Nothing was marked as gone`,
      hint: 'If they really were removed, run waybill sync --accept-removals.',
    });
    expect(rowsOf(path, gone)).toEqual([]);
    // As of the first sync, and not complete since.
    expect(rowsOf(path, "SELECT as_of, complete FROM lists WHERE kind = 'card'")).toEqual([
      { as_of: new Date(start).toISOString(), complete: 0 },
    ]);
    const accepted = { ...at(2), acceptRemovals: true };
    const after = await run(account({ cards: left(cards, missing) }), path, accepted);
    expect(after).toMatchObject({ complete: true, cards: { gone: missing } });
  });

  test('all of a list that has others now are plausible', async () => {
    const path = await mirrored(account());
    const result = await run(account({ cards: [{ id: 'other' }] }), path, at(1));
    expect(result.cards).toMatchObject({ new: 1, gone: 1, read: 1 });
  });

  test.each([
    [1, '1 row of another list was'],
    [2, '2 rows of other lists were'],
  ])('%s of another list are marked all the same', async (count, words) => {
    const orders = ['a', 'b', 'd'].map((id) => order(id));
    const cards = numbered('c', 30);
    const path = await mirrored({ orders, giftcards: numbered('g', 30), cards });
    const now = { orders: orders.slice(count), giftcards: [], cards: [] };
    await expect(run(now, path, at(1))).rejects.toMatchObject({
      message: `30 of 30 giftcards and 30 of 30 cards in the mirror are missing from the service's lists. None of them was marked as gone; ${words}`,
    });
    expect(rowsOf(path, 'SELECT id FROM base_orders WHERE gone_at IS NOT NULL')).toHaveLength(
      count,
    );
    expect(rowsOf(path, 'SELECT complete FROM runs WHERE id = 2')).toEqual([{ complete: 0 }]);
  });

  test('are asked for four at a time; what is returned is a normal read', async () => {
    const orders = [order('stays'), ...numbered('o', 6).map(({ id }) => order(id))];
    const path = await mirrored(account({ orders }));
    const lists = account({ orders: orders.slice(0, 1) });
    const model = modelAccount(lists);
    let [asking, most] = [0, 0];
    const get: SyncSource['buyingGroupOrders']['get'] = async (id, options) => {
      asking++;
      most = Math.max(most, asking);
      await Promise.resolve();
      asking--;
      if (id === 'o2') return order(id);
      if (id === 'o5') return order(id, { status: 'paid' });
      return model.buyingGroupOrders.get(id, options);
    };
    const source = { ...model, buyingGroupOrders: { ...model.buyingGroupOrders, get } };
    const result = await synced(source, path, at(1));
    expect(result.orders).toEqual({ read: 3, new: 0, changed: 1, unchanged: 2, gone: 4, back: 0 });
    expect(most).toBe(4);
    expect(eventsOf(path).map(({ type, id }) => `${type} ${id}`)).toEqual([
      ...['order.gone o0', 'order.gone o1', 'order.gone o3'],
      ...['order.status o5', 'order.gone o4'],
    ]);
  });

  test('are asked for in the order of the list, and counted without those that are gone', async () => {
    const path = await mirrored(account({ orders: ['x', 'a', 'b', 'c'].map((id) => order(id)) }));
    await run(account({ orders: ['x', 'c', 'a', 'b'].map((id) => order(id)) }), path, at(1));
    await run(account({ orders: [order('x')], cards: numbered('c', 30) }), path, at(2));
    expect(eventsOf(path).flatMap(({ type, id }) => (type === 'order.gone' ? id : []))).toEqual([
      ...['c', 'a', 'b'],
    ]);
    await run(account({ orders: [order('x')], cards: numbered('c', 25) }), path, at(3));
    const few = account({ orders: [order('x')], cards: numbered('c', 4) });
    await expect(run(few, path, at(4))).rejects.toThrow(/^21 of 25 cards/);
  });

  test('before a first complete sync they are forgotten', async () => {
    const path = mirrorFile();
    const lists = account({ orders: [order('a'), order('b'), order('d')] });
    await expect(synced(modelAccount(lists, 4), path)).rejects.toThrow('cut off');
    const { orders, events } = await run(account({ orders: [order('b', { notes: 'x' })] }), path);
    expect([orders, events]).toEqual([
      ...[{ read: 1, new: 0, changed: 1, unchanged: 0, gone: 0, back: 0 }, 0],
    ]);
    expect(rowsOf(path, 'SELECT seq FROM event_log')).toEqual([]);
    expect(rowsOf(path, "SELECT id FROM base_orders WHERE kind = 'order'")).toEqual([{ id: 'b' }]);
    expect(eventsOf(path)).toEqual([]);
    expect(rowsOf(path, 'SELECT count(*) AS bodies FROM bodies')).toEqual([{ bodies: 3 }]);
  });
});

describe('what is recorded', () => {
  test('of each object, with when it was last and first seen', async () => {
    const gift = { id: 'g', orderNumber: 'G-1', platform: 'cc', buyingGroup: 'no', status: 'a' };
    const before = account({ orders: [order('a'), order('b')], giftcards: [gift] });
    const path = await mirrored(before);
    const paid = order('a', { status: 'paid', notes: 'x' });
    const fewer = { giftcards: [{ ...gift, status: 'b' }], cards: [{ id: 'c', name: 'n' }] };
    await run(account({ orders: [paid], ...fewer }), path, at(1));
    const all = { orders: [order('new', { orderNumber: 7, buyingGroup: null }), paid, order('b')] };
    await run(account({ ...all, ...fewer }), path, at(2));
    await run(account({ ...all, giftcards: fewer.giftcards, cards: [] }), path, {
      ...{ ...at(3), acceptRemovals: true },
    });
    const time = (minutes: number) => new Date(start + minutes * minute).toISOString();
    const of = { orderNumber: 'N-a', group: 'bfmr', field: null };
    const none = { orderNumber: null, group: null };
    const first = { after: time(0), at: time(1), run: 2 };
    const second = { after: time(1), at: time(2), run: 3 };
    const whole = { kind: 'order', field: null };
    expect(eventsOf(path)).toEqual(
      [
        { ...of, ...first, kind: 'order', id: 'a', type: 'order.status', field: 'status' },
        { ...of, ...first, kind: 'order', id: 'a', type: 'order.changed', field: 'notes' },
        {
          ...{ ...first, kind: 'giftcard', id: 'g', type: 'order.status', field: 'status' },
          ...{ orderNumber: 'G-1', group: 'cc' },
        },
        { ...none, ...first, kind: 'card', id: 'c', type: 'card.changed', field: 'name' },
        { ...of, ...first, ...whole, id: 'b', type: 'order.gone', orderNumber: 'N-b' },
        { ...none, ...second, ...whole, id: 'new', type: 'order.new' },
        { ...of, ...second, ...whole, id: 'b', type: 'order.back', orderNumber: 'N-b' },
        {
          ...none,
          kind: 'card',
          id: 'c',
          type: 'card.gone',
          field: null,
          after: time(2),
          at: time(3),
          run: 4,
        },
      ].map((event) => expect.objectContaining(event)),
    );
    const values = eventsOf(path).map((event) => [event.old, event.new]);
    expect(values).toEqual([
      ...[
        ['shipped', 'paid'],
        [null, 'x'],
        ['a', 'b'],
        [null, 'n'],
        [order('b'), null],
      ],
      ...[
        [null, all.orders[0]],
        [null, order('b')],
        [fewer.cards[0], null],
      ],
    ]);
    expect(rowsOf(path, 'SELECT id, gone_at IS NULL AS there FROM base_cards')).toEqual([
      { id: 'c', there: 0 },
    ]);
    expect(rowsOf(path, "SELECT id FROM base_orders WHERE kind = 'order' ORDER BY place")).toEqual([
      ...['new', 'a', 'b'].map((id) => ({ id })),
    ]);
  });

  test('an order that is gone is not open, and open again when it is back', async () => {
    const path = await mirrored(account({ orders: [order('a'), order('b')] }));
    const open = () => rowsOf(path, "SELECT id, open FROM base_orders WHERE id = 'b'");
    await run(account(), path, at(1));
    expect(open()).toEqual([{ id: 'b', open: 0 }]);
    const result = await run(account({ orders: [order('b'), order('a')] }), path, at(2));
    expect(result.orders).toMatchObject({ back: 1, unchanged: 1, gone: 0, new: 0 });
    expect(open()).toEqual([{ id: 'b', open: 1 }]);
    expect(rowsOf(path, "SELECT id FROM base_orders WHERE kind = 'order' ORDER BY place")).toEqual([
      ...['b', 'a'].map((id) => ({ id })),
    ]);
  });

  test('with the tracking numbers and items that it has now, and what it had in the baseline', async () => {
    const having = (number: string, ...items: readonly string[]) => ({
      trackingNumbers: [{ trackingNumber: number }],
      orderLineItems: items.map((id) => ({ id, unitPrice: 1, quantity: 1 })),
    });
    const before = order('a', having('1Z1', 'i', 'j'));
    const path = await mirrored(account({ orders: [before] }));
    const now = [order('a', having('1Z2', 'k')), order('n')];
    await run(account({ orders: now }), path, at(1));
    await run(account({ orders: [order('a', having('1Z3', 'k'))] }), path, at(2));
    expect(rowsOf(path, 'SELECT tracking_number AS number FROM base_trackings')).toEqual([
      { number: '1Z3' },
    ]);
    expect(rowsOf(path, 'SELECT count(*) AS items FROM base_items')).toEqual([{ items: 1 }]);
    expect(rowsOf(path, 'SELECT kind, id, body FROM baseline ORDER BY id')).toEqual([
      { kind: 'order', id: 'a', body: JSON.stringify(before) },
      { kind: 'order', id: 'n', body: null },
    ]);
  });

  test('once of what a list has twice', async () => {
    const twice = [order('a'), order('b'), ...numbered('o', 100), order('a')];
    const path = mirrorFile();
    const first = await run(account({ orders: twice }), path, at(0));
    expect(first.orders).toMatchObject({ read: 103, new: 102, unchanged: 1, changed: 0 });
    const places = "SELECT id FROM base_orders WHERE kind = 'order' ORDER BY place LIMIT 3";
    expect(rowsOf(path, places).map((row) => Object(row).id)).toEqual(['a', 'b', 'o0']);
    const more = [order('b'), order('n'), order('a'), ...numbered('o', 100), order('b')];
    expect(await run(account({ orders: more }), path, at(1))).toMatchObject({
      orders: { new: 1, unchanged: 103, changed: 0, gone: 0 },
    });
    expect(rowsOf(path, places).map((row) => Object(row).id)).toEqual(['b', 'n', 'a']);
  });

  test('at no time before the last, if the clock has been set back', async () => {
    const path = await mirrored(account());
    await run(account({ orders: [order('a', { status: 'paid' })] }), path, at(5));
    const back = await run(account({ orders: [order('a', { status: 'x' })] }), path, at(-60));
    const latest = new Date(start + 5 * minute).toISOString();
    expect(back).toMatchObject({ startedAt: latest, finishedAt: latest });
    expect(eventsOf(path).map((event) => event.at)).toEqual([latest, latest]);
  });

  test('is no event for what means the same in another order', async () => {
    const [one, two] = ['1Z1', '1Z2'].map((trackingNumber) => ({ trackingNumber }));
    const path = await mirrored(account({ orders: [order('a', { trackingNumbers: [one, two] })] }));
    const swapped = account({ orders: [order('a', { trackingNumbers: [two, one] })] });
    const result = await run(swapped, path, at(1));
    expect(result).toMatchObject({ events: 0, orders: { unchanged: 1, changed: 0, read: 1 } });
  });
});

test('other credentials of the same account are told, once', async () => {
  const path = mirrorFile();
  const notices: string[] = [];
  const using = (keyFingerprint: string, more: Partial<SyncOptions> = {}) =>
    run(account(), path, { keyFingerprint, onNotice: (text) => notices.push(text), ...more });
  for (const key of ['one', 'one', 'two', 'two']) await using(key);
  expect(notices).toEqual(['The API key is new, but the account is the same.']);
  const kept = () => reading(path, (database) => readValue(database, 'keyFingerprint'));
  expect(kept()).toBe('two');
  await run(account(), path, { keyFingerprint: 'three' });
  await run(account(), path);
  expect(kept()).toBe('three');
});

test('another account is refused, unless the old mirror is to be set aside', async () => {
  const path = await mirrored(account());
  const other = { orders: [order('z')], giftcards: [], cards: [] };
  await expect(run(other, path, at(1))).rejects.toMatchObject({
    ...{ code: 'other_account', ending: 'conflict' },
  });
  const empty = { orders: [], giftcards: [], cards: [] };
  await expect(run(empty, path, at(1))).rejects.toMatchObject({
    code: 'too_many_missing',
    hint: expect.stringMatching(/--accept-removals\. If .* run waybill sync --new-account\.$/),
  });
  await expect(run(empty, path, { ...at(1), newAccount: true })).resolves.toMatchObject({ run: 1 });
  expect(await run(other, path, { ...at(2), newAccount: true })).toMatchObject({
    ...{ run: 2, events: 1, orders: { new: 1, read: 1 } },
  });
  expect(rowsOf(path, 'SELECT id FROM base_orders')).toEqual([{ id: 'z' }]);
});
