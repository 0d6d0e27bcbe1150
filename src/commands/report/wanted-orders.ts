import type { Context } from '../../context/context';
import { type ContractField, columnOf, orderFields, type StoredField } from '../../contract/fields';
import type { StoredOrderKind } from '../../contract/order-kinds';
import { textList } from '../../insight/formulas';
import { paidGoneOrders } from '../../insight/order-rows';
import type { Reader, Row, Scope } from '../../insight/report-scope';
import { partName, payingGroup, paymentParts } from '../../insight/reports/received';
import { FilterNames, filterOrders } from '../../orders/filter-orders';
import type { OrderFilter } from '../../orders/filters';
import { orderKindList } from '../../orders/kinds';
import { valueAt } from '../../output/fields';

/** An order, or a part of a payment, that a filter may let pass. */
interface Candidate {
  readonly id: string;
  /** Undefined for a paid order that is gone. */
  readonly key?: number;
  read(field: StoredField): unknown;
}

interface Filtering {
  readonly filter: OrderFilter;
  readonly kinds: Scope['kind'];
  readonly read: Reader;
  /** Undefined if what the filter's names mean is said elsewhere. */
  readonly notices: Context['notices'] | undefined;
}

function named(fields: readonly ContractField[], name: string | undefined): ContractField {
  return fields.find(({ field }) => field === name) as ContractField;
}

/** The value of a field of an order `o`; for a field of a list's elements, all values as JSON. */
function expressionOf(path: StoredField): string {
  const [name, member] = path.split('.');
  const field = named(orderFields, name);
  if (member === undefined) return `o.${columnOf(field)}`;
  const { table, of = [] } = field;
  return `(SELECT json_group_array(x.${columnOf(named(of, member))}) FROM ${table} x WHERE x.order_key = o.key)`;
}

/**
 * The orders of a kind with only what the filters read, since whole bodies take several times longer; then the
 * paid ones that are gone.
 */
function* orderCandidates(
  { read, filter }: Filtering,
  kind: StoredOrderKind,
  isFirst: boolean,
): Generator<Candidate> {
  const rows = read(`SELECT o.key, o.id${columnsFor(filter)} FROM base_orders o
    WHERE o.kind = '${kind}' AND o.gone_at IS NULL`);
  for (const row of rows) yield { id: String(row.id), key: Number(row.key), read: readerOf(row) };
  yield* goneOrders(read, kind, isFirst);
}

function columnsFor(
  filter: OrderFilter,
  expressions: Readonly<Partial<Record<StoredField, string>>> = {},
): string {
  const fields = [...new Set(filter.flatMap(({ reads }) => reads))];
  return fields.map((path) => `, ${expressions[path] ?? expressionOf(path)} AS "${path}"`).join('');
}

const readerOf = (row: Row) => (path: StoredField) =>
  path.includes('.') ? JSON.parse(String(row[path])) : row[path];

/** Fields that filters read of the payment itself. */
const ofPayment: Readonly<Partial<Record<StoredField, string>>> = {
  orderDate: 'p.paid_on',
  buyingGroup: payingGroup,
  platform: payingGroup,
};

/**
 * The parts of payments for orders of a kind; those of no order, or of one whose kind is no longer known,
 * come with the first kind, and only filters on the payment itself let them pass.
 */
function* partsOf(
  { read, kinds, filter }: Filtering,
  kind: StoredOrderKind,
  isFirst: boolean,
): Generator<Candidate> {
  const asksOrders = filter.some(({ reads }) => reads.some((path) => !(path in ofPayment)));
  const others = kinds === 'all' && isFirst && !asksOrders ? 'OR o.kind IS NULL' : '';
  const rows = read(
    `SELECT ${partName} AS id${columnsFor(filter, ofPayment)} ${paymentParts}
       WHERE (o.kind = '${kind}' ${others})`,
  );
  for (const row of rows) yield { id: String(row.id), read: readerOf(row) };
}

function goneOrders(read: Reader, wanted: string, withUnknown: boolean): readonly Candidate[] {
  return paidGoneOrders(read)
    .filter(({ kind }) => (kind === null ? withUnknown : kind === wanted))
    .map(({ id, orderNumber, group, body }) => {
      const known = { orderNumber, buyingGroup: group, platform: group };
      const order = { ...known, ...(body === null ? {} : JSON.parse(body)) };
      return { id, read: (path) => valueAt(order, path) };
    });
}

/**
 * Computes what a filter leaves of what a report adds up; of both for a page that shows orders and payments. A group
 * that no payment has may have orders.
 */
export async function wantedOf(filtering: Filtering, of: 'orders' | 'payments' | 'both') {
  const orders = of === 'payments' ? undefined : await passing(filtering, orderCandidates);
  const said = of === 'both' ? { ...filtering, notices: undefined } : filtering;
  const parts = of === 'orders' ? undefined : await passing(said, partsOf);
  return {
    wanted: orders?.flatMap(({ key }) => key ?? []),
    wantedGone: orders?.flatMap(({ id, key }) => (key === undefined ? [id] : [])),
    wantedParts: parts?.map(({ id }) => id),
  };
}

async function passing(
  filtering: Filtering,
  candidates: (
    filtering: Filtering,
    kind: StoredOrderKind,
    isFirst: boolean,
  ) => Iterable<Candidate>,
): Promise<readonly Candidate[]> {
  const { filter, kinds, read, notices } = filtering;
  const wanted: Candidate[] = [];
  const lists = orderKindList.filter(({ noun }) => kinds === 'all' || kinds === noun);
  // A name means the same for both kinds, whichever of them has it.
  const known = read<{ readonly name: string }>(
    `SELECT DISTINCT group_id AS name FROM base_orders WHERE gone_at IS NULL
       AND group_id IS NOT NULL AND kind IN (${textList(lists.map(({ stored }) => stored))})`,
  );
  const featured = lists.flatMap((list) => list.featured);
  const names = new FilterNames(filter, [...featured, ...known.map(({ name }) => name)]);
  for (const [place, kind] of lists.entries()) {
    const passed = filterOrders(candidates(filtering, kind.stored, place === 0), {
      kind,
      names,
      read: (order, path) => order.read(path),
    });
    for await (const one of passed) wanted.push(one);
  }
  if (notices !== undefined) names.say(notices, 'group');
  return wanted;
}
