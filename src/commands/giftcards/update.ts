import { giftCardKind } from '../../orders/kinds';
import { updateCommand } from '../orders/update';

export const command = updateCommand(giftCardKind, [
  {
    command: 'waybill --sandbox giftcards update 813763113 --status submitted',
    explains: 'Change the status of one order',
  },
  {
    command: 'waybill --sandbox giftcards update 813763113 --codes-file examples/codes.csv --yes',
    explains: 'Replace all redemption codes of an order',
  },
  {
    command: 'waybill --sandbox giftcards update 813763113 --clear notes,card --dry-run',
    explains: 'See what would be sent',
  },
]);
