import { defineCommand, one } from '../../cli/definition';
import { type MirrorFlagValues, mirrorFlags } from '../../cli/mirror-flags';
import type { Context } from '../../context';
import type { Ending } from '../../exit-codes';
import type { View } from '../../output/view';
import type { CheckCounts, Finding } from '../../upload/shipments/check-shipments';
import { counted } from '../orders/bulk/upload';
import { csvSource, fileFlags } from './read-file';

const view: View<Finding> = {
  one: 'finding',
  empty: 'Nothing to say against any row.',
  fields: {
    line: 'number',
    severity: 'text',
    code: 'text',
    retailer: 'text',
    orderNumber: 'text',
    trackingNumber: 'text',
    message: 'text',
  },
  table: ['line', 'severity', 'message', 'orderNumber', 'trackingNumber'],
  card: ({ line, severity, message }) => `Line ${line}, ${severity}: ${message}`,
};

/** A table is read by a person, and held in memory until it is set. */
const mostInTable = 1000;

const told = [
  ['invalid', 'invalid'],
  ['unmatched', 'without an order'],
  ['duplicate', 'duplicate'],
  ['alreadyPresent', 'on their order already'],
  ['warnings', 'doubtful'],
] as const;

function inWords(counts: CheckCounts): string {
  const parts = told.flatMap(([key, words]) =>
    counts[key] > 0 ? [`${counts[key]} ${words}`] : [],
  );
  return `${counted(counts.rows, 'rows')}${parts.length === 0 ? ', all fine' : `: ${parts.join(', ')}`}. Nothing was sent.`;
}

async function bookOf(context: Context) {
  const { readOrderBook } = await import('../../upload/shipments/order-book');
  const { api } = await context.session();
  return context.progress({ label: 'Reading', unit: 'orders' }, (progress) =>
    readOrderBook(api, { giftCards: true, onOrder: () => progress.advance() }),
  );
}

/** Offline and without a mirror there is only the file to look at. */
async function onlyTheFile(
  { offline, mirror }: MirrorFlagValues,
  context: Context,
): Promise<boolean> {
  if (!offline || mirror !== undefined) return false;
  return (await (await context.mirror()).openIfThere()) === undefined;
}

function endingOf({ invalid, unmatched }: CheckCounts): Ending {
  if (invalid > 0) return 'usage';
  return unmatched > 0 ? 'partly' : 'done';
}

export const command = defineCommand({
  summary: 'Look a file over without sending it',
  description: `Everything that shipments add does short of sending: reads the file, names rows that can't
be sent, rows that appear twice, and tracking numbers that a spreadsheet may have damaged. It
reads the account's orders as well, with --offline those of the mirror if there is one, and names the rows that would match none,
with the nearest order number or retailer, gift card orders, and tracking numbers that are on an
order already.

Exit code 2 says that rows are invalid, 3 that rows would match no order. A table shows the first
${mostInTable} findings; the other formats hold all of them.`,
  arguments: {
    file: one('A CSV file of shipments, or - for standard input', { complete: 'file' }),
  },
  flags: { ...mirrorFlags, ...fileFlags },
  examples: [
    {
      command: 'waybill shipments check examples/shipments.csv',
      explains: 'Compare a file with the orders of the account',
    },
    {
      command: 'waybill shipments check examples/shipments.csv --offline -o csv',
      explains: 'Only the file, the findings as a file',
    },
  ],
  async run({ file, ...flags }, given) {
    const context = given.reading(flags);
    const output = await context.output();
    output.expect(view);
    const source = await csvSource(file, flags, context.world);
    const [{ ShipmentCheck }, book] = await Promise.all([
      import('../../upload/shipments/check-shipments'),
      (await onlyTheFile(flags, given)) ? undefined : bookOf(context),
    ]);
    const most = output.format === 'table' ? mostInTable : Number.POSITIVE_INFINITY;
    const check = new ShipmentCheck({ ...source, book, most });
    await output.list(view, check.findings());
    if (check.omitted > 0) {
      context.notices.notice(`${check.omitted} more findings; -o csv holds all of them.`);
    }
    context.notices.notice(inWords(check.counts));
    return endingOf(check.counts);
  },
});
