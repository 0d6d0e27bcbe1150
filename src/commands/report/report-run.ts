import { beginOfDay, localDay, resolveDay, spanDay } from '../../cli/day';
import { choice, type FlagValues, integer, toggle, valued } from '../../cli/flag';
import { mirrorOnlyFlags } from '../../cli/global-flags';
import type { Context } from '../../context/context';
import type { Ending } from '../../exit-codes';
import { usageFailure } from '../../failure';
import { pastDoubts, stateAtEndOf } from '../../insight/as-of';
import type { Reader, ReportBy, Row, Scope } from '../../insight/report-scope';
import { addDays } from '../../lib/days';
import { counted, toTheMinute } from '../../lib/words';
import { compareBy, type SortKey } from '../../lists/selection';
import { showGroupNames } from '../../mirror/group-names';
import type { Database } from '../../mirror/libsql';
import { keepState, namedCards, selectedRows, selectedValues } from '../../mirror/state';
import { filterFlags, readFilter } from '../../orders/filters';
import { eitherKind } from '../../orders/kinds';
import type { ListView } from '../../output/view';
import { pointValues, readDays, reportSettings } from '../../settings/own-settings';
import { wantedOf } from './wanted-orders';

export const scopeFlags = {
  ...filterFlags(eitherKind, 'filters'),
  kind: choice('<kind>', 'Orders, gift card orders or both', ['orders', 'giftcards', 'all'], {
    defaultText: 'all',
  }),
  ...mirrorOnlyFlags,
};

/** The dimensions as they are typed: `none`, `group` or `month,group`. */
export const byText = (by: ReportBy) => by.join(',') || 'none';

/** Reads `14,30,60,90`. Throws a usage failure for days that do not rise. */
function readBounds(typed: string, label: string): readonly number[] {
  const bounds = typed.split(',').map((one) => (/^\s*\d{1,5}\s*$/.test(one) ? Number(one) : -1));
  if (bounds.every((bound, index) => bound > (bounds[index - 1] ?? -1))) return bounds;
  const isHigh = typed.split(',').some((one) => /^\s*\d{6,}\s*$/.test(one));
  throw usageFailure(
    isHigh
      ? `${label} takes numbers of days below 100000, not "${typed}"`
      : `${label} takes increasing numbers of days, such as 14,30,60,90, not "${typed}"`,
  );
}

/** Flags that only some reports have. */
export const ownFlags = {
  buckets: valued('<14,30,…>', 'The last day of each bucket', readBounds, {
    defaultText: '14,30,60,90',
  }),
  overdueAfter: valued(
    '<30d>',
    'Days from the order date until a payout is overdue, for every group',
    readDays,
  ),
  asOf: spanDay('The balance at the end of this day, from the history and the payments'),
};

export const rowLimitFlag = {
  limit: integer('<n>', 'How many rows', { short: 'L', minimum: 1, defaultText: 'all' }),
};

export const exitCodeFlag = (finds: string) => ({ exitCode: toggle(`Exit with 15 if ${finds}`) });

export type ScopeValues = Partial<FlagValues<typeof scopeFlags & typeof ownFlags>>;

export type AskedReport = Awaited<ReturnType<typeof ask>>;

function readerOf(database: Database): Reader {
  return Object.assign(<R>(sql: string) => selectedRows<R>(database, sql), {
    each: (sql: string) => database.prepare(sql).iterate() as Iterable<Row>,
  });
}

/**
 * Opens the mirror and resolves the flags; `of` says what the filters are on. Of a past day, `doubts` are
 * the unknown facts; `unclear` are names in pointValue.<card> that fit no card of the mirror, or several.
 */
export async function ask(
  flags: ScopeValues,
  context: Context,
  of: Parameters<typeof wantedOf>[1] = 'orders',
) {
  const mirror = await (await context.mirror()).open(flags);
  const read = readerOf(mirror.database);
  const settings = reportSettings(context.settings().entry?.settings);
  const { unclear, ...points } = pointValues(settings, () => namedCards(mirror.database));
  const { kind = 'all', overdueAfter } = flags;
  const filter = await readFilter(flags as Record<string, unknown>, {
    today: context.today,
    // Gone ones too: orders may have been paid with them.
    cards: async () => {
      const sql = 'SELECT body FROM base_cards JOIN bodies USING (key)';
      return selectedValues<string>(mirror.database, sql).map((body) => JSON.parse(body));
    },
    notices: context.notices,
  });
  // A sync may end between two statements of the report.
  keepState(mirror.database);
  const day = pastDay(flags, context);
  if (day === undefined) warnOfLaterPayments(read, context);
  else mirror.database.exec(stateAtEndOf(read, day, beginOfDay(addDays(day, 1))));
  showGroupNames(mirror.database);
  const scope: Scope = {
    today: day ?? context.today(),
    dayOf: (moment) => localDay(Date.parse(moment)),
    ...points,
    overdueAfter: (group) => overdueAfter ?? settings.overdueAfter(group ?? ''),
    kind,
    ...(filter.length > 0 &&
      (await wantedOf({ filter, kinds: kind, read, notices: context.notices }, of))),
  };
  const doubts = day === undefined ? undefined : pastDoubts(read, scope);
  return { mirror, filter, read, scope, doubts, unclear };
}

