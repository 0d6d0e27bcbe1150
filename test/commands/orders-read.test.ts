import { describe, expect, test } from 'vitest';
import { errorOf, sampleAccount } from './account';

const account = sampleAccount();
const { run, json, seen } = account;

/** Order numbers of the sample account. */
const [airpods, staples, giftCard] = ['800458530', '9889303997', '813763113'];
const total = 151;

const numbers = (orders: { orderNumber: string }[]) => orders.map((one) => one.orderNumber);

describe('orders list', () => {
  test('prints 25 orders as the service sends them, with one request', async () => {
    const orders = await json(['orders', 'list']);
    expect(orders).toHaveLength(25);
    expect(orders[1]).toMatchObject({ orderNumber: airpods, total: 19998, trackingNumbers: [] });
    expect(seen().map(({ method, path }) => `${method} ${path}`)).toEqual([
      expect.stringMatching(/^GET \/buying-group-orders\?/),
    ]);
  });

  test('takes a limit, --all and an offset, aliases and ndjson', async () => {
    const all = await json(['orders', 'list', '--all']);
    expect(all).toHaveLength(total);
    expect(new Set(all.map(({ id }: { id: string }) => id)).size).toBe(total);
    expect(await json(['orders', 'list', '-L', '120'])).toEqual(all.slice(0, 120));
    expect(await json(['order', 'ls', '-L', '3', '--offset', '100'])).toEqual(all.slice(100, 103));
    const { stdout } = await run(['orders', 'list', '--all', '-o', 'ndjson']);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(all);
    expect(await json(['orders', 'list', '--all', '--verify'])).toEqual(all);
  });

  test('says for people that an offset is beyond the end', async () => {
    const beyond = await run(['orders', 'list', '--offset', '151']);
    expect(beyond).toMatchObject({ exitCode: 0, stdout: '' });
    expect(beyond.stderr).toContain('--offset 151 is beyond the end of the list, which has 151.');
    const filtered = await run(['orders', 'list', '--status', 'shipped', '--offset', '151']);
    expect(filtered.stderr).toContain('--offset 151 is beyond the end');
    expect((await run(['orders', 'list', '--offset', '150'])).stderr).not.toContain('--offset');
    expect(await run(['orders', 'list', '--offset', '151', '--json'])).toMatchObject({
      ...{ stdout: '[]\n', stderr: '' },
    });
  });

  test('filters read on until the limit is met', async () => {
    const all = await json(['orders', 'list', '--all']);
    const shipped = all.filter(({ status }: { status: string }) => status === 'shipped');
    expect(await json(['orders', 'list', '--status', 'shipped', '-L', '2'])).toEqual(
      shipped.slice(0, 2),
    );
    expect(
      await json(['orders', 'list', '--status', 'shipped', '-L', '2', '--offset', '1']),
    ).toEqual(shipped.slice(1, 3));
    expect(await json(['orders', 'list', '--status=shipped', '--count'])).toEqual({
      count: shipped.length,
    });
    expect(await json(['orders', 'list', '--count'])).toEqual({ count: total });
    expect(await json(['orders', 'list', '--search', 'AIRPODS pro', '--all'])).toEqual(
      all.filter((order: object) => /AirPods Pro/.test(JSON.stringify(order))),
    );
    const { trackingNumber } = shipped[0].trackingNumbers[0];
    expect(numbers(await json(['orders', 'list', '--tracking', trackingNumber]))).toEqual([
      shipped[0].orderNumber,
    ]);
    const withCard = all.filter(({ creditCardId }: { creditCardId: string | null }) =>
      creditCardId?.endsWith('1a01'),
    );
    expect(withCard.length).toBeGreaterThan(0);
    expect(await json(['orders', 'list', '--card', '4417', '--all'])).toEqual(withCard);
  });

  test('sorts the whole list before applying the limit', async () => {
    const all = await json(['orders', 'list', '--all']);
    const totals = all.map((order: { total: number }) => order.total);
    const dearest = await json(['orders', 'list', '--sort', 'total:desc', '-L', '5']);
    expect(dearest.map((order: { total: number }) => order.total)).toEqual(
      totals.toSorted((left: number, right: number) => right - left).slice(0, 5),
    );
  });

  test('--today sets the day that ages are counted from', async () => {
    const all = await json(['orders', 'list', '--all']);
    const before = all.filter(({ orderDate }: { orderDate: string }) => orderDate < '2025-10-02');
    expect(before.length).toBeGreaterThan(0);
    expect(before.length).toBeLessThan(all.length);
    const old = ['orders', 'list', '--all', '--older-than', '30d'];
    expect(await json([...old, '--today', '2025-11-01'])).toEqual(before);
    expect(await json(['--today', '2025-11-01', ...old])).toEqual(before);
  });

  test('a table has no ids, money in dollars and no color in a pipe', async () => {
    const { stdout, stderr, exitCode } = await run(['orders', 'list', '-L', '2']);
    expect({ exitCode, stdout }).toEqual({
      exitCode: 0,
      stdout: expect.stringMatching(/^Date .*\n2025-10-31 .*\$299\.00.*\n.*\$199\.98.*\n$/),
    });
    expect(stderr).toBe(`Showing 2 of ${total}. Use -L <n> for more, or --all.\n`);
    expect((await run(['orders', 'list', '-L', '2', '-q'])).stderr).toBe('');
  });

  test('finding nothing is an empty list, not an error', async () => {
    expect(await json(['orders', 'list', '--search', 'no such text'])).toEqual([]);
    const { exitCode, stdout } = await run(['orders', 'list', '--search', 'no such text']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
  });

  test.each([
    [['--status', 'shiped'], 'Invalid value "shiped" for --status', 'Did you mean shipped?'],
    [['--source', 'apis'], 'Invalid value "apis" for --source', 'Did you mean api?'],
    [['--since', '2025-02-30'], '--since: the date "2025-02-30" does not exist', 'YYYY'],
    [['--since', 'today', '--until', '30d'], '--since', 'See'],
    [['--sort', 'totl'], '--sort: unknown field "totl"', 'Did you mean total?'],
    [['--limit', '0'], '--limit takes a whole number of at least 1, not "0"', 'See'],
    [['--limit', '5', '--all'], "--all and --limit can't be used together", 'See'],
    [['--tracking', '1Z', '--no-tracking'], "--no-tracking and --tracking can't be used", 'See'],
    [['--platform', 'qgcg'], 'Unknown flag --platform', 'See'],
    [['--card', 'Sapphire'], '--card: unknown credit card "Sapphire"', 'waybill cards list'],
  ])('reports %j in the words that were typed', async (flags, message) => {
    seen();
    const failed = await run(['orders', 'list', ...flags, '--json']);
    expect(failed.stdout).toBe('');
    const error = errorOf(failed);
    expect(error.message).toContain(message);
    expect(failed.exitCode).toBe(2);
    expect(seen().filter(({ path }) => !path.startsWith('/credit-cards'))).toEqual([]);
  });
});

describe('orders get', () => {
  test('finds one by number and by id, as an object', async () => {
    const order = await json(['orders', 'get', airpods]);
    expect(order).toMatchObject({ orderNumber: airpods, buyingGroup: 'bfmr' });
    expect(await json(['orders', 'get', order.id])).toEqual(order);
    expect(await json(['orders', 'get', order.id, '--by', 'id'])).toEqual(order);
  });

  test('prints several as an array in the order they were named', async () => {
    const { id } = await json(['orders', 'get', staples]);
    expect(numbers(await json(['orders', 'get', airpods, id]))).toEqual([airpods, staples]);
    expect(numbers(await json(['orders', 'get', id, airpods]))).toEqual([staples, airpods]);
  });

  test('reports a missing one of several, prints the rest and exits with 3', async () => {
    const { exitCode, stdout, stderr } = await run(['orders', 'get', airpods, 'X-1', '--json']);
    expect(exitCode).toBe(3);
    expect(numbers(JSON.parse(stdout))).toEqual([airpods]);
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'partly_done',
      exitCode: 3,
      issues: [{ path: 'X-1', message: expect.stringContaining('X-1') }],
    });
  });

  test.each([
    [
      'X-1',
      'The account has no buying group order with the number "X-1"',
      'To search for part of a number, run waybill orders list --search <text>.',
    ],
    [
      '3f6d1a52-0000-4c07-9a57-5e0d2b9c7f00',
      'The account has no buying group order with the id',
      'For recent orders and their ids, run waybill orders list --fields orderNumber,id.',
    ],
  ])('%s is not found: exit 6', async (order, message, hint) => {
    const failed = await run(['orders', 'get', order, '--json']);
    expect(failed).toMatchObject({ exitCode: 6, stdout: '' });
    expect(errorOf(failed)).toMatchObject({ code: 'not_found', hint });
    expect(errorOf(failed).message).toContain(message);
  });

  test.each([
    ['800458531', [], `Did you mean ${airpods}? `],
    ['800458531', ['--offline'], `Did you mean ${airpods}? `],
    ['ZZ-99', [], ''],
  ])('%s %j offers the nearest order number, if one is near', async (typed, words, near) => {
    if (words.length > 0) await run(['sync', '-q']);
    const before = seen().length;
    const { hint } = errorOf(await run(['orders', 'get', typed, ...words, '--json']));
    expect(hint).toBe(
      `${near}To search for part of a number, run waybill orders list --search <text>.`,
    );
    if (words.length === 0) expect(seen().length - before).toBeLessThan(5);
    const updated = await run(['orders', 'update', typed, '--notes', 'x', '--json']);
    expect(errorOf(updated).hint).toContain(near);
  });

  test("says if a number or id is a gift card order's, and the other way around", async () => {
    const { id } = await json(['giftcards', 'get', giftCard]);
    for (const order of [giftCard, id]) {
      const failed = await run(['orders', 'get', order, '--json']);
      expect(failed.exitCode).toBe(6);
      expect(errorOf(failed).message).toBe(
        `"${order}" is a gift card order, not a buying group order`,
      );
      expect(errorOf(failed).hint).toContain(`waybill giftcards get ${order}`);
    }
    const failed = await run(['giftcards', 'get', airpods]);
    expect(failed.exitCode).toBe(6);
    expect(failed.stderr).toContain(`"${airpods}" is a buying group order, not a gift card order`);
    const update = await run(['giftcards', 'update', airpods, '--status', 'paid']);
    expect(update.exitCode).toBe(6);
    expect(update.stderr).toContain(`Use waybill orders update ${airpods}.`);
  });

  test('--by forces one reading', async () => {
    expect(await run(['orders', 'get', airpods, '--by', 'id'])).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining(`"${airpods}" is not an order id`),
    });
    const { id } = await json(['orders', 'get', airpods]);
    expect((await run(['orders', 'get', id, '--by', 'number'])).exitCode).toBe(6);
  });
});

