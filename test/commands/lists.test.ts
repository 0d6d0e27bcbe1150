import { describe, expect, test } from 'vitest';
import type { BuyingGroupOrder, GiftCardLineItem } from '../../src/contract/responses';
import { sampleAccount } from './account';

const account = sampleAccount();
const { run, json, seen } = account;

const all = (): Promise<BuyingGroupOrder[]> => json(['orders', 'list', '--all']);
const numbers = (orders: readonly { orderNumber: string | null }[]) =>
  orders.map(({ orderNumber }) => orderNumber);
const list = async (...words: string[]) =>
  numbers(await json(['orders', 'list', '--all', ...words]));
const open = ({ status }: BuyingGroupOrder) => status !== 'paid' && status !== 'cancelled';

describe('filters of orders list', () => {
  test('open and unpaid mean neither paid nor cancelled, and ! excludes a status', async () => {
    const orders = await all();
    const unpaid = numbers(orders.filter(open));
    expect(unpaid.length).toBeGreaterThan(0);
    expect(await list('--status', 'open')).toEqual(unpaid);
    expect(await list('--status', 'UNPAID')).toEqual(unpaid);
    expect(await list('--status', '!paid,!cancelled')).toEqual(unpaid);
    expect(await list('--status', 'open', '--status', '!shipped')).toEqual(
      numbers(orders.filter((order) => open(order) && order.status !== 'shipped')),
    );
  });

  test('repeating a filter means or, repeating --search means and', async () => {
    const orders = await all();
    const either = orders.filter(({ retailer }) => /^(Best Buy|Amazon)$/.test(retailer));
    expect(await list('--retailer', 'best-buy', '--retailer', 'AMAZON')).toEqual(numbers(either));
    const groups = orders.filter(({ buyingGroup }) => /^(bfmr|buying_group)$/.test(buyingGroup));
    expect(await list('--group', 'BFMR, buying_group', '-q')).toEqual(numbers(groups));
    expect(await list('--group', 'bfmr', '--group', 'Buying Group', '-q')).toEqual(numbers(groups));
    const others = orders.filter(({ buyingGroup }) => buyingGroup !== 'bfmr');
    expect(others.length).toBeLessThan(orders.length);
    expect(await list('--group', '!bfmr')).toEqual(numbers(others));
    const elsewhere = others.filter(({ retailer }) => retailer !== 'Amazon');
    expect(await list('--group', '!BFMR', '--retailer', '!amazon', '-q')).toEqual(
      numbers(elsewhere),
    );
    const both = await list('--search', 'airpods', '--search', 'bfmr');
    const one = await list('--search', 'airpods');
    expect(both.length).toBeGreaterThan(0);
    expect(both.length).toBeLessThan(one.length);
    expect(one).toEqual(expect.arrayContaining(both));
  });

  test('months, weeks and money', async () => {
    const orders = await all();
    const inMonth = orders.filter(({ orderDate }) => orderDate.startsWith('2025-10'));
    expect(inMonth.length).toBeGreaterThan(0);
    expect(await list('--month', '2025-10')).toEqual(numbers(inMonth));
    expect(await list('--month', 'last month', '--today', '2025-11-20')).toEqual(numbers(inMonth));
    const since = ['--today', '2025-11-15', '--since'];
    expect(await list(...since, '2w')).toEqual(
      numbers(orders.filter(({ orderDate }) => orderDate >= '2025-11-01')),
    );
    expect(await list(...since, '1m')).toEqual(
      numbers(orders.filter(({ orderDate }) => orderDate >= '2025-10-15')),
    );
    expect(await list('--min-total', '$1,000', '--max-total', '2000.50')).toEqual(
      numbers(orders.filter(({ total }) => total >= 100_000 && total <= 200_050)),
    );
  });

  test.each([[[]], [['-q']]])(
    'warns of a group that no order has, and suggests the closest %j',
    async (more) => {
      const words = ['orders', 'list', '--group', 'bfmx', '--json', ...more];
      const { exitCode, stdout, stderr } = await run(words);
      expect({ exitCode, stdout, stderr }).toEqual({
        exitCode: 0,
        stdout: '[]\n',
        stderr: 'Warning: None of the orders read has the group "bfmx". Did you mean bfmr?\n',
      });
      // A group that is known by name may not have any orders yet.
      const featured = await run(['orders', 'list', '--group', 'u_buy_we_pay', '--json']);
      expect(featured.stderr).toBe('');
    },
  );

  test.each([
    [['--min-total', '5', '--max-total', '4'], '--min-total $5.00 is more than --max-total $4.00'],
    [['--status', 'shiped'], 'Did you mean shipped?'],
    [['--group', ' , '], '--group is empty'],
    [['--retailer', ','], '--retailer is empty'],
    [['--group', 'bfmr,!'], '--group has no name after the exclamation mark'],
    [['--retailer', '!'], '--retailer has no name after the exclamation mark'],
    [['--month', 'June'], '--month takes a month'],
    [['--card', '1009', '--card', '4417'], '--card was given 2 times'],
    [['--sort', 'quantity'], '--sort quantity works only with --items'],
    [['--all', '--limit', '3'], '--all and --limit'],
  ])('%j is a usage error', async (words, message) => {
    seen();
    const { exitCode, stderr } = await run(['orders', 'list', ...words]);
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
    expect(seen()).toEqual([]);
  });
});

