import { Failure, type FailureIssue } from '../../../failure';
import { counted, countedOf } from '../../../lib/words';
import type { UploadSpec } from '../../../upload/spec';
import type { Upload } from '../../../upload/upload';

/** The first refused rows, each with the reason that a check before sending would give. */
async function refusedIssues<Item>(
  { reported: { first }, stopped }: Upload<Item>,
  { explain }: UploadSpec<Item>,
): Promise<readonly FailureIssue[]> {
  const rejected = first.filter(({ outcome }) => outcome === 'rejected');
  const items = rejected.map(({ row }) => row.item);
  // If the service no longer responds, nothing can be looked up.
  const asks = explain !== undefined && items.length > 0 && stopped === undefined;
  const reasons = asks ? await explain(items).catch(() => []) : [];
  return first.map((one) => {
    const reason = reasons[rejected.indexOf(one)];
    return { path: `line ${one.row.line}`, message: reason ?? one.message };
  });
}

function moreHint({ reported: { refused, first }, summary }: Upload): readonly string[] {
  const more = refused - first.length;
  return more > 0
    ? [
        `${counted(more, 'more rows')} ${more === 1 ? 'was' : 'were'} refused. All of them are in ${summary.rejectsFile}.`,
      ]
    : [];
}

/** The failure that stopped the run, with how far it got and how to resume. */
function stoppedFailure(done: Upload, refused: readonly FailureIssue[]): Failure {
  const { stopped, summary, ending, resumable } = done;
  const settled = summary.rows - summary.notSent - summary.unknown;
  const goOn =
    settled === summary.rows || !resumable
      ? []
      : [
          `${countedOf(settled, summary.rows, 'rows')} settled. Run the same command again to resume.`,
        ];
  const next = [...moreHint(done), ...goOn];
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
function refusedFailure(done: Upload, issues: readonly FailureIssue[]): Failure {
  const { ending, summary, reported } = done;
  const hint = moreHint(done).join(' ') || undefined;
  if (summary.unknown > 0) {
    return new Failure({
      ending,
      code: 'outcome_unknown',
      message: `The outcome of ${counted(summary.unknown, 'rows')} is unknown`,
      hint: [...moreHint(done), 'To settle it, run the same command again.'].join(' '),
      issues,
    });
  }
  const { refused } = reported;
  const rows = `${countedOf(refused, summary.rows, 'rows', 'were')} refused`;
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

/** The failure to throw for an upload that was stopped, or in which some rows were refused. */
export async function uploadFailure<Item>(
  done: Upload<Item>,
  spec: UploadSpec<Item>,
): Promise<Failure> {
  const issues = await refusedIssues(done, spec);
  return done.stopped === undefined ? refusedFailure(done, issues) : stoppedFailure(done, issues);
}
