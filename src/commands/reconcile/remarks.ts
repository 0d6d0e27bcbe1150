import type { Context } from '../../context/context';
import { isSameNumber, meantNotice } from '../../contract/named';
import { hasPaymentDates, type PayoutFile, type Total } from '../../imports/payouts/files';
import { nextImport } from '../../insight/reconcile/ledger';
import { nameOf, settlingText } from '../../insight/reconcile/messages';
import { isUnreadable, type Outcome, type PayoutRow } from '../../insight/reconcile/model';
import type { Reconciliation } from '../../insight/reconcile/reconcile';
import { paymentsOfOthers } from '../../insight/reconcile/report';
import type { DoubtInRun, RecordedRun } from '../../insight/reconcile/result';
import { groupBy } from '../../lib/once';
import { counted, dollarsForPeople as dollars, firstOf, quotedWord } from '../../lib/words';
import { ownAccountFlags } from '../../settings/base-url';
import { placeOf } from './view';

/** The rows of all files whose cents are known. */
export const readableRows = (files: readonly PayoutFile[]): readonly PayoutRow[] =>
  files.flatMap(({ rows }) => rows.flatMap(({ row }) => (isUnreadable(row) ? [] : row)));

/** Says once that a file has a date that may be the day of payment, but isn't read as that. */
export function remarkOnDates(files: readonly PayoutFile[], { notices }: Context): void {
  const date = files
    .filter(({ columns }) => !columns.some(({ field }) => field === 'paidOn'))
    .flatMap(({ columns }) => columns.filter(({ field }) => field === 'date'))[0];
  if (date === undefined) return;
  const flag = `--map ${quotedWord(`paidOn=${date.header}`)}`;
  notices.notice(
    `No payment date was read: it is not known what day "${date.header}" is. If it is the day of payment, add ${flag}.`,
  );
}

/** Says of which files --paid-on dates no row. */
export function remarkOnPaidOn(files: readonly PayoutFile[], { notices }: Context): void {
  for (const { file } of files.filter(hasPaymentDates)) {
    notices.notice(`${file} has dates of its own, so --paid-on dates none of its rows.`);
  }
}

/** Warns of words in a column of states that no rule knows: of those that count as paid, and the others. */
export function remarkOnStates(files: readonly PayoutFile[], context: Context): void {
  const unknown = readableRows(files).filter((row) => row.unknownState !== undefined);
  for (const [as, rows] of groupBy(unknown, ({ state }) => state === 'paid')) {
    const words = [...new Set(rows.map(({ unknownState = '' }) => unknownState))];
    const cents = rows.reduce((sum, one) => sum + one.amount, 0);
    const verb = rows.length === 1 ? 'counts' : 'count';
    const state = as ? 'paid, although' : 'not paid, because';
    const isOpen = rows.some(({ isDoubted }) => isDoubted);
    const left = isOpen ? ' --apply does not close the orders of rows that may be unpaid.' : '';
    context.notices.warning(
      `${counted(rows.length, 'rows')} (${dollars(cents)}) ${verb} as ${state} waybill doesn't know what the state means: ${firstOf(words)}. Ask the group whether it paid.${left}`,
    );
  }
  remarkOnUnread(files, context);
}

/** Warns of paid rows with words of another state in a column that is not read. */
function remarkOnUnread(files: readonly PayoutFile[], { notices }: Context): void {
  const rows = readableRows(files).filter((row) => row.unreadState !== undefined);
  if (rows.length === 0) return;
  const words = firstOf([...new Set(rows.map(({ unreadState = '' }) => unreadState))]);
  const verb = rows.length === 1 ? 'counts' : 'count';
  notices.warning(
    `${counted(rows.length, 'rows')} ${verb} as paid, although the file may say otherwise: ${words}. If a column has their state, add --map state=<header>; --apply leaves their orders alone.`,
  );
}

/** The number of rows with a future date that are shown. */
const mostFuture = 3;

/** No group that pays today paid before. */
const firstDay = '2000-01-01';

/** Warns once of payments that are dated after today, or before anything can have been paid. */
export function remarkOnFuture(files: readonly PayoutFile[], { notices, today }: Context): void {
  const now = today();
  const doubtful = readableRows(files).filter(
    ({ state, paidOn }) =>
      state !== 'void' && paidOn !== null && (paidOn > now || paidOn < firstDay),
  );
  if (doubtful.length === 0) return;
  const shown = doubtful.map((row) => `${placeOf(row, files.length > 1)} (${row.paidOn})`);
  notices.warning(
    `Payment dates after today, ${now}, or before 2000: ${firstOf(shown, mostFuture)}. Check them in the file; --date-format says what comes first in 01/02/2026.`,
  );
}

/** Says which lines were left out as totals or withdrawals, and warns of those that the rows don't add up to. */
export function remarkOnTotals(
  totals: readonly Total[],
  several: boolean,
  { notices }: Context,
): void {
  for (const { cents, paid, isWithdrawal, ...place } of totals) {
    const where = placeOf(place, several);
    const what = isWithdrawal ? 'takes out what the rows above it paid' : 'is a total or a balance';
    notices.notice(`${where}: left out, because it ${what} and is no row`);
    const [section = 0] = paid;
    if (typeof cents === 'number' && !paid.includes(cents)) {
      notices.warning(
        `${where}: the total is ${dollars(cents)}, but the paid rows above it add up to ${dollars(section)}`,
      );
    }
  }
}

/** The number of rows that are warned of one by one. */
const mostLines = 10;

/** At most `mostLines` of the texts, and how many more there are. */
function some(texts: readonly string[], say: (text: string) => void): void {
  for (const text of texts.slice(0, mostLines)) say(text);
  const more = texts.length - mostLines;
  if (more > 0) say(`and ${counted(more, 'rows')} more like these`);
}

