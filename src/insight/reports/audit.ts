import { addDays } from '../../lib/days';
import { keyOf } from '../../lib/fold';
import { groupBy } from '../../lib/once';
import { dollarsForPeople as dollars, typedWords } from '../../lib/words';
import { isAmong, knownStatuses, sqlText, stages, textList } from '../formulas';
import { orderItself, ordersWithNames, paidGoneOrders } from '../order-rows';
import {
  acceptanceOf,
  byAge,
  type ClusteredPayment,
  findClusters,
  usualTolerance,
} from '../reconcile/clusters';
import type { KeptDoubt } from '../reconcile/ledger';
import { OrderIndex } from '../reconcile/match';
import type { AccountOrder, Allocation } from '../reconcile/model';
import { expressions, type Reader, type Row, readOrders, type Scope } from '../report-scope';
import { differingSpellings, numberSpellings } from './audit-spellings';
import { payingGroup, paymentParts } from './received';
import { member } from './report';

export const findingNames = typedWords(
  'no_card no_order_number no_tracking no_expectation expected_loss shared_tracking',
  'closed_card cancelled_but_paid paid_short paid_over unknown_status',
  'payment_of_gone_order doubtful_payment paid_unrecorded group_spelling',
  'number_spelling',
);
export type FindingName = (typeof findingNames)[number];

const { kind, id, orderNumber } = orderItself;

export const auditMembers = {
  finding: member.status('The name of the finding'),
  kind,
  id,
  orderNumber,
  detail: member.text('The finding in words, with amounts in dollars'),
};

export interface AuditFinding extends Pick<AccountOrder, 'id' | 'orderNumber'> {
  readonly finding: FindingName;
  /** Null if the mirror has nothing but payments of the order. */
  readonly kind: string | null;
  /** The finding in words, with amounts in dollars. */
  readonly detail: string;
}

/** Days after which a purchased order should have a tracking number. */
const trackingExpectedAfter = 7;

/** Findings that need only SQL: a name, a condition, and the detail, or the cents in it and their words. */
function sqlFindings(
  scope: Scope,
  recordedSince = '{}',
): readonly [FindingName, string, string, ((amount: string) => string)?][] {
  const f = expressions(scope);
  const shipped = Object.values(stages)
    .flat()
    .filter((status) => status !== 'purchased' && status !== 'issue');
  const late = addDays(scope.today, -trackingExpectedAfter);
  const noTracking = `(o.kind = 'order' AND ${f.open}
    AND NOT EXISTS (SELECT 1 FROM base_trackings t WHERE t.order_key = o.key)
    AND (o.status = 'purchased' AND o.order_date < '${late}' OR o.status IN (${textList(shipped)})))`;
  const card = (what: string) => `(SELECT ${what} FROM base_cards c WHERE c.id = o.card_id)`;
  return [
    ['no_card', `${f.open} AND ${f.total} > 0 AND coalesce(o.card_id, '') = ''`, `'has no card'`],
    ['no_order_number', `coalesce(trim(o.order_number), '') = ''`, `'has no order number'`],
    [
      'no_tracking',
      noTracking,
      `coalesce('ordered ' || ${f.age} || ' days ago, ', '') || 'status ' || o.status || ', no tracking number'`,
    ],
    ['no_expectation', f.conditions.noExpectation, `'open without an expected payout'`],
    [
      'expected_loss',
      `${f.conditions.expected} AND ${f.expectedProfit} < 0`,
      `-${f.expectedProfit}`,
      (amount) => `an expected loss of ${amount}`,
    ],
    [
      'closed_card',
      `${f.open} AND ${card('c.closed_at')} IS NOT NULL`,
      `'paid with the card ' || ${card('coalesce(c.last_digits, c.id)')} || ', closed ' || ${card('substr(c.closed_at, 1, 10)')}`,
    ],
    [
      'cancelled_but_paid',
      `${f.isCancelled} AND ${f.paid} <> 0`,
      f.paid,
      (amount) => `cancelled, but ${amount} was paid`,
    ],
    [
      'unknown_status',
      `o.status IS NOT NULL AND o.status NOT IN (${textList(knownStatuses)})`,
      `'unknown status "' || o.status || '"'`,
    ],
    [
      'paid_unrecorded',
      `${f.isPaid} AND NOT ${f.recorded} AND o.order_date >=
        (SELECT value FROM json_each(${sqlText(recordedSince)}) WHERE key = o.group_id)`,
      f.expected,
      (amount) => `paid, but no payment is recorded; profit assumes ${amount}`,
    ],
  ];
}

function recordedSince(read: Reader): string {
  const firsts = read(`SELECT ${payingGroup} AS "group", min(p.paid_on) AS day ${paymentParts}
    AND p.paid_on IS NOT NULL GROUP BY 1`);
  return JSON.stringify(Object.fromEntries(firsts.map(({ group, day }) => [group, day])));
}

