import type { Ending } from '../../exit-codes';
import { Failure, type FailureIssue } from '../../failure';
import { counted, countedOf, grouped } from '../../lib/words';
import type { Output } from '../../output/output';
import type { View } from '../../output/view';
import type { OutcomeCounts, Summary } from '../../upload/outcome';
import { mostShown, type ResultRow } from '../../upload/results';
import type { UploadRow, UploadSpec } from '../../upload/spec';
import type { Upload } from '../../upload/upload';

type OutcomeName = Exclude<keyof OutcomeCounts, 'rows'>;

const usualOutcomeWords: Readonly<Record<OutcomeName, string>> = {
  added: 'added',
  alreadyPresent: 'already present',
  accepted: 'accepted',
  duplicate: 'duplicate',
  invalid: 'invalid',
  rejected: 'rejected',
  notSent: 'not sent',
  unknown: 'unknown',
};

export const outcomeNames = Object.keys(usualOutcomeWords) as readonly OutcomeName[];

/** The words for rows that went through, for uploads that don't add what they send. */
const ownWords: Readonly<Record<string, Partial<Record<OutcomeName, string>>>> = {
  create: { added: 'created' },
  update: { added: 'updated', alreadyPresent: 'unchanged' },
};

/**
 * The outcomes of rows in a few words: "48 added, 2 rejected". `upload` is its spec's name, such as
 * `orders-update`.
 */
export function outcomeWords(rows: Readonly<Record<OutcomeName, number>>, upload: string): string {
  const [, verb = ''] = /-(\w+)/.exec(upload) ?? [];
  const words = { ...usualOutcomeWords, ...ownWords[verb] };
  return Object.entries(words)
    .flatMap(([name, word]) => {
      const count = rows[name as OutcomeName];
      return count > 0 ? [`${grouped(count)} ${word}`] : [];
    })
    .join(', ');
}

/** How the command that undoes an earlier run of an upload is shown, after that of the newest one. */
export function earlierUndoLine(command: string): string {
  return `Then, to undo an earlier run of the same rows: ${command}`;
}

/** What an upload prints; an update also saves the old values. */
export interface UploadSummary extends Summary {
  readonly oldValuesFile?: string | null;
}

interface Wording {
  /** The name of the upload's spec. */
  readonly upload: string;
  /** For updates: the commands that restore the old values, the newest first. */
  readonly undo: readonly string[] | undefined;
  /** When an earlier run settled everything; undefined if this one did. */
  readonly earlier: string | undefined;
  /** What to do about refused rows. */
  readonly remedies?: readonly string[] | undefined;
}

/** Where there is something to see: the rows that were not taken, and the outcome of all. */
export function fileLines(summary: Summary, what = 'rows'): readonly string[] {
  const { rows, added, alreadyPresent, resultsFile, rejectsFile } = summary;
  const { invalid, rejected, notSent, unknown } = summary;
  const [toFix, notSettled] = [invalid + rejected, notSent + unknown];
  const lines: string[] = [];
  if (toFix + notSettled > 0 && rejectsFile !== null) {
    const named = `${what[0]?.toUpperCase()}${what.slice(1)}`;
    lines.push(`${named} ${toFix > 0 ? 'to fix' : 'not settled'}: ${rejectsFile}`);
  }
  if (rows > added + alreadyPresent && resultsFile !== null) {
    lines.push(`All ${what}: ${resultsFile}`);
  }
  return lines;
}

export function summaryText(
  summary: UploadSummary,
  { upload, undo = [], earlier, remedies = [] }: Wording,
): string {
  const requests = counted(summary.requests, 'requests');
  const how = earlier === undefined ? requests : `by the run ${earlier}; nothing was sent now`;
  const lines = [
    `${counted(summary.rows, 'rows')}: ${outcomeWords(summary, upload) || 'nothing to send'} (${how})`,
  ];
  lines.push(...remedies, ...fileLines(summary));
  const [newest, ...older] = undo;
  if (newest !== undefined) lines.push(`To undo: ${newest}`);
  lines.push(...older.map(earlierUndoLine));
  return lines.join('\n');
}

