import { defineCommand } from '../../cli/definition';
import { choices } from '../../cli/flag';
import {
  type AuditFinding,
  audit,
  auditMembers,
  type FindingName,
  findingNames,
} from '../../insight/reports/audit';
import { groupBy } from '../../lib/once';
import { sort, sortNames } from '../../lists/selection';
import type { ListView } from '../../output/view';
import {
  ask,
  exitCodeFlag,
  printReport,
  rowLimitFlag,
  scopeFlags,
  warnOfPoints,
} from './report-run';
import { memberFields, reportDocuments } from './report-table';

const view: ListView<AuditFinding> = {
  one: 'finding',
  empty: 'No findings.',
  fields: {
    ...memberFields(auditMembers),
    detail: { kind: 'text', means: auditMembers.detail.means, preferredWidth: 22, wraps: true },
  },
  table: [
    'finding',
    'kind',
    { heading: 'Order', kind: 'id', value: ({ orderNumber, id }) => orderNumber?.trim() || id },
    'detail',
  ],
  // The detail says in words what the finding is called.
  leaveOut: ['Kind', 'Finding'],
};

/** Findings of each name that a terminal shows, unless the user asks for some. */
const shownOfEach = 10;

/** One line for each finding with its count, the rarest first. */
function countLines(found: ReadonlyMap<FindingName, readonly AuditFinding[]>): string {
  const lines = [...found]
    .sort(([, one], [, other]) => one.length - other.length)
    .map(([name, { length }]) => {
      const cut = length > shownOfEach ? `  (${shownOfEach} shown; all: --finding ${name})` : '';
      return `${String(length).padStart(5)}  ${name}${cut}\n`;
    });
  return `${lines.join('')}\n`;
}

export const command = defineCommand({
  summary: 'Orders that may need attention',
  description: `no_card: an open order has no card, as orders from the service's automation do. no_tracking: an open
buying group order has no tracking number, although it was purchased more than 7 days ago or has
shipped. A difference of orders that were paid together is one finding, at the oldest. On a terminal, the
findings are counted first, and ten of each are shown.`,
  fields: Object.keys(view.fields),
  documents: reportDocuments({
    'The findings': [view.fields, { findings: { kind: 'number', means: 'How many there are' } }],
  }),
  flags: {
    finding: choices('<f,…>', 'Only these findings', findingNames),
    ...rowLimitFlag,
    sort: sort(sortNames(view.fields), view),
    ...exitCodeFlag('the audit finds anything'),
    ...scopeFlags,
  },
  examples: {
    'waybill report audit': 'Find what is wrong or looks wrong',
    'waybill report audit --finding no_card,no_tracking':
      'Only orders without a card or a tracking number',
    'waybill report audit --since 3m --exit-code': 'In a script, exit with 15 if anything is found',
  },
  async run({ finding, sort, limit, exitCode, ...flags }, context) {
    const asked = await ask(flags, context);
    warnOfPoints(asked, context);
    const { readDoubts } = await import('../../mirror/ledger-store');
    const all = audit(asked.read, asked.scope, readDoubts(asked.mirror.database));
    const wanted = finding === undefined ? all : all.filter((one) => finding.includes(one.finding));
    const total = { findings: wanted.length };
    const found = exitCode && wanted.length > 0;
    const output = await context.output();
    const isShort = output.isRead && finding === undefined && limit === undefined;
    const byName = groupBy(wanted, (one) => one.finding);
    if (isShort && wanted.length > 0) await output.text(countLines(byName));
    const rows = isShort ? [...byName.values()].flatMap((of) => of.slice(0, shownOfEach)) : wanted;
    const report = { report: 'audit', rows, total, view, sort, limit, found };
    return printReport(report, asked, context);
  },
});
