import { giftCardKind } from '../../orders/kinds';
import { updateCommand } from '../orders/update';

export const command = updateCommand(giftCardKind, {
  'waybill giftcards update 813763113 --status submitted': 'Change the status of one order',
  'waybill giftcards update 813763113 --codes-file examples/codes.csv --yes':
    'Replace all redemption codes of an order',
  'waybill giftcards update 813763113 --clear notes,card --dry-run': 'See what would be sent',
});
