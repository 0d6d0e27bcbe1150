import type { core } from 'zod';
import type { RequestIssue } from '../refusal';

/**
 * A schema's issues as the service tells them: a dotted path with array positions as numbers, and
 * every unknown field pointed at by its own path.
 */
export function toIssues({ issues }: Pick<core.$ZodError, 'issues'>): readonly RequestIssue[] {
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

/** The first thing said of every field: a value can break several rules of one kind at once. */
export function oneAField(issues: readonly RequestIssue[]): readonly RequestIssue[] {
  const first = new Map<string, RequestIssue>();
  for (const issue of issues) if (!first.has(issue.path)) first.set(issue.path, issue);
  return [...first.values()];
}
