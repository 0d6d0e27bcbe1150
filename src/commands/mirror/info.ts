import { defineCommand } from '../../cli/definition';
import { text } from '../../cli/flag';
import { kibibytes } from '../../lib/words';
import type { MirrorInfo } from '../../mirror/care';
import type { View } from '../../output/view';

const view: View<MirrorInfo> = {
  one: 'mirror',
  empty: 'No mirror.',
  fields: {
    path: 'text',
    size: { kind: 'number', heading: 'Size in bytes' },
    version: { kind: 'number', heading: 'Schema version' },
    asOf: 'moment',
    complete: 'yesNo',
    baselineAt: 'moment',
    orders: { kind: 'number', heading: 'Buying group orders' },
    giftcards: { kind: 'number', heading: 'Gift card orders' },
    cards: { kind: 'number', heading: 'Credit cards' },
    trackings: { kind: 'number', heading: 'Tracking numbers' },
    gone: 'number',
    events: 'number',
    payments: 'number',
    imports: 'number',
    runs: 'number',
    copies: 'list',
  },
  table: ['path', 'asOf', 'orders', 'giftcards', 'cards'],
  card: {
    title: ({ path }) => path,
    lines: [
      ...['asOf', 'complete', 'baselineAt', 'orders', 'giftcards', 'cards', 'trackings', 'gone'],
      ...['events', 'payments', 'imports', 'runs'],
      { heading: 'Size', kind: 'text', value: ({ size }) => kibibytes(size) },
      'version',
      { heading: 'Copies of your own data', kind: 'list', value: ({ copies }) => copies },
    ],
  },
};

export const command = defineCommand({
  summary: 'Show how old the mirror is and what it holds',
  description: `Shows where the mirror is, when it was last complete and how much it contains. Before a merge, a reset
and a step to a newer version, waybill copies your own half of it: payments and history. The last three
copies are beside it; mirror merge takes one back.`,
  fields: Object.keys(view.fields),
  arguments: {},
  flags: {
    mirror: text('<file>', 'A different mirror, such as a backup', { complete: 'file' }),
  },
  examples: {
    'waybill --sandbox mirror info': 'Check how old the mirror is',
    'waybill --sandbox mirror info --json': 'Get the same for a script',
  },
  async run(flags, context) {
    const output = await context.output();
    output.expect(view);
    const [access, { mirrorInfo }] = await Promise.all([
      context.mirror(),
      import('../../mirror/care'),
    ]);
    const { path, database } = await access.open(flags);
    await output.one(view, mirrorInfo(database, path));
  },
});
