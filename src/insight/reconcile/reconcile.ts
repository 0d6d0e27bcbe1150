import { addDays } from '../../lib/days';
import { groupByEach, onceEach } from '../../lib/once';
import { dollars, quotedWord, typedWords } from '../../lib/words';
import { counts } from './book';
import {
  acceptanceOf,
  byAge,
  clusterAround,
  findClusters,
  judge,
  type NotedState,
  receivedOrders,
} from './clusters';
import { doubtsToShow } from './doubts';
import { concernedBy, factsOf, findTotals, meantBy } from './facts';
import {
  type Fact,
  type ImportEntry,
  nextImport,
  type RecordedEntries,
  type RecordedPayment,
} from './ledger';
import {
  type Match,
  matchRow,
  mentionedOrders,
  namedTogether,
  OrderIndex,
  suggestOrders,
} from './match';
import {
  amendedMessage,
  contradictedMessage,
  deniedAdvice,
  doubtText,
  duplicateMessage,
  isOfOtherDay,
  knownMessage,
  matchedMessage,
  nameOf,
  notedMessage,
  referenceHint,
  rereadAdvice,
  revertingHint,
  unrecordedMessage,
  unresolvedMessage,
  verdictDetail,
} from './messages';
import {
  type AccountOrder,
  isUnreadable,
  type Outcome,
  type PayoutRow,
  type ReadRow,
  type ReconcileOptions,
} from './model';
import { type RowDecision, recordRun } from './recording';
import { type Replay, replayEntries } from './replay';
import type { DoubtInRun, OrderVerdict, RowOutcome, StatusUpdate } from './result';

/** A row's outcome, with what else decides about its orders. */
interface Settled extends RowOutcome {
  readonly match: Match;
  readonly decision: RowDecision;
  /** The orders whose number is a word of a row that names none in its own cell: `Clawback: N-2 returned`. */
  readonly mentioned: readonly AccountOrder[];
  /** True if a person has to look at it although it has an outcome. */
  readonly isDoubtful?: boolean;
}

interface Settling {
  readonly index: OrderIndex;
  readonly options: ReconcileOptions;
  readonly rowOf: (fact: Fact) => PayoutRow;
  /** The payments that a person typed. */
  readonly typed: readonly RecordedPayment[];
}

/** The orders that a recorded payment paid. */
const paidBy = (payment: RecordedPayment | undefined, index: OrderIndex) =>
  (payment?.allocations ?? []).flatMap(({ orderId }) => index.byId(orderId) ?? []);

/** Advice on recording a row again that was recorded with another `--paid-on`. */
function secondPayment(
  { paidOn }: PayoutRow,
  { allocations }: RecordedPayment,
  { index, options, typed }: Settling,
): string | undefined {
  const ofDay = typed.filter((one) => one.paidOn === paidOn).flatMap((one) => one.allocations);
  const missing = allocations.filter(
    ({ orderId, cents }) => !ofDay.some((one) => one.orderId === orderId && one.cents === cents),
  );
  if (allocations.length > 0 && missing.length === 0) return undefined;
  const commands = missing.map(({ orderId, cents }) => {
    const order = index.byId(orderId);
    const words = [quotedWord(order?.orderNumber ?? orderId), dollars(cents), '--date', paidOn];
    return `waybill payments add ${words.join(' ')}${options.accountFlags ?? ''}`;
  });
  return commands.length === 0
    ? ''
    : `; if it is a second payment, record it with ${commands.join(' and ')}`;
}

