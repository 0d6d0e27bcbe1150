import { type Flag, readChoice, refuseEmpty } from '../../cli/flag';
import { usageFailure } from '../../failure';
import type { OrderKind } from './kinds';

/** Final statuses of an order. A status that waybill does not know counts as open. */
const closedStatuses: readonly string[] = ['paid', 'cancelled'];
const openWords: readonly string[] = ['open', 'unpaid'];

/** Whether an order is open: neither paid nor cancelled. */
export function isOpen(status: string): boolean {
  return !closedStatuses.includes(status);
}

/** The requested statuses; `open` and `unpaid` mean every open one. */
export interface StatusFilter {
  /** Any of these; if empty, any status. */
  readonly wanted: readonly string[];
  /** None of these. */
  readonly excluded: readonly string[];
}

/** Whether an order with this status passes. */
export function passesStatus({ wanted, excluded }: StatusFilter, status: string): boolean {
  const means = (word: string) => (openWords.includes(word) ? isOpen(status) : status === word);
  return (wanted.length === 0 || wanted.some(means)) && !excluded.some(means);
}

/** Reads `shipped,open,!issue`: any of the plain ones, none of those after an exclamation mark. */
export function readStatuses(
  typed: readonly string[],
  label: string,
  statuses: readonly string[],
): StatusFilter {
  const words = typed.flatMap((one) =>
    refuseEmpty(one, label)
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  );
  if (words.length === 0) throw usageFailure(`${label} is empty`);
  const read = (word: string) => readChoice(word, label, [...statuses, ...openWords]);
  return {
    wanted: words.filter((word) => !word.startsWith('!')).map(read),
    excluded: words.filter((word) => word.startsWith('!')).map((word) => read(word.slice(1))),
  };
}

/** `--status`: several are joined by commas, or the flag is repeated. */
export function statusFlag({ statuses }: OrderKind): Flag<StatusFilter | undefined> {
  return {
    describe: 'A status, open, unpaid, or !paid to exclude it',
    placeholder: '<s,…>',
    repeatable: true,
    joined: true,
    suggestions: [...statuses, ...openWords, ...statuses.map((status) => `!${status}`)],
    parse: (typed, label) =>
      typed.length === 0 ? undefined : readStatuses(typed, label, statuses),
  };
}
