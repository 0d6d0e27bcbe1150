import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/support/tier';
import { shipment as schema } from '../../contract/bodies';
import { judge } from '../../contract/carriers';
import { type Doubt, doubtAbout, doubtMessage, whyInvalid } from './lint';

const labels = {
  retailer: 'Column "Store"',
  orderNumber: 'Column "Order #"',
  trackingNumber: 'Column "Tracking"',
};
const good = { retailer: 'Best Buy', orderNumber: 'BBY-1', trackingNumber: '1Z999AA10123456784' };

/** The first eleven digits that are a carrier's number with a zero before them, and none without. */
const withoutItsZero = Array.from({ length: 1000 }, (_, index) =>
  String(10_000_000_000 + index),
).find(
  (digits) => judge(digits).kind !== 'valid' && judge(`0${digits}`).kind === 'valid',
) as string;

test("what the contract's schema refuses is invalid, and nothing else but damage", () => {
  const text = (longest: number) => fc.string({ maxLength: longest }).map((one) => one.trim());
  const row = fc.record({ retailer: text(5), orderNumber: text(130), trackingNumber: text(30) });
  fc.assert(
    fc.property(row, (shipment) => {
      const code = whyInvalid(shipment, labels)?.code;
      const damaged = code === 'spreadsheet_number' || code === 'spreadsheet_error';
      expect(code === undefined || damaged).toBe(schema.safeParse(shipment).success);
    }),
    { numRuns: runs(2000) },
  );
});

describe('invalid', () => {
  test.each([
    [{ retailer: '' }, 'Column "Store" is empty'],
    [{ orderNumber: '' }, 'Column "Order #" is empty'],
    [{ trackingNumber: '' }, 'Column "Tracking" is empty'],
    [
      { orderNumber: 'x'.repeat(101) },
      'Column "Order #" has 101 characters, at most 100 are allowed',
    ],
    [{ trackingNumber: '9.4E+21' }, '"9.4E+21": a spreadsheet has cut the number'],
    [{ trackingNumber: '9,4e21' }, 'a spreadsheet has cut the number'],
    [{ trackingNumber: '1E+12' }, 'a spreadsheet has cut the number'],
    [{ trackingNumber: '#N/A' }, 'an error of the spreadsheet'],
    [{ trackingNumber: '########' }, 'an error of the spreadsheet'],
  ])('%j', (change, told) => {
    expect(whyInvalid({ ...good, ...change }, labels)?.message).toContain(told);
  });

  test.each(['12E5', '1E10', '123E+4', 'E+21', '#1'])('%s may be a number', (trackingNumber) => {
    expect(whyInvalid({ ...good, trackingNumber }, labels)).toBeUndefined();
  });
});

describe('doubtful, with the reason', () => {
  test.each<[Partial<typeof good>, Doubt | undefined, string]>([
    [{}, undefined, ''],
    [{ trackingNumber: '1LS728673625151' }, undefined, ''],
    [{ trackingNumber: '1Z999AA10123456785' }, 'check_digit', "UPS's, but the check digit"],
    [{ trackingNumber: 'HELLO' }, 'carrier_pattern', 'no known carrier'],
    [{ trackingNumber: '9400111899223100000000' }, 'trailing_zeros', 'zeros from the 16th digit'],
    [{ trackingNumber: '940011189922310000000' }, 'trailing_zeros', 'zeros from the 16th digit'],
    [{ trackingNumber: '9400111899223100' }, 'trailing_zeros', 'zeros from the 16th digit'],
    [{ trackingNumber: withoutItsZero }, 'lost_zeros', 'with 0 before it'],
    [{ trackingNumber: '986578788855.0' }, 'decimal', 'decimal number'],
    [{ trackingNumber: '1Z999AA1\u200b0123456784' }, 'invisible', 'not plain'],
    [{ orderNumber: '1.12E+15' }, 'order_number', 'may have cut the number'],
  ])('%j is %s', (change, doubt, told) => {
    const shipment = { ...good, ...change };
    expect(doubtAbout(shipment)).toBe(doubt);
    if (doubt !== undefined) expect(doubtMessage(doubt, shipment, labels)).toContain(told);
  });
});
