import {
  acceptanceColumns,
  allPaymentColumns,
  dollarViews,
  paymentColumns,
  type ShownColumns,
  type StoredColumns,
  shownColumns,
  tables as stored,
} from '../columns';

/** A table in PostgreSQL: its columns with their types, and those that identify a mirror's row. */
export interface PushedTable {
  readonly columns: ShownColumns;
  readonly key?: readonly string[];
}

const copyOf = (columns: StoredColumns, key?: readonly string[]): PushedTable => ({
  columns: shownColumns(columns),
  ...(key === undefined ? {} : { key }),
});

/** The tables, each row with its `mirror_id`; names and columns are those of the mirror's views. */
export const tables = {
  all_orders: copyOf(stored.base_orders.columns, ['kind', 'id']),
  items: copyOf(stored.base_items.columns, ['order_id', 'kind', 'place']),
  trackings: copyOf(stored.base_trackings.columns),
  cards: copyOf(stored.base_cards.columns, ['id']),
  events: {
    columns: {
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
    key: ['seq'],
  },
  payments: { columns: paymentColumns },
  all_payments: { columns: allPaymentColumns },
  acceptances: { columns: acceptanceColumns },
} satisfies Record<string, PushedTable>;

export type TableName = keyof typeof tables;
export const tableNames = Object.keys(tables) as readonly TableName[];

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');

/** True if each row has its `content`, a hash that tells whether it has changed since it was pushed. */
const hasContent = (name: TableName) => name === 'all_orders' || name === 'cards';

function createTable(name: TableName): string {
  const { columns, key }: PushedTable = tables[name];
  const lines = Object.entries(columns).map(([column, type]) => `"${column}" ${type}`);
  const primary = key === undefined ? '' : `, PRIMARY KEY (${quoted(['mirror_id', ...key])})`;
  return `CREATE TABLE ${name} (
    mirror_id uuid NOT NULL REFERENCES mirrors ON DELETE CASCADE,
    ${lines.join(',\n    ')}${hasContent(name) ? ', content text NOT NULL' : ''}${primary}
  )`;
}

const orderColumns = Object.keys(tables.all_orders.columns);
const orderList = quoted([
  'mirror_id',
  ...orderColumns.filter((name) => name !== 'kind' && name !== 'gone_at'),
]);

/** Cards that are gone are in no view, but orders were paid with them. Replaced by each push. */
const goneCards = `CREATE TABLE gone_cards (
  mirror_id uuid NOT NULL REFERENCES mirrors ON DELETE CASCADE, id uuid, last_digits text,
  PRIMARY KEY (mirror_id, id)
)`;

/** The mirror's views that are not tables here. */
const views = {
  orders: `SELECT ${orderList} FROM all_orders WHERE kind = 'order' AND gone_at IS NULL`,
  giftcards: `SELECT ${orderList} FROM all_orders WHERE kind = 'giftcard' AND gone_at IS NULL`,
  unpaid: `SELECT kind, ${orderList} FROM all_orders WHERE open AND expected_payout_cents > paid_cents`,
} as const;

const digitsIn = (cards: string) =>
  `(SELECT c.last_digits FROM ${cards} c WHERE c.mirror_id = x.mirror_id AND c.id = x.card_id)`;

const inDollars = dollarViews({
  dollars: (cents, name) => `((${cents}) / 100.0)::numeric(20, 2) AS "${name}"`,
  recorded:
    'EXISTS (SELECT 1 FROM payments p WHERE p.mirror_id = x.mirror_id AND p.order_id = x.id)',
  dueDate: `x.order_date + (SELECT coalesce(m.overdue_after ->> x.group_id, m.overdue_after ->> '')::integer
    FROM mirrors m WHERE m.mirror_id = x.mirror_id)`,
  card: `coalesce(${digitsIn('cards')}, ${digitsIn('gone_cards')})`,
  first: ['mirror_id'],
});

const allViews = Object.entries({ ...views, ...inDollars });

/** Objects that a push fills anyway, by name: it creates one again if somebody has dropped it. */
export const replaceable: Readonly<Record<string, string>> = {
  gone_cards: goneCards,
  trackings_of: 'CREATE INDEX trackings_of ON trackings (mirror_id, order_id)',
  tracking_numbers: 'CREATE INDEX tracking_numbers ON trackings (tracking_number)',
  payments_of: 'CREATE INDEX payments_of ON payments (mirror_id, order_id)',
  ...Object.fromEntries(
    allViews.map(([name, select]) => [name, `CREATE VIEW ${name} AS ${select}`]),
  ),
};

/** Every name in the schema; what someone else created under one of them is never replaced. */
export const relationNames: readonly string[] = [
  'waybill_layout',
  'mirrors',
  ...tableNames,
  ...Object.keys(replaceable),
];

/** SQL that leads from each released version of the schema to the next; a released step is never edited. */
const steps: readonly string[] = [];

export const layoutVersion = 1 + steps.length;

const creation: readonly string[] = [
  'CREATE TABLE waybill_layout (version integer NOT NULL)',
  `INSERT INTO waybill_layout VALUES (${layoutVersion})`,
  `CREATE TABLE mirrors (
    mirror_id uuid PRIMARY KEY, as_of timestamptz NOT NULL, complete boolean NOT NULL,
    pushed_at timestamptz NOT NULL, overdue_after jsonb
  )`,
  ...tableNames.map(createTable),
  ...Object.values(replaceable),
];

/** Brings a schema from its version, 0 if it has no tables, to this one. */
export function layoutChanges(from: number): readonly string[] {
  if (from === 0) return creation;
  if (from === layoutVersion) return [];
  return [...steps.slice(from - 1), `UPDATE waybill_layout SET version = ${layoutVersion}`];
}

/** Inserts rows from one JSON text, converted to the columns' types; replaces existing rows. */
export function insertion(name: TableName): string {
  const { columns, key }: PushedTable = tables[name];
  const all: Record<string, string> = {
    ...columns,
    ...(hasContent(name) ? { content: 'text' } : {}),
  };
  const names = Object.keys(all);
  const types = names.map((column) => `"${column}" ${all[column]}`).join(', ');
  const update = names.map((column) => `"${column}" = excluded."${column}"`).join(', ');
  const conflict =
    key === undefined
      ? ''
      : ` ON CONFLICT (${quoted(['mirror_id', ...key])}) DO UPDATE SET ${update}`;
  return `INSERT INTO ${name} (mirror_id, ${quoted(names)})
    SELECT $1::uuid, ${quoted(names)} FROM json_to_recordset($2::json) AS sent (${types})${conflict}`;
}
