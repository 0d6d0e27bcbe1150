import {
  isCancelled,
  isOpen,
  monthOf,
  outstanding,
  portalCashback,
  reward,
  thousandths,
} from '../insight/formulas';

/** "wbmr" in the file's header: distinguishes a mirror from any other database. */
export const applicationId = 0x77626d72;

/**
 * Tables of what the service sent. Order bodies are in a separate table, so that reports read only
 * slim rows. `key` is one sequence for orders and cards; `place` is the position in the service's
 * list. A formula's result that an index needs is stored in an ordinary column: SQLite doesn't
 * treat an index over a generated column as covering.
 */
const sentTables = `
  CREATE TABLE base_orders (
    key INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    place INTEGER,
    order_number TEXT,
    order_date TEXT,
    order_month TEXT,
    retailer TEXT,
    retailer_account TEXT,
    group_id TEXT,
    status TEXT,
    open INTEGER NOT NULL,
    source TEXT,
    subtotal_cents INTEGER,
    shipping_cents INTEGER,
    tax_cents INTEGER,
    discount_cents INTEGER,
    total_cents INTEGER NOT NULL,
    expected_payout_cents INTEGER NOT NULL,
    paid_cents INTEGER NOT NULL,
    outstanding_cents INTEGER GENERATED ALWAYS AS (${outstanding({ open: 'open', expected: 'expected_payout_cents', paid: 'paid_cents' })}) VIRTUAL,
    portal_cents INTEGER NOT NULL,
    card_id TEXT,
    sub_card_id TEXT,
    earn_rate REAL,
    earn_thousandths INTEGER NOT NULL,
    notes TEXT,
    created_at TEXT,
    gone_at TEXT,
    hash TEXT NOT NULL
  );
  CREATE TABLE bodies (key INTEGER PRIMARY KEY, body TEXT NOT NULL);
  CREATE TABLE base_items (
    order_key INTEGER NOT NULL,
    place INTEGER NOT NULL,
    id TEXT,
    description TEXT,
    model TEXT,
    quantity INTEGER,
    unit_price_cents INTEGER,
    expected_unit_payout_cents INTEGER,
    PRIMARY KEY (order_key, place)
  ) WITHOUT ROWID;
  CREATE TABLE base_trackings (
    order_key INTEGER NOT NULL,
    place INTEGER NOT NULL,
    tracking_number TEXT NOT NULL,
    carrier TEXT,
    item_count INTEGER,
    PRIMARY KEY (order_key, place)
  ) WITHOUT ROWID;
  CREATE TABLE base_cards (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    place INTEGER,
    name TEXT,
    issuer TEXT,
    nickname TEXT,
    last_digits TEXT,
    account_owner TEXT,
    annual_fee_cents INTEGER,
    earn_rate REAL,
    opened_at TEXT,
    closed_at TEXT,
    sub_cards TEXT,
    gone_at TEXT,
    hash TEXT NOT NULL
  );
  CREATE TABLE lists (
    kind TEXT PRIMARY KEY,
    baseline_seq INTEGER,
    baseline_at TEXT,
    started_at TEXT,
    as_of TEXT,
    complete INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE baseline (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    body TEXT,
    PRIMARY KEY (kind, id)
  ) WITHOUT ROWID;
`;

/**
 * Indexes of what the service sent. The first covers the sums of the orders. `order_places` lists
 * orders like the service. A first sync runs without them and creates them at the end, which is
 * several times faster.
 */
export const sentIndexes = {
  order_groups: `CREATE INDEX IF NOT EXISTS order_groups ON base_orders (
    open, group_id, status, order_date, order_month, kind, gone_at, expected_payout_cents, paid_cents,
    total_cents, portal_cents, earn_thousandths
  ) WHERE gone_at IS NULL`,
  order_places:
    'CREATE INDEX IF NOT EXISTS order_places ON base_orders (kind, place) WHERE gone_at IS NULL',
  order_ids: 'CREATE UNIQUE INDEX IF NOT EXISTS order_ids ON base_orders (id, kind)',
  order_numbers: 'CREATE INDEX IF NOT EXISTS order_numbers ON base_orders (order_number)',
} as const;

/**
 * The user's own half: history and payments. A payment that a later import replaced is kept,
 * because undo brings it back; only payments that have not been replaced count. Triggers keep an
 * order's paid cents equal to the sum of its allocations (law 4), whatever writes them.
 */
const ownTables = `
  CREATE TABLE state (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
  CREATE TABLE runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    mode TEXT NOT NULL,
    started_at TEXT NOT NULL,
    finished_at TEXT,
    complete INTEGER NOT NULL DEFAULT 0,
    requests INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE event_log (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    type TEXT NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    order_number TEXT,
    group_id TEXT,
    field TEXT,
    old TEXT,
    new TEXT,
    tracking TEXT,
    after TEXT,
    at TEXT NOT NULL,
    run INTEGER NOT NULL
  );
  CREATE INDEX events_of ON event_log (kind, id, seq);
  CREATE TABLE cursors (name TEXT PRIMARY KEY, seq INTEGER NOT NULL, at TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE imports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    file TEXT NOT NULL,
    group_id TEXT NOT NULL,
    rows INTEGER NOT NULL,
    recorded INTEGER NOT NULL,
    at TEXT NOT NULL
  );
  CREATE TABLE base_payments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    import_id INTEGER REFERENCES imports (id) ON DELETE CASCADE,
    identity TEXT,
    group_id TEXT,
    amount_cents INTEGER NOT NULL,
    paid_on TEXT,
    reference TEXT,
    trackings TEXT NOT NULL DEFAULT '[]',
    keys TEXT NOT NULL DEFAULT '',
    replaced_by INTEGER,
    recorded_at TEXT NOT NULL
  );
  CREATE UNIQUE INDEX payment_identities ON base_payments (group_id, identity)
    WHERE identity IS NOT NULL AND replaced_by IS NULL;
  CREATE INDEX payments_of_import ON base_payments (import_id);
  CREATE TABLE allocations (
    payment_id INTEGER NOT NULL REFERENCES base_payments (id) ON DELETE CASCADE,
    order_id TEXT NOT NULL,
    amount_cents INTEGER NOT NULL,
    PRIMARY KEY (payment_id, order_id)
  ) WITHOUT ROWID;
  CREATE INDEX allocations_of ON allocations (order_id);
  CREATE TABLE acceptances (
    order_id TEXT PRIMARY KEY,
    note TEXT NOT NULL,
    at TEXT NOT NULL
  ) WITHOUT ROWID;
`;

