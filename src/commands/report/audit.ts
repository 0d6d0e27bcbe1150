import { defineCommand } from '../../cli/definition';
import { type AuditFinding, audit, findingNames } from '../../insight/audit';
import { sort, sortNames } from '../../lists/selection';
import type { View } from '../../output/view';
import { ask, exitCodeFlag, printReport, rowLimitFlag, scopeFlags } from './report-run';

const view: View<AuditFinding> = {
  one: 'finding',
  empty: 'No findings.',
  fields: {
    finding: 'status',
    kind: 'text',
    id: 'id',
    orderNumber: { kind: 'id', short: 'number' },
    detail: { kind: 'text', preferredWidth: 22, wraps: true },
  },
  table: [
    'finding',
    'kind',
    {
      heading: 'Order',
      kind: 'id',
      value: ({ orderNumber, id }) => orderNumber?.trim() || id,
    },
    'detail',
  ],
  // The detail says in words what the finding is called.
  leaveOut: ['Kind', 'Finding'],
  card: () => '',
};

export const command = defineCommand({
  summary: 'Orders that may need attention',
  description: `Findings: ${findingNames.join(', ')}.
no_tracking: an open buying group order has no tracking number, although it was purchased more than
7 days ago or has shipped.`,
  fields: Object.keys(view.fields),
  arguments: {},
  flags: {
    ...rowLimitFlag,
    sort: sort(
      'Sort by fields; -finding is the same as finding:desc',
      sortNames(view.fields),
      view,
    ),
    ...exitCodeFlag('the audit finds anything'),
    ...scopeFlags,
  },
  examples: [
    { command: 'waybill --sandbox report audit', explains: 'Find what is wrong or looks wrong' },
    {
      command: 'waybill --sandbox report audit --since 3m --exit-code',
      explains: 'In a script, exit with 15 if anything is found',
    },
  ],
  async run({ sort, limit, exitCode, ...flags }, context) {
    const asked = await ask(flags, context);
    const rows = audit(asked.read, asked.scope);
    const total = { findings: rows.length };
    const found = exitCode && rows.length > 0;
    const report = { report: 'audit', by: 'none', rows, total, view };
    return printReport(report, { sort, limit, found }, asked, context);
  },
});
