import type { Api } from '../../api/api';
import { type Day, day, resolveDay } from '../../cli/day';
import { choices, type Flags, text, texts, toggle } from '../../cli/flag';
import { sources } from '../../contract/values';
import { usageFailure } from '../../failure';
import type { OrderFilter } from './filter';
import type { OrderKind } from './kinds';

const filters = { group: 'Filters' };

/** What the filter flags of either kind come to; the group is `platform` on gift card orders. */
interface FilterValues {
  readonly status?: readonly string[];
  readonly group?: readonly string[];
  readonly platform?: readonly string[];
  readonly retailer?: string;
  readonly since?: Day;
  readonly until?: Day;
  readonly olderThan?: Day;
  readonly source?: readonly string[];
  readonly card?: string;
  readonly tracking?: string;
  readonly noTracking?: boolean;
  readonly search?: string;
}

function groupFlag(kind: OrderKind): Flags {
  const suggestions = kind.featured;
  return kind.group === 'platform'
    ? {
        platform: texts('<id,…>', 'Of these platforms', {
          ...filters,
          suggestions,
          complete: 'platform',
        }),
      }
    : {
        group: texts('<id,…>', 'Of these buying groups', {
          ...filters,
          suggestions,
          complete: 'group',
        }),
      };
}

/** The flags that narrow a list of orders; `readFilter` reads their values. */
export function filterFlags(kind: OrderKind): Flags {
  return {
    status: choices('<s,…>', 'In one of these statuses', kind.statuses, filters),
    ...groupFlag(kind),
    retailer: text('<text>', "Part of the retailer's name", filters),
    since: { ...day('Ordered on this day or later'), ...filters },
    until: { ...day('Ordered on this day or earlier'), ...filters },
    olderThan: { ...day('Ordered longer ago than this', '<30d>'), ...filters },
    source: choices('<s,…>', 'Created in one of these ways', sources, filters),
    card: text('<card>', 'Paid with this card: id, last digits or nickname', {
      ...filters,
      complete: 'card',
    }),
    ...(kind.tracking
      ? {
          tracking: text('<number>', 'With this tracking number', filters),
          noTracking: toggle('Without any tracking number', filters),
        }
      : {}),
    search: text('<text>', 'With this text in any number, name, note or line item', filters),
  };
}

async function findCard(typed: string, api: () => Promise<Api>): Promise<string> {
  const { cardId, cardReader } = await import('./card-choice');
  return cardId(typed, '--card', cardReader(api));
}

/**
 * What the filter flags mean today; a card is looked up in the account. Throws a usage failure where
 * no order could pass.
 */
export async function readFilter(
  flags: Readonly<Record<string, unknown>>,
  run: { readonly now: number; api(): Promise<Api> },
): Promise<OrderFilter> {
  const values = flags as FilterValues;
  const toDate = (value: Day | undefined) => value && resolveDay(value, run.now);
  const [since, until] = [toDate(values.since), toDate(values.until)];
  if (since !== undefined && until !== undefined && since > until) {
    throw usageFailure(`--since ${since} is later than --until ${until}: no day is in between`);
  }
  if (values.tracking !== undefined && values.noTracking === true) {
    throw usageFailure('--tracking and --no-tracking contradict each other');
  }
  return {
    status: values.status,
    group: values.group ?? values.platform,
    retailer: values.retailer,
    since,
    until,
    before: toDate(values.olderThan),
    source: values.source,
    creditCardId: values.card === undefined ? undefined : await findCard(values.card, run.api),
    tracking: values.tracking,
    noTracking: values.noTracking,
    search: values.search,
  };
}
