import { createCommand } from './create-command';
import { buyingGroupKind } from './kinds';

export const command = createCommand(buyingGroupKind, [
  {
    command:
      'waybill orders create --date 2025-11-18 --retailer "Best Buy" --order-number BBY01-807199234411 --group bfmr --item "description=AirPods 4,price=119,qty=2"',
    explains: 'One order with one line item',
  },
  {
    command: 'waybill orders create --from-json examples/order.json',
    explains: 'One order from a file',
  },
  {
    command:
      'waybill orders create --from-json examples/order.json --order-number BBY01-807199234412 --items-file examples/items.csv --card 4417',
    explains: 'Another number, its items from a csv file, its card by the last digits',
  },
  {
    command: 'waybill orders create --from-json examples/order.json --dry-run',
    explains: 'See what would be sent',
  },
]);
