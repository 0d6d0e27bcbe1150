import { buyingGroupKind } from '../shared/order-kind';
import { updateCommand } from '../shared/update-command';

export const command = updateCommand(buyingGroupKind, [
  {
    command: 'waybill orders update 800458530 --status delivered --notes "At the warehouse"',
    explains: 'Change two fields of one order',
  },
  {
    command: 'waybill orders update 800458530 9889303997 --status paid --if-status delivered',
    explains: 'Mark orders as paid that were delivered; others are left alone',
    ending: 'partly',
  },
  {
    command:
      'waybill orders update 800458530 --add-item "description=AirTag 4 pack,price=79,qty=1"',
    explains: 'Add a line item and keep the rest',
  },
  {
    command: 'waybill orders update 800458530 --items-file examples/items.csv --yes',
    explains: 'Replace all line items',
  },
  {
    command: 'waybill orders update 800458530 --card "Biz Gold" --clear notes --dry-run --json',
    explains: 'See what would be sent: a card by its nickname, and no notes',
  },
]);
