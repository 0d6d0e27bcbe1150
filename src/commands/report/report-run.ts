import type { Api } from '../../api/api';
import { localDay } from '../../cli/day';
import { choice, toggle, valued } from '../../cli/flag';
import { type MirrorFlagValues, mirrorFlags } from '../../cli/mirror-flags';
import type { Context } from '../../context';
import type { CreditCard } from '../../contract/responses';
import type { Ending } from '../../exit-codes';
import type { Reader, Row, Scope } from '../../insight/report-scope';
import { nameHint } from '../../lib/suggest';
import { compareBy, type SortKey } from '../../lists/sorting';
import { createOfflineApi } from '../../mirror/offline';
import type { OpenMirror } from '../../mirror-access';
import type { View } from '../../output/view';
import { readDays, reportSettings } from '../../settings/own-settings';
import { cardId } from '../orders/card-choice';
import {
  filterFlags,
  filterOrders,
  letsAllPass,
  type OrderFilter,
  readFilter,
} from '../orders/filter';
import { type AnyOrder, buyingGroupKind, giftCardKind, type OrderKind } from '../orders/kinds';

/** Both kinds of order at once, for the flags that filter them. */
const eitherKind: OrderKind = {
  ...buyingGroupKind,
  statuses: [...new Set([...buyingGroupKind.statuses, ...giftCardKind.statuses])],
  featured: [...buyingGroupKind.featured, ...giftCardKind.featured],
};

/** The flags that say which orders a report looks at. */
export const scopeFlags = {
  ...filterFlags(eitherKind),
  kind: choice('<kind>', 'Orders, gift card orders or both', ['orders', 'giftcards', 'all'], {
    group: 'Filters',
    defaultText: 'all',
  }),
  ...mirrorFlags,
};

export const overdueAfterFlag = {
  overdueAfter: valued(
    '<30d>',
    'Days from the order date until a payout is overdue, whatever the group',
    readDays,
  ),
};

export const exitCodeFlag = (finds: string) => ({
  exitCode: toggle(`Exit 15 where ${finds}`),
});

/** What the flags of a report come to that are the same for all. */
export interface ScopeValues extends Partial<MirrorFlagValues> {
  readonly kind?: 'orders' | 'giftcards' | 'all' | undefined;
  readonly card?: unknown;
  readonly overdueAfter?: number | undefined;
}

/** An open mirror with the question that is asked of it. */
export interface Asked {
  readonly mirror: OpenMirror;
  readonly read: Reader;
  readonly scope: Scope;
  readonly filter: OrderFilter;
}

async function cardsOf({ creditCards }: Api): Promise<readonly CreditCard[]> {
  const cards: CreditCard[] = [];
  for await (const card of creditCards.each()) cards.push(card);
  return cards;
}

/** What the flags leave; a card is looked up in the mirror. */
async function filterOf(flags: ScopeValues, source: Api, context: Context): Promise<OrderFilter> {
  const { card, ...others } = flags as ScopeValues & { readonly card?: string };
  return {
    ...(await readFilter(others as Record<string, unknown>, context)),
    creditCardId:
      card === undefined ? undefined : await cardId(card, '--card', () => cardsOf(source)),
  };
}

/** `kind:id` of what passes the filter; undefined where all orders do. */
async function wantedOrders(
  filter: OrderFilter,
  flags: ScopeValues,
  source: Api,
  context: Context,
): Promise<readonly string[] | undefined> {
  if (letsAllPass(filter)) return undefined;
  const wanted: string[] = [];
  const unknown: string[][] = [];
  const known = new Set<string>();
  const lists = [
    { name: 'order', kind: buyingGroupKind, list: source.buyingGroupOrders, only: 'orders' },
    { name: 'giftcard', kind: giftCardKind, list: source.giftCardOrders, only: 'giftcards' },
  ].filter(({ only }) => (flags.kind ?? 'all') === 'all' || flags.kind === only);
  for (const { name, kind, list } of lists) {
    const missing: string[] = [];
    const orders = list.each() as AsyncGenerator<AnyOrder, void, undefined>;
    const passing = filterOrders(orders, filter, kind, (group, names) => {
      missing.push(group);
      for (const one of names) known.add(one);
    });
    for await (const { id } of passing) wanted.push(`${name}:${id}`);
    unknown.push(missing);
  }
  const [first = [], ...more] = unknown;
  for (const group of first.filter((one) => more.every((list) => list.includes(one)))) {
    const hint = nameHint(group, [...known]);
    context.notices.warning(`No order read has the group "${group}".${hint && ` ${hint}`}`);
  }
  return wanted;
}

/** Opens the mirror, syncing where that is asked for, and reads what the flags say. */
export async function ask(flags: ScopeValues, context: Context): Promise<Asked> {
  const mirror = await (await context.mirror()).open(flags);
  const source = createOfflineApi(mirror.database);
  const settings = reportSettings(context.settings().entry?.settings);
  const { kind = 'all', overdueAfter } = flags;
  const filter = await filterOf(flags, source, context);
  return {
    mirror,
    filter,
    read: (sql, parameters = []) =>
      mirror.database
        .prepare(sql)
        .all([...parameters])
        .map((row) => ({ ...Object(row) }) as Row),
    scope: {
      today: context.today(),
      dayOf: (moment) => localDay(Date.parse(moment)),
      pointThousandths: Math.round(settings.pointValue * 1000),
      overdueAfter: (group) => overdueAfter ?? settings.overdueAfter(group ?? ''),
      kind,
      wanted: await wantedOrders(filter, flags, source, context),
    },
  };
}

/** A finished report, ready to print. */
export interface Report {
  readonly report: string;
  readonly by: string;
  readonly rows: readonly object[];
  readonly total: object;
  // biome-ignore lint/suspicious/noExplicitAny: each report has rows of its own
  readonly view: View<any>;
  /** The last line of the table, where there is one. */
  readonly lastLine?: object | undefined;
}

interface Wanted {
  readonly sort?: readonly SortKey[] | undefined;
  readonly limit?: number | undefined;
  /** Whether what was asked about was found; only counts with `--exit-code`. */
  readonly found?: boolean;
}

/** Prints the report in the format asked for: the whole as json, only rows as ndjson, csv, tsv. */
export async function printReport(
  { report, by, rows, total, view, lastLine }: Report,
  { sort, limit, found = false }: Wanted,
  { mirror, scope }: Asked,
  context: Context,
): Promise<Ending | undefined> {
  const output = await context.output();
  output.expect(view);
  const sorted = sort === undefined ? rows : [...rows].sort(compareBy<object>(sort));
  const shown = limit === undefined ? sorted : sorted.slice(0, limit);
  const { asOf, complete } = mirror;
  if (output.format === 'json' && context.globals.fields === undefined) {
    const { today } = scope;
    await output.value({ report, by, today, asOf, complete, rows: shown, total });
  } else if (output.format === 'table') {
    const withTotal = lastLine === undefined || rows.length === 0 ? shown : [...shown, lastLine];
    await output.list(view, withTotal);
    const cut = shown.length < rows.length ? `Showing ${shown.length} of ${rows.length}. ` : '';
    const partly = complete ? '' : ', with newer changes of a sync that was not complete';
    context.notices.notice(`${cut}As of ${asOf}${partly}.`);
  } else {
    await output.list(view, shown);
  }
  return found ? 'found' : undefined;
}
