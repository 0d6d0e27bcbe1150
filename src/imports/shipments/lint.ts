import type { Shipment } from '../../contract/bodies';
import { carrierVerdict } from '../../contract/carriers';
import { limits } from '../../contract/limits';
import { errorIn, isRounded } from '../../tabular/cells';
import type { Problem } from '../../upload/spec';
import { isValid, zerosFromThe16th } from './cell-words';
import type { ShipmentBook } from './shipment-book';
import type { ShipmentField } from './shipment-columns';
import { readTrackingCell, shown } from './tracking-cell';

/** The file's name for each field: `column "Order #"`. */
export type Labels = Readonly<Record<ShipmentField, string>>;

/**
 * The reason why a shipment can't be sent, whatever the account contains. The contract's schema would
 * refuse the same (a test compares the two; running the schema on every row is too slow for a million).
 * An empty retailer is read from the order. The texts arrive without surrounding spaces.
 */
export function whyInvalid(shipment: Shipment, labels: Labels): Problem | undefined {
  const { orderNumber, trackingNumber } = shipment;
  if (orderNumber === '') return { code: 'empty', message: `${labels.orderNumber} is empty` };
  if (trackingNumber === '') return { code: 'empty', message: `${labels.trackingNumber} is empty` };
  for (const field of ['orderNumber', 'retailer'] as const) {
    const fault = errorIn(shipment[field]);
    if (fault) return { code: fault.code, message: `${labels[field]} ${fault.message}` };
  }
  const { length } = orderNumber;
  const longest = limits.length.orderNumber;
  if (length <= longest) return undefined;
  const what = `has ${length} characters; the maximum is ${longest}`;
  return { code: 'too_long', message: `${labels.orderNumber} ${what}` };
}

/** The shipments of a row: one for each tracking number in its cell; none if the cell is empty. */
export function readShipment(row: Shipment, labels: Labels) {
  return readTrackingCell(row.trackingNumber, row.orderNumber).map(({ trackingNumber, junk }) => {
    const item = { ...row, trackingNumber };
    return { item, invalid: whyInvalid(item, labels) ?? junk };
  });
}

/** The number with the zeros that it may have lost, two at most; undefined if it would be valid with none. */
function withZeros(trackingNumber: string): string | undefined {
  if (!/^\d{8,30}$/.test(trackingNumber)) return undefined;
  return ['0', '00'].map((zeros) => zeros + trackingNumber).find(isValid);
}

/**
 * The doubt about a shipment that is still sent, if there is one; each kind has genuine exceptions. `book` has the account's
 * orders, if they are known.
 */
export function doubtAbout(
  shipment: Shipment,
  labels: Labels,
  book: Pick<ShipmentBook, 'isOtherOrder'> | undefined,
): Problem | undefined {
  const { orderNumber, trackingNumber } = shipment;
  const doubt = (code: string, what: string): Problem => ({
    code,
    message: `${labels.trackingNumber}: ${shown(trackingNumber)} ${what}`,
  });
  if (book?.isOtherOrder(shipment) === true) {
    return doubt('other_order', 'is the number of another of your orders');
  }
  if (isRounded(orderNumber)) {
    const what = 'may have been rounded by a spreadsheet';
    return {
      code: 'order_number',
      message: `${labels.orderNumber}: ${shown(orderNumber)} ${what}`,
    };
  }
  if (zerosFromThe16th.test(trackingNumber)) {
    const what = 'has only zeros from the 16th digit on, as a spreadsheet leaves them';
    return doubt('trailing_zeros', what);
  }
  const verdict = carrierVerdict(trackingNumber);
  if (verdict.kind === 'valid') return undefined;
  if (/[^\x21-\x7e]/.test(trackingNumber)) {
    return doubt('invisible', 'has characters other than plain letters, digits and punctuation');
  }
  const whole = withZeros(trackingNumber);
  if (whole !== undefined) {
    const what = `may have lost its leading zeros: it would be valid as "${whole}"`;
    return doubt('lost_zeros', what);
  }
  if (verdict.kind === 'no_form') {
    return doubt('carrier_pattern', "matches no known carrier's format");
  }
  const what = `looks like a number from ${verdict.carrier}, but the check digit is wrong`;
  return doubt('check_digit', what);
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
