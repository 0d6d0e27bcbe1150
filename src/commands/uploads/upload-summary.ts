import type { DocumentMembers } from '../../cli/definition';
import type { Ending } from '../../exit-codes';
import { Failure, type FailureDetails } from '../../failure';
import { counted, countedOf, grouped, nameInWords } from '../../lib/words';
import type { CardView, Field, ListView } from '../../output/view';
import {
  type OutcomeName,
  outcomeFields,
  outcomeNames,
  outcomes,
  type Summary,
} from '../../upload/outcome';
import { mostShown } from '../../upload/results';
import type { UploadRow } from '../../upload/spec';
import type { Upload } from '../../upload/upload';

/** The words for rows that went through, for uploads that don't add what they send. */
const ownWords: Readonly<Record<string, Partial<Record<OutcomeName, string>>>> = {
  create: { added: 'created' },
  update: { added: 'updated', alreadyPresent: 'unchanged' },
};

/** The outcomes in a few words: "48 added, 2 rejected"; `upload` is its spec's name. */
export function outcomeWords(rows: Readonly<Record<OutcomeName, number>>, upload: string): string {
  const [, verb = ''] = /-(\w+)/.exec(upload) ?? [];
  return outcomeNames
    .flatMap((name) => {
      const count = rows[name];
      const word = ownWords[verb]?.[name] ?? nameInWords(name).toLowerCase();
      return count > 0 ? [`${grouped(count)} ${word}`] : [];
    })
    .join(', ');
}

/** The line with the command that undoes an earlier run of an upload, after that of the newest one. */
export function earlierUndoLine(command: string): string {
  return `Then, to undo an earlier run of the same rows: ${command}`;
}

export interface UploadSummary extends Summary {
  readonly oldValuesFile?: string | null;
}

interface Wording {
  /** The name of the upload's spec. */
  readonly upload: string;
  /** For updates: the commands that restore the old values, the newest first. */
  readonly undo?: readonly string[] | undefined;
  /** The time when an earlier run settled everything; undefined if this one did. */
  readonly earlier?: string | undefined;
  /** Advice about refused rows. */
  readonly remedies?: readonly string[] | undefined;
}

/** A file as people see it: the command that prints it, in place of one that is kept with its job. */
export function shownFile(path: string, flag: 'rejects' | 'results'): string {
  const [, id] = /[\\/]([0-9a-f]{8})[0-9a-f]{56}[\\/][^\\/]+$/.exec(path) ?? [];
  return id === undefined ? path : `waybill jobs show ${id} --${flag}`;
}

/** Lines that say where to look: at the rows that were not taken, and at the outcome of all. */
export function fileLines(summary: Summary, what = 'rows'): readonly string[] {
  const { rows, added, alreadyPresent, resultsFile, rejectsFile } = summary;
  const { invalid, rejected, notSent, unknown } = summary;
  const [toFix, notSettled] = [invalid + rejected, notSent + unknown];
  const lines: string[] = [];
  if (toFix + notSettled > 0 && rejectsFile !== null) {
    const named = `${what[0]?.toUpperCase()}${what.slice(1)}`;
    lines.push(
      `${named} ${toFix > 0 ? 'to fix' : 'not settled'}: ${shownFile(rejectsFile, 'rejects')}`,
    );
  }
  if (rows > added + alreadyPresent && resultsFile !== null) {
    lines.push(`All ${what}: ${shownFile(resultsFile, 'results')}`);
  }
  return lines;
}

export function summaryText(
  summary: UploadSummary,
  { upload, undo = [], earlier, remedies = [] }: Wording,
): string {
  const requests = counted(summary.requests, 'requests');
  const how = earlier === undefined ? requests : `by the run ${earlier}; nothing was sent now`;
  const [newest, ...older] = undo;
  return [
    `${counted(summary.rows, 'rows')}: ${outcomeWords(summary, upload) || 'nothing to send'} (${how})`,
    ...remedies,
    ...fileLines(summary),
    ...(newest === undefined ? [] : [`To undo: ${newest}`]),
    ...older.map(earlierUndoLine),
  ].join('\n');
}

const oldValuesFile: Field = {
  kind: 'text',
  means: 'The file of what was there before, which the same command takes back',
  orNull: true,
};

/** A row of an upload in ndjson: the columns are those of its results file. */
export const rowDocument: DocumentMembers = {
  fields: {
    line: { kind: 'number', means: 'The line in the file' },
    outcome: { kind: 'text', means: 'What became of the row', values: outcomes },
    code: { kind: 'text', means: 'A stable word for why it was refused', orNull: true },
    message: { kind: 'text', means: 'The reason in words', orNull: true },
  },
  open: true,
};

