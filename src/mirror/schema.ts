import { isCancelled } from '../insight/formulas';
import {
  dollarViews,
  paidOf,
  type StoredColumn,
  type StoredTable,
  tables,
  viewColumns,
} from './columns';
import type { Database } from './libsql';
import { overdueAfterName, selectedRows, usualOverdueAfter } from './state';

/** "wbmr" in the file's header: distinguishes a mirror from any other database. */
export const applicationId = 0x77626d72;

function createTable([name, table]: readonly [string, StoredTable]): string {
  const columns = Object.entries<StoredColumn>(table.columns).flatMap(([column, { sqlite }]) =>
    sqlite === undefined ? [] : [`${column} ${sqlite}`],
  );
  const rowid = table.key.length > 1 ? ' WITHOUT ROWID' : '';
  return `CREATE TABLE ${name} (${columns.join(', ')}, PRIMARY KEY (${table.key.join(', ')}))${rowid};`;
}

/** The tables of what the service sent. */
const sentTables = `
  ${Object.entries<StoredTable>(tables).map(createTable).join('\n')}
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
 * The user's own half: history and ledger. An import keeps its files by the hash of their content, and
 * their rows, each stored once however many exports have it. All other entries of the ledger are in
 * `ledger_entries`. What the entries add up to is derived: the payments that count, those that don't, and acceptances
 * (the subject is an order, or a payment of none; `storeClusters` keeps the orders of the cluster). A payment keeps its number in `payment_ids`, whatever becomes of it. Triggers keep an order's paid cents
 * equal to the sum of its allocations (law 4), whatever writes them.
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
    identity TEXT NOT NULL,
    moment INTEGER NOT NULL,
    file TEXT NOT NULL,
    group_id TEXT NOT NULL,
    rows INTEGER NOT NULL,
    recorded INTEGER NOT NULL,
    at TEXT NOT NULL,
    UNIQUE (identity, moment)
  );
  CREATE TABLE import_files (
    import_id INTEGER NOT NULL REFERENCES imports (id),
    place INTEGER NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (import_id, place)
  ) WITHOUT ROWID;
  CREATE TABLE read_rows (key INTEGER PRIMARY KEY, row TEXT NOT NULL UNIQUE);
  CREATE TABLE import_rows (
    import_id INTEGER NOT NULL REFERENCES imports (id),
    place INTEGER NOT NULL,
    line INTEGER NOT NULL,
    row_key INTEGER NOT NULL,
    PRIMARY KEY (import_id, place, line)
  ) WITHOUT ROWID;
  CREATE TABLE ledger_entries (
    moment INTEGER NOT NULL,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (moment, kind, subject)
  ) WITHOUT ROWID;
  CREATE TABLE payment_ids (id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE);
  CREATE TABLE base_payments (
    id INTEGER PRIMARY KEY,
    import_id INTEGER,
    identity TEXT,
    group_id TEXT,
    amount_cents INTEGER NOT NULL,
    paid_on TEXT,
    reference TEXT,
    trackings TEXT NOT NULL DEFAULT '[]',
    for_orders INTEGER NOT NULL DEFAULT 1,
    recorded_at TEXT NOT NULL
  );
  CREATE UNIQUE INDEX payment_identities ON base_payments (identity) WHERE identity IS NOT NULL;
  CREATE INDEX payments_of_import ON base_payments (import_id);
  CREATE TABLE allocations (
    payment_id INTEGER NOT NULL REFERENCES base_payments (id) ON DELETE CASCADE,
    order_id TEXT NOT NULL,
    amount_cents INTEGER NOT NULL,
    PRIMARY KEY (payment_id, order_id)
  ) WITHOUT ROWID;
  CREATE INDEX allocations_of ON allocations (order_id);
  CREATE TABLE past_payments (
    key INTEGER PRIMARY KEY,
    id INTEGER NOT NULL,
    order_id TEXT,
    group_id TEXT,
    amount_cents INTEGER NOT NULL,
    paid_on TEXT,
    reference TEXT,
    import_id INTEGER,
    recorded_at TEXT NOT NULL,
    state TEXT NOT NULL,
    since TEXT NOT NULL
  );
  CREATE TABLE base_acceptances (
    subject TEXT PRIMARY KEY,
    order_id TEXT,
    group_id TEXT,
    note TEXT NOT NULL,
    at TEXT NOT NULL,
    paid_cents INTEGER NOT NULL,
    expected_cents INTEGER NOT NULL,
    cluster TEXT NOT NULL DEFAULT '[]'
  ) WITHOUT ROWID;
`;

