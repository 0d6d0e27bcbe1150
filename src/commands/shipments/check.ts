import { defineCommand, one } from '../../cli/definition';
import { mirrorFlags } from '../../cli/global-flags';
import type { Context } from '../../context/context';
import { usageFailure } from '../../failure';
import type { CheckCounts, RowFinding } from '../../imports/shipments/check-shipments';
import { csvSource, fileFlags, rowFlags } from '../../imports/shipments/read-file';
import { counted } from '../../lib/words';
import type { Line } from '../../output/options';
import { visibleLine } from '../../output/text';
import type { ListView } from '../../output/view';

const view: ListView<RowFinding> = {
  one: 'finding',
  empty: 'No problems found.',
  fields: {
    line: { kind: 'number', means: 'The line in the file' },
    severity: { kind: 'text', means: 'How bad it is', values: ['error', 'warning', 'note'] },
    code: { kind: 'text', means: 'A stable word for what was found' },
    retailer: { kind: 'text', means: 'The retailer, as written', orNull: true },
    orderNumber: { kind: 'text', short: 'number', means: 'The order number, as written' },
    trackingNumber: { kind: 'text', means: 'The tracking number, as written' },
    message: { kind: 'text', means: 'What was found, in words' },
  },
  table: ['line', 'severity', 'message', 'orderNumber', 'trackingNumber'],
};

/** Findings that a person sees; the counts include the rest. */
const mostForPeople = { error: 1000, warning: 1000, note: 0 };
const all = Number.POSITIVE_INFINITY;
const mostForMachines = { error: all, warning: all, note: all };

const counts = [
  ['invalid', 'invalid'],
  ['unmatched', 'without an order (would be rejected)'],
  ['duplicate', 'duplicate'],
  ['alreadyPresent', 'already on their order'],
  ['warnings', 'doubtful'],
] as const;

function inWords(found: CheckCounts, skipped: number): string {
  const parts = counts.flatMap(([key, words]) =>
    found[key] > 0 ? [`${found[key]} ${words}`] : [],
  );
  if (skipped > 0) parts.push(`${counted(skipped, 'lines')} skipped (no tracking number)`);
  return `${counted(found.rows, 'rows')}${parts.length === 0 ? ', no problems' : `: ${parts.join(', ')}`}. Nothing was sent.`;
}

async function accountBook(context: Context) {
  const { inHand, readShipmentBook } = await import('../../imports/shipments/shipment-book');
  const { api } = await context.session();
  const book = await context.progress({ label: 'Reading', unit: 'orders' }, (progress) =>
    readShipmentBook(api, { giftCards: true, onOrder: () => progress.advance() }),
  );
  return { book, orders: inHand(book) };
}

const tones = { error: 'bad', warning: 'doubtful', note: 'good' } as const;

/** A line each, so that the reason is never cut from a table. */
async function* linesOf(findings: AsyncIterable<RowFinding>): AsyncGenerator<Line> {
  for await (const { severity, line, message } of findings) {
    yield {
      tone: tones[severity],
      mark: severity,
      rest: `: line ${line}: ${visibleLine(message)}`,
    };
  }
}

export const command = defineCommand({
  summary: 'Check a file without sending it',
  description: `Checks a file as shipments add --csv does: rows that can't be sent or appear twice, and tracking numbers
that a spreadsheet may have damaged. Also compares it with the account's orders (with --offline, those
in the mirror, if there is one): rows that would match no order, with the closest order number or
retailer, rows that name a gift card order, and tracking numbers that are already on an order.

Errors come first, then warnings. Notes (rows that appear twice, numbers that are already on their
order) are only counted, but the machine formats list them. shipments add --fix corrects what the orders
prove. Exits with 2 if rows are invalid, and with 3 if rows would match no order.`,
  documents: { 'The findings': [view] },
  arguments: {
    file: one('A CSV file or workbook of shipments, or - for standard input', { complete: 'file' }),
  },
  flags: { ...mirrorFlags, ...fileFlags, ...rowFlags },
  examples: {
    'waybill shipments check examples/shipments.csv':
      'Check a file against the orders of the account',
    'waybill shipments check examples/shipments.csv --offline -o csv':
      'Check only the file and print the findings as csv',
  },
  async run({ file, strict, retailerFromOrder, ...flags }, given) {
    const context = given.reading(flags);
    // Offline and without a mirror.
    const justTheFile =
      flags.offline &&
      flags.mirror === undefined &&
      (await (await given.mirror()).openIfThere()) === undefined;
    if (justTheFile && retailerFromOrder) {
      throw usageFailure(
        "--retailer-from-order needs the account's orders, and there is no mirror to read them from",
        { hint: 'Leave out --offline, or run waybill sync first.' },
      );
    }
    const output = await context.outputOf(view);
    const source = await csvSource(file, flags, context);
    const { checkShipments } = await import('../../imports/shipments/check-shipments');
    const { asOrdered } = await import('../../imports/shipments/as-ordered');
    const { Doubts, Respelled } = await import('../../imports/shipments/doubts');
    const { book, orders } = justTheFile ? {} : await accountBook(context);
    const respelled = new Respelled(source.place);
    const named =
      orders === undefined
        ? source.drafts
        : asOrdered(source.drafts, {
            orders,
            always: retailerFromOrder,
            onRespelled: respelled.add,
          });
    const drafts = strict
      ? new Doubts(source.labels, source.place, orders).watch(named, { strict })
      : named;
    const most = output.format === 'table' ? mostForPeople : mostForMachines;
    const check = checkShipments({ ...source, drafts, book, most });
    if (output.isForPeople) await output.prose(linesOf(check.findings()));
    else await output.list(view, check.findings());
    const spelling = respelled.notice();
    if (spelling !== undefined) context.notices.notice(spelling);
    const omitted = check.omitted.error + check.omitted.warning;
    if (omitted > 0)
      context.notices.notice(`${counted(omitted, 'more findings')}. To see all, use -o csv.`);
    context.notices.notice(inWords(check.counts, source.skipped()));
    if (check.counts.invalid > 0) return 'usage';
    return check.counts.unmatched > 0 ? 'partly' : 'done';
  },
});
