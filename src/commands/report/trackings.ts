import { defineCommand } from '../../cli/definition';
import { toggle } from '../../cli/flag';
import { reportedTrackings, trackingMembers } from '../../insight/reports/trackings';
import { typedWords } from '../../lib/words';
import { sort, sortNames } from '../../lists/selection';
import type { ListView } from '../../output/view';
import { ask, exitCodeFlag, printReport, rowLimitFlag, scopeFlags } from './report-run';
import { type Fields, memberFields, memberHeadings, reportDocuments } from './report-table';

const view: ListView<object> = {
  one: 'tracking number',
  empty: 'No tracking numbers.',
  fields: memberFields(trackingMembers),
  table: typedWords(
    'trackingNumber carrier orderNumber group status orderDate ageDays outstanding unpaid',
  ),
  leaveOut: memberHeadings(
    trackingMembers,
    typedWords('orderDate carrier unpaid ageDays group orderNumber status'),
  ),
};

const trackingTotals: Fields = {
  trackings: { kind: 'number', means: 'How many rows' },
  orders: { kind: 'number', means: 'How many orders' },
  outstanding: { kind: 'money', means: 'What is outstanding of these orders' },
};

export const command = defineCommand({
  summary: 'Tracking numbers, and whether a payment names them',
  description: `One row per tracking number and order. --unpaid shows only numbers that have not been paid:
the order is open with an outstanding amount, and no recorded payment names the number, with or
without a letter appended, as BFMR asks for on numbers that orders share.`,
  fields: Object.keys(view.fields),
  documents: reportDocuments({ 'The tracking numbers': [view.fields, trackingTotals] }),
  flags: {
    unpaid: toggle('Only numbers that have not been paid'),
    ...rowLimitFlag,
    sort: sort(sortNames(view.fields), view),
    ...exitCodeFlag('--unpaid finds a number'),
    ...scopeFlags,
  },
  examples: {
    'waybill report trackings --unpaid': 'Which packages have not been paid for',
    'waybill report trackings -o csv': 'Every package, with its order',
  },
  async run({ unpaid, sort, limit, exitCode, ...flags }, context) {
    const asked = await ask(flags, context);
    const { rows, total } = reportedTrackings(asked.read, asked.scope, unpaid);
    const lastLine = { trackingNumber: 'Total', outstanding: total.outstanding };
    const found = exitCode && unpaid && rows.length > 0;
    const report = { report: 'trackings', rows, total, view, lastLine, sort, limit, found };
    return printReport(report, asked, context);
  },
});
