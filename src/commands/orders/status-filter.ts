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

/** Which values of an order's field pass. */
export interface Marked {
  /** Any of these; if empty, any value. */
  readonly wanted: readonly string[];
  /** None of these. */
  readonly excluded: readonly string[];
}

/** The requested statuses; `open` and `unpaid` mean every open one. */
export type StatusFilter = Marked;

/** Tells the plain words from those after an exclamation mark. */
export function readMarks(words: readonly string[]): Marked {
  const trimmed = words.map((word) => word.trim());
  return {
    wanted: trimmed.filter((word) => !word.startsWith('!')),
    excluded: trimmed.filter((word) => word.startsWith('!')).map((word) => word.slice(1).trim()),
  };
}

/** Whether a value passes, given which words mean it. */
export function passesMarked({ wanted, excluded }: Marked, means: (word: string) => boolean) {
  return (wanted.length === 0 || wanted.some(means)) && !excluded.some(means);
}

/** Whether an order with this status passes. */
export function passesStatus(filter: StatusFilter, status: string): boolean {
  return passesMarked(filter, (word) =>
    openWords.includes(word) ? isOpen(status) : status === word,
  );
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
  const { wanted, excluded } = readMarks(words);
  return { wanted: wanted.map(read), excluded: excluded.map(read) };
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
