import type { OrderKindName } from '../../contract/order-kinds';
import type { TrackingNumber } from '../../contract/responses';
import { onceEach } from '../../lib/once';
import type { Database } from '../../native/libsql';
import { blankOrder, type Order, type StoredLineItem } from '../rules/order';
import type { ShipmentCandidate } from '../rules/shipments';

type Scalar = string | number | null;
type Row = Record<string, Scalar>;

/** The members of an order that each have a column, with its name: `card_earn_rate` for `cardEarnRate`. */
const members = Object.keys(blankOrder)
  .filter((member) => member !== 'lineItems' && member !== 'trackingNumbers')
  .map((member) => [member, member.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`)] as const);

/** The SQL for a column's value in an order's JSON text. */
function inJson(column: string): string {
  if (column === 'cashback') return `json(${column})`;
  if (column === 'no_purchase') return `json(iif(${column}, 'true', 'false'))`;
  return column;
}

/** One order per row as JSON of SQLite's, twice as fast. The earn rate is apart: SQLite cuts its digits. */
const select = `
  SELECT card_earn_rate AS rate, json_object(
    ${members.map(([member, column]) => `'${member}', ${inJson(column)}`).join(', ')},
    'lineItems', json((SELECT json_group_array(json_object(
        'id', id, 'description', description, 'model', model, 'unitPrice', unit_price,
        'quantity', quantity, 'expectedUnitPayout', expected_unit_payout, 'unitValue', unit_value
      )) FROM (SELECT * FROM line_items WHERE order_key = orders.key ORDER BY place)
    )),
    'trackingNumbers', json((SELECT json_group_array(json_object(
        'trackingNumber', tracking_number, 'carrier', carrier, 'itemCount', item_count
      )) FROM (SELECT * FROM tracking_numbers WHERE order_key = orders.key ORDER BY place)
    ))) AS "text"
  FROM orders`;

export const orderStatements = {
  byId: `${select} WHERE kind = ? AND id = ?`,
  /* Orders are never deleted, so an offset is a position, found without stepping over the rows before it. */
  page: `${select} WHERE kind = ? AND position <= ? ORDER BY position DESC LIMIT ?`,
  count: 'SELECT max(position) AS count FROM orders WHERE kind = ?',
  numberTaken: 'SELECT id FROM orders WHERE order_number = ?',
  candidate: 'SELECT key, kind, retailer, status FROM orders WHERE order_number = ?',
  trackingNumbersOf:
    'SELECT tracking_number AS trackingNumber FROM tracking_numbers WHERE order_key = ?',
  insert: `
    INSERT INTO orders (position, ${members.map(([, column]) => column).join(', ')})
    VALUES (
      (SELECT coalesce(max(position), 0) + 1 FROM orders WHERE kind = :kind),
      ${members.map(([member]) => `:${member}`).join(', ')}
    )`,
  update: `
    UPDATE orders SET ${members.map(([member, column]) => `${column} = :${member}`).join(', ')}
    WHERE id = :id RETURNING key`,
  clearLineItems: 'DELETE FROM line_items WHERE order_key = ?',
  insertLineItem: `
    INSERT INTO line_items
    VALUES (
      :key, :place, :id, :description, :model, :unitPrice, :quantity, :expectedUnitPayout, :unitValue
    )`,
  addTrackingNumber: `
    INSERT INTO tracking_numbers
    VALUES (
      :key,
      (SELECT count(*) FROM tracking_numbers WHERE order_key = :key),
      :trackingNumber, :carrier, :itemCount
    )`,
  setStatus: 'UPDATE orders SET status = ? WHERE key = ?',
} as const;

function fromRow({ text, rate }: Row): Order {
  return { ...JSON.parse(String(text)), cardEarnRate: rate };
}

/** libsql takes strings, numbers and null; a boolean would crash the process. */
function toRow(order: Order): Row {
  const row: Row = {};
  for (const [member] of members) {
    const value = order[member as Exclude<keyof Order, 'lineItems' | 'trackingNumbers'>];
    if (typeof value === 'boolean') row[member] = value ? 1 : 0;
    else if (typeof value === 'object' && value !== null) row[member] = JSON.stringify(value);
    else row[member] = value;
  }
  return row;
}

/** Orders in the database. Statements are prepared when they are first used. */
export function createOrderStore(database: Database) {
  const statement = onceEach((name: keyof typeof orderStatements) =>
    database.prepare(orderStatements[name]),
  );

  function insertLineItems(key: number, lineItems: readonly StoredLineItem[]): void {
    const insert = statement('insertLineItem');
    for (const [place, item] of lineItems.entries()) insert.run({ key, place, ...item });
  }

  return {
    find(kind: OrderKindName, id: string): Order | undefined {
      const row = statement('byId').get([kind, id]) as Row | undefined;
      return row && fromRow(row);
    },

    count(kind: OrderKindName): number {
      return (statement('count').get([kind]) as { count: number | null }).count ?? 0;
    },

    page(kind: OrderKindName, { limit, offset }: { limit: number; offset: number }) {
      const totalCount = this.count(kind);
      const rows = statement('page').all([kind, totalCount - offset, limit]) as Row[];
      return { orders: rows.map(fromRow), totalCount };
    },

    idByNumber(orderNumber: string): string | undefined {
      const row = statement('numberTaken').get([orderNumber]) as { id: string } | undefined;
      return row?.id;
    },

    candidate(orderNumber: string): ShipmentCandidate | undefined {
      const row = statement('candidate').get([orderNumber]) as
        | Pick<ShipmentCandidate, 'key' | 'kind' | 'retailer' | 'status'>
        | undefined;
      if (row === undefined) return undefined;
      const rows = statement('trackingNumbersOf').all([row.key]) as TrackingNumber[];
      return { ...row, trackingNumbers: new Set(rows.map((one) => one.trackingNumber)) };
    },

    insert(order: Order): void {
      const key = Number(statement('insert').run(toRow(order)).lastInsertRowid);
      insertLineItems(key, order.lineItems);
      for (const tracking of order.trackingNumbers) this.addTrackingNumber(key, tracking);
    },

    update(order: Order): void {
      const { key } = statement('update').get(toRow(order)) as { key: number };
      statement('clearLineItems').run([key]);
      insertLineItems(key, order.lineItems);
    },

    addTrackingNumber(key: number, tracking: TrackingNumber): void {
      statement('addTrackingNumber').run({ key, ...tracking });
    },

    setStatus(key: number, status: Order['status']): void {
      statement('setStatus').run([status, key]);
    },
  };
}
