import { nameKey } from '../../contract/named';
import { keyOf } from '../../lib/fold';
import type { Fact, PayoutRow, RecordedPayment } from './model';

const referenceName = (reference: string) => `reference/${reference}`;

/** The identity of a group's payment: it stays, whichever spelling of the group becomes its name. */
export function paymentIdentity(group: string, name: string): string {
  return `${nameKey(group)}/${name}`;
}

/** The identity of a group's payment with this reference. */
export function referenceIdentity(group: string, reference: string): string {
  return paymentIdentity(group, referenceName(reference));
}

/** The identity of a further payment that was typed under a reference, for another order. */
export function furtherIdentity(named: string, orderId: string): string {
  return `${named}/${orderId}`;
}

/** The identifiers of a row as one text: equal for rows with the same identifiers. */
export function keysOf(row: Pick<PayoutRow, 'trackings' | 'order'>): string {
  const order = row.order === null ? '' : keyOf(row.order);
  return JSON.stringify([[...row.trackings].sort(), order]);
}

/** The tracking numbers in a text of `keysOf`; none for a payment that was typed in. */
export function trackingsIn(keys: string): readonly string[] {
  return keys === '' ? [] : (JSON.parse(keys) as [string[], string])[0];
}

/** The content of a row as one text, independent of the export's layout. */
export function contentOf(row: PayoutRow): string {
  const { amount, paidOn, dates = paidOn, reference, item, quantity, destroyed } = row;
  return JSON.stringify([keysOf(row), amount, dates, reference, item, quantity, destroyed]);
}

/**
 * Gives each row a name within its group: its reference if it has one, else a hash of its content
 * with its ordinal among equal rows of the same file. So overlapping exports add nothing twice, and
 * two equal payments in one file remain two. A bonus and a fee on one receipt differ in their items.
 */
export function nameRows(
  rows: readonly PayoutRow[],
  hash: (content: string) => string,
  namesNothing: (row: PayoutRow) => boolean,
): readonly string[] {
  const ordinals = new Map<string, number>();
  return rows.map((row) => {
    if (row.reference !== null) {
      const item = namesNothing(row) ? `/${row.item ?? ''}` : '';
      return `${referenceName(row.reference)}${item}`;
    }
    const content = contentOf(row);
    const inFile = `${row.file}\n${row.state === 'paid'}\n${content}`;
    const ordinal = (ordinals.get(inFile) ?? 0) + 1;
    ordinals.set(inFile, ordinal);
    return `content/${hash(content)}/${ordinal}`;
  });
}

/** Whether it belongs to no order: its names are apart from those of payments for orders. */
const isForNobody = ({ pays }: Fact) => pays === 'other' || pays === 'nothing';

const orderless = (name: string) => `other/${name}`;

/** A fact's name among all payments. */
export function nameOfFact(fact: Fact): string {
  return isForNobody(fact) ? orderless(fact.name) : fact.name;
}

/** A payment's name within its group. A group and a reference may hold any character. */
export function nameOfPayment(payment: RecordedPayment): string | undefined {
  const { identity, reference, allocations, item } = payment;
  if (allocations.length === 0) {
    if (reference !== null) return orderless(`${referenceName(reference)}/${item ?? ''}`);
    return identity === null ? undefined : orderless(identity.split('/').slice(-3).join('/'));
  }
  return reference === null ? identity?.split('/').slice(-3).join('/') : referenceName(reference);
}