/** P: the sum of the order's allocations from payments that count. */
export function paidOf(orderId: string): string {
  return `(SELECT coalesce(sum(a.amount_cents), 0) FROM allocations a JOIN base_payments p ON p.id = a.payment_id WHERE a.order_id = ${orderId} AND p.replaced_by IS NULL)`;
}

const setPaid = (where: string) =>
  `UPDATE base_orders SET paid_cents = ${paidOf('base_orders.id')} WHERE ${where};`;

const triggers = `
  CREATE TRIGGER allocation_added AFTER INSERT ON allocations BEGIN ${setPaid('id = NEW.order_id')} END;
  CREATE TRIGGER allocation_removed AFTER DELETE ON allocations BEGIN ${setPaid('id = OLD.order_id')} END;
  CREATE TRIGGER allocation_changed AFTER UPDATE ON allocations BEGIN ${setPaid('id IN (OLD.order_id, NEW.order_id)')} END;
  CREATE TRIGGER payment_replaced AFTER UPDATE OF replaced_by ON base_payments BEGIN
    ${setPaid('id IN (SELECT order_id FROM allocations WHERE payment_id = NEW.id)')}
  END;
`;

const orderColumns = `id, order_number, order_date, order_month, retailer, retailer_account, group_id,
  status, open, source, subtotal_cents, shipping_cents, tax_cents, discount_cents, total_cents,
  expected_payout_cents, paid_cents, outstanding_cents,
  CAST(${reward({
    cancelled: isCancelled('status'),
    total: 'total_cents',
    earnThousandths: 'earn_thousandths',
    pointThousandths:
      "coalesce((SELECT CAST(value AS INTEGER) FROM state WHERE name = 'pointThousandths'), 1000)",
  })} AS INTEGER) AS reward_cents,
  portal_cents, card_id, sub_card_id, earn_rate, notes, created_at`;

/** The views that people query; their names and columns are part of the contract. */
export const views: Readonly<Record<string, string>> = {
  orders: `SELECT ${orderColumns} FROM base_orders WHERE kind = 'order' AND gone_at IS NULL`,
  giftcards: `SELECT ${orderColumns} FROM base_orders WHERE kind = 'giftcard' AND gone_at IS NULL`,
  all_orders: `SELECT kind, ${orderColumns}, gone_at FROM base_orders`,
  unpaid: `SELECT kind, ${orderColumns} FROM base_orders
    WHERE open = 1 AND gone_at IS NULL AND expected_payout_cents > paid_cents`,
  items: `SELECT o.id AS order_id, o.kind, i.place, i.id, i.description, i.model, i.quantity,
      i.unit_price_cents, i.expected_unit_payout_cents
    FROM base_items i JOIN base_orders o ON o.key = i.order_key WHERE o.gone_at IS NULL`,
  trackings: `SELECT o.id AS order_id, o.order_number, o.group_id, t.tracking_number, t.carrier,
      t.item_count
    FROM base_trackings t JOIN base_orders o ON o.key = t.order_key WHERE o.gone_at IS NULL`,
  cards: `SELECT id, name, issuer, nickname, last_digits, account_owner, annual_fee_cents, earn_rate,
      opened_at, closed_at, sub_cards
    FROM base_cards WHERE gone_at IS NULL`,
  events: `SELECT seq, type, kind, id, order_number, group_id, field,
      CAST(old ->> '$' AS TEXT) AS old, CAST(new ->> '$' AS TEXT) AS new, tracking, after, at, run
    FROM event_log`,
  payments: `SELECT p.id, a.order_id, o.order_number, CAST(coalesce(o.group_id, p.group_id) AS TEXT) AS group_id,
      a.amount_cents, p.paid_on, p.reference, p.import_id, p.recorded_at
    FROM base_payments p
    JOIN allocations a ON a.payment_id = p.id
    LEFT JOIN base_orders o ON o.id = a.order_id
    WHERE p.replaced_by IS NULL`,
};

const createViews = Object.entries(views)
  .map(([name, select]) => `CREATE VIEW ${name} AS ${select};`)
  .join('\n');

/** One step per version; a released step is never edited. */
export const migrations: readonly string[] = [`${sentTables}${ownTables}${triggers}${createViews}`];

/** Tables that `mirror reset` empties: a sync can fill them again. */
export const sentTableNames = [
  'base_orders',
  'bodies',
  'base_items',
  'base_trackings',
  'base_cards',
  'lists',
  'baseline',
] as const;

/** Stored columns that a formula derives from other columns. */
export const derivedColumns = {
  order_month: monthOf('order_date'),
  open: isOpen('status', 'gone_at'),
  earn_thousandths: thousandths('earn_rate'),
} as const;

/** The portal's cashback, from members that have no columns of their own. */
export const portalOf = (cashback: {
  rewardType: string;
  cashbackStatus: string;
  amount: string;
}): string => portalCashback({ status: 'status', ...cashback });
