import { giftCardKind } from '../../orders/kinds';
import { createCommand } from '../orders/create';

export const command = createCommand(giftCardKind, {
  'waybill giftcards create --date 2025-11-18 --retailer Staples --order-number 9834410828 --platform card_center --item "description=Apple gift card,price=90,qty=5,unit-value=10000"':
    'Create an order with one line item',
  'waybill giftcards create --from-json examples/giftcard-order.json --codes-file examples/codes.csv':
    'Create an order from a file, with its redemption codes from another',
  'waybill giftcards create --csv examples/giftcards.csv':
    'Create many orders, one row per line item',
});
