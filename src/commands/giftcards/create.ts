import { giftCardKind } from '../../orders/kinds';
import { createCommand } from '../orders/create';

export const command = createCommand(giftCardKind, [
  {
    command:
      'waybill --sandbox giftcards create --date 2025-11-18 --retailer Staples --order-number 9834410828 --platform card_center --item "description=Apple gift card,price=90,qty=5,unit-value=10000"',
    explains: 'Create an order with one line item',
  },
  {
    command:
      'waybill --sandbox giftcards create --from-json examples/giftcard-order.json --codes-file examples/codes.csv',
    explains: 'Create an order from a file, with its redemption codes from another',
  },
  {
    command: 'waybill --sandbox giftcards create --csv examples/giftcards.csv',
    explains: 'Create many orders, one row per line item',
  },
]);
