import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ExportedOrders, exportedOrders } from '../../../test/support/exported-orders';
import { plan } from '../../../test/support/plan-orders';
import { projectFolder } from '../../../test/support/project';
import { Failure } from '../../failure';
import type { OrderBody } from '../../orders/kinds';
import { orderColumns } from './columns';
import { layouts, type SheetField } from './layouts';

/** What an order costs in all, in cents. */
function costOf(body: OrderBody): number {
  const items = body.orderLineItems as readonly { unitPrice: number; quantity: number }[];
  const of = (name: string) => Number(body[name] ?? 0);
  const goods = items.reduce((sum, one) => sum + one.unitPrice * one.quantity, 0);
  return goods + of('tax') + of('shipping') - of('discount');
}

/** What becomes of a file: its layout, the orders that are right, and why rows are refused. */
async function outcomeOf({ lines, flags = [], costs }: ExportedOrders) {
  const pairs = flags.flatMap((flag, at) =>
    flag.startsWith('--') ? [[flag.slice(2), flags[at + 1]] as const] : [],
  );
  const { retailer, ...reading } = Object.fromEntries(pairs);
  try {
    const read = await plan(lines, {
      reading,
      defaults: { group: 'bfmr', ...(retailer && { retailer }) },
    });
    const right = read.orders.filter(
      ({ orderNumber, body }) => body && costOf(body) === costs[orderNumber],
    );
    const messages = read.drafts.flatMap(({ invalid }) => invalid?.message ?? []);
    const { layout } = read.read;
    return {
      layout: layout ?? undefined,
      orders: read.orders.length,
      right: right.length,
      messages,
    };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { layout: undefined, orders: 0, right: 0, messages: [error.message] };
  }
}

test('the page says of each what it needs, how many orders are right, and what is refused', async () => {
  const rows: string[] = [];
  for (const [name, file] of Object.entries(exportedOrders)) {
    const { layout, orders, right, messages } = await outcomeOf(file);
    expect({ name, layout }).toEqual({ name, layout: file.layout });
    // Nothing becomes an order that the file does not have.
    expect({ name, orders }).toEqual({ name, orders: right });
    const flags = (file.flags ?? []).map((one) => (one.includes(' ') ? `"${one}"` : one)).join(' ');
    const needed = flags === '' ? '–' : `\`${flags}\``;
    const all = Object.keys(file.costs).length;
    const why = messages.map((one) => one.replace(/^f\.csv: /, '')).join('; ') || '–';
    rows.push(`| ${name} | ${layout ?? 'a sheet'} | ${needed} | ${right} of ${all} | ${why} |`);
  }
  const table = [
    '| file | read as | flags besides a group | orders right | rows refused |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
  const page = readFileSync(join(projectFolder, 'docs/importing.md'), 'utf8');
  const [written] = /^\| file \| read as \| flags.*(?:\n\|.*)*/m.exec(page) ?? [];
  expect(written).toBe(table);
});

test('a layout has no fields but those of orders', () => {
  const known = new Set([...orderColumns('orders').map(({ field }) => field), 'netTotal']);
  for (const { columns, added } of layouts) {
    const named = Object.keys({ ...columns, ...added });
    expect(named.filter((field) => !known.has(field as SheetField))).toEqual([]);
  }
});
