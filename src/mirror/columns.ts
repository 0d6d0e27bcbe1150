import {
  isCancelled,
  isOpen,
  orderFigures,
  outstanding,
  periods,
  portalCashback,
  reward,
  thousandths,
} from '../insight/formulas';
import type { Sent } from './events';
import type { Kind } from './kinds';
import { storedPointsOf } from './state';
import { amount, date, number, storedInteger, storedText, type Value } from './values';

/** The tables of what the service sent: sync, views and the copy in PostgreSQL come from here. */

/** An object as the service sent it, or a part of one: what a row is made of. */
export interface Source {
  readonly key: number;
  readonly kind: Kind;
  /** Its position in the service's list, or a part's position in its object. */
  readonly place: number | null;
  readonly sent: Sent;
  /** The object's JSON, as stored. */
  readonly text: string;
  readonly hash: string;
}

export type PostgresType =
  | 'uuid'
  | 'text'
  | 'bigint'
  | 'numeric'
  | 'boolean'
  | 'date'
  | 'timestamptz';

export interface StoredColumn {
  /** Its type and constraints in the table; the table has no column without them. */
  readonly sqlite?: string;
  /** Its type in PostgreSQL; without it, the views leave the column out. */
  readonly postgres?: PostgresType;
  /** The value that a sync writes. A column that is in no table only serves the formulas. */
  readonly read?: (source: Source) => Value;
  /** SQL over what is read, stored on insert; for a column in no table, over columns, for the views. */
  readonly formula?: string;
}

export type StoredColumns = Readonly<Record<string, StoredColumn>>;

/** P: the sum of the order's allocations. */
export function paidOf(orderId: string): string {
  return `(SELECT coalesce(sum(a.amount_cents), 0) FROM allocations a WHERE a.order_id = ${orderId})`;
}

const own = {
  key: { sqlite: 'INTEGER', read: ({ key }) => key },
  kind: { sqlite: 'TEXT NOT NULL', postgres: 'text', read: ({ kind }) => kind },
  place: { sqlite: 'INTEGER', read: ({ place }) => place },
  hash: { sqlite: 'TEXT NOT NULL', read: ({ hash }) => hash },
} satisfies StoredColumns;

const holding =
  (sqlite: string, postgres: PostgresType, stored: (sent: unknown) => Value) =>
  (member: string) => ({ sqlite, postgres, read: ({ sent }: Source) => stored(sent[member]) });
const texts = holding('TEXT', 'text', storedText);
const integers = holding('INTEGER', 'bigint', storedInteger);
const rates = holding('REAL', 'numeric', number);
const days = holding('TEXT', 'date', date);
const times = holding('TEXT', 'timestamptz', date);
/** Missing amounts count as 0. */
const countedCents = holding('INTEGER NOT NULL', 'bigint', (sent) => storedInteger(sent) ?? 0);
const requiredTexts = holding('TEXT NOT NULL', 'text', (sent) => storedText(sent) ?? '');
/** A column that only serves a formula. */
const cashback = (read: (cashback: Sent) => Value): StoredColumn => ({
  read: ({ sent }) => read(Object(sent.cashback)),
});

/**
 * Bodies have a table of their own, so that reports read slim rows. What an index needs is in an ordinary
 * column: SQLite doesn't treat an index over a generated column as covering.
 */
