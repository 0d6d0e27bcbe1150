import type { Topic } from '../topics';

export const topic: Topic = {
  write(page) {
    page
      .text(
        "waybill query runs one SQLite SELECT on the mirror. It can't write anything, to the mirror or elsewhere.",
      )
      .rows('Views', [
        [
          'orders, giftcards',
          'One row per order; the group_id of a gift card order is its platform',
        ],
        [
          'all_orders',
          'Both, with their kind, plus gone orders, with the time they disappeared (gone_at)',
        ],
        ['unpaid', 'Open orders with something outstanding'],
        ['items, trackings', 'Line items and tracking numbers, by order_id'],
        ['cards, payments, events', 'Credit cards, recorded payments, what changed'],
      ])
      .lines('Three examples', [
        '  waybill query "select group_id, sum(outstanding_cents) as owed_cents from unpaid group by 1"',
        '  waybill query "select tracking_number from trackings where order_number = :n" --param n=800458530',
        '  waybill query "select order_month, sum(total_cents) as spent_cents from all_orders group by 1" -o csv --money dollars',
      ])
      .text(
        'Columns that end in _cents are integer cents. Tables show them as dollars; so do csv and tsv with --money dollars, which also drops the ending. To get the same for a sum, end its name in _cents too. open is 1 or 0. Dates are text, YYYY-MM-DD. For all columns, run waybill query --tables.',
      );
  },
};
