import { buyingGroupKind } from './kinds';
import { updateCommand } from './update-command';

export const command = updateCommand(buyingGroupKind, [
  {
    command: 'waybill orders update 800458530 --status delivered --notes "At the warehouse"',
    explains: 'Change two fields of one order',
  },
  {
    command:
      'waybill orders update 902070087790404 800458530 --status received --if-status delivered',
    explains: 'Move on only what is delivered; the other is left alone and told of',
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
  {
    command: 'waybill orders update --csv examples/order-updates.csv',
    explains: 'Update many orders, one a row',
  },
]);
