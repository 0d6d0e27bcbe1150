import { localDay } from '../../cli/day';
import { choice, integer, toggle, valued } from '../../cli/flag';
import { type MirrorFlagValues, mirrorOnlyFlags } from '../../cli/global-flags';
import type { Context } from '../../context';
import type { CreditCard } from '../../contract/responses';
import type { Ending } from '../../exit-codes';
import { type PaidGoneOrder, paidGoneOrders } from '../../insight/gone-orders';
import {
  type Dimension,
  dimensions,
  type Reader,
  type Row,
  type Scope,
} from '../../insight/report-scope';
import { nameHint } from '../../lib/suggest';
import { toTheMinute } from '../../lib/words';
import { compareBy, type SortKey } from '../../lists/selection';
import type { Database } from '../../mirror/libsql';
import { keepState } from '../../mirror/state';
import type { OpenMirror } from '../../mirror-access';
import type { Field, View } from '../../output/view';
import { readDays, reportSettings } from '../../settings/own-settings';
import { cardId } from '../orders/card-choice';
import { filterOrders, matchesEverything, type OrderFilter } from '../orders/filter';
import { filterFlags, readFilter } from '../orders/filter-flags';
import { type AnyOrder, buyingGroupKind, giftCardKind, type OrderKind } from '../orders/kinds';

/** Both kinds of order at once, for the flags that filter them. */
const eitherKind: OrderKind = {
  ...buyingGroupKind,
  statuses: [...new Set([...buyingGroupKind.statuses, ...giftCardKind.statuses])],
  featured: [...buyingGroupKind.featured, ...giftCardKind.featured],
};

/** The flags that choose the orders of a report. */
export const scopeFlags = {
  ...filterFlags(eitherKind),
  kind: choice('<kind>', 'Orders, gift card orders or both', ['orders', 'giftcards', 'all'], {
    group: 'Filters',
    defaultText: 'all',
  }),
  ...mirrorOnlyFlags,
};

/** What a row of the report is, with its default. */
export const byFlag = (usual: Dimension) =>
  choice(
    '<dimension>',
    'One row per group, card, …; none: one row per order, with the columns of report overdue',
    dimensions,
    { defaultText: usual },
  );

export const overdueAfterFlag = {
  overdueAfter: valued(
    '<30d>',
    'Days from the order date until a payout is overdue, for every group',
    readDays,
  ),
};

export const rowLimitFlag = {
  limit: integer('<n>', 'How many rows', { short: 'L', minimum: 1, defaultText: 'all' }),
};

export const exitCodeFlag = (finds: string) => ({
  exitCode: toggle(`Exit with 15 if ${finds}`),
});

/** The values of the flags that all reports share. */
export interface ScopeValues extends Partial<MirrorFlagValues> {
  readonly kind?: 'orders' | 'giftcards' | 'all' | undefined;
  readonly card?: unknown;
  readonly overdueAfter?: number | undefined;
}

/** A dimension as a field: items and retailers often differ only after a few words. */
export const dimensionField: Field = { kind: 'text', preferredWidth: 20 };

/** An open mirror, with what to read from it. */
export interface Asked {
  readonly mirror: OpenMirror;
  readonly read: Reader;
  readonly scope: Scope;
  readonly filter: OrderFilter;
}

async function cardsOf(database: Database): Promise<readonly CreditCard[]> {
  const { createOfflineApi } = await import('../../mirror/offline');
  const cards: CreditCard[] = [];
  for await (const card of createOfflineApi(database).creditCards.each()) cards.push(card);
  return cards;
}

/** The filter that the flags describe; a card is looked up in the mirror. */
async function filterOf(
  flags: ScopeValues,
  database: Database,
  context: Context,
): Promise<OrderFilter> {
  const { card, ...others } = flags as ScopeValues & { readonly card?: string };
  return {
    ...(await readFilter(others as Record<string, unknown>, context)),
    creditCardId:
      card === undefined ? undefined : await cardId(card, '--card', () => cardsOf(database)),
  };
}