/** Counts orders that should have a tracking number and have none, far quicker than the whole audit. */
export function countUntracked(read: Reader, scope: Scope): number {
  const [, condition = ''] = sqlFindings(scope).find(([name]) => name === 'no_tracking') ?? [];
  return Number(readOrders(read, scope, 'count(*) AS count', condition)[0]?.count);
}

/** The tracking numbers of orders that payments reached: the only ones that join orders. */
const paidTrackings = `(SELECT t.* FROM base_trackings t
  WHERE t.order_key IN (SELECT o.key FROM allocations a JOIN base_orders o ON o.id = a.order_id))`;

/** The orders that share a tracking number. SQL filters out nearly all: those with a number alone. */
function sharedTrackings(read: Reader, table: string) {
  const otherwise = "tracking_number GLOB '*[^0-9A-Z]*'";
  const columns = `SELECT order_key AS "key", tracking_number AS number FROM ${table}`;
  type Numbered = { readonly key: number; readonly number: string };
  const spelled = read<Numbered>(`${columns} WHERE ${otherwise}`).map(({ number }) =>
    keyOf(number),
  );
  const candidates = read<Numbered>(
    `${columns} WHERE ${otherwise} OR ${isAmong('tracking_number', spelled)}
       OR tracking_number IN
         (SELECT tracking_number FROM ${table} GROUP BY 1 HAVING count(*) > 1)`,
  );
  const shared = [...groupBy(candidates, ({ number }) => keyOf(number)).values()].filter(
    (same) => new Set(same.map(({ key }) => key)).size > 1,
  );
  return groupBy(shared.flat(), ({ key }) => key);
}

/**
 * The orders, gone ones too, that share a tracking number or a payment or were not paid what was expected:
 * all the others are paid in full or not at all.
 */
function involvedOrders(read: Reader, scope: Scope, table: string) {
  const trackings = sharedTrackings(read, table);
  const f = expressions(scope);
  const expected = `CASE WHEN ${f.isCancelled} THEN 0 ELSE ${f.expected} END`;
  const involved = `(${isAmong('o.key', [...trackings.keys()])}
    OR o.id IN (SELECT order_id FROM allocations)
      AND (abs(${f.paid} - (${expected})) > ${usualTolerance} OR o.id IN
        (SELECT order_id FROM allocations WHERE payment_id IN
          (SELECT payment_id FROM allocations GROUP BY 1 HAVING count(*) > 1))))`;
  type Found = Omit<AccountOrder, 'gone' | 'trackings'> & Record<'key' | 'gone', number>;
  const orders = read<Found>(`
    SELECT key, kind, id, order_number AS orderNumber, coalesce(group_id, '') AS "group",
      coalesce(status, '') AS status, coalesce(order_date, '') AS orderDate,
      expected_payout_cents AS expected, gone_at IS NOT NULL AS gone
    FROM base_orders o WHERE ${involved}`).map(
    ({ key, gone, ...order }): AccountOrder => ({
      ...order,
      gone: gone === 1,
      trackings: (trackings.get(key) ?? []).map(({ number }) => number),
    }),
  );
  const named = readOrders(read, scope, "o.kind || ':' || o.id AS name", involved);
  const inScope = new Set(named.map(({ name }) => name));
  return {
    involved,
    orders,
    isInScope: ({ kind, id }: AccountOrder) => inScope.has(`${kind}:${id}`),
  };
}

/** The payments of orders, as far as it matters to their clusters. */
function payments(read: Reader, where: string): readonly ClusteredPayment[] {
  const parts = read<Allocation & { readonly id: number }>(`
    SELECT a.payment_id AS id, a.order_id AS orderId, a.amount_cents AS cents
    FROM base_orders o JOIN allocations a ON a.order_id = o.id WHERE ${where}`);
  return Array.from(groupBy(parts, ({ id }) => id).values(), (allocations) => ({
    amount: 0,
    keys: '',
    allocations,
  }));
}

