import { expressions, type Scope } from '../../insight/report-scope';
import { addDays } from '../../lib/days';
import { groupNameOf } from '../../mirror/group-names';
import type { WorkbookColumn, WorkbookSheet, WorkbookValue } from '../../tabular/write-workbook';

/** The lists of the workbook, as people read them: numbers and names first, ids at the end. */

interface Column extends WorkbookColumn {
  /** SQL for its value of an `x`. */
  readonly sql: string;
  /** Only on the screen: paper has no room for it. */
  readonly isHidden?: boolean;
}

interface List {
  readonly name: string;
  /** What follows FROM. */
  readonly of: string;
  readonly columns: readonly Column[];
}

const text = (heading: string, sql: string, width?: number): Column => ({
  ...{ heading, sql, width, type: 'text' },
});
const money = (heading: string, sql: string): Column => ({
  ...{ heading, sql, type: 'money', isSummed: true },
});
const date = (heading: string, sql: string): Column => ({ heading, sql, type: 'date' });
const number = (heading: string, sql: string): Column => ({ heading, sql, type: 'number' });
const moment = (heading: string, sql: string): Column => ({ heading, sql, type: 'moment' });
const hidden = (...columns: readonly Column[]) =>
  columns.map((column) => ({ ...column, isHidden: true }));

/** Ids and tracking numbers are never cut, on screen or on paper. */
const id = (heading: string, sql: string) => text(heading, sql, 38);

const card = `(SELECT trim(coalesce(nullif(c.nickname, ''), c.name, '') || ' ' || coalesce(c.last_digits, ''))
  FROM base_cards c WHERE c.id = x.card_id)`;
const orderNumber = (sql = 'x.order_number') => text('Order', sql, 24);
const group = text('Group', groupNameOf('x.group_id'), 18);
const kind = text('Kind', "CASE x.kind WHEN 'giftcard' THEN 'gift card' ELSE x.kind END", 9);

const amounts = [
  money('Total', 'x.total_cents'),
  money('Expected payout', 'x.expected_payout_cents'),
  money('Paid', 'x.paid_cents'),
  money('Outstanding', 'x.outstanding_cents'),
];

const orderColumns = [
  orderNumber(),
  date('Order date', 'x.order_date'),
  text('Retailer', 'x.retailer', 16),
  group,
  text('Status', "replace(x.status, '_', ' ')", 18),
  ...amounts,
  money('Reward', 'x.reward_cents'),
  money('Cashback', 'x.portal_cents'),
  text('Card', card, 22),
  ...hidden(
    text('Retailer account', 'x.retailer_account'),
    money('Subtotal', 'x.subtotal_cents'),
    money('Shipping', 'x.shipping_cents'),
    money('Tax', 'x.tax_cents'),
    money('Discount', 'x.discount_cents'),
    number('Earn rate', 'x.earn_rate'),
    text('Source', 'x.source'),
    text('Notes', 'x.notes', 30),
    moment('Created', 'x.created_at'),
    id('Order id', 'x.id'),
    id('Card id', 'x.card_id'),
    id('Sub-card id', 'x.sub_card_id'),
  ),
];

const lists = (f: ReturnType<typeof expressions>): readonly List[] => [
  { name: 'Orders', of: 'orders x', columns: orderColumns },
  {
    name: 'Line items',
    of: 'items x JOIN base_orders o ON o.id = x.order_id AND o.kind = x.kind',
    columns: [
      orderNumber('o.order_number'),
      kind,
      text('Description', 'x.description', 44),
      text('Model', 'x.model'),
      number('Quantity', 'x.quantity'),
      { ...money('Unit price', 'x.unit_price_cents'), isSummed: false },
      { ...money('Unit payout', 'x.expected_unit_payout_cents'), isSummed: false },
      ...hidden(id('Order id', 'x.order_id'), id('Item id', 'x.id')),
    ],
  },
  {
    name: 'Tracking numbers',
    of: 'trackings x',
    columns: [
      orderNumber(),
      group,
      id('Tracking number', 'x.tracking_number'),
      text('Carrier', 'x.carrier', 12),
      number('Items', 'x.item_count'),
      ...hidden(id('Order id', 'x.order_id')),
    ],
  },
  { name: 'Gift cards', of: 'giftcards x', columns: orderColumns },
  {
    name: 'Payments',
    of: 'payments x',
    columns: [
      date('Paid on', 'x.paid_on'),
      orderNumber(),
      group,
      money('Amount', 'x.amount_cents'),
      text('Reference', 'x.reference', 24),
      number('Payment', 'x.id'),
      number('Import', 'x.import_id'),
      moment('Recorded', 'x.recorded_at'),
      ...hidden(id('Order id', 'x.order_id')),
    ],
  },
  {
    name: 'Unpaid',
    of: 'unpaid x JOIN base_orders o ON o.id = x.id AND o.kind = x.kind ORDER BY x.order_date, x.id',
    columns: [
      orderNumber(),
      kind,
      date('Order date', 'x.order_date'),
      number('Age in days', f.age),
      // The day is worked out of the order date, by the settings of the group.
      date('Due', 'x.order_date'),
      text('Retailer', 'x.retailer', 16),
      group,
      text('Status', "replace(x.status, '_', ' ')", 18),
      ...amounts,
      text('Card', card, 22),
      ...hidden(id('Order id', 'x.id')),
    ],
  },
];

/** The rows of a list, read on demand. */
type Rows = (sql: string) => Iterable<readonly WorkbookValue[]>;

export function* listSheets(rows: Rows, scope: Scope): Iterable<WorkbookSheet> {
  for (const { name, of, columns } of lists(expressions(scope))) {
    const read = rows(`SELECT ${columns.map(({ sql }) => sql)} FROM ${of}`);
    const headings = columns.map(({ heading }) => heading);
    const [due, group] = [headings.indexOf('Due'), headings.indexOf('Group')];
    yield {
      ...{ name, columns, printed: columns.filter(({ isHidden }) => !isHidden).length },
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
