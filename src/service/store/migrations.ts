import { localFileFailure } from '../../failure';
import { type Database, inSnapshot, inTransaction, pragmaNumber } from '../../native/libsql';
import { damagedSandbox } from './faults';

/** The tables of an account in the current version; tables that refer to others come first. */
export const accountTables = [
  'tracking_numbers',
  'line_items',
  'orders',
  'sub_cards',
  'cards',
  'deals',
] as const;

export const tables = [...accountTables, 'account'] as const;

/**
 * The database schema, one step per version; `PRAGMA user_version` counts the steps already run. A
 * released step is never edited; add a new one below it.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE cards (
    place INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    issuer TEXT NOT NULL,
    nickname TEXT NOT NULL,
    last_digits TEXT NOT NULL,
    account_owner TEXT NOT NULL,
    annual_fee INTEGER NOT NULL,
    earn_rate REAL NOT NULL,
    opened_at TEXT NOT NULL,
    closed_at TEXT
  );
  CREATE TABLE sub_cards (
    card_id TEXT NOT NULL REFERENCES cards (id),
    place INTEGER NOT NULL,
    id TEXT NOT NULL,
    card_type TEXT NOT NULL,
    nickname TEXT NOT NULL,
    last_digits TEXT NOT NULL,
    PRIMARY KEY (card_id, place)
  ) WITHOUT ROWID;
  CREATE TABLE deals (
    buying_group TEXT NOT NULL,
    model TEXT NOT NULL COLLATE NOCASE,
    payout INTEGER NOT NULL,
    PRIMARY KEY (buying_group, model)
  ) WITHOUT ROWID;
  CREATE TABLE orders (
    key INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('buyingGroup', 'giftCard')),
    position INTEGER NOT NULL,
    id TEXT NOT NULL UNIQUE,
    source TEXT NOT NULL,
    order_date TEXT NOT NULL,
    order_time TEXT,
    retailer TEXT NOT NULL,
    order_number TEXT UNIQUE,
    retailer_account TEXT,
    subtotal INTEGER NOT NULL CHECK (subtotal >= 0),
    shipping INTEGER NOT NULL CHECK (shipping >= 0),
    tax INTEGER NOT NULL CHECK (tax >= 0),
    discount INTEGER NOT NULL CHECK (discount >= 0),
    total INTEGER NOT NULL CHECK (total = subtotal + shipping + tax - discount AND total >= 0),
    credit_card_id TEXT REFERENCES cards (id),
    sub_credit_card_id TEXT,
    card_earn_rate REAL NOT NULL,
    notes TEXT,
    cashback TEXT,
    created_at TEXT NOT NULL,
    expected_payout INTEGER NOT NULL CHECK (expected_payout >= 0),
    outlet TEXT NOT NULL,
    status TEXT NOT NULL,
    no_purchase INTEGER NOT NULL,
    UNIQUE (kind, position)
  );
  CREATE TABLE line_items (
    order_key INTEGER NOT NULL REFERENCES orders (key),
    place INTEGER NOT NULL,
    id TEXT NOT NULL,
    description TEXT,
    model TEXT,
    unit_price INTEGER NOT NULL,
    quantity INTEGER NOT NULL,
    expected_unit_payout INTEGER NOT NULL,
    unit_value INTEGER NOT NULL,
    PRIMARY KEY (order_key, place)
  ) WITHOUT ROWID;
  CREATE TABLE tracking_numbers (
    order_key INTEGER NOT NULL REFERENCES orders (key),
    place INTEGER NOT NULL,
    tracking_number TEXT NOT NULL,
    carrier TEXT NOT NULL,
    item_count INTEGER,
    PRIMARY KEY (order_key, tracking_number)
  ) WITHOUT ROWID;
  CREATE TABLE account (id TEXT NOT NULL);
  INSERT INTO account VALUES (lower(hex(randomblob(16))));
  `,
];

/** "wayb" in the file's header (`PRAGMA application_id`): distinguishes our files from others. */
const applicationId = 0x77617962;

export interface Migration {
  readonly path: string;
  /** SQL that takes a file from one version to the next; the first starts with an empty file. */
  readonly steps: readonly string[];
  /** Fills an empty database with its first rows. */
  fill(): void;
}

/** The file's version; throws if this waybill can't use it. */
function usableVersion(database: Database, { path, steps }: Migration): number {
  const version = pragmaNumber(database, 'user_version');
  const hasTables = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined;
  if (hasTables && pragmaNumber(database, 'application_id') !== applicationId) {
    throw localFileFailure(`${path} is another program's database`, {
      hint: 'Give waybill sandbox a different file with --db.',
    });
  }
  if (version > steps.length) {
    throw localFileFailure(
      `The sandbox database ${path} was written by a newer waybill (version ${version}; this one knows version ${steps.length})`,
      { hint: 'Update waybill, or give waybill sandbox a different file with --db.' },
    );
  }
  // Every version has tables, and a file without tables has no version.
  if (version < 0 || version > 0 !== hasTables) throw damagedSandbox(path, `form ${version}`);
  return version;
}

/** Migrates an older or empty file to the current version, completely or not at all. */
export function migrateSandbox(database: Database, migration: Migration): void {
  const { steps, fill } = migration;
  const found = inSnapshot(database, () => usableVersion(database, migration));
  if (found === steps.length) return;
  inTransaction(database, () => {
    // Another process may have migrated it while this one waited.
    const version = usableVersion(database, migration);
    if (version === steps.length) return;
    for (const step of steps.slice(version)) database.exec(step);
    if (version === 0) fill();
    database.exec(
      `PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${steps.length};`,
    );
  });
}