const setPaid = (where: string) =>
  `UPDATE base_orders SET paid_cents = ${paidOf('base_orders.id')} WHERE ${where};`;

const triggers = `
  CREATE TRIGGER allocation_added AFTER INSERT ON allocations BEGIN ${setPaid('id = NEW.order_id')} END;
  CREATE TRIGGER allocation_removed AFTER DELETE ON allocations BEGIN ${setPaid('id = OLD.order_id')} END;
  CREATE TRIGGER allocation_changed AFTER UPDATE ON allocations BEGIN ${setPaid('id IN (OLD.order_id, NEW.order_id)')} END;
`;

/** The columns of a view of a table; in SQL, the table is `x`. */
function shownOf(view: keyof typeof viewColumns, { columns }: StoredTable): string {
  return Object.keys(viewColumns[view])
    .map((name) => {
      const { sqlite, formula } = columns[name] as StoredColumn;
      return `${sqlite === undefined ? formula : `x.${name}`} AS ${name}`;
    })
    .join(', ');
}

const { base_orders, base_items, base_trackings, base_cards } = tables;
const orderOfPart = 'JOIN base_orders o ON o.key = x.order_key WHERE o.gone_at IS NULL';

/** The views that people query; their names and columns are part of the contract. */
const usualViews: Readonly<Record<string, string>> = {
  orders: `SELECT ${shownOf('orders', base_orders)} FROM base_orders x
    WHERE kind = 'order' AND gone_at IS NULL`,
  giftcards: `SELECT ${shownOf('giftcards', base_orders)} FROM base_orders x
    WHERE kind = 'giftcard' AND gone_at IS NULL`,
  all_orders: `SELECT ${shownOf('all_orders', base_orders)} FROM base_orders x`,
  unpaid: `SELECT ${shownOf('unpaid', base_orders)} FROM base_orders x
    WHERE open = 1 AND gone_at IS NULL AND expected_payout_cents > paid_cents`,
  items: `SELECT ${shownOf('items', base_items)} FROM base_items x ${orderOfPart}`,
  trackings: `SELECT ${shownOf('trackings', base_trackings)} FROM base_trackings x ${orderOfPart}`,
  cards: `SELECT ${shownOf('cards', base_cards)} FROM base_cards x WHERE gone_at IS NULL`,
  events: `SELECT seq, type, kind, id, order_number, group_id, field,
      CAST(old ->> '$' AS TEXT) AS old, CAST(new ->> '$' AS TEXT) AS new, tracking, after, at, run
    FROM event_log`,
  payments: `SELECT p.id, a.order_id, o.order_number, CAST(coalesce(o.group_id, p.group_id) AS TEXT) AS group_id,
      CAST(coalesce(a.amount_cents, p.amount_cents) AS INTEGER) AS amount_cents, p.paid_on, p.reference,
      p.import_id, p.recorded_at, CAST('counts' AS TEXT) AS state
    FROM base_payments p
    LEFT JOIN allocations a ON a.payment_id = p.id
    LEFT JOIN base_orders o ON o.id = a.order_id`,
  all_payments: `SELECT p.*, CAST(NULL AS TEXT) AS since FROM payments p UNION ALL
    SELECT x.id, x.order_id, o.order_number, coalesce(o.group_id, x.group_id), x.amount_cents, x.paid_on,
      x.reference, x.import_id, x.recorded_at, x.state, x.since
    FROM past_payments x LEFT JOIN base_orders o ON o.id = x.order_id`,
  acceptances: `SELECT x.order_id, o.order_number, CAST(coalesce(o.group_id, x.group_id) AS TEXT) AS group_id,
      x.expected_cents, x.paid_cents, CAST(x.paid_cents - x.expected_cents AS INTEGER) AS difference_cents,
      x.note, x.at, CAST(x.order_id IS NULL OR (x.paid_cents, x.expected_cents) = (
        SELECT coalesce(sum(c.paid_cents), 0),
          coalesce(sum(CASE WHEN ${isCancelled('c.status')} THEN 0 ELSE c.expected_payout_cents END), 0)
        FROM base_orders c WHERE c.id IN (SELECT value FROM json_each(x.cluster))) AS INTEGER) AS applies
    FROM base_acceptances x LEFT JOIN base_orders o ON o.id = x.order_id`,
};