/** Says of a row what was decided. */
function settleRow(
  row: PayoutRow,
  known: Pick<Settled, 'match' | 'decision' | 'mentioned'>,
  settling: Settling,
): Settled {
  const { index, options, rowOf } = settling;
  const { match, decision, mentioned } = known;
  const { fact, before, payment, repeats, contradiction } = decision;
  const orders = concernedBy(row, match);
  const usual = { row, cents: row.amount, orders: [], allocations: [], ...known };
  const isReread = decision.was !== undefined;
  const reread = isReread ? rereadAdvice(decision.was, options.accountFlags) : '';
  if (row.state !== 'paid') {
    const denied = before === undefined ? '' : deniedAdvice(before);
    const message = `${notedMessage(row.state, match)}${reread}${denied}`;
    return { ...usual, outcome: 'noted', orders, message, isDoubtful: isReread || denied !== '' };
  }
  const isBack = row.amount < 0 && mentioned.length > 0;
  const hint = referenceHint(options.isReferenceMapped);
  if (repeats !== undefined) {
    return { ...usual, outcome: 'duplicate', message: duplicateMessage(row, rowOf(repeats)) };
  }
  if (contradiction !== undefined) {
    const message = contradictedMessage(row, contradiction, before);
    const more = contradiction === 'export' ? '' : hint;
    return { ...usual, outcome: 'conflict', message: `${message}${more}` };
  }
  const paidBefore = paidBy(before, index);
  const isElsewhere = paidBefore.length > 0 && !paidBefore.some((one) => orders.includes(one));
  const elsewhere = isElsewhere && orders.length > 0 ? paidBefore : [];
  // A person typed it for other orders than the row names: one of the two is wrong.
  const isTypedElsewhere = elsewhere.length > 0 && before?.importId === null;
  if (decision.isKnown) {
    const isOtherDay = isOfOtherDay(row, before);
    const isSecond = isOtherDay && fact.isDayTyped && before.paidOn !== null;
    const second = isSecond ? secondPayment(row, before, settling) : undefined;
    const message = `${knownMessage(row, before, elsewhere)}${second ?? ''}${reread}`;
    const concerned = before === undefined ? orders : paidBefore;
    const isDoubtful = second !== undefined || isTypedElsewhere || isReread || isBack;
    const isRemarked = elsewhere.length > 0 ? row.reference === null : isOtherDay;
    return { ...usual, outcome: 'known', orders: concerned, message, isDoubtful, isRemarked };
  }
  const isLeftOut = payment === undefined;
  if (match.kind === 'nothing' && (before === undefined || isLeftOut)) {
    const why = isLeftOut ? unrecordedMessage(fact) : '';
    const named =
      mentioned.length === 0 ? '' : `, but its words name ${mentioned.map(nameOf).join(', ')}`;
    const message = `${unresolvedMessage(row, match)}${named}${why}`;
    return { ...usual, outcome: 'other', message, isRemarked: isLeftOut, isDoubtful: isBack };
  }
  if (match.kind !== 'matched' && match.kind !== 'nothing') {
    const message = unresolvedMessage(row, match, namedTogether(row, index), mentioned.length > 0);
    return { ...usual, outcome: match.kind, message, orders: mentioned };
  }
  const { allocations } = fact;
  const text =
    match.kind === 'nothing'
      ? unresolvedMessage(row, match)
      : matchedMessage(match.rule, orders, allocations, options.group);
  if (before === undefined) {
    return { ...usual, outcome: 'matched', orders, allocations, message: text };
  }
  const replacing = amendedMessage(text, row, before, elsewhere);
  const message = decision.isReverting ? `${replacing}${revertingHint}` : replacing;
  return { ...usual, outcome: 'amended', orders, allocations, message, isRemarked: true };
}

/**
 * States of an order in rows without a payment; a row that only mentions it, or whose payment was removed, counts
 * as `unreadable`.
 */
function notedStates(rows: readonly Settled[]): ReadonlySet<NotedState> {
  return new Set(
    rows.flatMap(({ row, outcome, decision: { before } }) => {
      if (isUnreadable(row)) return ['unreadable'];
      if (outcome === 'noted') return [row.state];
      const isRemoved = before !== undefined && !counts(before);
      return outcome === 'unmatched' || isRemoved ? ['unreadable'] : [];
    }),
  );
}

const unresolved: ReadonlySet<Outcome> = new Set<Outcome>(
  typedWords('unmatched ambiguous conflict unreadable'),
);

/** Rows that a person has to look at, with the orders they may mean. */
function findPersonNeeded(
  rows: readonly Settled[],
  index: OrderIndex,
  { visitOrders = (visit) => index.orders.forEach(visit), wordsOf }: ReconcileOptions,
) {
  const unmatched = rows.flatMap(({ row, outcome }) =>
    outcome === 'unmatched' && !isUnreadable(row) ? [row] : [],
  );
  const near = suggestOrders(unmatched, visitOrders, wordsOf);
  return rows.flatMap(({ row, outcome, cents, message, orders, allocations, match, ...more }) => {
    // Money may go to an order that is no longer in the account.
    const isForGone = allocations.length > 0 && orders.some((order) => order.gone);
    if (!unresolved.has(outcome) && !more.isDoubtful && !isForGone) return [];
    const meant = isUnreadable(row)
      ? orders
      : [...namedTogether(row, index), ...meantBy(match), ...(near.get(row) ?? [])];
    const isClear = allocations.length > 0 || outcome === 'known' || outcome === 'noted';
    // Shown to the user, never used.
    const suggestions = isClear ? [] : [...new Set(meant.map(nameOf))].slice(0, 3);
    return { file: row.file, line: row.line, outcome, cents, detail: message, suggestions };
  });
}

