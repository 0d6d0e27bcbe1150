import {
  type Day,
  type Month,
  month as monthFlag,
  resolveDay,
  resolveMonth,
  spanDay,
} from '../cli/day';
import {
  choices,
  type Flag,
  type Flags,
  readChoice,
  refuseEmpty,
  repeated,
  text,
  toggle,
  underHeading,
  valued,
} from '../cli/flag';
import { readDollars } from '../cli/money';
import type { StoredField } from '../contract/fields';
import { nameKey } from '../contract/named';
import type { CreditCard } from '../contract/responses';
import { settledStatuses, sources } from '../contract/values';
import { usageFailure } from '../failure';
import { fold, foldTracking, holds } from '../lib/fold';
import { commaParts, dollarsForPeople, typedWords } from '../lib/words';
import { anyCardId, type CardSource, cardReader } from './card-choice';
import type { OrderKind } from './kinds';

/** The value of a field of an order; for a field of a list's elements, the values of all of them. */
type ReadField<R extends StoredField> = (field: R) => unknown;

/** A filter that was asked for. The service has no filters, so waybill checks each order. */
export interface ActiveFilter {
  /** All that it reads of an order. */
  readonly reads: readonly StoredField[];
  readonly words: readonly string[];
  test(read: ReadField<StoredField>): boolean;
  /** Groups or platforms as typed: each a name, or several joined by commas. */
  readonly groups?: readonly string[];
  readonly retailers?: readonly string[];
}

export type OrderFilter = readonly ActiveFilter[];

interface FilterContext {
  /** `YYYY-MM-DD` */
  today(): string;
  /** The account's cards, read only if one is named. */
  cards(): Promise<readonly CreditCard[]>;
  /** For which card is meant by a nickname in another spelling. */
  readonly notices?: { notice(text: string): void };
}

interface Filter {
  /** Undefined for a kind of order that does not have it. */
  flag(kind: OrderKind): Flag<unknown> | undefined;
  activate(typed: unknown, context: FilterContext): Promise<ActiveFilter>;
}

/** A filter of what its flag gives, `T`, which reads only these fields of an order. */
function filterOf<R extends StoredField, T>(
  flag: (kind: OrderKind) => Flag<T | undefined> | undefined,
  reads: readonly R[],
  activate: (typed: T, context: FilterContext) => Active<R> | Promise<Active<R>>,
): Filter {
  return {
    flag,
    activate: async (typed, context) => ({ reads, ...(await activate(typed as T, context)) }),
  };
}

type Active<R extends StoredField> = Omit<ActiveFilter, 'reads' | 'test'> & {
  test(read: ReadField<R>): boolean;
};

/** The values of an order's field that pass. */
export interface Marked {
  /** Any of these; if empty, any value. */
  readonly wanted: readonly string[];
  /** None of these. */
  readonly excluded: readonly string[];
}

/** Tells the plain words from those after an exclamation mark. */
export function readMarks(words: readonly string[]): Marked {
  const trimmed = words.map((word) => word.trim());
  return {
    wanted: trimmed.filter((word) => !word.startsWith('!')),
    excluded: trimmed.filter((word) => word.startsWith('!')).map((word) => word.slice(1).trim()),
  };
}

export function passesMarked({ wanted, excluded }: Marked, means: (word: string) => boolean) {
  return (wanted.length === 0 || wanted.some(means)) && !excluded.some(means);
}

/** `group "bfmr" or "mvp"`, `retailer not "Target"` */
function markedWords(name: string, { wanted, excluded }: Marked, quote = '"'): readonly string[] {
  const any = wanted.map((one) => `${quote}${one}${quote}`).join(' or ');
  const none = excluded.map((one) => `${name} not ${quote}${one}${quote}`);
  return [...(any === '' ? [] : [`${name} ${any}`]), ...none];
}

/** True if a retailer's name has a part, in any spelling: `Best Buy` has `buy`. */
export function holdsName(name: string, part: string): boolean {
  return nameKey(name).includes(nameKey(part)) || name.includes(part);
}

const openWords: readonly string[] = ['open', 'unpaid'];

/** Reads `shipped,open,!issue`: any of the plain ones, none of those after an exclamation mark. */
export function readStatuses(
  typed: readonly string[],
  label: string,
  statuses: readonly string[],
): Marked {
  const words = typed.flatMap((one) => commaParts(refuseEmpty(one, label)));
  if (words.length === 0) throw usageFailure(`${label} is empty`);
  const read = (word: string) => readChoice(word, label, [...statuses, ...openWords]);
  const { wanted, excluded } = readMarks(words);
  return { wanted: wanted.map(read), excluded: excluded.map(read) };
}

