import type { HelpRow, Topic } from '../../../cli/help';
import { verdictTexts } from '../../../insight/reconcile/messages';

export const topic: Topic = {
  write(page) {
    page
      .text(
        "waybill reconcile compares a group's payout export with your orders. It matches rows by tracking number, then by order number, and never by amount or date. Each row gets one outcome and each order one verdict. One run reads at most 20,000 rows: split a longer file by date, and record the parts one after the other, the oldest first.",
      )
      .rows('Outcomes of a row', [
        ['matched', 'Belongs to one or more orders'],
        ['noted', 'Received, pending or void: no money yet'],
        ['known', 'Already recorded'],
        ['amended', 'Recorded before, with a different amount or day, which it replaces'],
        ['other', 'Names no order: a bonus, a fee; recorded if it has a day or a reference'],
        ['duplicate', 'Repeats a payment in these files'],
        ['unmatched', 'Names an order or tracking number that the account does not have'],
        ['conflict', 'Names two different orders, or another file has it differently'],
        ['ambiguous', 'Could be any of several orders'],
        ['unreadable', 'Has no readable amount in US dollars, or no readable date'],
      ])
      .rows(
        'Verdicts on an order, and what to do',
        Object.entries(verdictTexts).map(
          ([name, text]): HelpRow => [name.replaceAll('_', ' '), text.join(': ')],
        ),
      )
      .rows('What a column named with --map state may say', [
        ['paid, true, yes, 1', 'Paid'],
        ['received, verified, processed', 'The group has the goods'],
        ['returned, refunded, cancelled, void, rejected', 'Taken back'],
        ['Anything else', 'Not paid; waybill names words that it does not know'],
      ])
      .lines('A payout, from file to done', [
        '  # Check the file, record the payments, then set orders paid in full to paid',
        '  $ waybill reconcile examples/payout-bfmr.csv --group bfmr',
        '  $ waybill reconcile examples/payout-bfmr.csv --group bfmr --record',
        '  $ waybill reconcile examples/payout-bfmr.csv --group bfmr --apply -y',
      ])
      .text(
        'If waybill does not know the layout of a file, use --map, for example --map amount="Net paid"; --save-mapping saves the mapping for the group. --deposit compares the sum with what the bank received. payments imports lists what was recorded, payments undo reverts one file, and payments accept keeps an order that was paid short from being reported as short. If two payments may be the same, --apply leaves their order alone: payments accept says that both are right, payments undo takes one out.',
      );
  },
};
