import { expressions, type Scope } from '../../insight/report-scope';
import { addDays } from '../../lib/days';
import { nameInWords } from '../../lib/words';
import { type PostgresType, viewColumns } from '../../mirror/columns';
import { groupNameOf } from '../../mirror/group-names';
import type { WorkbookColumn, WorkbookSheet, WorkbookValue } from '../../tabular/write-workbook';

/** A list of the workbook, made of columns of a view: numbers and names first, ids at the end. */
interface List {
  readonly of: string;
  readonly columns: string;
  /** Only on the screen: paper has no room for them. */
  readonly hidden: string;
  /** The heading of the column `id`, if it is not that of an order. */
  readonly id?: string;
}

const amounts = 'total_cents, expected_payout_cents, paid_cents, outstanding_cents';
const ofOrders = {
  columns: `order_number, order_date, retailer, group_id, status, ${amounts}, reward_cents, portal_cents, card`,
  hidden: `retailer_account, subtotal_cents, shipping_cents, tax_cents, discount_cents, earn_rate, source,
    notes, created_at, id, card_id, sub_card_id`,
};

const lists: Readonly<Record<string, List>> = {
  Orders: { of: 'orders x', ...ofOrders },
  'Line items': {
    of: 'items x JOIN base_orders o ON o.id = x.order_id AND o.kind = x.kind',
    columns: `order_number, kind, description, model, quantity, unit_price_cents,
      expected_unit_payout_cents`,
    hidden: 'order_id, id',
    id: 'Item id',
  },
  'Tracking numbers': {
    of: 'trackings x',
    columns: 'order_number, group_id, tracking_number, carrier, item_count',
    hidden: 'order_id',
  },
  'Gift cards': { of: 'giftcards x', ...ofOrders },
  Payments: {
    of: 'payments x',
    columns: `paid_on, order_number, group_id, amount_cents, reference, id, import_id, state`,
    hidden: 'recorded_at, order_id',
    id: 'Payment',
  },
  // Apart, so that the sum of the payments is the money that came.
  'Past payments': {
    of: "all_payments x WHERE x.state <> 'counts'",
    columns: `paid_on, order_number, group_id, amount_cents, reference, id, import_id, state, since`,
    hidden: 'recorded_at, order_id',
    id: 'Payment',
  },
  Accepted: {
    of: 'acceptances x',
    columns:
      'order_number, group_id, expected_cents, paid_cents, difference_cents, note, at, applies',
    hidden: 'order_id',
  },
  Unpaid: {
    of: 'unpaid x JOIN base_orders o ON o.id = x.id AND o.kind = x.kind ORDER BY x.order_date, x.id',
    columns: `order_number, kind, order_date, age, due, retailer, group_id, status, ${amounts}, card`,
    hidden: 'id',
  },
};

/** The columns of the views, and those that only the lists have. */
const types: Readonly<Record<string, PostgresType>> = {
  ...viewColumns.acceptances,
  ...viewColumns.all_payments,
  ...viewColumns.items,
  ...viewColumns.trackings,
  ...viewColumns.all_orders,
  card: 'text',
  age: 'bigint',
  due: 'date',
};

/** Headings that are not the names of their columns, and widths in characters. */
const shown: Readonly<Record<string, readonly [heading: string | undefined, width?: number]>> = {
  age: ['Age in days'],
  card: [undefined, 22],
  carrier: [undefined, 12],
  description: [undefined, 44],
  expected_unit_payout_cents: ['Unit payout'],
  group_id: ['Group', 18],
  id: ['Order id'],
  import_id: ['Import'],
  item_count: ['Items'],
  kind: [undefined, 9],
  at: ['Accepted at'],
  note: [undefined, 30],
  notes: [undefined, 30],
  order_number: ['Order', 24],
  portal_cents: ['Cashback'],
  reference: [undefined, 24],
  retailer: [undefined, 16],
  status: [undefined, 18],
  sub_card_id: ['Sub-card id'],
};
/** Ids and tracking numbers are never cut, on screen or on paper. */
const uncut = 38;

function columnOf(name: string, { id }: List): WorkbookColumn {
  const words = nameInWords(name.replace(/_(cents|at)$/, '').replaceAll('_', ' '));
  const isId = /(^|_)id$|^tracking_number$/.test(name);
  const [usual = words, width = isId ? uncut : undefined] = shown[name] ?? [];
  const heading = name === 'id' ? (id ?? usual) : usual;
  if (name.endsWith('_cents')) {
    return { heading, type: 'money', isSummed: !/^(expected_)?unit_/.test(name) };
  }
  // The id of a payment is a number, unlike all others.
  const type = heading === 'Payment' ? viewColumns.payments.id : types[name];
  if (type === 'date') return { heading, type };
  if (type === 'timestamptz') return { heading, type: 'moment' };
  if (type === 'bigint' || type === 'numeric') return { heading, type: 'number' };
  return { heading, type: 'text', width };
}

function sqlOf(name: string, { of }: List, age: string): string {
  const values: Readonly<Record<string, string>> = {
    ...(of.startsWith('items') && { order_number: 'o.order_number' }),
    group_id: groupNameOf('x.group_id'),
    kind: "CASE x.kind WHEN 'giftcard' THEN 'gift card' ELSE x.kind END",
    status: "replace(x.status, '_', ' ')",
    card: `(SELECT trim(coalesce(nullif(c.nickname, ''), c.name, '') || ' ' || coalesce(c.last_digits, ''))
      FROM base_cards c WHERE c.id = x.card_id)`,
    applies: "CASE WHEN x.applies THEN 'yes' ELSE 'no' END",
    age,
    // The day is worked out of the order date, by the settings of the group.
    due: 'x.order_date',
  };
  return values[name] ?? `x.${name}`;
}

export function* listSheets(
  rows: (sql: string) => Iterable<readonly WorkbookValue[]>,
  scope: Scope,
): Iterable<WorkbookSheet> {
  const { age } = expressions(scope);
  for (const [name, list] of Object.entries(lists)) {
    const printed = list.columns.split(/,\s*/);
    const names = [...printed, ...list.hidden.split(/,\s*/)];
    const read = rows(`SELECT ${names.map((one) => sqlOf(one, list, age))} FROM ${list.of}`);
    const [due, group] = [names.indexOf('due'), names.indexOf('group_id')];
    const columns = names.map((one) => columnOf(one, list));
    yield {
      name,
      columns,
      printed: printed.length,
      rows: due < 0 ? read : withDueDates(read, due, group, scope),
    };
  }
}

function* withDueDates(
  rows: Iterable<readonly WorkbookValue[]>,
  due: number,
  group: number,
  { overdueAfter }: Scope,
) {
  for (const row of rows) {
    const days = overdueAfter(row[group] as string | null);
    const day = row[due] === null ? null : addDays(String(row[due]).slice(0, 10), days);
    yield row.map((value, index) => (index === due ? day : value));
  }
}