/**
 * The orders of a kind, with only what filters need: reading whole bodies takes several times
 * longer.
 */
async function* slimOrders(
  read: Reader,
  kind: 'order' | 'giftcard',
  { search, tracking, noTracking }: OrderFilter,
): AsyncGenerator<AnyOrder & { readonly key: number }, void, undefined> {
  const lists = {
    ...(search || tracking !== undefined || noTracking
      ? { trackingNumbers: ['base_trackings', "'trackingNumber', x.tracking_number"] }
      : {}),
    ...(search
      ? { orderLineItems: ['base_items', "'description', x.description, 'model', x.model"] }
      : {}),
  };
  const columns = Object.entries(lists).map(
    ([name, [table, members]]) =>
      `, (SELECT json_group_array(json_object(${members})) FROM ${table} x WHERE x.order_key = o.key)
         AS ${name}`,
  );
  const rows = read(
    `SELECT o.key, o.id, o.order_number AS orderNumber, o.group_id AS buyingGroup,
       o.group_id AS platform, o.retailer, o.retailer_account AS retailerAccount, o.status,
       o.order_date AS orderDate, o.source, o.card_id AS creditCardId, o.total_cents AS total,
       o.notes${columns.join('')}
     FROM base_orders o WHERE o.kind = ? AND o.gone_at IS NULL`,
    [kind],
  );
  for (const row of rows) {
    const parsed = Object.keys(lists).map((name) => [name, JSON.parse(String(row[name]))]);
    yield { ...row, ...Object.fromEntries(parsed) } as unknown as AnyOrder & { key: number };
  }
}