describe('giftcards', () => {
  test('list and get read gift card orders, without tracking', async () => {
    const all = await json(['giftcards', 'list']);
    expect(all).toHaveLength(12);
    const filtered = await json(['giftcards', 'list', '--platform', 'qgcg', '--status', 'paid']);
    expect(filtered).toEqual(
      all.filter(
        (one: { platform: string; status: string }) =>
          one.platform === 'qgcg' && one.status === 'paid',
      ),
    );
    expect(await json(['giftcards', 'get', giftCard])).toMatchObject({
      platform: 'aligned_incentives',
      orderLineItems: [
        { unitValue: expect.any(Number) },
        ...all[0].orderLineItems.slice(1).map(() => expect.anything()),
      ],
    });
    expect((await run(['giftcards', 'list', '--no-tracking'])).exitCode).toBe(2);
  });
});

describe('cards list', () => {
  test('prints every card with its sub-cards, as the service sends them', async () => {
    const cards = await json(['cards', 'list']);
    expect(cards.map(({ lastDigits }: { lastDigits: string }) => lastDigits)).toEqual(
      expect.arrayContaining(['4417', '1009', '7730', '5512']),
    );
  });

  test('filters by open, closed and owner', async () => {
    const cards = await json(['cards', 'list']);
    const open = await json(['card', 'ls', '--open']);
    const closed = await json(['cards', 'list', '--closed']);
    expect(open.length + closed.length).toBe(cards.length);
    expect(closed.every(({ closedAt }: { closedAt: unknown }) => closedAt !== null)).toBe(true);
    expect(closed).toHaveLength(1);
    expect(await json(['cards', 'list', '--owner', 'DANA'])).toEqual(
      cards.filter(({ accountOwner }: { accountOwner: string }) => /dana/i.test(accountOwner)),
    );
    expect((await run(['cards', 'list', '--open', '--closed'])).exitCode).toBe(2);
  });

  test('a table shows the sub-cards indented under their card', async () => {
    const { stdout } = await run(['cards', 'list']);
    expect(stdout).toMatch(/\nBiz Gold .*\n {2}Biz Gold \(Sam\) .*1017/);
  });
});
