import type { Topic } from '../topics';

export const topic: Topic = {
  write(page) {
    page
      .text(
        'waybill reconcile takes what a group exported and compares it with your orders. Rows are matched by tracking number, then by order number; never by amount or date. Each row has one outcome and each order one verdict.',
      )
      .rows('What became of a row', [
        ['matched', 'Belongs to one or more orders'],
        ['noted', 'Received, pending or void: no money yet'],
        ['known', 'Recorded before'],
        ['amended', 'Recorded before with another amount'],
        ['other', 'Names no order: a bonus, a fee'],
        ['duplicate', 'The same payment again in these files'],
        ['unmatched', 'Names an order or a tracking number that the account does not have'],
        ['conflict', 'Names two orders that do not go together'],
        ['ambiguous', 'Could be one of several orders'],
        ['unreadable', 'No amount or date could be read'],
      ])
      .lines('A payout, from file to done', [
        '  # Look; keep the payments; set the orders that are paid in full to paid',
        '  $ waybill reconcile examples/payout-bfmr.csv --group bfmr',
        '  $ waybill reconcile examples/payout-bfmr.csv --group bfmr --record',
        '  $ waybill reconcile examples/payout-bfmr.csv --group bfmr --record --apply -y',
      ])
      .text(
        'A file of a layout that waybill does not know needs --map, for example --map amount="Net paid"; --save-mapping keeps it for the group. --deposit compares the sum with what the bank received. payments imports shows what was recorded and payments undo takes one file back; payments accept settles an order that was paid short and stays so.',
      );
  },
};