/** The groups of the orders and the platforms of the gift card orders in the account. */
function groupNames(read: Reader, kinds: readonly string[]): readonly string[] {
  const rows = read(
    `SELECT DISTINCT group_id AS name FROM base_orders
     WHERE gone_at IS NULL AND kind IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(kinds)],
  );
  return rows.flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
}

/** The paid orders of a kind that are gone, as far as they are stored. */
function storedOrders(
  gone: readonly PaidGoneOrder[],
  wanted: string,
  withUnknown: boolean,
): readonly AnyOrder[] {
  return gone
    .filter(({ kind }) => (kind === null ? withUnknown : kind === wanted))
    .map(({ id, orderNumber, group, body }) => {
      const known = { orderNumber, buyingGroup: group, platform: group };
      return { ...known, ...(body === null ? {} : JSON.parse(body)), id };
    });
}

async function* inTurn<T>(...lists: readonly (AsyncIterable<T> | Iterable<T>)[]) {
  for (const list of lists) yield* list;
}

/** The orders that pass the filter; nothing if all do. */
async function wantedOrders(
  filter: OrderFilter,
  kinds: ScopeValues['kind'],
  read: Reader,
  context: Context,
): Promise<Pick<Scope, 'wanted' | 'wantedGone'>> {
  if (matchesEverything(filter)) return {};
  const wanted: number[] = [];
  const wantedGone: string[] = [];
  const unknown: string[][] = [];
  const known = new Set<string>();
  const lists = (
    [
      { name: 'order', kind: buyingGroupKind, only: 'orders' },
      { name: 'giftcard', kind: giftCardKind, only: 'giftcards' },
    ] as const
  ).filter(({ only }) => kinds === undefined || kinds === 'all' || kinds === only);
  // A name means the same for both kinds, whichever of them has it.
  const groups =
    filter.group === undefined
      ? []
      : groupNames(
          read,
          lists.map(({ name }) => name),
        );
  const paidGone = paidGoneOrders(read);
  for (const [place, { name, kind }] of lists.entries()) {
    const missing: string[] = [];
    const isMissing = (group: string, names: readonly string[]) => {
      missing.push(group);
      for (const one of names) known.add(one);
    };
    const gone = new Set(storedOrders(paidGone, name, place === 0));
    const orders = inTurn<AnyOrder>(slimOrders(read, name, filter), gone);
    const passing = filterOrders(orders, filter, kind, isMissing, groups);
    for await (const order of passing) {
      if (gone.has(order)) wantedGone.push(order.id);
      else wanted.push((order as unknown as { key: number }).key);
    }
    unknown.push(missing);
  }
  const [first = [], ...more] = unknown;
  for (const group of first.filter((one) => more.every((list) => list.includes(one)))) {
    const hint = nameHint(group, [...known]);
    context.notices.warning(`None of the orders has the group "${group}".${hint && ` ${hint}`}`);
  }
  return { wanted, wantedGone };
}

/** Converts row by row, since reading all rows at once would hold them in memory twice. */
function readerOf(database: Database): Reader {
  return (sql, parameters = []) => {
    const statement = database.prepare(sql).raw();
    const names = statement.columns().map(({ name }) => name);
    const rows: Row[] = [];
    for (const values of statement.iterate([...parameters]) as Iterable<Row[string][]>) {
      const row: Record<string, Row[string]> = {};
      for (let index = 0; index < names.length; index++) {
        row[names[index] ?? ''] = values[index] ?? null;
      }
      rows.push(row);
    }
    return rows;
  };
}

/** Opens the mirror, synced first if the flags say so, and resolves the flags. */
export async function ask(flags: ScopeValues, context: Context): Promise<Asked> {
  const mirror = await (await context.mirror()).open(flags);
  const read = readerOf(mirror.database);
  const settings = reportSettings(context.settings().entry?.settings);
  const { kind = 'all', overdueAfter } = flags;
  const filter = await filterOf(flags, mirror.database, context);
  // A sync may end between two statements of the report.
  keepState(mirror.database);
  return {
    mirror,
    filter,
    read,
    scope: {
      today: context.today(),
      dayOf: (moment) => localDay(Date.parse(moment)),
      pointThousandths: Math.round(settings.pointValue * 1000),
      overdueAfter: (group) => overdueAfter ?? settings.overdueAfter(group ?? ''),
      kind,
      ...(await wantedOrders(filter, kind, read, context)),
    },
  };
}

/** A finished report, ready to print. */
export interface Report<Row extends object> {
  readonly report: string;
  readonly by: string;
  readonly rows: readonly Row[];
  readonly total: object;
  readonly view: View<Row>;
  /** The last line of the table, if any. */
  readonly lastLine?: Row | undefined;
}

interface Wanted {
  readonly sort?: readonly SortKey[] | undefined;
  readonly limit?: number | undefined;
  /** Whether to end with exit 15; set only with `--exit-code`. */
  readonly found?: boolean;
}

/**
 * Prints the report in the requested format: all of it as json, only its rows as ndjson, csv, tsv.
 */
export async function printReport<Row extends object>(
  { report, by, rows, total, view, lastLine }: Report<Row>,
  { sort, limit, found = false }: Wanted,
  { mirror, scope }: Asked,
  context: Context,
): Promise<Ending | undefined> {
  const output = await context.output();
  output.expect(view);
  const sorted = sort === undefined ? rows : [...rows].sort(compareBy<Row>(sort));
  const shown = limit === undefined ? sorted : sorted.slice(0, limit);
  const { asOf, complete } = mirror;
  if (output.format === 'json' && context.globals.fields === undefined) {
    const { today } = scope;
    await output.value({ report, by, today, asOf, complete, rows: shown, total });
  } else if (output.format === 'table') {
    const withTotal = lastLine === undefined || rows.length === 0 ? shown : [...shown, lastLine];
    await output.list(view, withTotal);
    const cut = shown.length < rows.length ? [`Showing ${shown.length} of ${rows.length}.`] : [];
    const partly = complete ? '' : ', with newer changes from an incomplete sync';
    // Only on a terminal, since cron would mail it every day.
    const isWanted = context.world.stdout.isTTY === true || !complete;
    const notice = [...cut, ...(isWanted ? [`As of ${toTheMinute(asOf)}${partly}.`] : [])].join(
      ' ',
    );
    if (notice !== '') context.notices.notice(notice);
  } else {
    await output.list(view, shown);
  }
  return found ? 'found' : undefined;
}
