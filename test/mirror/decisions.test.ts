import { statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Failure } from '../../src/failure';
import { resetMirror } from '../../src/mirror/care';
import { connect } from '../../src/mirror/libsql';
import { sentIndexes } from '../../src/mirror/schema';
import { readValue } from '../../src/mirror/state';
import type { ListSource, OrderListSource, SyncOptions, SyncSource } from '../../src/mirror/sync';
import { mirrorFile, reading, rowsOf, synced, syncWorld } from './account';
import { type Lists, modelAccount } from './model-account';

type ReadOptions = Parameters<OrderListSource['get']>[1];

const rows = (prefix: string, count: number, given: object = {}) =>
  Array.from({ length: count }, (_, index) => ({ id: `${prefix}${index}`, ...given }));
const account = (given: Partial<Lists> = {}): Lists => ({
  ...{ orders: rows('o', 1), giftcards: rows('g', 1), cards: rows('c', 1) },
  ...given,
});
const empty: Lists = { orders: [], giftcards: [], cards: [] };

/** The account, read by the hundred as the client does, and what it is asked. */
function watched(lists: Lists) {
  const model = modelAccount(lists);
  const requests: string[] = [];
  const ask = (what: string, { beforeTry }: ReadOptions = {}) => {
    beforeTry?.();
    requests.push(what);
  };
  const list = (name: keyof Lists, { page }: ListSource): ListSource => ({
    async *each(options) {
      const of = lists[name].length;
      for (let read = 0; read === 0 || read < of; read += 100) {
        ask(`${name} ${read}`, options);
        const data = structuredClone(lists[name].slice(read, read + 100));
        options?.onProgress?.({ read: read + data.length, of, total: of });
        yield* data;
      }
    },
    page: (range, options) => {
      ask(`${name} page ${range.offset}`, options);
      return page(range, options);
    },
  });
  const orders = (name: 'orders' | 'giftcards', given: OrderListSource): OrderListSource => ({
    ...list(name, given),
    get: (id, options) => {
      ask(`${name}/${id}`, options);
      return given.get(id, options);
    },
  });
  const source: SyncSource = {
    buyingGroupOrders: orders('orders', model.buyingGroupOrders),
    giftCardOrders: orders('giftcards', model.giftCardOrders),
    creditCards: list('cards', model.creditCards),
  };
  return { source, requests };
}

/** A mirror of the account. */
async function mirrored(lists: Lists, options: Partial<SyncOptions> = {}) {
  const path = mirrorFile();
  await synced(modelAccount(lists), path, options);
  return path;
}
const idsIn = (path: string, where: string) =>
  rowsOf(path, `SELECT id FROM base_orders WHERE ${where} ORDER BY place`).map(
    (row) => Object(row).id,
  );

