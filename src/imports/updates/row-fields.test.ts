import { afterEach, describe, expect, test, vi } from 'vitest';
import { buyingGroupKind, giftCardKind } from '../../orders/kinds';
import { itemColumns } from '../../orders/list-files';
import { orderView } from '../../orders/view';
import { orderColumns } from '../../tabular/order-columns';
import { readFieldCell, refuseCodes } from './row-fields';

const field = buyingGroupKind.fields.find(({ type }) => type === 'date');

function read(text: string): unknown {
  if (field === undefined) throw new Error('orders have a date');
  const cell = { field: field.field, header: 'orderDate', text, exact: text };
  const reading = { kind: buyingGroupKind, readMoney: () => 0, dateOrder: 'mdy' } as const;
  return readFieldCell(field, cell, reading);
}

describe('the cell of a date', () => {
  afterEach(() => vi.unstubAllEnvs());

  test.each([
    ['2025-11-18', '2025-11-18'],
    ['2025-11-18 00:00:00', '2025-11-18'],
    // A program that has only moments has none of the day before.
    ['2025-11-18T00:00:00.000Z', '2025-11-18'],
    ['2025-11-18 0:00', '2025-11-18'],
    ['2025-11-18 14:30:00', '2025-11-18'],
    ['2025-11-18T00:30:00Z', '2025-11-17'],
    ['11/23/2026', '2026-11-23'],
    ['5/6/26', '2026-05-06'],
    ['Jul 01, 2026', '2026-07-01'],
    ['n/a', undefined],
  ])('%s', (text, day) => {
    vi.stubEnv('TZ', 'America/New_York');
    expect(read(text)).toBe(day);
  });

  test.each([
    ['23/11/2026', '"23/11/2026" is not a date; try --date-format dmy'],
    ['23.11.2026', 'try --date-format dmy'],
    ['2025-13-01 00:00', 'is not a date'],
    ['yesterday', 'is not a date'],
  ])('refuses %s', (text, message) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({ ending: 'usage', message: expect.stringContaining(message) }),
    );
  });
});

describe('a column that may hold codes is refused', () => {
  test.each([
    ...['redemptionCodes', 'code', 'PIN', 'codes', 'pins', 'gift card code', 'Gift Card Codes'],
    ...['gift card number', 'Gift card #', 'Claim code', 'Voucher'],
    ...['PIN number', 'Pin No.', 'PIN (4 digits)', 'Code (16 digits)', 'Passcode', 'Secure code'],
    ...['Amazon claim code', 'Apple Gift Card Code 2', 'Digital Code', 'eVoucher Code', 'Gift Pin'],
    ...['Gift Card Numbers', 'Redemption Number', 'Redemption Link', 'Claim URL', 'Access Number'],
  ])('%s', (column) => {
    expect(() => refuseCodes(['orderNumber', column], 'cards.csv')).toThrow(
      expect.objectContaining({
        message: 'cards.csv has a column of redemption codes',
        hint: expect.stringContaining('--codes-file'),
      }),
    );
  });

  test.each([buyingGroupKind, giftCardKind])('but none of $noun', (kind) => {
    const columns = [...orderColumns(kind.noun), ...itemColumns(kind)];
    const exported = Object.keys(orderView(kind).fields).filter((one) => one !== 'redemptionCodes');
    const all = [...exported, ...columns.flatMap(({ field, names }) => [field, ...names])];
    expect(() =>
      refuseCodes(
        [
          ...[...all, 'note', 'cards', 'Card Number', 'itemCount', 'ZIP code', 'Item code'],
          ...[
            'Promo code',
            'Gift card amount',
            'Pinned',
            'Serial number',
            'Access',
            'Tracking URL',
          ],
        ],
        'cards.csv',
      ),
    ).not.toThrow();
  });
});