/** The clusters that were paid short or over, as reconciliation finds them, with their orders in scope; the oldest first. */
export function differingClusters(read: Reader, scope: Scope, table = paidTrackings) {
  const { involved, orders, isInScope } = involvedOrders(read, scope, table);
  const index = new OrderIndex(orders);
  type Accepted = { readonly id: string; readonly paid: number; readonly expected: number };
  const acceptances = read<Accepted>(`SELECT order_id AS id, paid_cents AS paid,
      expected_cents AS expected FROM base_acceptances WHERE order_id IS NOT NULL`);
  const accepted = new Map(acceptances.map((one) => [one.id, one]));
  const { clusters } = findClusters(index, payments(read, involved), usualTolerance);
  const all = clusters.flatMap((cluster) => {
    const counted = cluster.orders
      .filter((order) => isInScope(order) && order.status !== 'cancelled' && order.expected > 0)
      .sort(byAge);
    const [oldest] = counted;
    const differs = Math.abs(cluster.difference) > cluster.tolerance;
    const isWrittenOff = acceptanceOf(cluster, accepted)?.applies === true;
    return differs && oldest !== undefined ? [{ ...cluster, counted, oldest, isWrittenOff }] : [];
  });
  all.sort((one, other) => byAge(one.oldest, other.oldest));
  const differing = all.filter(({ isWrittenOff }) => !isWrittenOff);
  return {
    index,
    isInScope,
    short: differing.filter(({ difference }) => difference < 0),
    over: differing.filter(({ difference }) => difference > 0),
    writtenOff: all.filter(({ isWrittenOff }) => isWrittenOff),
  };
}

export type DifferingCluster = ReturnType<typeof differingClusters>['short'][number];

/** The difference of a cluster, as it is said of its oldest order. */
function differenceInWords({ difference, paid, expected, orders, oldest }: DifferingCluster) {
  const others = orders
    .filter((order) => order !== oldest)
    .sort(byAge)
    .map(({ orderNumber, id }) => orderNumber?.trim() || id);
  const together =
    others.length > 0
      ? ` for ${orders.length} orders paid together, with ${others.join(', ')}`
      : '';
  const direction = difference < 0 ? 'short' : 'over';
  return `${dollars(Math.abs(difference))} ${direction}: ${dollars(paid)} of ${dollars(expected)} expected${together}`;
}

/** The doubts about payments in scope, each at its oldest order. */
export function doubtfulPayments(
  read: Reader,
  scope: Scope,
  doubts: readonly KeptDoubt[],
): readonly Row[] {
  const inDoubt = doubts.flatMap(({ orderIds }) => orderIds);
  const ordersInDoubt = ordersWithNames(read, scope, isAmong('o.id', inDoubt));
  const isWhole = scope.kind === 'all' && scope.wantedGone === undefined;
  return doubts.flatMap(({ text, orderIds, paymentIds }) => {
    const ofNone = { kind: null, id: orderIds[0] ?? String(paymentIds[0]), orderNumber: null };
    const own = ordersInDoubt.find(({ id }) => orderIds.includes(String(id)));
    const at = own ?? (isWhole ? ofNone : undefined);
    return at === undefined ? [] : [{ ...at, detail: text }];
  });
}

/** Everything worth a look, sorted by `findingNames` and date; one finding for orders paid together. */
export function audit(read: Reader, scope: Scope, doubts: readonly KeptDoubt[]) {
  const found: AuditFinding[] = [];
  const add = (
    finding: FindingName,
    { kind, id, orderNumber }: Row | AccountOrder,
    detail: unknown,
  ) => found.push({ finding, kind, id, orderNumber, detail } as AuditFinding);
  for (const [finding, condition, detail, inWords] of sqlFindings(scope, recordedSince(read))) {
    for (const row of ordersWithNames(read, scope, condition, `${detail} AS detail`)) {
      add(finding, row, inWords ? inWords(dollars(Number(row.detail))) : row.detail);
    }
  }
  const { index, isInScope, short, over } = differingClusters(read, scope, 'base_trackings');
  const shared = new Map<AccountOrder, number>();
  for (const orders of index.sharing()) {
    const live = orders.filter(({ gone }) => !gone);
    if (live.length < 2) continue;
    for (const order of live) shared.set(order, Math.max(live.length, shared.get(order) ?? 0));
  }
  for (const [order, count] of shared) {
    const others = count === 2 ? 'another order' : `${count - 1} other orders`;
    if (isInScope(order)) {
      add('shared_tracking', order, `shares a tracking number with ${others}`);
    }
  }
  for (const one of short) add('paid_short', one.oldest, differenceInWords(one));
  for (const one of over) add('paid_over', one.oldest, differenceInWords(one));
  for (const { paid, ...row } of paidGoneOrders(read)) {
    const isOfKind = scope.kind === 'all' || row.kind === null || scope.kind === `${row.kind}s`;
    if (!isOfKind || scope.wantedGone?.includes(row.id) === false) continue;
    add('payment_of_gone_order', row, `${dollars(paid)} was paid for an order that is gone`);
  }
  const inDoubt = doubtfulPayments(read, scope, doubts);
  for (const row of inDoubt) add('doubtful_payment', row, row.detail);
  for (const row of differingSpellings(read, scope)) add('group_spelling', row, row.detail);
  for (const row of numberSpellings(read, scope)) add('number_spelling', row, row.detail);
  return found.sort((a, b) => findingNames.indexOf(a.finding) - findingNames.indexOf(b.finding));
}
