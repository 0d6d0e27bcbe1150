import { basename } from 'node:path';
import { defineCommand, one } from '../../cli/definition';
import type { Context } from '../../context/context';
import { refuseOwnFiles } from '../../context/own-files';
import { dollarsForPeople } from '../../lib/words';
import type { OrderFilter } from '../../orders/filters';
import { orderKindList } from '../../orders/kinds';
import { askToReplace, refuseEnding, replaceFiles } from '../../output/asked-files';
import { visibleLine } from '../../output/text';
import { serviceBaseUrl } from '../../settings/base-url';
import { ask, ownFlags, scopeFlags, warnOfPoints } from './report-run';

/** Describes what the filters leave; undefined if they leave everything. */
function onlyWords(filter: OrderFilter, kind: string | undefined): string | undefined {
  const words = [
    ...orderKindList.flatMap(({ noun, words }) => (noun === kind ? [`${words}s`] : [])),
    ...filter.flatMap(({ words }) => words),
  ];
  return words.length === 0 ? undefined : words.join(', ');
}

/** The account's name: the profile and the service's address, or the mirror's file. */
function accountName(context: Context, mirror: string | undefined): string {
  const settings = context.settings();
  if (mirror !== undefined) return basename(mirror);
  if (settings.sandbox) return 'Sandbox';
  return `${settings.profile} · ${serviceBaseUrl(settings)}`;
}

export const command = defineCommand({
  summary: 'Reports on one page to read, print or send',
  description: `Outstanding by group, aging, exposure by stage, received money and profit by month and turnaround,
as charts with their tables, and margins, overdue orders, those paid short or over, written-off differences and
payments in doubt. The page is one file without scripts that loads nothing from the network; it works on a
phone, on paper and in dark mode. Dates in filters mean the day of the order, and for received money that
of the payment. Only you can read the file. waybill asks before it replaces an
existing file, unless you use -y.`,
  arguments: { file: one('The file to write, or - for standard output', { complete: 'file' }) },
  flags: { buckets: ownFlags.buckets, overdueAfter: ownFlags.overdueAfter, ...scopeFlags },
  examples: {
    'waybill report html report.html': 'A page to open in a browser',
    'waybill report html bfmr.html --group bfmr --since 3m': 'One group, to print or to send',
  },
  refusesDryRun: true,
  async run({ file, ...flags }, context) {
    if (file !== '-') await refuseOwnFiles([file], context, flags);
    refuseEnding(file, ['.html', '.htm'], 'the page is HTML, which a browser can print as a PDF');
    // Ask before reading the account.
    if (file !== '-') await askToReplace([file], context);
    const asked = await ask(flags, context, 'both');
    warnOfPoints(asked, context);
    const { mirror, read, scope, filter } = asked;
    const { gatherFigures, pageWords, renderPage } = await import('../../page/page');
    const { readDoubts } = await import('../../mirror/ledger-store');
    const doubts = readDoubts(mirror.database);
    const figures = gatherFigures(read, scope, { bounds: flags.buckets, doubts });
    const { asOf, complete } = mirror;
    const account = accountName(context, flags.mirror);
    const only = onlyWords(filter, flags.kind);
    const facts = { today: scope.today, asOf, complete, account, only };
    const page = await renderPage(figures, facts, pageWords(dollarsForPeople, visibleLine));
    if (file === '-') return (await context.output()).text(page);
    await replaceFiles([{ path: file, content: page, mode: 0o600 }]);
    context.notices.notice(`Wrote ${file}`);
  },
});
