import { defineCommand } from '../../cli/definition';
import type { Context } from '../../context/context';
import { countUntracked } from '../../insight/reports/audit';
import { type AccountSummary, summarize, summaryMembers } from '../../insight/reports/summary';
import { counted, dollarsForPeople } from '../../lib/words';
import { lineText, type MarkedLine } from '../../output/options';
import type { CardView } from '../../output/view';
import { accountFlags, ownAccountFlags } from '../../settings/base-url';
import { ask, asOfNotice, ownFlags, reportDocument, scopeFlags, warnOfPoints } from './report-run';
import { memberFields, reportDocuments } from './report-table';

const view: CardView<object> = {
  one: 'summary',
  fields: memberFields(summaryMembers),
  card: { title: () => 'Summary', lines: Object.keys(summaryMembers) },
};

/** The next steps with orders, one line each; `account` are the flags that choose it: ` --sandbox`. */
export function nextSteps(
  { overdue, paidShort, paidOver }: AccountSummary,
  noTracking: number,
  account: string,
): readonly MarkedLine[] {
  const late = dollarsForPeople(overdue.outstanding);
  const have = noTracking === 1 ? 'has' : 'have';
  const steps = [
    ['bad', overdue.orders, 'overdue', `, ${late}: waybill report overdue`],
    [
      'doubtful',
      noTracking,
      'should',
      ` have a tracking number but ${have} none: waybill report audit --finding no_tracking`,
    ],
    ['doubtful', paidShort.orders, 'paid short', ': waybill report audit --finding paid_short'],
    ['doubtful', paidOver.orders, 'paid over', ': waybill report audit --finding paid_over'],
  ] as const;
  return steps.flatMap(([tone, count, mark, rest]) => {
    const line = {
      tone,
      mark: `${counted(count, 'orders')} ${mark}`,
      rest: rest + account,
    } as const;
    return count === 0 ? [] : line;
  });
}

/** The account's unfinished uploads, each with its command. */
export async function uploadsToResume(context: Context): Promise<readonly MarkedLine[]> {
  const { jobName, unfinishedUploads } = await import('../jobs/kept-jobs');
  const settings = context.settings();
  const { jobs } = await unfinishedUploads(context);
  const own = jobs.filter(
    ({ manifest }) => accountFlags(manifest, settings) === ownAccountFlags(settings),
  );
  return own.map((one) => ({
    tone: 'doubtful',
    mark: 'Unfinished upload',
    rest: `: ${jobName(one)} (waybill jobs show ${one.job.id})`,
  }));
}

export const command = defineCommand({
  summary: 'What is open, late or paid short, and what you earned',
  description: `The numbers to look at each morning, and what to do next. What a short payment left unpaid on an open
order counts as outstanding, too. Realized and expected profit are for orders dated in the month. They are never
added together.`,
  fields: Object.keys(view.fields),
  documents: reportDocuments({ 'The summary': [{}, view.fields] }, 'asOf'),
  flags: { overdueAfter: ownFlags.overdueAfter, asOf: ownFlags.asOf, ...scopeFlags },
  examples: {
    'waybill report summary': 'What to look at each morning',
    'waybill report summary --sync --json': 'Sync first, for a script',
  },
  async run(flags, context) {
    const asked = await ask(flags, context);
    warnOfPoints(asked, context);
    const { read, scope, mirror, doubts } = asked;
    const output = await context.outputOf(view);
    const uploads = await uploadsToResume(context);
    const total = {
      ...summarize(read, scope),
      unfinishedUploads: uploads.length,
      lastSync: mirror.asOf,
    };
    if (output.format === 'json' && context.globals.fields === undefined) {
      return output.value(reportDocument({ report: 'summary', rows: [], total }, asked));
    }
    await output.one(view, total);
    if (output.format !== 'table') return;
    // The next steps depend on what is so today.
    const steps = [
      ...nextSteps(total, countUntracked(read, scope), ownAccountFlags(context.settings())),
      ...uploads,
    ];
    const notes = doubts === undefined ? steps.map(lineText) : [asOfNotice(asked)];
    for (const notice of notes) context.notices.notice(notice);
  },
});
