import { defineCommand } from '../../cli/definition';
import { text } from '../../cli/flag';
import { kibibytes, typedWords } from '../../lib/words';
import type { MirrorInfo } from '../../mirror/care';
import type { CardView } from '../../output/view';

const view: CardView<MirrorInfo> = {
  one: 'mirror',
  fields: {
    path: { kind: 'text', means: 'Where the file is' },
    size: { kind: 'number', heading: 'Size in bytes', means: 'Bytes on disk' },
    version: { kind: 'number', heading: 'Schema version', means: 'The version of the file' },
    asOf: { kind: 'moment', means: 'The end of the last complete sync', orNull: true },
    complete: { kind: 'yesNo', means: 'True if nothing newer is in the mirror' },
    baselineAt: { kind: 'moment', means: 'When the history begins', orNull: true },
    orders: { kind: 'number', heading: 'Buying group orders', means: 'Buying group orders' },
    giftcards: { kind: 'number', heading: 'Gift card orders', means: 'Gift card orders' },
    cards: { kind: 'number', heading: 'Credit cards', means: 'Credit cards' },
    trackings: { kind: 'number', heading: 'Tracking numbers', means: 'Tracking numbers' },
    gone: { kind: 'number', means: 'Orders and cards that are gone' },
    events: { kind: 'number', means: 'Changes in the history' },
    payments: { kind: 'number', means: 'Payments that count' },
    imports: { kind: 'number', means: 'Imports of payout files' },
    runs: { kind: 'number', means: 'Runs of sync' },
    copies: { kind: 'list', of: 'text', means: 'The copies of your own half beside it' },
  },
  card: {
    title: ({ path }) => path,
    lines: [
      ...typedWords('asOf complete baselineAt orders giftcards cards trackings gone events'),
      ...typedWords('payments imports runs'),
      { heading: 'Size', kind: 'text', value: ({ size }) => kibibytes(size) },
      'version',
      { heading: 'Copies of your own data', kind: 'list', value: ({ copies }) => copies },
    ],
  },
};

export const command = defineCommand({
  summary: 'Show where the mirror is, how old it is and what it holds',
  description: `Before a merge, a reset and a step to a newer version, waybill copies your own half of the mirror,
payments and history. The last three copies are beside it; mirror merge takes one back.`,
  fields: Object.keys(view.fields),
  documents: { 'The mirror': view },
  flags: { mirror: text('<file>', 'A different mirror, such as a backup', { complete: 'file' }) },
  examples: {
    'waybill mirror info': 'Check how old the mirror is',
    'waybill mirror info --json': 'Get the same for a script',
  },
  async run(flags, context) {
    const output = await context.outputOf(view);
    const { mirrorInfo } = await import('../../mirror/care');
    const { path, database } = await (await context.mirror()).open(flags);
    await output.one(view, mirrorInfo(database, path));
  },
});
