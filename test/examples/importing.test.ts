import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { carrierVerdict } from '../../src/contract/carriers';
import { orderColumns } from '../../src/imports/orders/columns';
import { layouts } from '../../src/imports/orders/layouts';
import { planOrders } from '../../src/imports/orders/plan';
import { readRules } from '../../src/imports/orders/rules';
import { buyingGroupKind } from '../../src/orders/kinds';
import { projectFolder } from '../support/project';

const page = readFileSync(join(projectFolder, 'docs/importing.md'), 'utf8');

function example(name: string) {
  async function* chunks() {
    yield readFileSync(join(projectFolder, 'examples', name));
  }
  return { name, chunks: chunks() };
}

const account = {
  kind: buyingGroupKind,
  reading: {},
  saved: () => undefined,
  canAsk: () => false,
  cards: async () => [
    { id: 'ink', nickname: 'Ink Cash', lastDigits: '4417', earnRate: 1.5 },
    { id: 'gold', nickname: 'Biz Gold', lastDigits: '1009', earnRate: 4 },
  ],
  account: { own: { names: async () => new Map() }, other: { names: async () => new Map() } },
};

test.each([
  ['orders-amazon.csv', 'amazon', { orders: 2, not_mine: 1, cancelled: 1, numbers: 4 }],
  ['orders-amazon-business.csv', 'amazon_business', { orders: 1, numbers: 0 }],
  ['orders-walmart.csv', 'walmart_exporter', { orders: 1, cancelled: 1, numbers: 0 }],
  ['orders-bgl.csv', 'bgl', { orders: 1, not_mine: 1, cancelled: 1, numbers: 1 }],
  ['orders-sheet.csv', undefined, { orders: 2, numbers: 2 }],
] as const)('%s is read as %s without a word', async (name, layout, expected) => {
  const rules = await readRules(example('order-rules.csv'), account);
  const plan = await planOrders(example(name), {
    ...{ ...account, rules, command: '', strict: false, amounts: undefined, today: '2026-11-28' },
    defaults: { group: 'bfmr' },
  });
  expect(plan.read.layout).toBe(layout ?? null);
  expect(plan.drafts.flatMap(({ invalid }) => invalid ?? [])).toEqual([]);
  const numbers = plan.orders.flatMap(({ shipments }) => shipments);
  expect({ ...{ not_mine: 0, cancelled: 0, no_quantity: 0 }, ...expected }).toEqual({
    ...plan.skipped,
    orders: plan.orders.length,
    numbers: numbers.length,
  });
  for (const { item, invalid } of numbers) {
    expect(invalid).toBeUndefined();
    expect(carrierVerdict(item.trackingNumber).kind).toBe('valid');
  }
});

test('the page has every field and every layout', () => {
  const fields = ['orders', 'giftcards'] as const;
  const known = new Set(fields.flatMap((kind) => orderColumns(kind).map(({ field }) => field)));
  const [, table = ''] = page.split('## The fields');
  const named = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, field]) => field);
  expect(named.toSorted()).toEqual([...known].toSorted());
  for (const { name } of layouts) expect(page).toContain(`- **${name}**`);
});

test('the rules of the page are those of the example', () => {
  const rules = readFileSync(join(projectFolder, 'examples/order-rules.csv'), 'utf8');
  expect(page).toContain(`\`\`\`csv\n${rules}\`\`\``);
});
