import { beforeAll, describe, expect, test } from 'vitest';
import { type Flag, flagLabel } from '../../src/cli/flag';
import type { BuyingGroupOrder, CreditCard } from '../../src/contract/responses';
import { filterFlags } from '../../src/orders/filters';
import { buyingGroupKind, giftCardKind, type OrderKind } from '../../src/orders/kinds';
import { temporaryHome } from '../support/waybill';
import { runHere } from '../support/world';

const home = temporaryHome();

async function rowsOf<T = BuyingGroupOrder>(words: readonly string[]): Promise<readonly T[]> {
  const { exitCode, stdout, stderr } = await runHere([...words, '--sandbox', '--json'], {
    env: { WAYBILL_HOME: home },
  });
  // A group that no order has gets a warning.
  if (exitCode !== 0) throw new Error(`${words.join(' ')} ended with ${exitCode}: ${stderr}`);
  const printed = JSON.parse(stdout);
  return printed.rows ?? printed;
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id).sort();
const open = ['--status', '!paid,!cancelled'];
const texts = (values: readonly (string | null | undefined)[]) =>
  values.filter((one) => typeof one === 'string');

/** An account's orders that are open, and its cards. */
interface Known {
  readonly orders: readonly BuyingGroupOrder[];
  readonly cards: readonly CreditCard[];
}

/** Values for a flag to try, from what the account has: some let a part of its orders pass. */
function valuesFor(
  { placeholder, suggestions = [] }: Flag<unknown>,
  { orders, cards }: Known,
): readonly string[] {
  const middle = <T>(values: readonly T[]) => values.toSorted()[Math.floor(values.length / 2)];
  const day = middle(orders.map(({ orderDate }) => orderDate)) ?? '';
  const { total = 0 } = orders.toSorted((a, b) => a.total - b.total)[orders.length >> 1] ?? {};
  const first = <T>(values: readonly (T | null | undefined)[]) =>
    values.find((one) => one !== null && one !== undefined);
  const byPlaceholder: Readonly<Record<string, readonly (string | undefined)[]>> = {
    '<s,…>': suggestions,
    '<id>': [...suggestions, '!bfmr'],
    '<date>': [day],
    '<30d>': [day],
    '<month>': [day.slice(0, 7)],
    '<money>': [String(total / 100)],
    '<number>': [
      first(orders.map(({ trackingNumbers = [] }) => trackingNumbers[0]?.trackingNumber)),
    ],
    '<card>': [
      ...cards.flatMap(({ id, nickname }) => [id, nickname ?? undefined]),
      ...cards.flatMap(({ subCards }) => (subCards ?? []).map(({ id }) => id)),
    ],
    '<text>': [
      ...texts([first(orders.map(({ notes }) => notes)), orders[0]?.retailer.toUpperCase()]),
      ...texts([first(orders.map(({ retailerAccount }) => retailerAccount))]),
      ...texts([orders[0]?.orderNumber, orders[0]?.orderLineItems[0]?.description]),
      ...texts([orders[0]?.orderLineItems[0]?.model, `!${orders[0]?.retailer}`]),
      ...texts([
        first(orders.map(({ trackingNumbers = [] }) => trackingNumbers[0]?.trackingNumber)),
      ]),
    ],
  };
  const values = placeholder === undefined ? [] : byPlaceholder[placeholder];
  if (values === undefined) throw new Error(`This test has no values for ${placeholder}`);
  return texts(values);
}

beforeAll(async () => {
  await runHere(['sync', '--sandbox'], { env: { WAYBILL_HOME: home } });
});

const allOf = ({ noun }: OrderKind, words: readonly string[]) =>
  rowsOf([noun, 'list', '--all', ...words]);
const listsOf = (kind: OrderKind, words: readonly string[]) => allOf(kind, [...open, ...words]);

const filtersOf = (kind: OrderKind) =>
  Object.entries(filterFlags(kind)).map(([name, flag]) => ({ name, label: flagLabel(name), flag }));

async function linesFor(kind: OrderKind, label: string, flag: Flag<unknown>) {
  const [orders, cards] = [await listsOf(kind, []), await rowsOf<CreditCard>(['cards', 'list'])];
  const values = valuesFor(flag, { orders, cards });
  return {
    orders,
    lines: flag.placeholder === undefined ? [[label]] : values.map((one) => [label, one]),
  };
}

describe.each([buyingGroupKind, giftCardKind])('reports filter like $noun list', (kind) => {
  test.each(filtersOf(kind))('$label', async ({ name, label, flag }) => {
    const { orders, lines } = await linesFor(kind, label, flag);
    const found: number[] = [];
    for (const words of lines) {
      const listed = idsOf(await listsOf(kind, words));
      found.push(listed.length);
      // Reports have one flag for groups and platforms.
      const inReport = name === 'platform' ? ['--group', ...words.slice(1)] : words;
      const report = ['report', 'unpaid', '--by', 'none', '--kind', kind.noun, ...open];
      expect([words, idsOf(await rowsOf([...report, ...inReport]))]).toEqual([words, listed]);
    }
    // A filter that lets every order or none pass would prove nothing.
    expect(found.some((count) => count > 0 && count < orders.length)).toBe(true);
  });
});

describe('shipments list filters like orders list', () => {
  const filters = filtersOf(buyingGroupKind).filter(({ name }) => name !== 'noTracking');
  test.each(filters)('$label', async ({ label, flag }) => {
    const { lines } = await linesFor(buyingGroupKind, label, flag);
    for (const words of lines) {
      const orders = (await allOf(buyingGroupKind, words)).filter(
        ({ trackingNumbers }) => trackingNumbers.length > 0,
      );
      const rows = await rowsOf(['shipments', 'list', ...words]);
      const ids = rows.map((row) => String(row.orderId));
      expect([words, [...new Set(ids)].sort()]).toEqual([words, idsOf(orders)]);
    }
  });

  test('--tracking leaves out the other numbers of the same order', async () => {
    const order = (await allOf(buyingGroupKind, [])).find(
      ({ trackingNumbers }) => trackingNumbers.length > 1,
    );
    const number = order?.trackingNumbers[1]?.trackingNumber ?? '';
    const rows = await rowsOf(['shipments', 'list', '--tracking', ` ${number.toLowerCase()}`]);
    expect(rows.map(({ trackingNumber }) => trackingNumber)).toEqual([number]);
  });
});