/** Records the rows after the entries, and gives each exactly one outcome. */
function settleRows(
  rows: readonly ReadRow[],
  index: OrderIndex,
  replay: Replay,
  options: ReconcileOptions,
) {
  const { group, hash, contents } = options;
  const readable = rows.filter((row): row is PayoutRow => !isUnreadable(row));
  const matchOf = onceEach((row: ReadRow) => matchRow(row, index));
  const totals = findTotals(readable, (row) => matchOf(row).kind === 'nothing');
  const contentOf = (file: string) => contents?.get(file) ?? file;
  const given = { matchOf, index, totals: new Set(totals), group, hash, contentOf };
  const run: ImportEntry = {
    kind: 'import',
    moment: nextImport,
    id: nextImport,
    subject: '',
    group,
    files: [...new Set(rows.map(({ file }) => contentOf(file)))],
    facts: factsOf(rows, given),
  };
  const { decisions, unnamed, isImport } = recordRun(replay, run);
  const ledger = replay.ledger();
  const rowOfFact = new Map(decisions.map(({ fact }, place) => [fact, rows[place] as PayoutRow]));
  const settling: Settling = {
    index,
    options,
    rowOf: (fact) => rowOfFact.get(fact) as PayoutRow,
    typed: ledger.payments.filter(({ importId }) => importId === null),
  };
  const settled = rows.map((row, place): Settled => {
    const [match, decision] = [matchOf(row), decisions[place] as RowDecision];
    const isUnnamed = match.kind === 'nothing' || match.kind === 'unmatched';
    const mentioned = isUnnamed ? mentionedOrders(options.wordsOf?.(row) ?? [], index) : [];
    const known = { match, decision, mentioned };
    if (!isUnreadable(row)) return settleRow(row, known, settling);
    const orders = [...concernedBy(row, match), ...mentioned];
    const message = row.unreadable;
    return { row, outcome: 'unreadable', cents: 0, orders, allocations: [], message, ...known };
  });
  const made = new Map(decisions.map(({ fact, payment }) => [fact, payment]));
  const rowsOf = new Map<RecordedPayment, PayoutRow>();
  for (const { fact, repeats = fact } of decisions) {
    const payment = made.get(repeats);
    if (payment === undefined) continue;
    // Of the copies of a file the first by name, in whatever order they were given.
    const [row, counted] = [settling.rowOf(fact), rowsOf.get(payment) ?? settling.rowOf(repeats)];
    const isCopy = fact.file === repeats.file && row.file < counted.file;
    rowsOf.set(payment, isCopy ? row : counted);
  }
  const toRecord = [...rowsOf.keys()];
  return {
    settled,
    ledger,
    /** The rows, as an import remembers them. */
    run,
    isImport,
    toRecord,
    rowsOf,
    /** Payments that BFMR's files should have and whose orders they do not name. */
    unnamed,
    /** Paid rows that look like a total of the rows above them. */
    totals,
  };
}

export type Reconciliation = ReturnType<typeof reconcile>;

/**
 * Matches payout rows to orders. Returns one outcome for every row, one verdict for every order of
 * the group that is still in the account, and what would be recorded and updated.
 */
