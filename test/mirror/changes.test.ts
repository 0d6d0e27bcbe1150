import { stripVTControlCharacters } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { moveCursor, readChanges } from '../../src/mirror/changes';
import { closeWriter } from '../../src/mirror/libsql';
import { openToWrite } from '../../src/mirror/open';
import { shownInTerminal, waybillInTerminal } from '../support/terminal';
import { temporaryHome, waybill } from '../support/waybill';
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

test.each([60, 80])('in %i columns, shows what changed in which order', async (columns) => {
  const path = mirrorFile();
  const orderNumber = '111-2645709-0994040';
  const put = async (day: number, values: Record<string, unknown>) => {
    const cashback = { platform: 'rakuten', status: 'tracked', rewardType: 'cashback' };
    const order = { id: 'a', orderNumber, buyingGroup: 'max_out_deals', ...values };
    const lists = { orders: [{ ...order, cashback: { ...cashback, ...Object(values.cashback) } }] };
    const source = modelAccount({ ...lists, giftcards: [], cards: [] });
    await synced(source, path, syncWorld(Date.UTC(2025, 0, day)));
  };
  await put(1, { status: 'partially_delivered', total: 123_456, cashback: { rewardAmount: 250 } });
  await put(2, { status: 'partially_received', total: 9900, cashback: { rewardAmount: 1310 } });
  const words = ['changes', '--mirror', path, '--since', '2025-01-01', '--color', 'never'];
  const env = { WAYBILL_HOME: temporaryHome() };
  const { written } = await shownInTerminal(words, { env, columns });
  const none = [...words.slice(0, 3), '--since', '2025-02-01'];
  expect((await waybillInTerminal(none, { env, columns }).ended).written).toContain('No changes.');
  const text = stripVTControlCharacters(written).replaceAll(/\s+/g, ' ');
  expect(text).toContain(`Status: 1 order ${orderNumber} partially_delivered → partially_received`);
  expect(text).toContain(`${orderNumber} total: $1,234.56 → $99.00`);
  expect(text).toContain(`cashback: rewardAmount $2.50 → rewardAmount $13.10`);
  const fields = ['--fields', 'type,orderNumber'];
  const table = await shownInTerminal([...words, ...fields], { env, columns });
  expect(stripVTControlCharacters(table.written)).toMatch(/Type.*Order/);
});

describe('members of the values', () => {
  const env = { WAYBILL_HOME: temporaryHome() };
  const path = mirrorFile();
  const changes = (...words: string[]) =>
    waybill(['changes', '--mirror', path, '--since', '2025-01-01', ...words], { env });
  const cells = (text: string) =>
    text
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'));

  beforeAll(async () => {
    const put = async (day: number, price: number, orders: Lists['orders']) => {
      const orderLineItems = [{ id: 'i', unitPrice: price, quantity: 1, expectedUnitPayout: 5 }];
      const trackingNumbers = [{ trackingNumber: '1Z1', carrier: 'ups', itemCount: 333 }];
      const cashback = { rewardType: day === 1 ? 'cashback' : 'points_miles', rewardAmount: 1310 };
      const first = { id: 'a', subtotal: price, orderLineItems, cashback };
      const whole = orders.map((order) => ({ ...first, trackingNumbers, ...order }));
      const lists: Lists = { orders: [first, ...whole], giftcards: [], cards: [] };
      if (day > 1) Object.assign(first, { trackingNumbers });
      else Object.assign(first, { trackingNumbers: [] });
      await synced(modelAccount(lists), path, syncWorld(Date.UTC(2025, 0, day)));
    };
    const numbers = (carrier: string, itemCount: number | null) => [
      { trackingNumber: '1Z1', carrier, itemCount: 1 },
      { trackingNumber: '1Z2', carrier: 'ups', itemCount },
    ];
    const items = (count: number) =>
      Array.from({ length: count }, (_, id) => ({ id: `${id}`, quantity: 1 }));
    await put(1, 18_999, [
      { id: 'c', trackingNumbers: numbers('ups', null) },
      { id: 'd', orderLineItems: items(1) },
    ]);
    await put(2, 333, [
      { id: 'b', total: 444 },
      { id: 'c', trackingNumbers: numbers('fedex', 2).toReversed() },
      { id: 'd', orderLineItems: items(2) },
    ]);
  });

  test.each(['csv', 'tsv'])(
    '%s has every amount in dollars with --money dollars',
    async (format) => {
      const { stdout } = await changes('-o', format, '--money', 'dollars');
      const text = stdout.replaceAll('""', '"');
      for (const amount of ['"unitPrice":189.99', '"unitPrice":3.33', '"subtotal":3.33']) {
        expect(text).toContain(amount);
      }
      expect(text).toContain('"total":4.44');
      expect(text).toContain('"rewardAmount":13.10');
      // Points are not money, and neither are counts.
      expect(text).toContain('"rewardAmount":1310');
      expect(text).not.toMatch(/"(unitPrice|subtotal|total|expectedUnitPayout)":\d+[,}]/);
      expect((await changes('-o', format)).stdout).not.toContain('.99');
    },
  );

  test('--fields reaches inside, in every format', async () => {
    const fields =
      'type,field,tracking.trackingNumber,new.total,old.unitPrice,NEW.orderlineitems.unitprice';
    const dollars = ['-o', 'tsv', '--money', 'dollars', '--fields', fields];
    const rows = cells((await changes(...dollars)).stdout);
    expect(rows).toContainEqual(['tracking.added', '', '1Z1', '', '', '']);
    expect(rows).toContainEqual(['order.new', '', '', '4.44', '', '3.33']);
    expect(rows).toContainEqual(['order.changed', 'orderLineItems', '', '', '189.99', '']);
    const table = (await changes('--fields', 'type,new.total,new.cashback.rewardAmount,old'))
      .stdout;
    expect(table).toMatch(/order\.new +\$4\.44 +1310 +-/);
    expect(table).toMatch(/order\.changed .*\$189\.99/);
    for (const unknown of ['new.nothing', 'oldText']) {
      expect((await changes('--fields', unknown)).exitCode).toBe(2);
    }
  });

  test('a list as long as before is shown as what differs in it', async () => {
    const { stdout } = await changes('--type', 'order.changed');
    expect(stdout).toMatch(/orderLineItems +unitPrice \$189\.99 +unitPrice \$3\.33 /);
    const texts = ['1Z1: carrier ups; 1Z2: itemCount -', '1Z2: itemCount 2; 1Z1: carrier fedex'];
    expect(stdout).toMatch(new RegExp(`trackingNumbers +${texts.join(' +')} `));
    // Of a longer list, its length says enough.
    expect(stdout).toMatch(/orderLineItems +1 entry +2 entries /);
  });

  test('csv has the same columns as ever', async () => {
    const [head] = (await changes('-o', 'csv')).stdout.split('\r\n');
    expect(head).toBe('seq,type,kind,id,orderNumber,group,field,old,new,after,at,run');
  });
});
