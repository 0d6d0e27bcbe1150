import { giftCardKind } from '../../orders/kinds';
import { listCommand } from '../orders/list';

export const command = listCommand(giftCardKind, [
  { command: 'waybill --sandbox giftcards list', explains: 'List the first 25 gift card orders' },
  {
    command:
      'waybill --sandbox giftcards list --platform card_center --status submitted,partially_paid',
    explains: 'List what a platform still owes',
  },
  {
    command:
      'waybill --sandbox giftcards list --all -o csv --fields orderNumber,platform,status,total',
    explains: 'Export four columns of every order for a spreadsheet',
  },
]);
