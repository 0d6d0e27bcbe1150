import { issueWords } from '../../contract/issue-words';
import { limits } from '../../contract/limits';
import type { PageQuery, QueryName } from '../../contract/queries';
import type { RequestIssue } from '../refusal';
import { toIssues } from './issues';

export interface ReadQuery {
  /** What a list asked for; the defaults where nothing was asked for or there is no list. */
  readonly page: PageQuery;
  readonly issues: readonly RequestIssue[];
}

const firstPage: PageQuery = { limit: limits.pageSize.default, offset: limits.offset.default };

/**
 * A query that is plainly in order: known names, once each, with few enough digits to be no
 * question. The schema library is loaded for the others alone, which it may yet accept.
 */
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

/** A name given twice leaves open which one is meant. */
function repeated(parameters: URLSearchParams): readonly RequestIssue[] {
  return [...new Set(parameters.keys())]
    .filter((name) => parameters.getAll(name).length > 1)
    .map((path) => ({ path, message: 'Given more than once' }));
}

/** Reads a query string and tells everything that is wrong with it. */
export async function readQuery(name: QueryName, parameters: URLSearchParams): Promise<ReadQuery> {
  const page = name === 'page' || parameters.size === 0 ? readPlainPage(parameters) : undefined;
  if (page !== undefined) return { page, issues: [] };
  const { querySchemas } = await import('../../contract/queries');
  const parsed = querySchemas[name].safeParse(Object.fromEntries(parameters), {
    error: issueWords,
  });
  return {
    page: { ...firstPage, ...parsed.data },
    issues: [...repeated(parameters), ...(parsed.success ? [] : toIssues(parsed.error))],
  };
}