export const orderColumns = {
  key: own.key,
  kind: own.kind,
  id: { ...texts('id'), sqlite: 'TEXT NOT NULL', postgres: 'uuid' },
  place: own.place,
  order_number: texts('orderNumber'),
  order_date: days('orderDate'),
  order_month: { sqlite: 'TEXT', postgres: 'text', formula: periods.month('order_date') },
  retailer: texts('retailer'),
  retailer_account: texts('retailerAccount'),
  // A gift card order's group is its platform.
  group_id: {
    sqlite: 'TEXT',
    postgres: 'text',
    read: ({ kind, sent }) => storedText(kind === 'order' ? sent.buyingGroup : sent.platform),
  },
  status: texts('status'),
  open: { sqlite: 'INTEGER NOT NULL', postgres: 'boolean', formula: isOpen('status', 'NULL') },
  source: texts('source'),
  subtotal_cents: integers('subtotal'),
  shipping_cents: integers('shipping'),
  tax_cents: integers('tax'),
  discount_cents: integers('discount'),
  total_cents: countedCents('total'),
  expected_payout_cents: countedCents('expectedPayout'),
  paid_cents: {
    sqlite: 'INTEGER NOT NULL',
    postgres: 'bigint',
    // SQLite asks once per statement whether there is any payment, and most syncs have none to sum.
    formula: `CASE WHEN EXISTS (SELECT 1 FROM allocations) THEN ${paidOf('sent.id')} ELSE 0 END`,
  },
  outstanding_cents: {
    sqlite: `INTEGER GENERATED ALWAYS AS (${outstanding({ open: 'open', expected: 'expected_payout_cents', paid: 'paid_cents' })}) VIRTUAL`,
    postgres: 'bigint',
  },
  reward_cents: {
    postgres: 'bigint',
    formula: `CAST(${reward({
      cancelled: isCancelled('status'),
      total: 'total_cents',
      earnThousandths: 'earn_thousandths',
      pointThousandths: storedPointsOf,
    })} AS INTEGER)`,
  },
  reward_type: cashback(({ rewardType }) => storedText(rewardType)),
  cashback_status: cashback(({ status }) => storedText(status)),
  reward_amount: cashback(({ rewardAmount }) => amount(rewardAmount)),
  portal_cents: {
    sqlite: 'INTEGER NOT NULL',
    postgres: 'bigint',
    formula: portalCashback({
      status: 'status',
      rewardType: 'reward_type',
      cashbackStatus: 'cashback_status',
      amount: 'reward_amount',
    }),
  },
  card_id: { ...texts('creditCardId'), postgres: 'uuid' },
  // The reference calls these ids strings, not UUIDs.
  sub_card_id: texts('subCreditCardId'),
  earn_rate: rates('cardEarnRate'),
  earn_thousandths: { sqlite: 'INTEGER NOT NULL', formula: thousandths('earn_rate') },
  notes: texts('notes'),
  created_at: times('createdAt'),
  gone_at: { sqlite: 'TEXT', postgres: 'timestamptz' },
  hash: own.hash,
} satisfies StoredColumns;

const bodyColumns = {
  key: own.key,
  body: { sqlite: 'TEXT NOT NULL', read: ({ text }) => text },
} satisfies StoredColumns;

/** A column of the order, in the view of its parts; there, the order is `o`. */
const ofOrder = (column: 'id' | 'kind' | 'order_number' | 'group_id') =>
  ({ postgres: orderColumns[column].postgres, formula: `o.${column}` }) satisfies StoredColumn;

const itemColumns = {
  order_key: { ...own.key, sqlite: 'INTEGER NOT NULL' },
  order_id: ofOrder('id'),
  kind: ofOrder('kind'),
  place: { ...own.place, sqlite: 'INTEGER NOT NULL', postgres: 'bigint' },
  id: texts('id'),
  description: texts('description'),
  model: texts('model'),
  quantity: integers('quantity'),
  unit_price_cents: integers('unitPrice'),
  expected_unit_payout_cents: integers('expectedUnitPayout'),
} satisfies StoredColumns;

const trackingColumns = {
  order_key: itemColumns.order_key,
  place: { ...own.place, sqlite: 'INTEGER NOT NULL' },
  order_id: ofOrder('id'),
  order_number: ofOrder('order_number'),
  group_id: ofOrder('group_id'),
  tracking_number: requiredTexts('trackingNumber'),
  carrier: texts('carrier'),
  item_count: integers('itemCount'),
} satisfies StoredColumns;

const cardColumns = {
  key: own.key,
  id: { ...texts('id'), sqlite: 'TEXT NOT NULL UNIQUE', postgres: 'uuid' },
  place: own.place,
  name: texts('name'),
  issuer: texts('issuer'),
  nickname: texts('nickname'),
  last_digits: texts('lastDigits'),
  account_owner: texts('accountOwner'),
  annual_fee_cents: integers('annualFee'),
  earn_rate: rates('earnRate'),
  opened_at: days('openedAt'),
  closed_at: days('closedAt'),
  sub_cards: texts('subCards'),
  gone_at: { sqlite: 'TEXT' },
  hash: own.hash,
} satisfies StoredColumns;

export interface StoredTable {
  readonly columns: StoredColumns;
  readonly key: readonly [string, ...string[]];
  readonly rows: (object: Source) => readonly Source[];
}

const ofOrders = (object: Source) => (object.kind === 'card' ? [] : [object]);
const ofCards = (object: Source) => (object.kind === 'card' ? [object] : []);
const partsIn = (member: string) => (object: Source) => {
  const parts = object.kind === 'card' ? undefined : object.sent[member];
  if (!Array.isArray(parts)) return [];
  return parts.map((sent, place) => ({ ...object, place, sent: Object(sent) }));
};

