import { getCommand } from './get-command';
import { buyingGroupKind } from './kinds';

export const command = getCommand(buyingGroupKind, [
  { command: 'waybill orders get 800458530', explains: 'One order by its number' },
  {
    command: 'waybill orders get 800458530 9889303997 --json',
    explains: 'Two of them as a JSON array',
  },
  {
    command: 'waybill orders get 800458530 --fields status,trackingNumbers.trackingNumber',
    explains: 'Its status and tracking numbers alone',
  },
]);
