import type { Topic } from '../../../cli/help';

export const topic: Topic = {
  write(page) {
    page
      .text(
        'Reports use the mirror: run waybill sync first, or use --sync. Amounts are exact to the cent. report pnl and report summary never add realized and expected profit; report margin covers both kinds of orders.',
      )
      .rows('Words', [
        ['open', 'Not paid, not cancelled and still at the service'],
        ['outstanding', 'For open orders: the expected payout minus what was paid'],
        ['at risk', 'For open orders: the total minus what was paid'],
        [
          'due',
          'The order date plus 30 days; set with overdueAfter, overdueAfter.<group> or --overdue-after',
        ],
        [
          'reward',
          "The card's points times the setting pointValue.<card>, or else pointValue (1 cent)",
        ],
        ['portal', 'Cashback of a shopping portal, unless declined or expired'],
        [
          'expected profit',
          'For open orders: expected payout plus reward and portal, minus the total',
        ],
        [
          'realized profit',
          'For paid orders: what was paid plus reward and portal, minus the total',
        ],
        ['≥ 12 d', 'At least this long: the status is older than the mirror'],
      ])
      .rows('Choosing', [
        [
          '--by',
          'group, card, owner, retailer, account, status, week, month, quarter, year, kind, item; two of them: month,group; or none, for single orders',
        ],
        ['--kind', 'orders, giftcards or all'],
        ['filters', 'The same filters as waybill orders list'],
        [
          '--as-of',
          'unpaid, aging, exposure and summary at the end of a past day; amounts are those of today',
        ],
        ['--exit-code', 'Exit with 15 if the report found something'],
      ])
      .lines('Every morning', [
        '  $ waybill sync -q',
        '  $ waybill report summary',
        '  $ waybill report overdue',
      ]);
  },
};