/** The dropped payments of one import from which on they are one line. */
const manyDropped = 3;

/** The payments of each import that a run drops, if they are many: perhaps one file is wrong; and all other doubts. */
function manyDrops(doubts: readonly DoubtInRun[]) {
  const drops = doubts.filter(
    ({ doubt }) => doubt.reason === 'dropped' && doubt.importId === nextImport,
  );
  const byImport = groupBy(drops, ({ doubt }) => doubt.before[0]?.importId);
  const many = [...byImport].filter(([, own]) => own.length >= manyDropped);
  const grouped = new Set(many.flatMap(([, own]) => own));
  return { many, others: doubts.filter((one) => !grouped.has(one)) };
}

function dropsInWords(own: readonly DoubtInRun[], importId: number | null | undefined): string {
  const cents = own.flatMap(({ doubt }) => doubt.before).reduce((sum, one) => sum + one.amount, 0);
  return `${counted(own.length, 'payments')} (${dollars(cents)}) of import ${importId} are not in this file any more`;
}

/** Warns of payments in doubt: nothing proves anything, so all count. */
function remarkOnDoubts({ doubts }: Reconciliation, { notices }: Context): void {
  const { many, others } = manyDrops(doubts);
  // Words of these files are shown with their rows.
  const isShown = ({ doubt }: DoubtInRun) =>
    doubt.reason === 'words' && doubt.importId === nextImport;
  const texts = [
    ...many.map(([importId, own]) => dropsInWords(own, importId)),
    ...others.flatMap((one) => (isShown(one) ? [] : one.text)),
  ];
  some(texts, (text) => notices.warning(`${text}. All count; --apply leaves their orders alone.`));
}

/** Names the orders that were found by another spelling of their numbers. */
function remarkOnSpellings({ rows }: Reconciliation, several: boolean, { notices }: Context): void {
  const texts = rows.flatMap(({ row, outcome, orders: [order, another] }) => {
    const number = another === undefined ? order?.orderNumber : null;
    if (outcome !== 'matched' || row.order === null || number == null) return [];
    const meant = isSameNumber(number, row.order) ? meantNotice(row.order, number) : undefined;
    return meant === undefined ? [] : `${placeOf(row, several)}: ${meant}`;
  });
  some(texts, (text) => notices.notice(text));
}

/** Says what replaces which amount, what was recorded on another day, and what is not recorded. */
function remarkOnRecorded(
  { rows, totals }: Reconciliation,
  several: boolean,
  { notices }: Context,
): void {
  const of = (outcome: Outcome) =>
    rows
      .filter((one) => one.outcome === outcome && one.isRemarked)
      .filter(({ row, cents }) => cents !== 0 && !totals.some((total) => total === row))
      .map(({ row, message }) => `${placeOf(row, several)}: ${message}`);
  some(of('amended'), (text) => notices.notice(text));
  some(of('known'), (text) => notices.warning(text));
  some(of('other'), (text) => notices.notice(text));
}

/** Says what settles each doubt, once its payments are recorded, and what --apply leaves alone. */
export function remarkOnLeft(
  { left, doubts }: Reconciliation,
  done: RecordedRun | undefined,
  { notices, settings }: Context,
): void {
  const account = ownAccountFlags(settings());
  const { many, others } = manyDrops(doubts);
  for (const [importId, own] of done === undefined ? [] : many) {
    notices.notice(
      `${dropsInWords(own, importId)}: if that import is wrong, run waybill payments undo ${importId}${account}; if this file is, waybill payments undo ${done?.id}${account}.`,
    );
  }
  for (const { order, doubts: own } of left) {
    const reason =
      own.length === 0 ? ': one of its rows needs a person' : ' until its payments are in no doubt';
    notices.notice(`--apply leaves order ${nameOf(order)} alone${reason}.`);
  }
  for (const one of others) {
    const settling = settlingText(one, done, account);
    if (settling !== '') notices.notice(`${one.text}${settling}.`);
  }
}

/** Names each order that the group has received, but perhaps not all of. */
export function remarkOnNotReceived({ notReceived }: Reconciliation, { notices }: Context): void {
  for (const { order, reason } of notReceived) {
    notices.notice(`--apply-received leaves order ${nameOf(order)} alone: ${reason}.`);
  }
}

/** Warns of what counts in the result but is probably not what was meant. */
export function remarkOnResult(result: Reconciliation, several: boolean, context: Context): void {
  const { notices } = context;
  const { group, rows, totals, unnamed } = result;
  remarkOnDoubts(result, context);
  // Payments that BFMR's tracker has no rows of, although it has their days.
  if (unnamed.length > 0) {
    const cents = unnamed.reduce((sum, { amount }) => sum + amount, 0);
    notices.notice(
      `${counted(unnamed.length, 'payments')} (${dollars(cents)}) recorded for these days are of orders that the files do not name.`,
    );
  }
  remarkOnRecorded(result, several, context);
  remarkOnSpellings(result, several, context);
  for (const row of totals) {
    notices.warning(
      `${placeOf(row, several)}: ${dollars(row.amount)} is the sum of the rows above, so it is not recorded, but it counts as one more payment in their sum. If it is a total, remove it from the file.`,
    );
  }
  const others = paymentsOfOthers(rows, group);
  if (others !== undefined) {
    const verb = others.rows === 1 ? 'belongs' : 'belong';
    notices.notice(
      `${counted(others.rows, 'rows')} (${dollars(others.cents)}) ${verb} to orders of ${others.groups.join(', ')}, not ${group}: is --group right?`,
    );
  }
}