/** Several are joined by commas, or the flag is repeated. */
function statusFlag({ statuses }: OrderKind): Flag<Marked | undefined> {
  return {
    describe: `Any of ${statuses.join(', ')}, open (neither paid nor cancelled; also unpaid); !paid excludes paid`,
    placeholder: '<s,…>',
    repeatable: true,
    joined: true,
    suggestions: [...statuses, ...openWords, ...statuses.map((status) => `!${status}`)],
    parse: (typed, label) =>
      typed.length === 0 ? undefined : readStatuses(typed, label, statuses),
  };
}

/** A name, or with an exclamation mark in front one to exclude. */
function readName(typed: string, label: string): string {
  const isEmpty = commaParts(typed).length === 0;
  if (!/(^|,)\s*!\s*(,|$)/.test(typed)) return refuseEmpty(isEmpty ? '' : typed, label);
  throw usageFailure(`${label} has no name after the exclamation mark`);
}

/** `--group` or `--platform`: the one that is not the kind's own is not there. */
function groupFilter(name: 'group' | 'platform', field: OrderKind['group'], what: string): Filter {
  const flag = ({ group, featured }: OrderKind) => {
    if (group !== field) return undefined;
    const describe = `${what}, or !id to exclude it; for the ids, waybill help fields`;
    const extras = { suggestions: featured, complete: name };
    // Completed after a comma too, even though the value is split only if no group has that name.
    return { ...repeated(valued('<id>', describe, readName, extras)), joined: true };
  };
  // `filterOrders` tests it, once it knows the names.
  return filterOf(flag, ['buyingGroup', 'platform'], (groups: readonly string[]) => ({
    words: markedWords('group', readMarks(groups)),
    groups,
    test: () => true,
  }));
}

/** A condition on the order date; an order without one does not pass. */
function dayFilter<T>(row: {
  readonly flag: Flag<T | undefined>;
  resolve(typed: T, today: string): string;
  passes(date: string, day: string): boolean;
  words(day: string): string;
}): Filter {
  return filterOf(
    () => row.flag,
    ['orderDate'],
    (typed: T, { today }) => {
      const day = row.resolve(typed, today());
      const test = (read: ReadField<'orderDate'>) => {
        const date = read('orderDate');
        return Boolean(date) && row.passes(String(date), day);
      };
      return { words: [`dated ${row.words(day)}`], test };
    },
  );
}

/** A condition on the total, in cents. */
function totalFilter(
  describe: string,
  passes: (total: number, bound: number) => boolean,
  words: string,
): Filter {
  return filterOf(
    () => valued('<money>', describe, readDollars),
    ['total'],
    (bound: number) => ({
      words: [`a total of ${words} ${dollarsForPeople(bound)}`],
      test: (read) => {
        const total = read('total');
        return typeof total === 'number' && passes(total, bound);
      },
    }),
  );
}

