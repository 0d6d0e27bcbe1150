import { giftCardKind } from '../../orders/kinds';
import { getCommand } from '../orders/get';

export const command = getCommand(giftCardKind, {
  'waybill giftcards get 813763113': 'Show an order by its number',
  'waybill giftcards get 813763113 --json --fields status,orderLineItems':
    'Show its status and line items as JSON',
});
