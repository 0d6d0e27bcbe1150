import { giftCardKind } from '../../orders/kinds';
import { listCommand } from '../orders/list';

export const command = listCommand(giftCardKind, {
  'waybill giftcards list': 'List the first 25 gift card orders',
  'waybill giftcards list --platform card_center --status submitted,partially_paid':
    'List what a platform still owes',
  'waybill giftcards list --all -o csv --fields orderNumber,platform,status,total':
    'Export four columns of every order for a spreadsheet',
});