/** How an upload's summary is shown. Scripts depend on the json object. */
export const summaryView = (wording: Wording): View<UploadSummary> => ({
  one: 'upload',
  empty: 'Nothing was uploaded.',
  fields: {
    job: 'text',
    rows: 'number',
    ...Object.fromEntries(outcomeNames.map((name) => [name, 'number' as const])),
    requests: 'number',
    resultsFile: 'text',
    rejectsFile: 'text',
    ...(wording.undo === undefined ? {} : { oldValuesFile: 'text' as const }),
  },
  table: ['rows', ...outcomeNames, 'requests'],
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

function moreHint(
  { reported: { refused, first }, summary }: Upload,
  unit: string,
): readonly string[] {
  const more = refused - first.length;
  if (more <= 0) return [];
  const { rejectsFile } = summary;
  const where = rejectsFile === null ? '' : ` All refused ${unit} are in ${rejectsFile}.`;
  return [`${counted(more, `more ${unit}`)} ${more === 1 ? 'was' : 'were'} refused.${where}`];
}

/** The failure that stopped the run, with how far it got and how to resume. */
function stoppedFailure(done: Upload, unit: string, refused: readonly FailureIssue[]): Failure {
  const { stopped, summary, ending, resumedBy } = done;
  const settled = summary.rows - summary.notSent - summary.unknown;
  const resumeHint =
    settled === summary.rows || resumedBy === undefined
      ? []
      : [
          `${countedOf(settled, summary.rows, unit)} settled. Run the same command ${resumedBy} to resume.`,
        ];
  const next = [...moreHint(done, unit), ...resumeHint];
  if (stopped instanceof Failure) {
    const hint = [stopped.hint ?? [], ...next].flat().join(' ');
    const issues = [...(stopped.issues ?? []), ...refused];
    return stopped.with({ ending, hint, issues: issues.length === 0 ? undefined : issues });
  }
  const message = ending === 'terminated' ? 'Terminated' : 'Interrupted';
  const hint = next.length === 0 ? undefined : next.join(' ');
  return new Failure({ ending, code: ending, message, hint, issues: refused });
}

/** The failure for a run that finished but did not take every row. */
function refusedFailure(done: Upload, unit: string, issues: readonly FailureIssue[]): Failure {
  const { ending, summary, reported } = done;
  const hint = moreHint(done, unit).join(' ') || undefined;
  if (summary.unknown > 0) {
    return new Failure({
      ending,
      code: 'outcome_unknown',
      message: `The outcome of ${counted(summary.unknown, unit)} is unknown`,
      hint: [...moreHint(done, unit), 'To settle it, run the same command again.'].join(' '),
      issues,
    });
  }
  const { refused } = reported;
  const when = done.earlier === undefined ? '' : ' in the earlier run';
  const rows = `${countedOf(refused, summary.rows, unit, 'were')} refused${when}`;
  const { added, alreadyPresent, accepted, requests } = summary;
  const noneTaken = added + alreadyPresent + accepted === 0;
  if (!noneTaken || requests > 0) {
    return new Failure({ ending, code: 'rows_refused', message: rows, hint, issues });
  }
  const message =
    refused === 0
      ? 'Some rows would be refused, so nothing was sent'
      : `${rows}, and nothing was sent`;
  return new Failure({ ending, code: 'nothing_sent', message, hint, issues });
}

/** A dry run's failure, with as many rows as an upload reports. */
export function shortened(failure: Failure): Failure {
  const { issues = [], hint } = failure;
  const more = issues.length - mostShown;
  if (more <= 0) return failure;
  const rest = `${counted(more, 'more rows')} would be refused.`;
  const hints = hint === undefined ? rest : `${rest} ${hint}`;
  return failure.with({ issues: issues.slice(0, mostShown), hint: hints });
}

/** Throws if the upload of a dry run would refuse rows. */
export function refusePlanned(issues: readonly FailureIssue[], ending: Ending): void {
  if (issues.length === 0) return;
  const message = `${counted(issues.length, 'rows')} would be refused`;
  throw shortened(new Failure({ ending, code: 'rows_refused', message, issues }));
}

/** The failure to throw for an upload that was stopped, or in which some rows were refused. */
export function uploadFailure<Item>(
  done: Upload<Item>,
  nameOf: (row: UploadRow<Item>) => string,
  unit = 'rows',
): Failure {
  const issues = done.reported.first.map(({ row, message }) => ({ path: nameOf(row), message }));
  return done.stopped === undefined
    ? refusedFailure(done, unit, issues)
    : stoppedFailure(done, unit, issues);
}
