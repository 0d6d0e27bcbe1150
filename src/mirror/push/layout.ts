import { dollarViews, viewColumns } from '../columns';

/**
 * The tables, each with the columns that identify a mirror's row. They have the names and columns of the
 * mirror's views, and each row its `mirror_id`.
 */
export const keysOfTables = {
  all_orders: ['kind', 'id'],
  items: ['order_id', 'kind', 'place'],
  trackings: [],
  cards: ['id'],
  events: ['seq'],
  payments: [],
  all_payments: [],
  acceptances: [],
} satisfies Partial<Record<keyof typeof viewColumns, readonly string[]>>;

export type TableName = keyof typeof keysOfTables;
const tableNames = Object.keys(keysOfTables) as readonly TableName[];

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');

/** Payments, the value of a point and a removal change an order's row too, not just the service's data. */
export const contentOfOrder = `hash || ' ' || paid_cents || ' ' || coalesce(gone_at, '') || ' ' ||
  coalesce((SELECT value FROM state WHERE name = 'pointThousandths'), '') ||
  coalesce((SELECT ' ' || value FROM state WHERE name = 'cardPoints' AND value <> '{}'), '')`;

/** SQL in the mirror for the `content` of a row, which tells whether it has changed since it was pushed. */
export const contents: Partial<Record<TableName, string>> = {
  all_orders: `SELECT ${contentOfOrder} FROM base_orders b WHERE b.kind = all_orders.kind AND b.id = all_orders.id`,
  cards: 'SELECT hash FROM base_cards b WHERE b.id = cards.id',
};
const hasContent = (name: TableName) => contents[name] !== undefined;

function createTable(name: TableName): string {
  const key = keysOfTables[name];
  const lines = Object.entries(viewColumns[name]).map(([column, type]) => `"${column}" ${type}`);
  const primary = key.length === 0 ? '' : `, PRIMARY KEY (${quoted(['mirror_id', ...key])})`;
  return `CREATE TABLE ${name} (
    mirror_id uuid NOT NULL REFERENCES mirrors ON DELETE CASCADE,
    ${lines.join(',\n    ')}${hasContent(name) ? ', content text NOT NULL' : ''}${primary}
  )`;
}

const orderList = quoted(['mirror_id', ...Object.keys(viewColumns.orders)]);

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
  const key = keysOfTables[name];
  const all: Record<string, string> = {
    ...viewColumns[name],
    ...(hasContent(name) ? { content: 'text' } : {}),
  };
  const names = Object.keys(all);
  const types = names.map((column) => `"${column}" ${all[column]}`).join(', ');
  const update = names.map((column) => `"${column}" = excluded."${column}"`).join(', ');
  const conflict =
    key.length === 0
      ? ''
      : ` ON CONFLICT (${quoted(['mirror_id', ...key])}) DO UPDATE SET ${update}`;
  return `INSERT INTO ${name} (mirror_id, ${quoted(names)})
    SELECT $1::uuid, ${quoted(names)} FROM json_to_recordset($2::json) AS sent (${types})${conflict}`;
}
