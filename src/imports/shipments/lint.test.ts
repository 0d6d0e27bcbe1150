import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/support/tier';
import { shipment as schema } from '../../contract/bodies';
import { carrierVerdict } from '../../contract/carriers';
import { doubtAbout, readShipment, whyElsewhere, whyInvalid } from './lint';
import { ShipmentBook } from './shipment-book';

const labels = {
  retailer: 'Column "Store"',
  orderNumber: 'Column "Order #"',
  trackingNumber: 'Column "Tracking"',
};
const good = { retailer: 'Best Buy', orderNumber: 'BBY-1', trackingNumber: '1Z999AA10123456784' };

/** The first eleven digits that are a carrier's number with a leading zero, but not without. */
const withoutItsZero = Array.from({ length: 1000 }, (_, index) =>
  String(10_000_000_000 + index),
).find(
  (digits) =>
    carrierVerdict(digits).kind !== 'valid' && carrierVerdict(`0${digits}`).kind === 'valid',
) as string;

test("finds invalid what the contract's schema refuses, except a retailer that comes from the order", () => {
  const text = (longest: number) => fc.string({ maxLength: longest }).map((one) => one.trim());
  const row = fc.record({ retailer: text(5), orderNumber: text(130), trackingNumber: text(30) });
  fc.assert(
    fc.property(row, (shipment) => {
      const asSent = { ...shipment, retailer: shipment.retailer || 'of the order' };
      expect(whyInvalid(shipment, labels) === undefined).toBe(schema.safeParse(asSent).success);
    }),
    { numRuns: runs(2000) },
  );
});

describe('invalid', () => {
  test.each([
    [{ orderNumber: '' }, 'Column "Order #" is empty'],
    [{ orderNumber: '#N/A' }, 'Column "Order #" contains "#N/A", a spreadsheet error'],
    [{ retailer: '#REF!' }, 'Column "Store" contains "#REF!", a spreadsheet error'],
    [{ orderNumber: 'x'.repeat(101) }, 'Column "Order #" has 101 characters; the maximum is 100'],
    [{ trackingNumber: '9.4E+21' }, '"9.4E+21" is a number that a spreadsheet rounded'],
    [{ trackingNumber: 'TBD' }, '"TBD" is not a tracking number: it has no digits'],
  ])('%j', (change, message) => {
    const [one] = readShipment({ ...good, ...change }, labels);
    expect(one?.invalid?.message).toContain(message);
  });

  test('an order number of as many characters as the service takes is not', () => {
    const longest = { ...good, orderNumber: 'x'.repeat(100) };
    expect(whyInvalid(longest, labels)).toBe(undefined);
  });

  test('a blank retailer is not invalid, and a blank tracking number is not a shipment', () => {
    expect(readShipment({ ...good, retailer: '' }, labels)).toEqual([
      { item: { ...good, retailer: '' }, invalid: undefined },
    ]);
    expect(readShipment({ ...good, trackingNumber: '' }, labels)).toEqual([]);
  });
});

describe('doubtful, with the reason', () => {
  test.each<[Partial<typeof good>, string | undefined, string]>([
    [{}, undefined, ''],
    [{ trackingNumber: '1LS728673625151' }, undefined, ''],
    [
      { trackingNumber: '1Z999AA10123456785' },
      'check_digit',
      'looks like a number from UPS, but the check digit',
    ],
    [{ trackingNumber: 'HELLO' }, 'carrier_pattern', 'no known carrier'],
    [{ trackingNumber: '9400111899223100000000' }, 'trailing_zeros', 'zeros from the 16th digit'],
    [{ trackingNumber: '940011189922310000000' }, 'trailing_zeros', 'zeros from the 16th digit'],
    [{ trackingNumber: '9400111899223100' }, 'trailing_zeros', 'zeros from the 16th digit'],
    [{ trackingNumber: '133379190' }, 'lost_zeros', 'valid as "0133379190"'],
    [{ trackingNumber: '13371271' }, 'lost_zeros', 'valid as "0013371271"'],
    [{ trackingNumber: '12345679' }, 'carrier_pattern', 'no known carrier'],
    [{ trackingNumber: withoutItsZero }, 'lost_zeros', 'may have lost its leading zeros'],
    [{ trackingNumber: '1Z999AA1\u200b0123456784' }, 'invisible', 'other than plain'],
    [{ orderNumber: '1.12E+15' }, 'order_number', 'may have been rounded'],
  ])('%j is %s', (change, doubt, reported) => {
    const found = doubtAbout({ ...good, ...change }, labels, undefined);
    expect(found?.code).toBe(doubt);
    expect(found?.message ?? '').toContain(reported);
  });

  test('the number of another order, whatever form it has', () => {
    const other = '1Z999AA10123456784';
    const book = new ShipmentBook();
    book.addGiftCardOrder(other, 'Apple');
    const found = doubtAbout({ ...good, trackingNumber: other }, labels, book);
    expect(found?.code).toBe('other_order');
    expect(found?.message).toContain('is the number of another of your orders');
    const own = { ...good, orderNumber: other, trackingNumber: other };
    expect(doubtAbout(own, labels, book)).toBe(undefined);
  });
});

test('says which other order has the number, unless the order of the shipment has it', () => {
  const book = new ShipmentBook();
  const { trackingNumber } = good;
  const add = (orderNumber: string, ...numbers: readonly string[]) =>
    book.addBuyingGroupOrder({
      ...{ orderNumber, retailer: 'Best Buy' },
      trackingNumbers: numbers.map((number) => ({ trackingNumber: number })),
    });
  add('BBY-1');
  expect(whyElsewhere(good, book)).toBe(undefined);
  add('BBY-2', trackingNumber);
  expect(whyElsewhere(good, book)).toBe(
    `Tracking number ${trackingNumber} is already on order BBY-2`,
  );
  add('BBY-1', trackingNumber);
  expect(whyElsewhere(good, book)).toBe(undefined);
});