describe('which requests are made, each of them counted, and ended by an interruption', () => {
  const pages = ['orders page 0', 'giftcards page 0', 'cards page 0'];
  const wholes = ['orders 0', 'giftcards 0', 'cards 0'];
  const many = account({ orders: rows('o', 101), giftcards: [...rows('g', 2)] });
  const quick = { quick: true };
  const backward = { ...quick, only: ['cards', 'orders'] } as const;
  const fewer = account({ orders: rows('o', 99) });
  const cards = account({ cards: rows('c', 3) });
  const above = [...rows('new', 2), ...rows('o', 1)];
  const top = [...rows('new', 100), ...rows('o', 1)];

  test.each<[string, Lists, Lists, Partial<SyncOptions>, readonly string[]]>([
    ['all pages', many, many, {}, ['orders 0', 'orders 100', 'giftcards 0', 'cards 0']],
    ['the newest page of each list', many, many, quick, pages],
    ['only a list that was named', many, many, { only: ['cards'] }, ['cards 0']],
    ['the lists in their own order', many, many, backward, ['orders page 0', 'cards page 0']],
    [
      'each missing order',
      many,
      fewer,
      {},
      [...wholes, 'orders/o99', 'orders/o100', 'giftcards/g1'],
    ],
    ['no missing card, as a card has no page of its own', cards, account(), {}, wholes],
    [
      'all of the list if its newest page has only orders that the mirror lacks',
      ...([account(), account({ orders: top }), quick] as const),
      ['orders page 0', 'orders 0', 'orders 100', 'orders page 100', ...pages.slice(1)],
    ],
    [
      'the lists that the mirror has, to prove the account, and no other',
      ...([{ ...empty, cards: rows('c', 1) }, account(), quick] as const),
      ['orders page 0', 'cards 0', ...pages.slice(1)],
    ],
    [
      'nothing more for new orders above known ones',
      account(),
      account({ orders: above }),
      quick,
      pages,
    ],
    ['nothing more if a list is empty', account(), account({ orders: [] }), quick, pages],
  ])('%s', async (_, before, now, options, expected) => {
    const path = await mirrored(before);
    const { source, requests } = watched(now);
    const result = await synced(source, path, options);
    expect(requests).toEqual(expected);
    expect(result.requests).toBe(expected.length);
    expect(rowsOf(path, 'SELECT requests FROM runs WHERE id = 2')).toEqual([
      { requests: expected.length },
    ]);
  });

  test('no order that is missing before the first complete sync', async () => {
    const path = mirrorFile();
    await expect(synced(modelAccount(many, 3), path)).rejects.toThrow('cut off');
    await expect(synced(modelAccount(many, 103), path)).rejects.toThrow('cut off');
    const { source, requests } = watched(account({ orders: rows('o', 2) }));
    const result = await synced(source, path);
    expect(requests).toEqual(wholes);
    expect(result).toMatchObject({ requests: 3, events: 0, complete: true, orders: { gone: 0 } });
    expect(idsIn(path, 'true')).toEqual(['o0', 'g0', 'o1']);
  });

  test('no order of a list that lacks too many', async () => {
    const path = await mirrored(account({ orders: rows('o', 209) }));
    const { source, requests } = watched(account({ orders: rows('o', 188) }));
    await expect(synced(source, path)).rejects.toThrow(/^21 of 209 orders in the mirror/);
    expect(requests).toEqual(['orders 0', 'orders 100', ...wholes.slice(1)]);
    expect(idsIn(path, 'gone_at IS NOT NULL')).toEqual([]);
  });

  test('all of an account that may be another, then nothing more', async () => {
    const path = await mirrored(account());
    const { source, requests } = watched({ ...empty, orders: rows('x', 150) });
    await expect(synced(source, path)).rejects.toMatchObject({ code: 'other_account' });
    expect(requests).toEqual(['orders 0', 'orders 0', 'orders 100', 'giftcards 0', 'cards 0']);
    expect(rowsOf(path, 'SELECT id FROM runs')).toHaveLength(1);
  });
});

describe('a quick sync reads pages', () => {
  const known = rows('o', 150);
  const news = (page: number, count = 100) => rows(`p${page}-`, count);
  let version = 0;

  test.each<[string, (page: number) => Lists['orders'], number, readonly number[], number]>([
    ['to the first without news', () => known.slice(0, 100), 500, [0], 350],
    ['to the first that is short', (page) => news(page, 99), 500, [0], 251],
    ['to one that is empty', () => [], 500, [0], 350],
    [
      'to the first without news, after one with news',
      (page) => [news(0), known.slice(0, 100)][page] ?? [],
      500,
      [0, 100],
      250,
    ],
    ['as many as the count says', news, 100, [0], -150],
    ['as many as the count says, which is two', news, 200, [0, 100], -150],
    ['one more for one more row', news, 201, [0, 100, 200], -249],
    ['one, if the count is too small', news, 5, [0], -245],
    [
      'that are new only once, if all are the same page',
      () => news(0).map((row) => ({ ...row, version: version++ })),
      500,
      [0, 100],
      250,
    ],
  ])('%s', async (_, pageOf, totalCount, offsets, drift) => {
    const path = await mirrored(account({ orders: known }));
    const asked: number[] = [];
    // Its whole list has an order that the mirror has, which proves the account.
    const given = modelAccount(account());
    const page: ListSource['page'] = async ({ limit, offset }) => {
      expect(limit).toBe(100);
      asked.push(offset);
      return { data: pageOf(offset / 100), pagination: { limit, offset, totalCount } };
    };
    const source = { ...given, buyingGroupOrders: { ...given.buyingGroupOrders, page } };
    const seen: unknown[] = [];
    const onProgress: SyncOptions['onProgress'] = (progress) => seen.push(progress);
    const options = { quick: true, only: ['orders'], onProgress } as const;
    const result = await synced(source, path, options);
    const read = offsets.map((offset) => offset + pageOf(offset / 100).length);
    expect(asked).toEqual(offsets);
    expect(seen).toEqual(read.map((read) => ({ list: 'orders', read, of: totalCount })));
    expect(result).toMatchObject({ mode: 'quick', drift, orders: { gone: 0 } });
  });

  test('and puts new orders at the top, in the order of the list', async () => {
    const path = await mirrored(account({ orders: known }));
    const now = [...rows('new', 3), ...known];
    await synced(modelAccount(account({ orders: now })), path, { quick: true });
    expect(idsIn(path, "kind = 'order'")).toEqual(now.map(({ id }) => id));
  });
});

