import type { Shipment } from '../../contract/bodies';
import { judge } from '../../contract/carriers';
import { limits } from '../../contract/limits';
import type { Problem } from '../spec';
import type { ShipmentField } from './shipment-columns';

/** What the file calls each field: `column "Order #"`. */
export type Labels = Readonly<Record<ShipmentField, string>>;

/** `9.4E+21`: what a spreadsheet makes of a long number. The digits behind are gone for good. */
const scientific = /^\d(?:[.,]\d+E[+-]?|E\+)\d{1,3}$/i;
/** What a spreadsheet writes where a formula has failed, or a column was too narrow. */
const spreadsheetError = /^#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|#+)$/i;
/** Fifteen digits are all that a spreadsheet keeps of a number. */
const zerosFromThe16th = /^\d{15}0+$/;
const longestQuote = 40;

/** Letters and digits and nothing else, as nearly every tracking number is. */
export function isPlain(text: string): boolean {
  return /^[0-9A-Za-z]+$/.test(text);
}

/** A value as a message shows it. */
function shown(value: string): string {
  return value.length <= longestQuote ? `"${value}"` : `"${value.slice(0, longestQuote)}…"`;
}

function problem(code: string, message: string): Problem {
  return { code, message };
}

/**
 * Why a shipment can't be sent: what the contract's schema would refuse (a test holds the two
 * together; a schema per row is too slow for a million of them), and a tracking number that a
 * spreadsheet has destroyed. The texts come without spaces around them.
 */
export function whyInvalid(
  { retailer, orderNumber, trackingNumber }: Shipment,
  labels: Labels,
): Problem | undefined {
  if (retailer === '') return problem('empty', `${labels.retailer} is empty`);
  if (orderNumber === '') return problem('empty', `${labels.orderNumber} is empty`);
  if (trackingNumber === '') return problem('empty', `${labels.trackingNumber} is empty`);
  const longest = limits.length.orderNumber;
  if (orderNumber.length > longest) {
    const { length } = orderNumber;
    return problem(
      'too_long',
      `${labels.orderNumber} has ${length} characters, at most ${longest} are allowed`,
    );
  }
  if (isPlain(trackingNumber)) return undefined;
  if (scientific.test(trackingNumber)) {
    return problem(
      'spreadsheet_number',
      `${labels.trackingNumber} holds ${shown(trackingNumber)}: a spreadsheet has cut the number; format the column as text and enter it again`,
    );
  }
  if (trackingNumber.startsWith('#') && spreadsheetError.test(trackingNumber)) {
    return problem(
      'spreadsheet_error',
      `${labels.trackingNumber} holds ${shown(trackingNumber)}, an error of the spreadsheet`,
    );
  }
  return undefined;
}

/** The kinds of doubt about a shipment that is sent all the same. */
export const doubts = {
  trailing_zeros: 'zeros from the 16th digit on, as a spreadsheet leaves them',
  lost_zeros: 'leading zeros seem to be lost',
  check_digit: 'the check digit is wrong',
  carrier_pattern: 'of no known carrier',
  decimal: 'ends in a decimal fraction, as a spreadsheet writes a number',
  invisible: 'holds characters that are not plain letters and digits',
  order_number: 'the order number looks like one that a spreadsheet has cut',
} as const;

export type Doubt = keyof typeof doubts;

/** How many leading zeros are tried before a number counts as unknown. */
const mostLostZeros = 2;

function zerosLost(trackingNumber: string): number {
  if (!/^\d{8,30}$/.test(trackingNumber)) return 0;
  for (let zeros = 1; zeros <= mostLostZeros; zeros++) {
    if (judge('0'.repeat(zeros) + trackingNumber).kind === 'valid') return zeros;
  }
  return 0;
}

/** What may be wrong with a shipment; there are genuine exceptions to each of these. */
export function doubtAbout({ orderNumber, trackingNumber }: Shipment): Doubt | undefined {
  if (scientific.test(orderNumber)) return 'order_number';
  if (trackingNumber.endsWith('0') && zerosFromThe16th.test(trackingNumber)) {
    return 'trailing_zeros';
  }
  const verdict = judge(trackingNumber);
  if (verdict.kind === 'valid') return undefined;
  if (!isPlain(trackingNumber)) {
    if (/^\d+[.,]0+$/.test(trackingNumber)) return 'decimal';
    if (/[^\x21-\x7e]/.test(trackingNumber)) return 'invisible';
  } else if (zerosLost(trackingNumber) > 0) return 'lost_zeros';
  return verdict.kind === 'wrong_check' ? 'check_digit' : 'carrier_pattern';
}

/** The doubt in a sentence, under the file's own names. */
export function doubtMessage(doubt: Doubt, shipment: Shipment, labels: Labels): string {
  const { orderNumber, trackingNumber } = shipment;
  const what = `${labels.trackingNumber} holds ${shown(trackingNumber)}`;
  const verdict = judge(trackingNumber);
  switch (doubt) {
    case 'order_number':
      return `${labels.orderNumber} holds ${shown(orderNumber)}: a spreadsheet may have cut the number`;
    case 'trailing_zeros':
      return `${what}: nothing but zeros from the 16th digit on, as a spreadsheet leaves them`;
    case 'decimal':
      return `${what}: a spreadsheet may have made a decimal number of it`;
    case 'invisible':
      return `${what}, with characters that are not plain letters, digits or signs`;
    case 'lost_zeros':
      return `${what}: with ${'0'.repeat(zerosLost(trackingNumber))} before it, it would be a valid number; leading zeros may be lost`;
    case 'check_digit':
      return `${what}: the form is ${verdict.kind === 'wrong_check' ? verdict.carrier : 'a carrier'}'s, but the check digit does not fit`;
    case 'carrier_pattern':
      return `${what}: no known carrier's numbers look like this`;
  }
}
