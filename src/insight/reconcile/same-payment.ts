import { groupBy } from '../../lib/once';
import { trackingsIn } from './identity';
import type { Doubt, DoubtReason, Fact, RecordedPayment } from './model';

/** As much of a row as tells whether it is a recorded payment. */
type Payable = Pick<
  Fact,
  'amount' | 'allocations' | 'keys' | 'item' | 'format' | 'paidOn' | 'reference'
>;

type Identified = Pick<Fact, 'keys' | 'item' | 'format'>;

const orderIds = ({ allocations }: Pick<Fact, 'allocations'>) =>
  allocations.map(({ orderId }) => orderId);

export const areApart = (one: Pick<Fact, 'allocations'>, other: Pick<Fact, 'allocations'>) =>
  !orderIds(one).some((id) => orderIds(other).includes(id));

/** Equal for payments of the same amount for the same orders. */
export const moneyOf = (one: Pick<Fact, 'amount' | 'allocations'>) =>
  `${one.amount} ${orderIds(one).sort().join()}`;

/** `2026-12-01` read as `2026-01-12`: the same day with the other order of day and month. */
function isSwapped(one: string, other: string): boolean {
  const [year, month, day] = one.split('-');
  return other === `${year}-${day}-${month}`;
}

/** Whether the days may be one. With no day at all, only the same identifiers say so. */
function isSameDay(one: Payable, other: RecordedPayment): boolean {
  if (one.paidOn === null && other.paidOn === null) return one.keys === other.keys;
  if (one.paidOn === null || other.paidOn === null) return true;
  return one.paidOn === other.paidOn || isSwapped(one.paidOn, other.paidOn);
}

/** Whether rows of one layout have the same tracking numbers, order number and item. */
export function isSameLine(one: Identified, other: Identified): boolean {
  if (one.keys !== other.keys) return false;
  if (one.format !== null && other.format !== null && one.format !== other.format) return false;
  return one.item === other.item || one.item === undefined || other.item === undefined;
}

/**
 * Why a new row may be a recorded payment that its file no longer has; undefined if it is another
 * one. Two references are two payments. Nothing else proves anything, except in BFMR's tracker,
 * which has one row for each item.
 */
export function samePayment(row: Payable, payment: RecordedPayment): DoubtReason | undefined {
  if (row.reference !== null && payment.reference !== null) return undefined;
  const isSameMoney = row.allocations.length > 0 && moneyOf(row) === moneyOf(payment);
  if (payment.importId === null) return isSameMoney ? 'typed' : undefined;
  // Of an older waybill's import, only the new rows are known: its file may have had the other one.
  const isUnnamed = row.reference === null && payment.reference === null && row.format !== null;
  // A bonus is edited only if it says what it is for.
  const hasLine = row.allocations.length > 0 || typeof row.item === 'string';
  if (isUnnamed && hasLine && isSameLine(row, payment)) return 'edited';
  if (!isSameMoney) return undefined;
  const [trackings, others] = [trackingsIn(row.keys), trackingsIn(payment.keys)];
  const areOthers = trackings.every((tracking) => !others.includes(tracking));
  if (trackings.length > 0 && others.length > 0 && areOthers) return undefined;
  return isSameDay(row, payment) ? 'read again' : undefined;
}

/** In order of amount, so that the pairs don't depend on the order of rows. */
const byAmount = <T extends Pick<Fact, 'amount' | 'paidOn'>>(list: readonly T[]) =>
  [...list].sort(
    (one, other) =>
      one.amount - other.amount || (one.paidOn ?? '').localeCompare(other.paidOn ?? ''),
  );

/**
 * The recorded payments that new rows probably are, changed. Several on the same keys are paired in
 * order of amount; those that an older waybill recorded only one to one, since it remembered no item.
 */
export function editedPayments(
  rows: readonly Fact[],
  payments: readonly RecordedPayment[],
): ReadonlyMap<Fact, RecordedPayment> {
  const pairs = new Map<Fact, RecordedPayment>();
  const [older, newer] = [
    payments.filter(({ item }) => item === undefined),
    payments.filter(({ item }) => item !== undefined),
  ];
  const lineOf = ({ format, keys, item }: Identified) => JSON.stringify([format, keys, item]);
  const byLine = groupBy(newer, lineOf);
  for (const [line, own] of groupBy(rows, lineOf)) {
    const before = byAmount(byLine.get(line) ?? []);
    for (const [place, row] of byAmount(own).entries()) {
      const payment = before[place];
      if (payment !== undefined && samePayment(row, payment) === 'edited') pairs.set(row, payment);
    }
  }
  const olderByKeys = groupBy(older, ({ keys }) => keys);
  const left = rows.filter((row) => !pairs.has(row));
  for (const [keys, own] of groupBy(left, (row) => row.keys)) {
    const [row, ...rows] = own;
    const [payment, ...payments] = olderByKeys.get(keys) ?? [];
    const isOne = rows.length + payments.length === 0;
    if (isOne && row && payment && samePayment(row, payment) === 'edited') pairs.set(row, payment);
  }
  return pairs;
}

/** The doubts among the payments of an older waybill, in the order in which they were recorded. */
export function olderDoubts(
  payments: readonly RecordedPayment[],
): ReadonlyMap<RecordedPayment, Doubt> {
  const doubts = new Map<RecordedPayment, Doubt>();
  for (const same of groupBy(payments, moneyOf).values()) {
    for (const [place, payment] of same.entries()) {
      if (payment.importId === null) continue;
      const row = { ...payment, format: null };
      const before = same.slice(0, place).find((one) => {
        return one.importId !== payment.importId && samePayment(row, one) !== undefined;
      });
      const reason = before === undefined ? undefined : samePayment(row, before);
      if (before && reason) doubts.set(payment, { reason, before });
    }
  }
  return doubts;
}
