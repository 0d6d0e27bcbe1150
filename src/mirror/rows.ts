import { isOpen } from '../insight/formulas';
import type { Sent } from './events';
import type { Kind } from './kinds';
import type { Database } from './libsql';
import { derivedColumns, paidOf, portalOf } from './schema';

type Value = string | number | null;

/** Rows per statement. */
const rowsAtOnce = 100;

/** Inserts rows of fixed columns with few calls; the SQL reads the rows from `sent`. */
class Insertion {
  readonly #prepare: (rows: number) => ReturnType<Database['prepare']>;
  readonly #width: number;
  /** By their number of rows. */
  readonly #statements = new Map<number, ReturnType<Database['prepare']>>();

  constructor(database: Database, columns: readonly string[], into: string) {
    this.#width = columns.length;
    const row = `(${columns.map(() => '?').join(', ')})`;
    this.#prepare = (rows) =>
      database.prepare(
        `WITH sent (${columns.join(', ')}) AS (VALUES ${Array(rows).fill(row).join(', ')}) ${into}`,
      );
  }

  /** The values of all rows, one row after the other: there are millions of them. */
  run(values: readonly Value[]): void {
    const most = rowsAtOnce * this.#width;
    for (let next = 0; next < values.length; next += most) {
      const some = values.slice(next, next + most);
      this.#statement(some.length / this.#width).run(some);
    }
  }

  #statement(rows: number) {
    const known = this.#statements.get(rows);
    if (known !== undefined) return known;
    const statement = this.#prepare(rows);
    this.#statements.set(rows, statement);
    return statement;
  }
}

/** An object to be written to the tables. */
export interface Incoming {
  readonly key: number;
  readonly place: number | null;
  readonly sent: Sent;
  /** Its JSON, as stored. */
  readonly text: string;
  readonly hash: string;
  /** Whether the tables already have rows of it. */
  readonly known: boolean;
}

const text = (value: unknown): string | null =>
  typeof value === 'string' ? value : value == null ? null : JSON.stringify(value);
const integer = (value: unknown): number | null =>
  Number.isSafeInteger(value) ? (value as number) : null;
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);
/** Null for what can't be counted in whole cents. */
const amount = (value: unknown): number | null =>
  Math.abs(number(value) ?? Infinity) <= Number.MAX_SAFE_INTEGER ? number(value) : null;

/** ISO 8601, with the years and offsets that PostgreSQL takes. */
const isoDate =
  /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-5]):?[0-5]\d)?)?$/;

/**
 * A calendar date, with or without a time; null for anything else, with which no report could count
 * and which PostgreSQL would refuse. The body keeps it as sent.
 */
function date(value: unknown): string | null {
  const whole = text(value);
  if (whole === null || !isoDate.test(whole)) return null;
  const day = Number(whole.slice(8, 10));
  // Every month has 28 days. A later day that doesn't exist becomes another date.
  if (day <= 28) return whole;
  const month = Number(whole.slice(5, 7));
  const found = new Date(Date.UTC(Number(whole.slice(0, 4)), month - 1, day));
  return found.getUTCMonth() + 1 === month && found.getUTCDate() === day ? whole : null;
}

const listOf = (value: unknown): readonly Sent[] => (Array.isArray(value) ? value.map(Object) : []);

const orderColumns = [
  'key',
  'kind',
  'id',
  'place',
  'order_number',
  'order_date',
  'retailer',
  'retailer_account',
  'group_id',
  'status',
  'source',
  'subtotal_cents',
  'shipping_cents',
  'tax_cents',
  'discount_cents',
  'total_cents',
  'expected_payout_cents',
  'card_id',
  'sub_card_id',
  'earn_rate',
  'notes',
  'created_at',
  'hash',
] as const;

function addOrder(to: Value[], { key, place, sent, hash }: Incoming, kind: Kind): void {
  const { rewardType, status: cashbackStatus, rewardAmount } = Object(sent.cashback) as Sent;
  to.push(
    key,
    kind,
    text(sent.id),
    place,
    text(sent.orderNumber),
    date(sent.orderDate),
    text(sent.retailer),
    text(sent.retailerAccount),
    // A gift card order's group is its platform.
    text(kind === 'order' ? sent.buyingGroup : sent.platform),
    text(sent.status),
    text(sent.source),
    integer(sent.subtotal),
    integer(sent.shipping),
    integer(sent.tax),
    integer(sent.discount),
    integer(sent.total) ?? 0,
    integer(sent.expectedPayout) ?? 0,
    text(sent.creditCardId),
    text(sent.subCreditCardId),
    number(sent.cardEarnRate),
    text(sent.notes),
    date(sent.createdAt),
    hash,
    text(rewardType),
    text(cashbackStatus),
    amount(rewardAmount),
  );
}

