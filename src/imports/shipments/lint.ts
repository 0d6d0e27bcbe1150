import type { Shipment } from '../../contract/bodies';
import { carrierVerdict } from '../../contract/carriers';
import { limits } from '../../contract/limits';
import { errorIn, isRounded } from '../../tabular/cells';
import type { Problem } from '../../upload/spec';
import { zerosFromThe16th } from './cell-words';
import type { ShipmentBook } from './shipment-book';
import type { ShipmentField } from './shipment-columns';
import { readTrackingCell, shown } from './tracking-cell';

/** The file's name for each field: `column "Order #"`. */
export type Labels = Readonly<Record<ShipmentField, string>>;

function problem(code: string, message: string): Problem {
  return { code, message };
}

/**
 * The reason why a shipment can't be sent, whatever the account contains. The contract's schema would
 * refuse the same (a test compares the two; running the schema on every row is too slow for a million).
 * An empty retailer is read from the order. The texts arrive without surrounding spaces.
 */
export function whyInvalid(shipment: Shipment, labels: Labels): Problem | undefined {
  const { orderNumber, trackingNumber } = shipment;
  if (orderNumber === '') return problem('empty', `${labels.orderNumber} is empty`);
  if (trackingNumber === '') return problem('empty', `${labels.trackingNumber} is empty`);
  for (const field of ['orderNumber', 'retailer'] as const) {
    const fault = errorIn(shipment[field]);
    if (fault !== undefined) return problem(fault.code, `${labels[field]} ${fault.message}`);
  }
  const longest = limits.length.orderNumber;
  if (orderNumber.length > longest) {
    const { length } = orderNumber;
    return problem(
      'too_long',
      `${labels.orderNumber} has ${length} characters; the maximum is ${longest}`,
    );
  }
  return undefined;
}

/** A shipment that a row describes, and why it can't be sent, if so. */
export interface Read {
  readonly item: Shipment;
  readonly invalid: Problem | undefined;
}

/** The shipments of a row: one for each tracking number in its cell; none if the cell is empty. */
export function readShipment(row: Shipment, labels: Labels): readonly Read[] {
  return readTrackingCell(row.trackingNumber, row.orderNumber).map(({ trackingNumber, junk }) => {
    const item = { ...row, trackingNumber };
    return { item, invalid: whyInvalid(item, labels) ?? junk };
  });
}

/** The kinds of doubt about a shipment that is still sent. */
export type ShipmentDoubt =
  | 'other_order'
  | 'trailing_zeros'
  | 'lost_zeros'
  | 'check_digit'
  | 'carrier_pattern'
  | 'invisible'
  | 'order_number';

/** The most leading zeros to try before a number counts as unknown. */
const mostLostZeros = 2;

function zerosLost(trackingNumber: string): number {
  if (!/^\d{8,30}$/.test(trackingNumber)) return 0;
  for (let zeros = 1; zeros <= mostLostZeros; zeros++) {
    if (carrierVerdict('0'.repeat(zeros) + trackingNumber).kind === 'valid') return zeros;
  }
  return 0;
}

/**
 * The doubt about a shipment, if there is one; each kind has genuine exceptions. `book` has the account's
 * orders, if they are known.
 */
export function doubtAbout(
  shipment: Shipment,
  book: Pick<ShipmentBook, 'isOtherOrder'> | undefined,
): ShipmentDoubt | undefined {
  const { orderNumber, trackingNumber } = shipment;
  if (book?.isOtherOrder(shipment) === true) return 'other_order';
  if (isRounded(orderNumber)) return 'order_number';
  if (zerosFromThe16th.test(trackingNumber)) return 'trailing_zeros';
  const verdict = carrierVerdict(trackingNumber);
  if (verdict.kind === 'valid') return undefined;
  if (/[^\x21-\x7e]/.test(trackingNumber)) return 'invisible';
  if (zerosLost(trackingNumber) > 0) return 'lost_zeros';
  return verdict.kind === 'wrong_check' ? 'check_digit' : 'carrier_pattern';
}

/**
 * Says that another order has the tracking number too. Two orders may share a parcel, so that is no
 * doubt about the number itself.
 */
export function whyElsewhere(
  shipment: Shipment,
  book: Pick<ShipmentBook, 'isOnItsOrder' | 'otherOrderWith'>,
): string | undefined {
  const other = book.isOnItsOrder(shipment) ? undefined : book.otherOrderWith(shipment);
  return other && `Tracking number ${shipment.trackingNumber} is already on order ${other}`;
}

/** The doubt as a sentence, with the file's own names. */
export function doubtMessage(doubt: ShipmentDoubt, shipment: Shipment, labels: Labels): string {
  const { orderNumber, trackingNumber } = shipment;
  const what = `${labels.trackingNumber}: ${shown(trackingNumber)}`;
  const verdict = carrierVerdict(trackingNumber);
  switch (doubt) {
    case 'other_order':
      return `${what} is the number of another of your orders`;
    case 'order_number':
      return `${labels.orderNumber}: ${shown(orderNumber)} may have been rounded by a spreadsheet`;
    case 'trailing_zeros':
      return `${what} has only zeros from the 16th digit on, as a spreadsheet leaves them`;
    case 'invisible':
      return `${what} has characters other than plain letters, digits and punctuation`;
    case 'lost_zeros':
      return `${what} may have lost its leading zeros: it would be valid as "${'0'.repeat(zerosLost(trackingNumber))}${trackingNumber}"`;
    case 'check_digit':
      return `${what} looks like a number from ${verdict.kind === 'wrong_check' ? verdict.carrier : 'a carrier'}, but the check digit is wrong`;
    case 'carrier_pattern':
      return `${what} matches no known carrier's format`;
  }
}