export function reconcile(
  rows: readonly ReadRow[],
  orders: readonly AccountOrder[],
  recorded: RecordedEntries,
  options: ReconcileOptions,
) {
  const index = new OrderIndex(orders);
  const replay = replayEntries(recorded, () => index);
  const { settled, ledger, ...recording } = settleRows(rows, index, replay, options);
  const { payments, doubts: allDoubts, acceptances } = ledger;
  const figures = findClusters(index, payments, options.tolerance);
  const byOrder = groupByEach(settled, (row) => row.orders);
  const isOfGroup = ({ group }: AccountOrder) => group === options.group;
  const isSeveral = recording.run.files.length > 1;
  const paymentName = (payment: RecordedPayment) => {
    const row = recording.rowsOf.get(payment);
    if (row === undefined) return `payment ${payment.id}`;
    return isSeveral ? `line ${row.line} of ${row.file}` : `line ${row.line}`;
  };
  const filesOfRun = isSeveral ? 'one of these files' : 'this file';
  const doubted = doubtsToShow(allDoubts).flatMap((doubt): DoubtInRun[] => {
    const paidOrders = [...doubt.before, ...doubt.after].flatMap((one) => paidBy(one, index));
    const around = paidOrders.flatMap((order) => clusterAround(order, figures).orders);
    const theirs = [...new Set(around)].sort(byAge);
    const isShown =
      doubt.importId === nextImport ||
      theirs.some(isOfGroup) ||
      (theirs.length === 0 && doubt.before.some(({ group }) => group === options.group));
    if (!isShown) return [];
    return [{ doubt, text: doubtText(doubt, paymentName, filesOfRun), orders: theirs }];
  });
  const doubtsOf = groupByEach(doubted, (one) => one.orders);
  const graceStart = addDays(options.today, -options.grace);
  const verdicts: OrderVerdict[] = [];
  for (const order of orders) {
    if (order.gone || !isOfGroup(order)) continue;
    const concerned = byOrder.get(order) ?? [];
    const cluster = figures.of.get(order);
    const paid = figures.paid.get(order) ?? 0;
    const acceptance = acceptanceOf(clusterAround(order, figures), acceptances);
    const noted = notedStates(concerned);
    const accepted = acceptance?.applies === true;
    const verdict = judge({ order, cluster, paid, noted, accepted, graceStart });
    const isDenied =
      order.status === 'paid' &&
      cluster === undefined &&
      [...noted].some((state) => state !== 'unreadable');
    const own = doubtsOf.get(order) ?? [];
    const texts = own.map(({ text }) => text);
    const detail = verdictDetail({ verdict, noted, isDenied, doubts: texts, acceptance });
    const [ownRows, doubts] = [concerned.map(({ row }) => row), own.map(({ doubt }) => doubt)];
    verdicts.push({ order, verdict, paid, cluster, rows: ownRows, detail, doubts, isDenied });
  }

  const paidRows = settled.filter(
    ({ row, outcome }) => !isUnreadable(row) && row.state === 'paid' && outcome !== 'duplicate',
  );
  const found = paidRows.reduce((sum, { decision }) => sum + (decision.found ?? 0), 0);
  const cents = paidRows.reduce((sum, row) => sum + row.cents, 0);
  const needsLook = new Set(
    settled.flatMap(({ outcome, orders: concerned, cents, match, decision, mentioned }) => {
      // Money that was taken back from one of these orders.
      const isBack = cents < 0 && (unresolved.has(outcome) || match.kind === 'nothing');
      const meant = isBack ? [...meantBy(match), ...mentioned] : [];
      const denied = decision.was ?? (outcome === 'noted' ? decision.before : undefined);
      const isUnclear = ['unreadable', 'unmatched'].includes(outcome) || denied !== undefined;
      return isUnclear ? [...meant, ...concerned] : meant;
    }),
  );
  const toClose = verdicts.filter(
    ({ order, verdict }) => verdict === 'paid_in_full' && order.status !== 'paid',
  );
  const isLeft = ({ order, doubts }: OrderVerdict) => doubts.length > 0 || needsLook.has(order);
  return {
    group: options.group,
    rows: settled,
    verdicts,
    needsAPerson: findPersonNeeded(settled, index, options),
    /** Cents of all paid rows, except duplicates, unreadable rows and what another file had before. */
    found,
    recordedBefore: cents - found,
    ...recording,
    /** The open doubts about payments of the group, and those that these files raise. */
    doubts: doubted,
    toApply: toClose
      .filter((one) => !isLeft(one))
      .map(({ order }): StatusUpdate => ({ order, status: 'paid' })),
    /** Orders paid in full that `--apply` leaves alone: without doubts, one of their rows needs a person. */
    left: toClose.filter(isLeft).map(({ order, doubts }) => ({ order, doubts })),
    ...receivedOrders(verdicts, index),
  };
}
