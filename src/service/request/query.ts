import { limits } from '../../contract/limits';
import type { PageQuery, QueryName } from '../../contract/queries';
import type { RequestIssue } from '../refusal';
import { toIssues } from './issues';

export type Query = Readonly<Record<string, string>>;

/** What a list asked for, when it is plainly in order; undefined leaves it to the schema. */
export function readPlainPage(query: Query): PageQuery | undefined {
  const { limit = String(limits.pageSize.default), offset = '0', ...others } = query;
  const plain = (text: string) => /^\d{1,15}$/.test(text);
  if (Object.keys(others).length > 0 || !plain(limit) || !plain(offset)) return undefined;
  const page = { limit: Number(limit), offset: Number(offset) };
  const { minimum, maximum } = limits.pageSize;
  return page.limit >= minimum && page.limit <= maximum ? page : undefined;
}

/** A name given twice leaves open which one is meant. */
function repeated(parameters: URLSearchParams): readonly RequestIssue[] {
  return [...new Set(parameters.keys())]
    .filter((name) => parameters.getAll(name).length > 1)
    .map((path) => ({ path, message: 'Given more than once' }));
}

/**
 * Everything that is wrong with a query string. The schema library is loaded only where something
 * may be: a list in order and an empty query are recognised without it.
 */
export async function queryIssues(
  name: QueryName,
  parameters: URLSearchParams,
): Promise<readonly RequestIssue[]> {
  const twice = repeated(parameters);
  const query = Object.fromEntries(parameters);
  const plain =
    name === 'page' ? readPlainPage(query) !== undefined : Object.keys(query).length === 0;
  if (plain) return twice;
  const { querySchemas } = await import('../../contract/queries');
  const parsed = querySchemas[name].safeParse(query);
  return [...twice, ...(parsed.success ? [] : toIssues(parsed.error))];
}
