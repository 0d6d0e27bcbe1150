import type { View } from '../../output/view';
import type { ServiceInfo } from '../../service/index';

/** What `info`, `reset` and `seed` print. */
export const infoView: View<ServiceInfo> = {
  one: 'practice account',
  empty: 'No practice account.',
  fields: {
    database: 'text',
    size: { kind: 'number', heading: 'Size in bytes' },
    schemaVersion: { kind: 'number', heading: 'Form of the database' },
    plan: 'text',
    counts: 'object',
    'counts.orders': { kind: 'number', heading: 'Buying group orders' },
    'counts.giftcards': { kind: 'number', heading: 'Gift card orders' },
    'counts.cards': { kind: 'number', heading: 'Credit cards' },
    'counts.trackingNumbers': { kind: 'number', heading: 'Tracking numbers' },
  },
  table: ['database', 'counts.orders', 'counts.giftcards', 'counts.cards'],
  card: {
    title: () => 'Practice account',
    lines: [
      'database',
      'size',
      'schemaVersion',
      'plan',
      'counts.orders',
      'counts.giftcards',
      'counts.cards',
      'counts.trackingNumbers',
    ],
  },
};