export function warnOfPoints({ unclear }: AskedReport, context: Context): void {
  for (const name of unclear) {
    context.notices.warning(
      `pointValue.${name} counts for no card: none or several have this name.`,
    );
  }
}

/** The day whose balance was asked for. Throws a usage failure for one that is still to come. */
function pastDay({ asOf }: ScopeValues, context: Context): string | undefined {
  if (asOf === undefined) return undefined;
  const [day, today] = [resolveDay(asOf, context.today(), 'last'), context.today()];
  if (day <= today) return day;
  throw usageFailure(`--as-of ${day} is later than today, ${today}`);
}

/** An earlier --today changes ages, and not what was paid by then. */
function warnOfLaterPayments(read: Reader, context: Context): void {
  if (context.globals.today === undefined) return;
  const today = context.today();
  const [{ newest } = {}] = read('SELECT max(paid_on) AS newest FROM base_payments');
  if (newest == null || newest <= today) return;
  context.notices.notice(
    `--today only changes what day it is: payments until ${newest} count. For the balance on a past day, use --as-of ${today} with report unpaid, aging, exposure or summary.`,
  );
}

/** The notice that says which day a report is about, and what is not known of it. */
export function asOfNotice({ mirror, scope, doubts }: AskedReport): string {
  const { asOf, complete } = mirror;
  const partly = complete ? '' : ', with newer changes from an incomplete sync';
  const synced = `${toTheMinute(asOf)}${partly}.`;
  if (doubts === undefined) return `As of ${synced}`;
  const { undated, inexact } = doubts;
  const unknown = [
    ...(undated > 0 ? [` ${counted(undated, 'payments')} without a date counted.`] : []),
    ...(inexact > 0
      ? [` The status of ${counted(inexact, 'orders')} on that day is not known.`]
      : []),
  ];
  return `At the end of ${scope.today}, as known on ${synced}${unknown.join('')}`;
}

interface Report<Row extends object> {
  readonly report: string;
  readonly by?: ReportBy;
  readonly rows: readonly Row[];
  readonly total: object;
  readonly view: ListView<Row>;
  readonly lastLine?: Row | undefined;
  readonly sort?: readonly SortKey[] | undefined;
  readonly limit?: number | undefined;
  /** True to end with exit 15; set only with `--exit-code`. */
  readonly found: boolean;
}

/** The whole report, as json. */
export function reportDocument(
  { report, by = [], rows, total }: Pick<Report<object>, 'report' | 'by' | 'rows' | 'total'>,
  { mirror: { asOf, complete }, scope: { today }, doubts }: AskedReport,
) {
  return { report, by: byText(by), today, asOf, complete, rows, total: { ...total, ...doubts } };
}

/** Prints the whole report as json, and only its rows as ndjson, csv and tsv. */
export async function printReport<Row extends object>(
  { view, lastLine, sort, limit, found, ...report }: Report<Row>,
  asked: AskedReport,
  context: Context,
): Promise<Ending | undefined> {
  const { rows } = report;
  const { mirror, doubts } = asked;
  const output = await context.outputOf(view);
  const sorted = sort === undefined ? rows : [...rows].sort(compareBy<Row>(sort));
  const shown = limit === undefined ? sorted : sorted.slice(0, limit);
  if (output.format === 'json' && context.globals.fields === undefined) {
    await output.value(reportDocument({ ...report, rows: shown }, asked));
  } else if (output.format === 'table') {
    const withTotal = lastLine === undefined || rows.length === 0 ? shown : [...shown, lastLine];
    await output.list(view, withTotal);
    const cut = shown.length < rows.length ? [`Showing ${shown.length} of ${rows.length}.`] : [];
    // Only on a terminal, since cron would mail it every day.
    const isWanted =
      context.world.stdout.isTTY === true || !mirror.complete || doubts !== undefined;
    const notice = [...cut, ...(isWanted ? [asOfNotice(asked)] : [])].join(' ');
    if (notice !== '') context.notices.notice(notice);
  } else {
    await output.list(view, shown);
    if (output.format !== 'json' && doubts !== undefined) {
      context.notices.notice(asOfNotice(asked));
    }
  }
  return found ? 'found' : undefined;
}