export const tables = {
  base_orders: { columns: orderColumns, key: ['key'], rows: ofOrders },
  bodies: { columns: bodyColumns, key: ['key'], rows: (object) => [object] },
  base_items: {
    columns: itemColumns,
    key: ['order_key', 'place'],
    rows: partsIn('orderLineItems'),
  },
  base_trackings: {
    columns: trackingColumns,
    key: ['order_key', 'place'],
    rows: partsIn('trackingNumbers'),
  },
  base_cards: { columns: cardColumns, key: ['key'], rows: ofCards },
} satisfies Readonly<Record<string, StoredTable>>;

type ShownColumns = Readonly<Record<string, PostgresType>>;

function shownColumns(columns: StoredColumns): ShownColumns {
  return Object.fromEntries(
    Object.entries(columns).flatMap(([name, { postgres }]) =>
      postgres === undefined ? [] : [[name, postgres]],
    ),
  );
}

const ofAllOrders = shownColumns(orderColumns);
const { gone_at: _, ...ofPresent } = ofAllOrders;
const { kind, ...ofOneKind } = ofPresent;
const paymentColumns = {
  id: 'bigint',
  order_id: 'uuid',
  order_number: 'text',
  group_id: 'text',
  amount_cents: 'bigint',
  paid_on: 'date',
  reference: 'text',
  import_id: 'bigint',
  recorded_at: 'timestamptz',
  state: 'text',
} as const;

/** The views that people query: their columns, with the types in PostgreSQL. */
export const viewColumns = {
  orders: ofOneKind,
  giftcards: ofOneKind,
  all_orders: ofAllOrders,
  unpaid: ofPresent,
  items: shownColumns(itemColumns),
  trackings: shownColumns(trackingColumns),
  cards: shownColumns(cardColumns),
  events: {
    seq: 'bigint',
    type: 'text',
    kind: 'text',
    id: 'uuid',
    order_number: 'text',
    group_id: 'text',
    field: 'text',
    old: 'text',
    new: 'text',
    tracking: 'text',
    after: 'timestamptz',
    at: 'timestamptz',
    run: 'bigint',
  },
  payments: paymentColumns,
  all_payments: { ...paymentColumns, since: 'timestamptz' },
  acceptances: {
    order_id: 'uuid',
    order_number: 'text',
    group_id: 'text',
    expected_cents: 'bigint',
    paid_cents: 'bigint',
    difference_cents: 'bigint',
    note: 'text',
    at: 'timestamptz',
    applies: 'boolean',
  },
} satisfies Readonly<Record<string, ShownColumns>>;

const isAmount = (column: string) => column.endsWith('_cents');

/** SQL for the kind of database that the views are for, about an order `x`. */
interface DollarSql {
  /** A column `name` of an amount in cents. */
  readonly dollars: (cents: string, name: string) => string;
  /** True if any payment of the order is recorded. */
  readonly recorded: string;
  readonly dueDate: string;
  /** The last digits of its card. */
  readonly card: string;
  /** Columns before the others. */
  readonly first?: readonly string[];
}

/** The views that have amounts, in dollars and without `_cents`, by name: for tools that can't divide. */
export function dollarViews({ dollars, recorded, dueDate, card, first = [] }: DollarSql) {
  const { payout, profit } = orderFigures({
    open: 'x.open',
    status: 'x.status',
    expected: 'x.expected_payout_cents',
    recorded,
    paid: 'x.paid_cents',
    total: 'x.total_cents',
    reward: 'x.reward_cents',
    portal: 'x.portal_cents',
  });
  const figures = [dollars(payout, 'payout'), dollars(profit, 'profit')];
  const ofOrder = [...figures, `${dueDate} AS due_date`, `${card} AS card`];
  const views = Object.entries(viewColumns).flatMap(([name, columns]) => {
    if (!Object.keys(columns).some(isAmount)) return [];
    const shown = Object.keys(columns).map((column) => {
      const value = `x."${column}"`;
      return isAmount(column) ? dollars(value, column.replace('_cents', '')) : value;
    });
    const more = 'expected_payout_cents' in columns ? ofOrder : [];
    const all = [...first, ...shown, ...more].join(', ');
    return [[`${name}_dollars`, `SELECT ${all} FROM ${name} x`] as const];
  });
  return Object.fromEntries(views);
}