/** The view of an upload's summary. Scripts depend on the json object. */
export const summaryView = (wording: Wording): CardView<UploadSummary> => ({
  one: 'upload',
  fields: {
    job: { kind: 'text', means: 'The id of the upload' },
    rows: { kind: 'number', means: 'Rows of the file' },
    ...outcomeFields,
    requests: { kind: 'number', means: 'Requests that change something, retries included' },
    resultsFile: { kind: 'text', means: 'The file with what became of each row', orNull: true },
    rejectsFile: { kind: 'text', means: 'The file of the refused and unsent rows', orNull: true },
    ...(wording.undo !== undefined && { oldValuesFile }),
  },
  card: (summary) => summaryText(summary, wording),
});

/** The rows of an upload as in its results file, with the columns of its own. */
export function rowView<Row>(columns: readonly string[]): ListView<Row> {
  const fields = {
    line: 'number',
    ...Object.fromEntries(columns.map((name) => [name, 'id' as const])),
    outcome: 'status',
    code: 'text',
    message: 'text',
  } as const;
  return { one: 'row', empty: 'No rows.', fields, table: Object.keys(fields) };
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

/** Throws if rows would be refused, each with the reason. */
export function refusePlanned(
  rows: readonly { readonly line: number; readonly message: string }[],
  ending: Ending,
  place = 'line',
): void {
  if (rows.length === 0) return;
  const issues = rows.map(({ line, message }) => ({ path: `${place} ${line}`, message }));
  const message = `${counted(issues.length, 'rows')} would be refused`;
  throw shortened(new Failure({ ending, code: 'rows_refused', message, issues }));
}

function whatHappened(
  { stopped, summary, ending, reported: { refused }, earlier }: Upload,
  unit: string,
  isFirst: boolean,
): Pick<FailureDetails, 'code' | 'message'> {
  if (stopped !== undefined) {
    return { code: ending, message: ending === 'terminated' ? 'Terminated' : 'Interrupted' };
  }
  const { rows, unknown, added, alreadyPresent, accepted, requests } = summary;
  if (unknown > 0) {
    const message = `The outcome of ${counted(unknown, unit)} is unknown`;
    return { code: 'outcome_unknown', message };
  }
  const when = earlier === undefined ? '' : ' in the earlier run';
  const message = `${countedOf(refused, rows, unit, 'were')} refused${when}`;
  const isTaken = added + alreadyPresent + accepted > 0;
  if (isTaken || requests > 0 || !isFirst) return { code: 'rows_refused', message };
  const nothing =
    refused === 0
      ? 'Some rows would be refused, so nothing was sent'
      : `${message}, and nothing was sent`;
  return { code: 'nothing_sent', message: nothing };
}

/** The failure of an upload that stopped or was refused in part, with how far it got and what to do. */
export function uploadFailure<Item>(
  done: Upload<Item>,
  nameOf: (row: UploadRow<Item>) => string,
  unit = 'rows',
  /** False if another upload of its command came before, which may have sent something. */
  isFirst = true,
): Failure {
  const { stopped, summary, ending, reported, resumedBy } = done;
  const refused = reported.first.map(({ row, message }) => ({ path: nameOf(row), message }));
  const hints: string[] = [];
  const more = reported.refused - refused.length;
  if (more > 0) {
    hints.push(`${counted(more, `more ${unit}`)} ${more === 1 ? 'was' : 'were'} refused.`);
    if (summary.rejectsFile !== null) {
      hints.push(`For all refused ${unit}: ${shownFile(summary.rejectsFile, 'rejects')}.`);
    }
  }
  const settled = summary.rows - summary.notSent - summary.unknown;
  if (stopped === undefined) {
    if (summary.unknown > 0) hints.push('To settle it, run the same command again.');
  } else if (settled < summary.rows && resumedBy !== undefined) {
    hints.push(`${countedOf(settled, summary.rows, unit)} settled.`);
    hints.push(`Run the same command ${resumedBy} to resume.`);
  }
  if (stopped instanceof Failure) {
    const hint = [stopped.hint ?? [], ...hints].flat().join(' ') || undefined;
    const issues = [...(stopped.issues ?? []), ...refused];
    return stopped.with({ ending, hint, issues: issues.length === 0 ? undefined : issues });
  }
  const hint = hints.join(' ') || undefined;
  return new Failure({ ending, ...whatHappened(done, unit, isFirst), hint, issues: refused });
}
