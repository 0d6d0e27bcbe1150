import { describe, expect, test } from 'vitest';
import { buyingGroupKind, giftCardKind } from '../kinds';
import { itemColumns } from '../list-files';
import { orderView } from '../view';
import { fieldColumns, refuseCodes } from './row-fields';

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
