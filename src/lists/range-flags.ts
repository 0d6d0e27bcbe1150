import { integer, toggle } from '../cli/flag';
import { limits } from '../contract/limits';
import { usageFailure } from '../failure';

/** The flags that say which part of a list is wanted. */
export const rangeFlags = {
  limit: integer('<n>', 'How many', {
    short: 'L',
    minimum: 1,
    defaultText: String(limits.pageSize.default),
  }),
  all: toggle('All of them'),
  offset: integer('<n>', 'How many to skip first', { minimum: 0, defaultText: '0' }),
  verify: toggle('Read the list twice and compare'),
};

/** How many rows are wanted; undefined for all of them. Throws where the flags contradict. */
export function wantedRows(flags: {
  readonly limit: number | undefined;
  readonly all: boolean;
}): number | undefined {
  if (!flags.all) return flags.limit ?? limits.pageSize.default;
  if (flags.limit !== undefined) throw usageFailure('--all and --limit contradict each other');
  return undefined;
}
