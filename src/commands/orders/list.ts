import { buyingGroupKind } from './kinds';
import { listCommand } from './list-command';

export const command = listCommand(buyingGroupKind, [
  { command: 'waybill orders list', explains: 'The first 25 orders' },
  {
    command: 'waybill orders list --status purchased --older-than 30d --all',
    explains: 'What was bought more than 30 days ago and never shipped',
  },
  {
    command: 'waybill orders list --since 2025-09-01 --sort total:desc -L 5',
    explains: 'The five dearest orders of a span of days',
  },
  {
    command: 'waybill orders list --no-tracking --count',
    explains: 'How many orders have no tracking number',
  },
  {
    command: 'waybill orders list --all -o csv --fields orderNumber,status,total',
    explains: 'Three columns of every order for a spreadsheet',
  },
]);