const overdueAfter = `coalesce((SELECT value FROM state WHERE name = '${overdueAfterName}'), '${usualOverdueAfter}')`;
const inDollars = dollarViews({
  dollars: (cents, name) => `CAST((${cents}) / 100.0 AS REAL) AS ${name}`,
  recorded: 'EXISTS (SELECT 1 FROM allocations a WHERE a.order_id = x.id)',
  dueDate: `CAST(date(x.order_date, (SELECT d.value FROM json_each(${overdueAfter}) d
    WHERE d.key IN (x.group_id, '') ORDER BY d.key DESC LIMIT 1) || ' days') AS TEXT)`,
  card: 'CAST((SELECT c.last_digits FROM base_cards c WHERE c.id = x.card_id) AS TEXT)',
});

/** The views of a file, and those that each connection has. */
export const views = { ...usualViews, ...inDollars };
/** Each view as SQLite keeps it. */
const storedViews = Object.entries(views).map(
  ([name, select]) => [name, `CREATE VIEW ${name} AS ${select}`] as const,
);

/** SQL for an empty file. */
const creation = `${sentTables}${ownTables}${triggers}`;

/** SQL that leads from each released version to the next; a released step is never edited. */
const steps: readonly string[] = [];

export const schemaVersion = 1 + steps.length;

/** The tables and views of a mirror, each with its type. */
export const relations: ReadonlyMap<string, 'table' | 'view'> = new Map([
  ...[...creation.matchAll(/CREATE TABLE (\w+)/g)].map(([, name = '']) => [name, 'table'] as const),
  ...Object.keys(usualViews).map((name) => [name, 'view'] as const),
]);

/** True if a file with this SQL of its tables and views has this waybill's views. */
export function hasOwnViews(sql: ReadonlyMap<string, string>): boolean {
  return storedViews.every(([name, own]) => sql.get(name) === own);
}

/**
 * The views of a connection that reads a file with other views. They go before the file's own, which
 * may be someone else's that compute forever.
 */
export const ownViews = Object.entries(views)
  .map(([name, select]) => `CREATE TEMP VIEW ${name} AS ${select};`)
  .join('\n');

/** Brings a file from its version, 0 if it is empty, to this one; the caller has begun a transaction. */
export function migrate(database: Database, from: number): void {
  for (const sql of from === 0 ? [creation] : steps.slice(from - 1)) database.exec(sql);
  for (const [name, sql] of storedViews) database.exec(`DROP VIEW IF EXISTS ${name}; ${sql};`);
}

/** Makes the mirror as a new file is, in the caller's transaction, which ignores foreign keys. */
export function startOver(database: Database): void {
  const found = selectedRows<{ readonly type: string; readonly name: string }>(
    database,
    "SELECT type, name FROM sqlite_schema WHERE type IN ('view', 'table') AND name NOT LIKE 'sqlite%' ORDER BY type DESC",
  );
  for (const { type, name } of found) database.exec(`DROP ${type} "${name}"`);
  migrate(database, 0);
}

/** Tables that `mirror reset` empties: a sync can fill them again. */
export const sentTableNames = [...Object.keys(tables), 'lists', 'baseline'];