describe('fields, sorting and rows', () => {
  test('margin, age, units and tracking pages are computed when named', async () => {
    const orders = await all();
    const fields = ['--fields', 'orderNumber,margin,age,itemCount,trackingUrl'];
    const rows = await json(['orders', 'list', '--all', '--today', '2025-12-01', ...fields]);
    for (const [index, order] of orders.entries()) {
      const row = rows[index];
      expect(Object.values(row)).toEqual([
        order.orderNumber,
        order.expectedPayout - order.total,
        (Date.parse('2025-12-01') - Date.parse(order.orderDate)) / 86_400_000,
        order.orderLineItems.reduce((sum, { quantity }) => sum + quantity, 0),
        expect.any(Array),
      ]);
    }
    const ups = orders.find(({ trackingNumbers: [first] }) => first?.carrier === 'ups');
    const [{ trackingNumber } = { trackingNumber: '' }] = ups?.trackingNumbers ?? [];
    const one = await json(['orders', 'get', `${ups?.orderNumber}`, '--fields', 'trackingUrl']);
    expect(one.trackingUrl[0]).toBe(
      `https://wwwapps.ups.com/WebTracking/track?track=yes&trackNums=${trackingNumber}`,
    );
    expect(Object.keys((await json(['orders', 'list', '-L1']))[0])).not.toContain('margin');
    const { stdout } = await run(['orders', 'list', '-L1', '-o', 'csv']);
    expect(stdout).not.toContain('margin');
  });

  test('sorts by computed fields, with a minus sign and by short names', async () => {
    const orders = await all();
    const margins = orders.map(({ expectedPayout, total }) => expectedPayout - total);
    const sorted: BuyingGroupOrder[] = await json(['orders', 'list', '--all', '--sort', '-margin']);
    expect(sorted.map(({ expectedPayout, total }) => expectedPayout - total)).toEqual(
      margins.toSorted((left, right) => right - left),
    );
    // Titles of the table and the names of --fields work too.
    expect(await list('--sort=-date,order')).toEqual(await list('--sort=-date,number'));
    expect(await list('--sort', 'Expected payout')).toEqual(await list('--sort', 'payout'));
    expect(await list('--sort=-DATE,number')).toEqual(
      await list('--sort', 'orderDate:desc,orderNumber'),
    );
  });

  test('sorts by a field of line items by its first value', async () => {
    const sorted: BuyingGroupOrder[] = await json([
      ...['orders', 'list', '--all', '--sort', '-orderLineItems.unitPrice'],
    ]);
    const prices = sorted.map(({ orderLineItems: [first] }) => first?.unitPrice ?? -1);
    expect(prices).toEqual(prices.toSorted((left, right) => right - left));
    expect(new Set(prices).size).toBeGreaterThan(5);
  });

  test('--card takes a sub-card too', async () => {
    const orders = await all();
    const cards = await json(['cards', 'list', '--all']);
    const subCards = cards.flatMap((card: { subCards?: object[] }) => card.subCards ?? []);
    const used = subCards.find(({ id }: { id: string }) =>
      orders.some(({ subCreditCardId }) => subCreditCardId === id),
    );
    const wanted = numbers(orders.filter(({ subCreditCardId }) => subCreditCardId === used.id));
    for (const name of [used.id, used.lastDigits, used.nickname]) {
      expect(await list('--card', name)).toEqual(wanted);
    }
  });

  test('--items prints one row per line item', async () => {
    const items = (await all()).flatMap((order) =>
      order.orderLineItems.map((item) => ({ ...item, orderId: order.id })),
    );
    const rows = await json(['orders', 'list', '--items', '--all']);
    expect(rows).toHaveLength(items.length);
    expect(rows).toEqual(items.map((item) => expect.objectContaining(item)));
    expect(await json(['orders', 'list', '--items', '--count'])).toEqual({ count: items.length });
    expect(await json(['orders', 'list', '--items'])).toEqual(rows.slice(0, 25));
    const [first] = await json(['orders', 'list', '--items', '--sort', '-price', '-L1']);
    expect(first.unitPrice).toBe(Math.max(...items.map(({ unitPrice }) => unitPrice)));
    // A name means the column of that name: the item's payout, not the order's.
    const paid = await json(['orders', 'list', '--items', '--all', '--sort', '-payout']);
    const payouts = items.map((item) => item.expectedUnitPayout ?? -1);
    expect(
      paid.map((item: { expectedUnitPayout?: number }) => item.expectedUnitPayout ?? -1),
    ).toEqual(payouts.toSorted((left, right) => right - left));
    const totals = await json(['giftcards', 'list', '--items', '-L3', '--fields', 'platform']);
    expect(totals).toHaveLength(3);
  });

  test('sorts line items of gift card orders by their own unitValue', async () => {
    const items = ['giftcards', 'list', '--items', '--all'];
    const values = async (...words: string[]) =>
      (await json([...items, ...words])).map(
        ({ unitValue }: GiftCardLineItem) => unitValue ?? null,
      );
    const sorted = await values('--sort=-unitValue');
    expect(sorted.length).toBeGreaterThan(1);
    expect(sorted).not.toEqual(await values());
    expect(sorted.map(Number)).toEqual(
      sorted.map(Number).toSorted((a: number, b: number) => b - a),
    );
    for (const words of [
      ['giftcards', 'list', '--sort', 'unitValue'],
      ['orders', 'list', '--items', '--sort', 'unitValue'],
    ]) {
      expect((await run(words)).exitCode).toBe(2);
    }
  });

  test('lists all shipments, and counts, limits and sorts them', async () => {
    const numbersOf = (await all()).flatMap(({ trackingNumbers }) => trackingNumbers);
    const rows = await json(['shipments', 'list']);
    expect(rows).toHaveLength(numbersOf.length);
    expect(await json(['shipments', 'list', '--all'])).toEqual(rows);
    expect(await json(['shipments', 'list', '--count'])).toEqual({ count: numbersOf.length });
    const ups = numbersOf.filter(({ carrier }) => carrier === 'ups').length;
    expect(await json(['shipments', 'list', '--carrier', 'ups', '--count'])).toEqual({
      count: ups,
    });
    const byDate = await json(['shipments', 'list', '--sort', '-date', '-L', '4']);
    const dates = rows.map(({ orderDate }: { orderDate: string }) => orderDate).sort();
    expect(byDate.map(({ orderDate }: { orderDate: string }) => orderDate)).toEqual(
      dates.slice(-4).reverse(),
    );
    const [page] = await json([
      ...['shipments', 'list', '--carrier', 'ups', '-L1'],
      ...['--fields', 'trackingNumber,trackingUrl'],
    ]);
    expect(page.trackingUrl).toBe(
      `https://wwwapps.ups.com/WebTracking/track?track=yes&trackNums=${page.trackingNumber}`,
    );
  });

  test('counts, limits and sorts cards', async () => {
    const cards = await json(['cards', 'list']);
    expect(await json(['cards', 'list', '--all'])).toEqual(cards);
    expect(await json(['cards', 'list', '--count'])).toEqual({ count: cards.length });
    const open = cards.filter(({ closedAt }: { closedAt: string | null }) => closedAt === null);
    expect(await json(['cards', 'list', '--open', '--count'])).toEqual({ count: open.length });
    const fees = cards.map(({ annualFee }: { annualFee: number }) => annualFee);
    const [dearest] = await json(['cards', 'list', '--sort', '-fee', '-L1']);
    expect(dearest.annualFee).toBe(Math.max(...fees));
  });
});
