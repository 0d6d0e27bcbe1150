import type { core } from 'zod';
import type { BodyName } from '../contract/bodies';
import { issueWords } from '../contract/issue-words';
import { limits } from '../contract/limits';
import type { PageQuery, QueryName } from '../contract/queries';
import type { FailureIssue } from '../failure';
import { ServiceRefusal } from './refusal';
import { serviceIssues } from './rules/body-checks';

/** A schema's issues as the service reports them: each at a dotted path, and one for every unknown field. */
export function toIssues({ issues }: Pick<core.$ZodError, 'issues'>): readonly FailureIssue[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: [...issue.path, key].join('.'),
        message: 'Unknown field',
      }));
    }
    return { path: issue.path.join('.'), message: issue.message };
  });
}

/** Only the first issue of every field: a value can break several rules at once. */
export function oneAField(issues: readonly FailureIssue[]): readonly FailureIssue[] {
  const first = new Map<string, FailureIssue>();
  for (const issue of issues) if (!first.has(issue.path)) first.set(issue.path, issue);
  return [...first.values()];
}

const firstPage: PageQuery = { limit: limits.pageSize.default, offset: limits.offset.default };

/** Reads a query that is obviously valid. Only others load the schema library, which may still accept them. */
export function readPlainPage(parameters: URLSearchParams): PageQuery | undefined {
  const page = { ...firstPage };
  const seen = new Set<string>();
  for (const [name, value] of parameters) {
    if ((name !== 'limit' && name !== 'offset') || seen.has(name)) return undefined;
    if (!/^\d{1,9}$/.test(value)) return undefined;
    page[name] = Number(value);
    seen.add(name);
  }
  const { minimum, maximum } = limits.pageSize;
  return page.limit >= minimum && page.limit <= maximum ? page : undefined;
}

export async function readQuery(name: QueryName, parameters: URLSearchParams) {
  const page = name === 'page' || parameters.size === 0 ? readPlainPage(parameters) : undefined;
  if (page !== undefined) return { page, issues: [] };
  const { querySchemas } = await import('../contract/queries');
  const parsed = querySchemas[name].safeParse(Object.fromEntries(parameters), {
    error: issueWords,
  });
  // A name given twice is ambiguous.
  const twice = [...new Set(parameters.keys())].filter((one) => parameters.getAll(one).length > 1);
  const repeated = twice.map((path) => ({ path, message: 'Given more than once' }));
  return {
    page: { ...firstPage, ...parsed.data },
    issues: [...repeated, ...(parsed.success ? [] : toIssues(parsed.error))],
  };
}

/** The largest body accepted, in bytes: 1 MiB. */
export const largestBody = 1_048_576;

/** The rest of such a body is not read, so its connection can't be reused. */
export function bodyTooLarge(): ServiceRefusal {
  const message = `The body is larger than ${largestBody} bytes`;
  return new ServiceRefusal('payload_too_large', message, undefined, { connection: 'close' });
}

type Bytes = ArrayBuffer | Uint8Array;

/** Reads JSON, whatever its content type. Invalid UTF-8 is not JSON (RFC 8259, 8.1). */
function readJson(bytes: Bytes): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ServiceRefusal('bad_request', 'The body is not valid JSON');
  }
}

export async function readRequestBody(name: BodyName, bytes: Bytes) {
  if (bytes.byteLength > largestBody) throw bodyTooLarge();
  const sent = readJson(bytes);
  const { bodySchemas } = await import('../contract/bodies');
  const parsed = bodySchemas[name].safeParse(sent, { error: issueWords });
  const issues = [...(parsed.success ? [] : toIssues(parsed.error)), ...serviceIssues(name, sent)];
  return { value: parsed.data, issues };
}
