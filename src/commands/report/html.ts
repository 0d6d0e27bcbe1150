import { defineCommand, one } from '../../cli/definition';
import { refuseDryRun } from '../../cli/global-flags';
import { dollarsForPeople } from '../../lib/money';
import { askToReplace, replaceFiles } from '../../output/asked-files';
import { visibleLine } from '../../output/text';
import { refuseOwnFiles } from '../../own-files';
import { type OrderFilter, readMarks } from '../orders/filter';
import { bucketsFlag } from './grouped';
import { ask, overdueAfterFlag, scopeFlags } from './report-run';

const values = (value: unknown): string => {
  if (Array.isArray(value)) return value.map((one) => `"${one}"`).join(' or ');
  return typeof value === 'number' ? dollarsForPeople(value) : `"${value}"`;
};

/** Texts after an exclamation mark are excluded. */
function namedWords(name: string, value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [`${name} ${values(value)}`];
  const { wanted, excluded } = readMarks(value);
  return [
    ...(wanted.length === 0 ? [] : [`${name} ${values(wanted)}`]),
    ...excluded.map((one) => `${name} not ${values(one)}`),
  ];
}

/** Describes what the filters leave; undefined if they leave everything. */
function onlyWords(filter: OrderFilter, kind: string | undefined): string | undefined {
  const { status, search, noTracking, creditCardId, minTotal, maxTotal, ...others } = filter;
  const { since, until, before, ...texts } = others;
  const words = [
    ...(kind === 'orders' ? ['buying group orders'] : []),
    ...(kind === 'giftcards' ? ['gift card orders'] : []),
    ...(status?.wanted.length ? [`status ${status.wanted.join(' or ')}`] : []),
    ...(status?.excluded ?? []).map((one) => `status not ${one}`),
    ...Object.entries(texts).flatMap(([name, value]) =>
      value === undefined ? [] : namedWords(name, value),
    ),
    ...(search ?? []).map((one) => `the text ${values(one)}`),
    ...(creditCardId === undefined ? [] : [`card ${values(creditCardId)}`]),
    ...(noTracking ? ['no tracking number'] : []),
    ...(since === undefined ? [] : [`dated ${since} or later`]),
    ...(until === undefined ? [] : [`dated ${until} or earlier`]),
    ...(before === undefined ? [] : [`dated before ${before}`]),
    ...(minTotal === undefined ? [] : [`a total of at least ${values(minTotal)}`]),
    ...(maxTotal === undefined ? [] : [`a total of at most ${values(maxTotal)}`]),
  ];
  return words.length === 0 ? undefined : words.join(', ');
}

export const command = defineCommand({
  summary: 'Reports on one page to read, print or send',
  description: `Outstanding by group, aging, exposure by stage, profit by month and turnaround, as charts with
their tables. The page is one file without scripts that loads nothing from the network; it works on a
phone, on paper and in dark mode. Only you can read the file. waybill asks before it replaces an
existing file, unless you use -y.`,
  arguments: {
    file: one('The file to write, or - for standard output', { complete: 'file' }),
  },
  flags: { ...bucketsFlag, ...overdueAfterFlag, ...scopeFlags },
  examples: [
    {
      command: 'waybill --sandbox report html report.html',
      explains: 'A page to open in a browser',
    },
    {
      command: 'waybill --sandbox report html bfmr.html --group bfmr --since 3m',
      explains: 'One group, to print or to send',
    },
  ],
  async run({ file, ...flags }, context) {
    refuseDryRun(context);
    // Ask before reading the account.
    if (file !== '-') {
      await refuseOwnFiles([file], context, flags);
      await askToReplace([file], context);
    }
    const { mirror, read, scope, filter } = await ask(flags, context);
    const { gatherFigures, pageWords, renderPage } = await import('../../page/page');
    const figures = gatherFigures(read, scope, flags.buckets);
    const { asOf, complete } = mirror;
    const facts = { today: scope.today, asOf, complete, only: onlyWords(filter, flags.kind) };
    const page = renderPage(figures, facts, pageWords(dollarsForPeople, visibleLine));
    if (file === '-') return (await context.output()).text(page);
    await replaceFiles([{ path: file, content: page, mode: 0o600 }]);
    context.notices.notice(`Wrote ${file}`);
  },
});