/** The choices are five long words: completion and the error message list them, help does not. */
function sourceFlag(): Flag<readonly string[] | undefined> {
  const describe = 'How it was created: api, csv_import, dashboard, …';
  const { choices: suggestions = [], ...flag } = choices('<s,…>', describe, sources);
  return { ...flag, suggestions };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The fields that `--search` looks in. */
const searched = typedWords(
  'orderNumber retailer retailerAccount notes buyingGroup platform',
  'orderLineItems.description orderLineItems.model trackingNumbers.trackingNumber',
);

/** The filters of orders by their flags: one row each, for every list and every report. */
const filters: Readonly<Record<string, Filter>> = {
  status: filterOf(statusFlag, ['status'], (wanted: Marked) => ({
    words: markedWords('status', wanted, ''),
    test: (read) => {
      const status = String(read('status'));
      return passesMarked(wanted, (word) =>
        openWords.includes(word) ? !settledStatuses.includes(status) : status === word,
      );
    },
  })),
  group: groupFilter('group', 'buyingGroup', 'Buying group'),
  platform: groupFilter('platform', 'platform', 'Platform'),
  retailer: filterOf(
    () =>
      repeated(
        valued('<text>', "Part of the retailer's name, or !text to exclude it", readName, {
          complete: 'retailer',
        }),
      ),
    ['retailer'],
    (retailers: readonly string[]) => {
      const marked = readMarks(retailers);
      const test = (read: ReadField<'retailer'>) =>
        passesMarked(marked, (one) => holdsName(String(read('retailer') ?? ''), one));
      return { words: markedWords('retailer', marked), retailers, test };
    },
  ),
  since: dayFilter({
    flag: spanDay('Ordered on this day or later'),
    resolve: (typed: Day, today) => resolveDay(typed, today, 'first'),
    passes: (date, day) => date >= day,
    words: (day) => `${day} or later`,
  }),
  until: dayFilter({
    flag: spanDay('Ordered on this day or earlier'),
    resolve: (typed: Day, today) => resolveDay(typed, today, 'last'),
    passes: (date, day) => date <= day,
    words: (day) => `${day} or earlier`,
  }),
  month: dayFilter({
    flag: monthFlag('Ordered in this month: 2025-06, "last month"'),
    resolve: (typed: Month, today) => resolveMonth(typed, today).first.slice(0, 7),
    passes: (date, month) => date.startsWith(month),
    words: (month) => `in ${month}`,
  }),
  olderThan: dayFilter({
    flag: spanDay('Ordered more than this long ago', '<30d>'),
    resolve: (typed: Day, today) => resolveDay(typed, today, 'first'),
    passes: (date, day) => date < day,
    words: (day) => `before ${day}`,
  }),
  source: filterOf(sourceFlag, ['source'], (wanted: readonly string[]) => ({
    words: markedWords('source', { wanted, excluded: [] }),
    test: (read) => wanted.includes(String(read('source'))),
  })),
  card: filterOf(
    () => text('<card>', 'Card or sub-card: id, last digits or nickname', { complete: 'card' }),
    ['creditCardId', 'subCreditCardId'],
    async (typed: string, { cards, notices }) => {
      const id = await anyCardId(typed, {
        label: '--card',
        readCards: cards,
        say: notices?.notice,
      });
      return {
        words: [`card "${id}"`],
        test: (read) => read('creditCardId') === id || read('subCreditCardId') === id,
      };
    },
  ),
  tracking: filterOf(
    ({ tracking }) => (tracking ? text('<number>', 'With this tracking number') : undefined),
    ['trackingNumbers.trackingNumber'],
    (typed: string) => {
      const wanted = foldTracking(typed);
      return {
        words: [`tracking "${typed}"`],
        test: (read) =>
          listOf(read('trackingNumbers.trackingNumber')).some(
            (one) => foldTracking(String(one)) === wanted,
          ),
      };
    },
  ),
  noTracking: filterOf(
    ({ tracking }) =>
      tracking ? toggle('Without any tracking number', { conflicts: ['tracking'] }) : undefined,
    ['trackingNumbers.trackingNumber'],
    () => ({
      words: ['no tracking number'],
      test: (read) => listOf(read('trackingNumbers.trackingNumber')).length === 0,
    }),
  ),
  search: filterOf(
    () => repeated(text('<text>', 'Text in names, notes, items, numbers')),
    searched,
    (typed: readonly string[]) => {
      const words = typed.map(fold);
      return {
        words: typed.map((one) => `the text "${one}"`),
        test: (read) => {
          const texts = searched.flatMap(read).filter((one) => typeof one === 'string');
          return words.every((word) => texts.some((one) => holds(one, word)));
        },
      };
    },
  ),
  minTotal: totalFilter('Total of at least this', (total, least) => total >= least, 'at least'),
  maxTotal: totalFilter('Total of at most this', (total, most) => total <= most, 'at most'),
};

/** The flags of all filters; commands that don't explain them name the topic that does. */
export function filterFlags(kind: OrderKind, explainedIn?: 'filters'): Flags {
  const flags = Object.entries(filters).flatMap(([name, filter]) => {
    const flag = filter.flag(kind);
    return flag === undefined ? [] : [[name, flag]];
  });
  return underHeading('Filters', Object.fromEntries(flags), explainedIn);
}

/** Throws a usage failure for a range that no order can be in. */
function refuseEmptyRanges(
  flags: Readonly<Record<string, unknown>>,
  { today }: FilterContext,
): void {
  const { since, until, minTotal, maxTotal } = flags as {
    readonly [K in 'since' | 'until']?: Day;
  } & { readonly [K in 'minTotal' | 'maxTotal']?: number };
  if (minTotal !== undefined && maxTotal !== undefined && minTotal > maxTotal) {
    const [least, most] = [dollarsForPeople(minTotal), dollarsForPeople(maxTotal)];
    throw usageFailure(`--min-total ${least} is more than --max-total ${most}`);
  }
  if (since === undefined || until === undefined) return;
  const [first, last] = [resolveDay(since, today(), 'first'), resolveDay(until, today(), 'last')];
  if (first > last) throw usageFailure(`--since ${first} is later than --until ${last}`);
}

/** The filters asked for, with their values resolved. Throws a usage failure if no order could pass. */
export async function readFilter(
  flags: Readonly<Record<string, unknown>>,
  context: FilterContext,
): Promise<OrderFilter> {
  refuseEmptyRanges(flags, context);
  const given = Object.entries(filters).filter(
    ([name]) => flags[name] !== undefined && flags[name] !== false,
  );
  return Promise.all(given.map(([name, filter]) => filter.activate(flags[name], context)));
}

/** The same with the cards of the account as a session reads them. */
export function readListFilter(
  flags: Readonly<Record<string, unknown>>,
  context: Omit<FilterContext, 'cards'> & { session(): Promise<{ readonly api: CardSource }> },
): Promise<OrderFilter> {
  const cards = async () => cardReader((await context.session()).api)();
  return readFilter(flags, { ...context, cards });
}