/** SQLite asks once per statement whether there is any payment, and most syncs have none to sum. */
const paidIfAny = `CASE WHEN EXISTS (SELECT 1 FROM allocations) THEN ${paidOf('sent.id')} ELSE 0 END`;

const insertOrders = `INSERT OR REPLACE INTO base_orders (
    ${orderColumns.join(', ')}, order_month, open, earn_thousandths, portal_cents, paid_cents
  ) SELECT ${orderColumns.join(', ')}, ${derivedColumns.order_month}, ${isOpen('status', 'NULL')},
    ${derivedColumns.earn_thousandths},
    ${portalOf({ rewardType: 'reward_type', cashbackStatus: 'cashback_status', amount: 'reward_amount' })},
    ${paidIfAny}
  FROM sent`;

const itemColumns = [
  'order_key',
  'place',
  'id',
  'description',
  'model',
  'quantity',
  'unit_price_cents',
  'expected_unit_payout_cents',
] as const;
const trackingColumns = ['order_key', 'place', 'tracking_number', 'carrier', 'item_count'] as const;
const cardColumns = [
  'key',
  'id',
  'place',
  'name',
  'issuer',
  'nickname',
  'last_digits',
  'account_owner',
  'annual_fee_cents',
  'earn_rate',
  'opened_at',
  'closed_at',
  'sub_cards',
  'hash',
] as const;

const plainInsert = (table: string, columns: readonly string[]) =>
  `INSERT OR REPLACE INTO ${table} (${columns.join(', ')}) SELECT ${columns.join(', ')} FROM sent`;

/** Writes objects to the tables of what the service sent, within the caller's transaction. */
export function createRowWriter(database: Database) {
  const insertion = (
    table: string,
    columns: readonly string[],
    into = plainInsert(table, columns),
  ) => new Insertion(database, columns, into);
  const orders = insertion(
    'base_orders',
    [...orderColumns, 'reward_type', 'cashback_status', 'reward_amount'],
    insertOrders,
  );
  const bodies = insertion('bodies', ['key', 'body']);
  const items = insertion('base_items', itemColumns);
  const trackings = insertion('base_trackings', trackingColumns);
  const cards = insertion('base_cards', cardColumns);
  const dropItems = database.prepare('DELETE FROM base_items WHERE order_key = ?');
  const dropTrackings = database.prepare('DELETE FROM base_trackings WHERE order_key = ?');

  return (kind: Kind, objects: readonly Incoming[]): void => {
    bodies.run(objects.flatMap(({ key, text }) => [key, text]));
    if (kind === 'card') {
      cards.run(objects.flatMap(cardValues));
      return;
    }
    const [order, item, tracking]: readonly [Value[], Value[], Value[]] = [[], [], []];
    for (const object of objects) {
      const { key, known, sent } = object;
      if (known) {
        dropItems.run([key]);
        dropTrackings.run([key]);
      }
      addOrder(order, object, kind);
      for (const [place, one] of listOf(sent.orderLineItems).entries()) {
        addItem(item, key, place, one);
      }
      for (const [place, one] of listOf(sent.trackingNumbers).entries()) {
        addTracking(tracking, key, place, one);
      }
    }
    orders.run(order);
    items.run(item);
    trackings.run(tracking);
  };
}

function addItem(to: Value[], key: number, place: number, item: Sent): void {
  to.push(
    key,
    place,
    text(item.id),
    text(item.description),
    text(item.model),
    integer(item.quantity),
    integer(item.unitPrice),
    integer(item.expectedUnitPayout),
  );
}

function addTracking(to: Value[], key: number, place: number, one: Sent): void {
  to.push(key, place, text(one.trackingNumber) ?? '', text(one.carrier), integer(one.itemCount));
}

function cardValues({ key, place, sent, hash }: Incoming): Value[] {
  return [
    key,
    text(sent.id),
    place,
    text(sent.name),
    text(sent.issuer),
    text(sent.nickname),
    text(sent.lastDigits),
    text(sent.accountOwner),
    integer(sent.annualFee),
    number(sent.earnRate),
    date(sent.openedAt),
    date(sent.closedAt),
    text(sent.subCards),
    hash,
  ];
}
