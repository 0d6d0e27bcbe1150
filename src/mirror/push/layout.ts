/**
 * A table in PostgreSQL: its columns and their types, and the columns that identify a mirror's row.
 */
export interface Table {
  readonly columns: Readonly<Record<string, string>>;
  readonly key?: readonly string[];
}

const orderColumns = {
  id: 'uuid',
  order_number: 'text',
  order_date: 'date',
  order_month: 'text',
  retailer: 'text',
  retailer_account: 'text',
  group_id: 'text',
  status: 'text',
  open: 'boolean',
  source: 'text',
  subtotal_cents: 'bigint',
  shipping_cents: 'bigint',
  tax_cents: 'bigint',
  discount_cents: 'bigint',
  total_cents: 'bigint',
  expected_payout_cents: 'bigint',
  paid_cents: 'bigint',
  outstanding_cents: 'bigint',
  reward_cents: 'bigint',
  portal_cents: 'bigint',
  card_id: 'uuid',
  // The reference calls these ids strings, not UUIDs.
  sub_card_id: 'text',
  earn_rate: 'numeric',
  notes: 'text',
  created_at: 'timestamptz',
} as const;

/**
 * The tables; each row has the `mirror_id` it comes from. Names and columns are those of the
 * mirror's own views, so that they mean the same here.
 */
export const tables = {
  all_orders: {
    columns: { kind: 'text', ...orderColumns, gone_at: 'timestamptz' },
    key: ['kind', 'id'],
  },
  items: {
    columns: {
      order_id: 'uuid',
      kind: 'text',
      place: 'bigint',
      id: 'text',
      description: 'text',
      model: 'text',
      quantity: 'bigint',
      unit_price_cents: 'bigint',
      expected_unit_payout_cents: 'bigint',
    },
    key: ['order_id', 'kind', 'place'],
  },
  trackings: {
    columns: {
      order_id: 'uuid',
      order_number: 'text',
      group_id: 'text',
      tracking_number: 'text',
      carrier: 'text',
      item_count: 'bigint',
    },
  },
  cards: {
    columns: {
      id: 'uuid',
      name: 'text',
      issuer: 'text',
      nickname: 'text',
      last_digits: 'text',
      account_owner: 'text',
      annual_fee_cents: 'bigint',
      earn_rate: 'numeric',
      opened_at: 'date',
      closed_at: 'date',
      sub_cards: 'text',
    },
    key: ['id'],
  },
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
  payments: {
    columns: {
      id: 'bigint',
      order_id: 'uuid',
      order_number: 'text',
      group_id: 'text',
      amount_cents: 'bigint',
      paid_on: 'date',
      reference: 'text',
      import_id: 'bigint',
      recorded_at: 'timestamptz',
    },
    key: ['id', 'order_id'],
  },
} as const satisfies Record<string, Table>;

export type TableName = keyof typeof tables;
export const tableNames = Object.keys(tables) as readonly TableName[];

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');

/** Added to each row, to tell whether it has changed since it was pushed. */
const ownColumns: Partial<Record<TableName, string>> = {
  all_orders: ', content text NOT NULL',
  cards: ', content text NOT NULL',
};

function createTable(name: TableName): string {
  const { columns, key }: Table = tables[name];
  const lines = Object.entries(columns).map(([column, type]) => `"${column}" ${type}`);
  const primary = key === undefined ? '' : `, PRIMARY KEY (${quoted(['mirror_id', ...key])})`;
  return `CREATE TABLE ${name} (
    mirror_id uuid NOT NULL REFERENCES mirrors ON DELETE CASCADE,
    ${lines.join(',\n    ')}${ownColumns[name] ?? ''}${primary}
  )`;
}

const orderList = quoted(['mirror_id', ...Object.keys(orderColumns)]);

/** The mirror's views that are not tables here. */
const views = {
  orders: `SELECT ${orderList} FROM all_orders WHERE kind = 'order' AND gone_at IS NULL`,
  giftcards: `SELECT ${orderList} FROM all_orders WHERE kind = 'giftcard' AND gone_at IS NULL`,
  unpaid: `SELECT kind, ${orderList} FROM all_orders WHERE open AND expected_payout_cents > paid_cents`,
} as const;

const kindFirst = { kind: 'text', ...orderColumns };

/** The columns of each table or view that has amounts. */
const withAmounts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  all_orders: tables.all_orders.columns,
  orders: orderColumns,
  giftcards: orderColumns,
  unpaid: kindFirst,
  items: tables.items.columns,
  cards: tables.cards.columns,
  payments: tables.payments.columns,
};

/** The same in dollars, with `_cents` dropped from the names, for tools that can't divide. */
function dollarView([name, columns]: [string, Readonly<Record<string, string>>]): [string, string] {
  const shown = Object.keys(columns).map((column) => {
    const short = column.replace(/_cents$/, '');
    return short === column ? `"${column}"` : `("${column}" / 100.0)::numeric(20, 2) AS "${short}"`;
  });
  const view = `${name}_dollars`;
  return [view, `CREATE VIEW ${view} AS SELECT mirror_id, ${shown.join(', ')} FROM ${name}`];
}

/** What holds no rows of its own, by name: a push creates it again if somebody has dropped it. */
export const replaceable: Readonly<Record<string, string>> = {
  trackings_of: 'CREATE INDEX trackings_of ON trackings (mirror_id, order_id)',
  tracking_numbers: 'CREATE INDEX tracking_numbers ON trackings (tracking_number)',
  payments_of: 'CREATE INDEX payments_of ON payments (mirror_id, order_id)',
  ...Object.fromEntries(
    Object.entries(views).map(([name, select]) => [name, `CREATE VIEW ${name} AS ${select}`]),
  ),
  ...Object.fromEntries(Object.entries(withAmounts).map(dollarView)),
};

/**
 * Every name in the schema. A relation of this name that someone else created is never replaced.
 */
export const relationNames: readonly string[] = [
  ...['waybill_layout', 'mirrors', ...tableNames],
  ...Object.keys(replaceable),
];

/** Statements by version of the schema; a released one is never edited. */
export const layoutSteps: readonly (readonly string[])[] = [
  [
    'CREATE TABLE waybill_layout (version integer NOT NULL)',
    'INSERT INTO waybill_layout VALUES (1)',
    `CREATE TABLE mirrors (
      mirror_id uuid PRIMARY KEY, as_of timestamptz NOT NULL, complete boolean NOT NULL,
      pushed_at timestamptz NOT NULL
    )`,
    ...tableNames.map(createTable),
    ...Object.values(replaceable),
  ],
];

export const layoutVersion = layoutSteps.length;

/**
 * Inserts rows from one JSON text, which PostgreSQL converts to the columns' own types. Replaces
 * existing rows.
 */
export function insertion(name: TableName): string {
  const { columns, key }: Table = tables[name];
  const all: Record<string, string> = {
    ...columns,
    ...(ownColumns[name] === undefined ? {} : { content: 'text' }),
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
