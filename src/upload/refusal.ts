import type { Failure, FailureIssue } from '../failure';
import type { Refusal, RowNumbers } from './search';

/** Assigns issues to rows. If one points outside the request, all mean something else. */
function namedRows(issues: readonly FailureIssue[], rows: RowNumbers): ReadonlyMap<number, string> {
  const named = new Map<number, string>();
  for (const issue of issues) {
    // The position in a dotted path: 3 for `items.3.name`.
    const position = issue.path.split(/[.[\]/]+/).find((one) => /^\d+$/.test(one));
    if (position === undefined) continue;
    const row = rows[Number(position)];
    if (row === undefined) return new Map();
    const before = named.get(row);
    named.set(row, before === undefined ? issue.message : `${before}; ${issue.message}`);
  }
  return named;
}

/** The refusal of a request with these rows, or undefined if no row can be to blame. */
export function refusalOf(failure: Failure, rows: RowNumbers): Refusal | undefined {
  if (!failure.isAboutInput) return undefined;
  const { code, message, status, issues = [] } = failure;
  const named = namedRows(issues, rows);
  const listed = issues.map((issue) => `${issue.path}: ${issue.message}`).join('; ');
  return {
    status,
    code,
    message: named.size === 0 && listed !== '' ? `${message} (${listed})` : message,
    named,
  };
}
