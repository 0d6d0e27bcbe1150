import type { MoneyUnit } from '../../../formats';
import { counted, grouped, quotedWord } from '../../../lib/words';
import type { Output } from '../../../output/output';
import type { View } from '../../../output/view';
import type { Summary } from '../../../upload/outcome';
import type { ResultRow } from '../../../upload/results';
import type { UploadSpec } from '../../../upload/spec';

const summaryWords = [
  ['added', 'added'],
  ['alreadyPresent', 'already present'],
  ['accepted', 'accepted'],
  ['duplicate', 'duplicate'],
  ['invalid', 'invalid'],
  ['rejected', 'rejected'],
  ['notSent', 'not sent'],
  ['unknown', 'unknown'],
] as const;

/** What an upload prints; an update also saves the old values. */
export interface UploadSummary extends Summary {
  readonly oldValuesFile?: string | null;
}

interface Wording {
  /** The word for rows that went through, if not "added". */
  readonly taken: string | undefined;
  /** The command that restores old values, up to the name of their file. */
  readonly undo: string | undefined;
  readonly money: MoneyUnit;
}

export function summaryText(summary: UploadSummary, { taken, undo, money }: Wording): string {
  const named = { added: taken, alreadyPresent: undo === undefined ? undefined : 'unchanged' };
  const parts = summaryWords.flatMap(([key, words]) =>
    summary[key] > 0
      ? [`${grouped(summary[key])} ${(named as Record<string, string | undefined>)[key] ?? words}`]
      : [],
  );
  const requests = counted(summary.requests, 'requests');
  const lines = [
    `${counted(summary.rows, 'rows')}: ${parts.join(', ') || 'nothing to send'} (${requests})`,
  ];
  const { rows, added, alreadyPresent, accepted, duplicate } = summary;
  const toFix = rows - added - alreadyPresent - accepted - duplicate > 0;
  if (toFix && summary.rejectsFile !== null) lines.push(`Rows to fix: ${summary.rejectsFile}`);
  if (rows > added + alreadyPresent) lines.push(`All rows: ${summary.resultsFile}`);
  // The old values are in this run's unit, which the settings may no longer have by then.
  if (summary.oldValuesFile) {
    lines.push(`To undo: ${undo} ${quotedWord(summary.oldValuesFile)} --money ${money}`);
  }
  return lines.join('\n');
}

/** How an upload's summary is shown. Scripts depend on the json object. */
export const summaryView = (wording: Wording): View<UploadSummary> => ({
  one: 'upload',
  empty: 'Nothing was uploaded.',
  fields: {
    job: 'text',
    rows: 'number',
    added: 'number',
    alreadyPresent: 'number',
    accepted: 'number',
    duplicate: 'number',
    invalid: 'number',
    rejected: 'number',
    notSent: 'number',
    unknown: 'number',
    requests: 'number',
    resultsFile: 'text',
    rejectsFile: 'text',
    ...(wording.undo === undefined ? {} : { oldValuesFile: 'text' as const }),
  },
  table: ['rows', ...summaryWords.map(([key]) => key), 'requests'],
  card: (summary) => summaryText(summary, wording),
});

/** The rows of an upload as in its results file; ndjson prints one object per row. */
export function rowView<Item>(spec: Pick<UploadSpec<Item>, 'columns'>): View<ResultRow> {
  const columns = Object.keys(spec.columns);
  const names = ['line', ...columns, 'outcome', 'code', 'message'];
  return {
    one: 'row',
    empty: 'No rows.',
    fields: Object.fromEntries(names.map((name) => [name, 'text' as const])),
    table: names,
    card: ({ line, outcome }) => `line ${line}: ${outcome}`,
  };
}

/** Prints rows in batches as they arrive: one write per row would take longer than the upload. */
export function rowPrinter(output: Output, view: View<ResultRow>) {
  let held: ResultRow[] = [];
  const flush = async () => {
    const rows = held;
    held = [];
    if (rows.length > 0) await output.list(view, rows);
  };
  return {
    flush,
    add: async (row: ResultRow) => {
      held.push(row);
      if (held.length >= rowsAtOnce) await flush();
    },
  };
}

const rowsAtOnce = 500;