test('the progress of each list is reported, page by page', async () => {
  const seen: unknown[] = [];
  const { source } = watched(account({ orders: rows('o', 101), cards: [] }));
  await synced(source, mirrorFile(), { onProgress: (progress) => seen.push(progress) });
  expect(seen).toEqual([
    { list: 'orders', read: 100, of: 101 },
    { list: 'orders', read: 101, of: 101 },
    { list: 'giftcards', read: 1, of: 1 },
    { list: 'cards', read: 0, of: 0 },
  ]);
});

test.each([
  [99, 0],
  [100, 100],
  [199, 100],
  [250, 200],
])('a sync that is cut off after %i rows keeps %i', async (cutAfter, kept) => {
  const path = mirrorFile();
  const lists = account({ orders: rows('o', 300) });
  await expect(synced(modelAccount(lists, cutAfter), path)).rejects.toThrow('cut off');
  expect(idsIn(path, 'true')).toEqual(rows('o', kept).map(({ id }) => id));
});

describe('what a sync keeps of its credentials and options', () => {
  const kept = (path: string, name: string) =>
    reading(path, (database) => readValue(database, name));

  test.each<[string, Lists, string | undefined, Partial<SyncOptions>, string | undefined, boolean]>(
    [
      ['a first key', account(), undefined, { keyFingerprint: 'two' }, 'two', false],
      ['the same key', account(), 'one', { keyFingerprint: 'one' }, 'one', false],
      ['a new key of the same account', account(), 'one', { keyFingerprint: 'two' }, 'two', true],
      ['the key of before, if there is none now', account(), 'one', {}, 'one', false],
      [
        'the key of before, if nothing proves the account',
        empty,
        'one',
        { keyFingerprint: 'two', quick: true },
        'one',
        false,
      ],
    ],
  )('%s', async (_, now, before, options, expected, isNews) => {
    const path = await mirrored(account(), before === undefined ? {} : { keyFingerprint: before });
    const notices: string[] = [];
    const onNotice = (notice: string) => notices.push(notice);
    await synced(modelAccount(now), path, { ...options, onNotice });
    expect(kept(path, 'keyFingerprint')).toBe(expected);
    expect(notices).toHaveLength(isNews ? 1 : 0);
  });
});

test('an account that is empty now may be accepted', async () => {
  const path = await mirrored(account({ orders: rows('o', 9) }));
  const result = await synced(modelAccount(empty), path, { acceptRemovals: true });
  expect(result).toMatchObject({ complete: true, orders: { gone: 9 }, cards: { gone: 1 } });
});

test.each([
  ['a refusal', new Failure({ ending: 'unexpectedResponse', code: 'x', message: 'no' })],
  ['what is no answer', new Error('no')],
])('%s to a missing order leaves the order there', async (_, thrown) => {
  const path = await mirrored(account({ orders: rows('o', 3) }));
  const given = modelAccount(account());
  const get: OrderListSource['get'] = () => Promise.reject(thrown);
  const source = { ...given, buyingGroupOrders: { ...given.buyingGroupOrders, get } };
  await expect(synced(source, path)).rejects.toThrow('no');
  expect(idsIn(path, 'gone_at IS NOT NULL')).toEqual([]);
  expect(rowsOf(path, "SELECT complete FROM lists WHERE kind = 'order'")).toEqual([
    { complete: 0 },
  ]);
});

test('a run leaves its log empty, also if it fails: all is in the file', async () => {
  const path = await mirrored(account());
  const logged = () => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  expect(logged()).toBe(0);
  await expect(synced(modelAccount(empty), path)).rejects.toThrow('missing');
  expect(logged()).toBe(0);
});

