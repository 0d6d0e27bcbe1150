import { closest } from '../../cli/suggest';
import type { BodyName } from '../../contract/bodies';
import { issueWords } from '../../contract/issue-words';
import { type FailureIssue, usageFailure } from '../../failure';
import type { Origins } from './origins';

/** As much of a schema library's issue as is told. */
interface SchemaIssue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
}

/** What a body that the reference does not show leaves to the service. */
const leftToService: readonly string[] = ['unrecognized_keys', 'invalid_value'];

const codesField = 'redemptionCodes';

interface Naming {
  readonly origins: Origins;
  /** The fields of the whole body. */
  readonly fields: readonly string[];
}

/** Within a code the name of a member may be the code itself: it is never repeated. */
function unknownMembers(
  { path, keys = [] }: SchemaIssue,
  { origins, fields }: Naming,
): readonly FailureIssue[] {
  if (path[0] === codesField) {
    return [{ path: path.join('.'), message: 'has a member that a redemption code does not have' }];
  }
  const known = path.length === 0 ? fields : origins.kind.items.map(({ field }) => field);
  return keys.map((key) => {
    const near = closest(key, known);
    const did = near === undefined ? '' : `; did you mean ${near}?`;
    return { path: [...path, key].join('.'), message: `the service knows no such field${did}` };
  });
}

function toIssues(issue: SchemaIssue, naming: Naming): readonly FailureIssue[] {
  const { path, message, keys } = issue;
  const issues =
    keys === undefined ? [{ path: path.join('.'), message }] : unknownMembers(issue, naming);
  return naming.origins.rename(issues);
}

/**
 * Checks a body by the contract's strict schema before it is sent. Throws a usage failure with every
 * bad field under the name that the user gave it. With `lenient`, fields and values that waybill
 * does not know are returned instead, for a warning: where the reference says "not shown", the
 * service decides.
 */
export async function checkBody(
  name: BodyName,
  body: unknown,
  { origins, lenient = false }: { origins: Origins; lenient?: boolean },
): Promise<readonly FailureIssue[]> {
  const { bodySchemas } = await import('../../contract/bodies');
  const schema = bodySchemas[name];
  const result = schema.safeParse(body, { error: issueWords });
  if (result.success) return [];
  const naming = { origins, fields: Object.keys(schema.shape) };
  const left: FailureIssue[] = [];
  const bad: FailureIssue[] = [];
  for (const issue of result.error.issues as readonly SchemaIssue[]) {
    // A code is described in full: "No other members are accepted."
    const open = lenient && leftToService.includes(issue.code) && issue.path[0] !== codesField;
    (open ? left : bad).push(...toIssues(issue, naming));
  }
  if (bad.length === 0) return left;
  throw usageFailure(
    bad.length === 1 ? 'A field is not acceptable' : `${bad.length} fields are not acceptable`,
    { issues: bad, hint: 'Nothing was sent.' },
  );
}
