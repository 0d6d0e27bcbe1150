import type { Topic } from '../topics';

export const topic: Topic = {
  write(page) {
    page
      .text(
        "waybill query runs one SELECT of SQLite's SQL over the mirror. It can write nothing, to the mirror or elsewhere.",
      )
      .rows('Views', [
        ['orders, giftcards', 'One row an order; group_id of a gift card order is its platform'],
        ['all_orders', 'Both, by kind, with the gone ones and when they went: gone_at'],
        ['unpaid', 'Open orders with something outstanding'],
        ['items, trackings', 'Line items and tracking numbers, by order_id'],
        ['cards, payments, events', 'Credit cards, recorded payments, what changed'],
      ])
      .lines('Three questions', [
        '  waybill query "select group_id, sum(outstanding_cents) as owed_cents from unpaid group by 1"',
        '  waybill query "select tracking_number from trackings where order_number = :n" --param n=800458530',
        '  waybill query "select order_month, sum(total_cents) as spent_cents from all_orders group by 1" -o csv --money dollars',
      ])
      .text(
        'Columns that end in _cents are integer cents. A table shows them as dollars; so do csv and tsv with --money dollars, which also drops the ending. Name a sum the same way and it is treated the same way. open is 1 or 0. Dates are texts, YYYY-MM-DD. waybill query --tables lists all columns.',
      );
  },
};
