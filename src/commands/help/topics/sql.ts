import type { Topic } from '../../../cli/help';

/** What people ask, and the SQL that answers. */
export const questions: readonly (readonly [question: string, sql: string])[] = [
  [
    'Who owes me what, and since when?',
    'select group_id, sum(outstanding_cents) as owed_cents, min(order_date) as since from unpaid group by 1 order by 2 desc',
  ],
  [
    'What did each group pay in each month?',
    'select substr(paid_on, 1, 7) as month, group_id, sum(amount_cents) as paid_cents from payments group by 1, 2 order by 1, 2',
  ],
  [
    'What did I earn by month, expected and realized apart?',
    "select order_month, status = 'paid' as realized, round(sum(profit), 2) as profit from all_orders_dollars where gone_at is null group by 1, 2 order by 1, 2",
  ],
  [
    'Which orders are overdue?',
    "select order_number, group_id, due_date, outstanding from unpaid_dollars where outstanding > 0 and due_date < date('now', 'localtime') order by due_date",
  ],
  [
    'What did I spend on each card?',
    "select card, count(*) as orders, round(sum(total), 2) as spent, round(sum(reward), 2) as rewards from all_orders_dollars where status is not 'cancelled' and gone_at is null group by 1 order by 3 desc",
  ],
  [
    'Where is this tracking number?',
    'select t.order_number, o.status, o.order_date from trackings t join orders o on o.id = t.order_id where t.tracking_number = :number',
  ],
  [
    'Which items bring the most?',
    'select description, sum(quantity) as bought, sum(quantity * (expected_unit_payout_cents - unit_price_cents)) as margin_cents from items group by 1 order by 3 desc limit 20',
  ],
  [
    'Which orders of a group have no tracking number?',
    'select order_number, order_date, status from orders where group_id = :group and open and id not in (select order_id from trackings) order by order_date',
  ],
  [
    'Which payments are for orders that are gone, or for none?',
    'select p.paid_on, p.group_id, p.amount_cents, p.reference from payments p left join all_orders o on o.id = p.order_id where o.id is null or o.gone_at is not null order by p.paid_on',
  ],
  [
    'What changed its status this week?',
    "select at, order_number, old, new from events where type = 'order.status' and at >= date('now', '-7 days') order by seq",
  ],
];

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
        [
          'orders_dollars, …',
          'Each view with amounts again, in dollars and without _cents; orders also with payout, profit, due_date and the digits of the card',
        ],
      ])
      .lines(
        'Ten questions',
        questions.flatMap(([question, sql], index) => {
          const parameters = [...sql.matchAll(/:(\w+)/g)].map(([, name]) => ` --param ${name}=…`);
          const command = `  waybill query "${sql}"${parameters.join('')}`;
          return [...(index === 0 ? [] : ['']), question, command];
        }),
      )
      .text(
        'Columns that end in _cents are integer cents. Tables show them as dollars; so do csv and tsv with --money dollars, which also drops the ending. To get the same for a sum, end its name in _cents too. open is 1 or 0. Dates are text, YYYY-MM-DD. For all columns, run waybill query --tables.',
      );
  },
};
