import { giftCardKind } from '../../orders/kinds';
import { getCommand } from '../orders/get';

export const command = getCommand(giftCardKind, [
  { command: 'waybill --sandbox giftcards get 813763113', explains: 'Show an order by its number' },
  {
    command: 'waybill --sandbox giftcards get 813763113 --json --fields status,orderLineItems',
    explains: 'Show its status and line items as JSON',
  },
]);
