import { giftCardKind } from '../orders/kinds';
import { listCommand } from '../orders/list';

export const command = listCommand(giftCardKind, [
  { command: 'waybill giftcards list', explains: 'The first 25 gift card orders' },
  {
    command: 'waybill giftcards list --platform card_center --status submitted,partially_paid',
    explains: 'What a platform still owes',
  },
  {
    command: 'waybill giftcards list --all -o csv --fields orderNumber,platform,status,total',
    explains: 'Four columns of every one for a spreadsheet',
  },
]);
