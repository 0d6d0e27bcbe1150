import {
  type Day,
  type Month,
  month as monthFlag,
  resolveDay,
  resolveMonth,
  spanDay,
} from '../../cli/day';
import {
  choices,
  type Flag,
  type Flags,
  readChoice,
  refuseEmpty,
  repeated,
  text,
  toggle,
  valued,
} from '../../cli/flag';
import { readDollars } from '../../cli/money';
import type { Context } from '../../context';
import { sources } from '../../contract/values';
import { usageFailure } from '../../failure';
import { dollarsForPeople } from '../../lib/money';
import { anyCardId, cardReader } from './card-choice';
import { type OrderFilter, openWords, readMarks, type StatusFilter } from './filter';
import type { OrderKind } from './kinds';

const filters = { group: 'Filters' };

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
    describe: 'A status, open or unpaid; !paid excludes paid',
    placeholder: '<s,…>',
    repeatable: true,
    joined: true,
    suggestions: [...statuses, ...openWords, ...statuses.map((status) => `!${status}`)],
    parse: (typed, label) =>
      typed.length === 0 ? undefined : readStatuses(typed, label, statuses),
  };
}

/** The values of the filter flags of either kind; gift card orders have `platform` for `group`. */
interface FilterValues {
  readonly status?: StatusFilter;
  readonly group?: readonly string[];
  readonly platform?: readonly string[];
  readonly retailer?: readonly string[];
  readonly since?: Day;
  readonly until?: Day;
  readonly month?: Month;
  readonly olderThan?: Day;
  readonly source?: readonly string[];
  readonly card?: string;
  readonly tracking?: string;
  readonly noTracking?: boolean;
  readonly search?: readonly string[];
  readonly minTotal?: number;
  readonly maxTotal?: number;
}

/** A name, or with an exclamation mark in front one to exclude. */
function readName(typed: string, label: string): string {
  const isEmpty = typed.split(',').every((one) => one.trim() === '');
  if (!/(^|,)\s*!\s*(,|$)/.test(typed)) return refuseEmpty(isEmpty ? '' : typed, label);
  throw usageFailure(`${label} has no name after the exclamation mark`);
}

function groupFlag(kind: OrderKind): Flags {
  const groups = (what: string, complete: 'group' | 'platform'): Flag<unknown> => ({
    ...repeated(
      valued('<id>', `${what}, or !id to exclude it`, readName, {
        ...filters,
        suggestions: kind.featured,
        complete,
      }),
    ),
    // Completed after a comma too, even though the value is split only if no group has that name.
    joined: true,
  });
  return kind.group === 'platform'
    ? { platform: groups('Platform', 'platform') }
    : { group: groups('Buying group', 'group') };
}

/** The choices are five long words: completion and the error message list them, help does not. */
function sourceFlag(): Flag<unknown> {
  const describe = 'How it was created: api, csv_import, dashboard, …';
  const { choices: suggestions = [], ...flag } = choices('<s,…>', describe, sources, filters);
  return { ...flag, suggestions };
}

const money = (describe: string) => valued('<money>', describe, readDollars, filters);

/** The flags that narrow a list of orders; `readFilter` reads their values. */
export function filterFlags(kind: OrderKind): Flags {
  return {
    status: { ...statusFlag(kind), ...filters },
    ...groupFlag(kind),
    retailer: repeated(
      valued('<text>', "Part of the retailer's name, or !text to exclude it", readName, filters),
    ),
    since: { ...spanDay('Ordered on this day or later'), ...filters },
    until: { ...spanDay('Ordered on this day or earlier'), ...filters },
    month: { ...monthFlag('Ordered in this month: 2025-06, "last month"'), ...filters },
    olderThan: { ...spanDay('Ordered more than this long ago', '<30d>'), ...filters },
    source: sourceFlag(),
    card: text('<card>', 'Card or sub-card: id, last digits or nickname', {
      ...filters,
      complete: 'card',
    }),
    ...(kind.tracking
      ? {
          tracking: text('<number>', 'With this tracking number', filters),
          noTracking: toggle('Without any tracking number', {
            ...filters,
            conflicts: ['tracking'],
          }),
        }
      : {}),
    search: repeated(text('<text>', 'Text in names, notes, items, numbers', filters)),
    minTotal: money('Total of at least this'),
    maxTotal: money('Total of at most this'),
  };
}

async function findCard(typed: string, { session }: FilterContext): Promise<string> {
  const readCards = async () => cardReader((await session()).api)();
  return anyCardId(typed, '--card', readCards);
}

/** The parts of the context that a filter needs. */
type FilterContext = Pick<Context, 'today' | 'session'>;

/** The later or the earlier of two dates, either of which may be missing. */
function narrower(
  one: string | undefined,
  other: string | undefined,
  end: 'later' | 'earlier',
): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one > other === (end === 'later') ? one : other;
}

function readDays(values: FilterValues, context: FilterContext) {
  const at = (value: Day | undefined, end: 'first' | 'last') =>
    value && resolveDay(value, context.today(), end);
  const [since, until] = [at(values.since, 'first'), at(values.until, 'last')];
  if (since !== undefined && until !== undefined && since > until) {
    throw usageFailure(`--since ${since} is later than --until ${until}`);
  }
  const month =
    values.month === undefined ? undefined : resolveMonth(values.month, context.today());
  return {
    since: narrower(since, month?.first, 'later'),
    until: narrower(until, month?.last, 'earlier'),
    before: at(values.olderThan, 'first'),
  };
}

/**
 * Resolves the filter flags relative to today, and looks up a card in the account. Throws a usage
 * failure if no order could pass.
 */
export async function readFilter(
  flags: Readonly<Record<string, unknown>>,
  context: FilterContext,
): Promise<OrderFilter> {
  const values = flags as FilterValues;
  const { minTotal, maxTotal } = values;
  if (minTotal !== undefined && maxTotal !== undefined && minTotal > maxTotal) {
    const [least, most] = [dollarsForPeople(minTotal), dollarsForPeople(maxTotal)];
    throw usageFailure(`--min-total ${least} is more than --max-total ${most}`);
  }
  return {
    status: values.status,
    group: values.group ?? values.platform,
    retailer: values.retailer,
    ...readDays(values, context),
    source: values.source,
    creditCardId: values.card === undefined ? undefined : await findCard(values.card, context),
    tracking: values.tracking,
    noTracking: values.noTracking,
    search: values.search,
    minTotal,
    maxTotal,
  };
}
