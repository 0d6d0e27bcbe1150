import type { Topic } from '../topics';

export const topic: Topic = {
  write(page) {
    page
      .text(
        'Reports are worked out from the mirror: waybill sync first, or give --sync. Amounts are exact to the cent. What is expected and what was received are never added up.',
      )
      .rows('Words', [
        ['open', 'Not paid, not cancelled, and still at the service'],
        ['outstanding', 'Of open orders: the expected payout, less what was paid'],
        ['at risk', 'Of open orders: the total, less what was paid'],
        ['due', 'The order date and 30 days: overdueAfter, overdueAfter.<group>, --overdue-after'],
        ['reward', 'Points of the card, times the setting pointValue (1 cent)'],
        ['portal', "A shopping portal's cashback, unless it was declined or expired"],
        ['expected profit', 'Of open orders: expected payout, reward and portal, less the total'],
        ['realized profit', 'Of paid orders: what was paid, reward and portal, less the total'],
        ['≥ 12 d', 'At least so long: the status is older than the mirror'],
      ])
      .rows('Choosing', [
        ['--by', 'group, card, owner, retailer, account, status, month, kind, item, none'],
        ['--kind', 'orders, giftcards or all'],
        ['filters', 'The filters of waybill orders list'],
        ['--exit-code', 'Exit 15 where the report found something'],
      ])
      .lines('Each morning', [
        '  $ waybill sync -q',
        '  $ waybill report summary',
        '  $ waybill report overdue',
      ]);
  },
};