test('indexes are made at the end of a first sync, also after a reset, and no later one drops them', async () => {
  const path = mirrorFile();
  const indexes = () =>
    rowsOf(path, 'SELECT name FROM sqlite_schema').filter((row) => Object(row).name in sentIndexes);
  const lists = account({ orders: rows('o', 101), cards: [] });
  const made = Object.keys(sentIndexes).length;
  for (const _ of ['a first time', 'after a reset']) {
    for (const [cutAfter, expected] of [
      [100, 0],
      [Number.POSITIVE_INFINITY, made],
      [100, made],
    ]) {
      await synced(modelAccount(lists, cutAfter), path).catch(() => {});
      expect(indexes()).toHaveLength(expected ?? 0);
    }
    await resetMirror(path, syncWorld());
  }
});

test('while nothing is new, a sync waits for no one who writes to the mirror', async () => {
  const lists = account({ orders: rows('o', 101) });
  const path = await mirrored(lists);
  const other = connect(path);
  const { source } = watched(lists);
  const { each } = source.buyingGroupOrders;
  const whileLocked: ListSource['each'] = async function* (options) {
    let read = 0;
    for await (const row of each(options)) {
      yield row;
      if (++read === 100) other.exec('BEGIN IMMEDIATE');
    }
  };
  const unlocked: ListSource['each'] = (options) => {
    other.exec('COMMIT');
    return source.giftCardOrders.each(options);
  };
  const result = await synced(
    {
      ...source,
      buyingGroupOrders: { ...source.buyingGroupOrders, each: whileLocked },
      giftCardOrders: { ...source.giftCardOrders, each: unlocked },
    },
    path,
  ).finally(() => other.close());
  expect(result).toMatchObject({ complete: true, orders: { unchanged: 101 } });
});

test.each([
  ['in the first sync', empty],
  ['in a later one', account({ orders: rows('o', 120) })],
])(
  'an order that changes while the list is read stays where it came first, %s',
  async (_, before) => {
    const path = mirrorFile();
    if (before !== empty) await synced(modelAccount(before), path);
    const orders = rows('o', 120);
    const twice = [
      { id: 'o0', status: 'shipped' },
      ...orders.slice(1),
      { id: 'o0', status: 'paid' },
    ];
    await synced(modelAccount(account({ orders: twice })), path);
    expect(idsIn(path, "kind = 'order'")).toEqual(orders.map(({ id }) => id));
  },
);

test('an order that is new in the middle of the list moves no other', async () => {
  const path = await mirrored(account({ orders: rows('o', 120) }));
  const places = () =>
    rowsOf(path, "SELECT id, place FROM base_orders WHERE id LIKE 'o%' ORDER BY id");
  const before = places();
  const orders = [...rows('o', 60), ...rows('new', 3), ...rows('o', 120).slice(60)];
  await synced(modelAccount(account({ orders })), path);
  expect(idsIn(path, "kind = 'order'")).toEqual(orders.map(({ id }) => id));
  expect(places()).toEqual(before);
});

test('a changed order keeps its place, also if the sync is cut off then', async () => {
  const orders = rows('o', 101);
  const path = await mirrored(account({ orders }));
  const changed = orders.map((row, index) => (index === 50 ? { ...row, status: 'paid' } : row));
  await expect(synced(modelAccount(account({ orders: changed }), 100), path)).rejects.toThrow(
    'cut off',
  );
  expect(rowsOf(path, "SELECT id FROM base_orders WHERE status = 'paid'")).toEqual([{ id: 'o50' }]);
  expect(idsIn(path, "kind = 'order'")).toEqual(orders.map(({ id }) => id));
});

test('what means the same in another order leaves nothing in the history', async () => {
  const trackingNumbers = rows('t', 2).map(({ id }) => ({ trackingNumber: id }));
  const path = await mirrored(account({ orders: rows('o', 1, { trackingNumbers }) }));
  trackingNumbers.reverse();
  const now = account({ orders: rows('o', 1, { trackingNumbers }) });
  expect(await synced(modelAccount(now), path)).toMatchObject({ events: 0 });
  expect(rowsOf(path, 'SELECT id FROM baseline UNION SELECT id FROM event_log')).toEqual([]);
});
