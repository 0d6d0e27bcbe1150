import { describe, expect, test } from 'vitest';
import { buyingGroupKind, giftCardKind } from '../kinds';
import { itemColumns } from '../list-files';
import { orderView } from '../view';
import { fieldColumns, readFieldCell, refuseCodes } from './row-fields';

const field = buyingGroupKind.fields.find(({ type }) => type === 'date');

function read(text: string): unknown {
  if (field === undefined) throw new Error('orders have a date');
  const cell = { field: field.field, header: 'orderDate', text, exact: text };
  return readFieldCell(field, cell, { kind: buyingGroupKind, unit: 'cents', today: '2026-01-02' });
}

describe('the cell of a date', () => {
  test.each([
    ['2025-11-18', '2025-11-18'],
    ['2025-11-18 00:00:00', '2025-11-18'],
    ['2025-11-18T00:00:00.000Z', '2025-11-18'],
    ['2025-11-18 0:00', '2025-11-18'],
    ['yesterday', '2026-01-01'],
  ])('%s', (text, day) => {
    expect(read(text)).toBe(day);
  });

  test.each([
    ['2025-11-18 14:30:00', 'Leave out the time: 2025-11-18'],
    ['2025-11-18T00:00:01', 'Leave out the time: 2025-11-18'],
    ['2025-11-18T00:00:00-05:00', 'Leave out the time: 2025-11-18'],
    ['11/23/2026', 'Write dates as 2026-11-23, or delete the date columns'],
    ['5/6/26', 'or keep the file as .xlsx'],
    ['23.11.2026', 'an update sends only the columns it has'],
    ['2025-13-01 00:00', 'Use YYYY-MM-DD'],
  ])('refuses %s', (text, hint) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({ ending: 'usage', hint: expect.stringContaining(hint) }),
    );
  });
});

describe('a column that may hold codes is refused', () => {
  test.each([
    ...['redemptionCodes', 'code', 'PIN', 'codes', 'pins', 'gift card code', 'Gift Card Codes'],
    ...['gift card number', 'Gift card #', 'Claim code', 'Voucher'],
  ])('%s', (column) => {
    expect(() => refuseCodes(['orderNumber', column], 'cards.csv')).toThrow(
      expect.objectContaining({
        message: 'cards.csv has a column of redemption codes',
        hint: expect.stringContaining('--codes-file'),
      }),
    );
  });

  test.each([buyingGroupKind, giftCardKind])('but none of $noun', (kind) => {
    const columns = [...fieldColumns(kind), ...itemColumns(kind)];
    const exported = Object.keys(orderView(kind).fields).filter((one) => one !== 'redemptionCodes');
    const all = [...exported, ...columns.flatMap(({ field, names }) => [field, ...names])];
    expect(() =>
      refuseCodes([...all, 'note', 'cards', 'Card Number', 'itemCount'], 'cards.csv'),
    ).not.toThrow();
  });
});
