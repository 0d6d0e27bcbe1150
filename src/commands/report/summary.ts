import { defineCommand } from '../../cli/definition';
import { countUntracked } from '../../insight/reports/audit';
import { shownMembers } from '../../insight/reports/report';
import { type Summary, summarize, summaryMembers } from '../../insight/reports/summary';
import { dollarsForPeople } from '../../lib/money';
import { counted } from '../../lib/words';
import type { View } from '../../output/view';
import {
  ask,
  asOfFlag,
  asOfNotice,
  overdueAfterFlag,
  scopeFlags,
  warnOfPoints,
} from './report-run';
import { fieldsOf } from './report-table';

/** The total of `report summary`. */
interface Morning extends Summary {
  readonly unfinishedUploads: number;
  /** When the last complete sync ended, as ISO time. */
  readonly lastSync: string;
}

const view: View<Morning> = {
  one: 'summary',
  empty: 'Nothing.',
  fields: fieldsOf(summaryMembers),
  table: shownMembers(summaryMembers, 'table').map(([path]) => path),
  card: { title: () => 'Summary', lines: Object.keys(summaryMembers) },
};

/** What to do next, one line each. */
export function nextSteps(
  { overdue, paidShort }: Summary,
  noTracking: number,
  uploads: readonly string[],
): readonly string[] {
  return [
    ...(overdue.orders > 0
      ? [
          `${counted(overdue.orders, 'orders')} overdue, ${dollarsForPeople(overdue.outstanding)}: waybill report overdue`,
        ]
      : []),
    ...(noTracking > 0
      ? [
          `${counted(noTracking, 'orders')} should have a tracking number but ${noTracking === 1 ? 'has' : 'have'} none: waybill report audit --finding no_tracking`,
        ]
      : []),
    ...(paidShort.orders > 0
      ? [
          `${counted(paidShort.orders, 'orders')} paid short: waybill report audit --finding paid_short`,
        ]
      : []),
    ...uploads.map((upload) => `Unfinished upload: ${upload}`),
  ];
}

export const command = defineCommand({
  summary: 'What is open, late or paid short, and what you earned',
  description: `The numbers to look at each morning, and what to do next. What a short payment left unpaid on an open
order counts as outstanding, too. Realized and expected profit are for orders dated in the month. They are never
added together.`,
  fields: Object.keys(view.fields),
  arguments: {},
  flags: { ...overdueAfterFlag, ...asOfFlag, ...scopeFlags },
  examples: [
    { command: 'waybill --sandbox report summary', explains: 'What to look at each morning' },
    {
      command: 'waybill --sandbox report summary --sync --json',
      explains: 'Sync first, for a script',
    },
  ],
  async run(flags, context) {
    const { jobName, unfinishedUploads } = await import('../jobs/kept-jobs');
    const asked = await ask(flags, context);
    warnOfPoints(asked, context);
    const { read, scope, mirror, doubts } = asked;
    const output = await context.output();
    output.expect(view);
    const { jobs } = await unfinishedUploads(context);
    const total: Morning = {
      ...summarize(read, scope),
      unfinishedUploads: jobs.length,
      lastSync: mirror.asOf,
    };
    if (output.format === 'json' && context.globals.fields === undefined) {
      const { asOf, complete } = mirror;
      const { today } = scope;
      const report = { report: 'summary', by: 'none', today, asOf, complete };
      return output.value({ ...report, rows: [], total: { ...total, ...doubts } });
    }
    if (output.format !== 'table' && output.format !== 'json') return output.list(view, [total]);
    await output.one(view, total);
    if (output.format === 'json') return;
    // What to do next depends on what is so today.
    if (doubts !== undefined) return context.notices.notice(asOfNotice(asked));
    const uploads = jobs.map((one) => `${jobName(one)} (waybill jobs show ${one.job.id})`);
    for (const step of nextSteps(total, countUntracked(read, scope), uploads))
      context.notices.notice(step);
  },
});
