import { addDays } from '../../lib/days';
import { groupBy } from '../../lib/once';
import { allocate } from './allocate';
import { acceptanceOf, findClusters } from './clusters';
import { keysOf, nameRows } from './identity';
import { judge, type NotedState } from './judge';
import { type Match, matchRow, namedTogether, OrderIndex } from './match';
import {
  amendedMessage,
  contradictedMessage,
  duplicateMessage,
  knownMessage,
  matchedMessage,
  nameOf,
  notedMessage,
  referenceHint,
  revertingHint,
  severalRecordedMessage,
  unrecordedMessage,
  unresolvedMessage,
  verdictDetail,
} from './messages';
import {
  type AcceptedDifference,
  type AccountOrder,
  type DoubtfulPayment,
  type Fact,
  isUnreadable,
  type Ledger,
  type OrderVerdict,
  type Outcome,
  type PayoutRow,
  type PersonNeeded,
  type ReadRow,
  type ReconcileOptions,
  type Reconciliation,
  type RecordedPayment,
  type RowOutcome,
  type Run,
} from './model';
import { receivedOrders } from './received';
import { type Decision, isImport, openDoubts, recordRun } from './record';
import { nameApart } from './repetition';
import { suggestOrders } from './suggestions';
import { findTotals } from './totals';

/** A row's outcome, with what else decides about its orders. */
interface Settled extends RowOutcome {
  readonly match: Match;
  readonly decision: Decision | undefined;
}

const nothing: Match = { kind: 'nothing' };

const reached = (match: Match) => (match.kind === 'matched' ? match.orders : []);

/** The orders that a row is about. Money goes to a cancelled order only if there is no other. */
function concernedBy({ state }: PayoutRow, match: Match): readonly AccountOrder[] {
  const orders = reached(match);
  const others = orders.filter(({ status }) => status !== 'cancelled');
  return state === 'paid' && others.length > 0 ? others : orders;
}

/** The import of a run before it is recorded. */
const nextImport = 0;

/** The rows as an import remembers them. */
function factsOf(
  rows: readonly PayoutRow[],
  matchOf: (row: PayoutRow) => Match,
  totals: ReadonlySet<PayoutRow>,
  { group, hash, contents }: ReconcileOptions,
): readonly Fact[] {
  const names = nameRows(rows, hash, (row) => matchOf(row).kind === 'nothing');
  return rows.map((row, place): Fact => {
    const match = matchOf(row);
    const orders = concernedBy(row, match);
    const [only = group, ...others] = new Set(orders.map((order) => order.group));
    const isKnowable = row.paidOn !== null || row.reference !== null;
    const other = isKnowable && !totals.has(row) ? 'other' : 'nothing';
    const { line, format, state, item, amount, paidOn, reference } = row;
    return {
      ...{ file: contents?.get(row.file) ?? row.file, line, format, state },
      ...{ name: names[place] ?? '', group: others.length === 0 ? only : group },
      ...{ keys: keysOf(row), item, amount, paidOn, reference },
      pays: match.kind === 'matched' ? 'orders' : match.kind === 'nothing' ? other : 'unclear',
      allocations: orders.length === 0 ? [] : allocate(amount, orders),
    };
  });
}

interface Settling {
  readonly index: OrderIndex;
  readonly options: ReconcileOptions;
  readonly rowOf: (fact: Fact) => PayoutRow;
}

/** Says of a row what was decided. */
function settleRow(
  row: PayoutRow,
  match: Match,
  decision: Decision,
  { index, options, rowOf }: Settling,
): Settled {
  const { fact, before, payment, repeats, contradiction, isElsewhere } = decision;
  const plain = { row, cents: row.amount, orders: [], allocations: [], match, decision };
  const orders = concernedBy(row, match);
  if (row.state !== 'paid') {
    const message = notedMessage(row.state, match, decision.isTakenBack);
    return { ...plain, outcome: 'noted', orders, message };
  }
  const hint = referenceHint(options.isReferenceMapped);
  const paidBefore = [
    ...new Set(
      before.flatMap((one) => one.allocations.flatMap(({ orderId }) => index.byId(orderId) ?? [])),
    ),
  ];
  if (repeats !== undefined) {
    const isApart = nameApart(fact, repeats);
    const text = duplicateMessage(row, rowOf(repeats), isApart);
    return { ...plain, outcome: 'duplicate', message: `${text}${isApart ? hint : ''}` };
  }
  if (contradiction !== undefined) {
    const message = contradictedMessage(row, contradiction);
    return {
      ...plain,
      outcome: 'conflict',
      message: `${message}${contradiction === 'export' ? '' : hint}`,
    };
  }
  if (decision.isKnown) {
    const advice = isElsewhere && row.reference !== null ? hint : '';
    const message = `${knownMessage(row, before, isElsewhere ? paidBefore : [])}${advice}`;
    const concerned = before.length === 0 ? orders : paidBefore;
    return { ...plain, outcome: 'known', orders: concerned, message };
  }
  if (match.kind === 'nothing' && (payment === undefined || before.length === 0)) {
    const why = payment === undefined ? unrecordedMessage(fact) : '';
    return { ...plain, outcome: 'other', message: `${unresolvedMessage(row, match)}${why}` };
  }
  if (match.kind !== 'matched' && match.kind !== 'nothing') {
    const message = unresolvedMessage(row, match, namedTogether(row, index));
    return { ...plain, outcome: match.kind, message };
  }
  if (payment === undefined) {
    return { ...plain, outcome: 'conflict', message: severalRecordedMessage(row, before) };
  }
  const { allocations } = fact;
  const text =
    match.kind === 'nothing'
      ? unresolvedMessage(row, match)
      : matchedMessage(match.rule, orders, allocations, options.group);
  const [replaced] = before;
  if (replaced === undefined) {
    return { ...plain, outcome: 'matched', orders, allocations, message: text };
  }
  const more = `${decision.isReverting ? revertingHint : ''}${isElsewhere ? hint : ''}`;
  const message = `${amendedMessage(text, row, replaced, isElsewhere ? paidBefore : [])}${more}`;
  return { ...plain, outcome: 'amended', orders, allocations, message };
}

const noStates: ReadonlySet<NotedState> = new Set();

/** What the group says about an order in rows without a payment. */
function notedStates(rows: readonly RowOutcome[]): ReadonlySet<NotedState> {
  if (rows.length === 0) return noStates;
  return new Set(
    rows.flatMap(({ row, outcome }) => {
      if (isUnreadable(row)) return ['unreadable'];
      return outcome === 'noted' ? [row.state] : [];
    }),
  );
}

const isDoubtful = (decision: Decision | undefined) =>
  decision?.isTakenBack || decision?.isElsewhere || decision?.isReverting;

const unresolved: ReadonlySet<Outcome> = new Set<Outcome>([
  ...(['unmatched', 'ambiguous', 'conflict', 'unreadable'] as const),
]);

/** The orders that a row may mean. */
function meantBy(match: Match): readonly AccountOrder[] {
  if (match.kind === 'conflict') return [...match.byTracking, ...match.byNumber];
  return match.kind === 'ambiguous' ? match.orders : reached(match);
}

/** Rows that a person has to look at, with the orders they may mean. */
function findPersonNeeded(
  rows: readonly Settled[],
  index: OrderIndex,
  { visitOrders = (visit) => index.orders.forEach(visit) }: ReconcileOptions,
): PersonNeeded[] {
  const unmatched = rows.flatMap(({ row, outcome }) =>
    outcome === 'unmatched' && !isUnreadable(row) ? [row] : [],
  );
  const near = suggestOrders(unmatched, visitOrders);
  return rows.flatMap(({ row, outcome, cents, message, orders, allocations, match, decision }) => {
    // Money may go to an order that is no longer in the account.
    const isForGone = allocations.length > 0 && orders.some((order) => order.gone);
    if (!unresolved.has(outcome) && !isDoubtful(decision) && !isForGone) return [];
    const isClear = allocations.length > 0 && !decision?.isElsewhere;
    const meant = isUnreadable(row)
      ? orders
      : [...namedTogether(row, index), ...meantBy(match), ...(near.get(row) ?? [])];
    const suggestions = isClear ? [] : [...new Set(meant.map(nameOf))].slice(0, 3);
    return { file: row.file, line: row.line, outcome, cents, detail: message, suggestions };
  });
}

/** The user's own half: what was recorded, and the differences that were accepted. */
export interface Recorded {
  readonly ledger: Ledger;
  readonly accepted: readonly AcceptedDifference[];
}

/** Gives each row exactly one outcome. */
function settleRows(
  rows: readonly ReadRow[],
  index: OrderIndex,
  ledger: Ledger,
  options: ReconcileOptions,
) {
  const readable = rows.filter((row): row is PayoutRow => !isUnreadable(row));
  const matches = new Map(rows.map((row) => [row, matchRow(row, index)]));
  const matchOf = (row: ReadRow) => matches.get(row) ?? nothing;
  const totals = findTotals(readable, (row) => matchOf(row).kind === 'nothing');
  const facts = factsOf(readable, matchOf, new Set(totals), options);
  const files = [...new Set(rows.map(({ file }) => options.contents?.get(file) ?? file))];
  const run: Run = {
    importId: nextImport,
    group: options.group,
    files,
    facts,
  };
  const { decisions, ledger: after } = recordRun(ledger, run);
  const rowsOf = new Map<Fact | RecordedPayment, PayoutRow>();
  for (const [place, row] of readable.entries()) {
    const { fact, payment } = decisions[place] as Decision;
    rowsOf.set(fact, row);
    if (payment !== undefined) rowsOf.set(payment, row);
  }
  const toRecord = decisions.flatMap(({ payment }) => payment ?? []);
  const settling = { index, options, rowOf: (fact: Fact) => rowsOf.get(fact) as PayoutRow };
  const left = decisions.values();
  const settled = rows.map((row): Settled => {
    const match = matchOf(row);
    if (!isUnreadable(row)) return settleRow(row, match, left.next().value as Decision, settling);
    const plain = { cents: 0, orders: reached(match), allocations: [], match };
    return { row, outcome: 'unreadable', message: row.unreadable, ...plain, decision: undefined };
  });
  const doubts = [...openDoubts(after)].map(
    ([payment, doubt]): DoubtfulPayment => ({ ...doubt, payment, row: rowsOf.get(payment) }),
  );
  const counts = isImport(ledger, run, decisions);
  return { settled, run, after, toRecord, doubts, totals, isImport: counts };
}

/** The doubts by the orders of both payments. */
function doubtsByOrder(doubts: readonly DoubtfulPayment[]) {
  const parts = doubts.flatMap((doubt) =>
    [doubt.payment, doubt.before].flatMap((one) =>
      (one?.allocations ?? []).map(({ orderId }) => ({ orderId, doubt })),
    ),
  );
  const byOrder = groupBy(parts, ({ orderId }) => orderId);
  return (order: AccountOrder) => [
    ...new Set((byOrder.get(order.id) ?? []).map(({ doubt }) => doubt)),
  ];
}

/**
 * Matches payout rows to orders. Returns one outcome for every row, one verdict for every order of
 * the group that is still in the account, and what would be recorded and updated.
 */
export function reconcile(
  rows: readonly ReadRow[],
  orders: readonly AccountOrder[],
  { ledger, accepted }: Recorded,
  options: ReconcileOptions,
): Reconciliation {
  const index = new OrderIndex(orders);
  const { settled, after, ...recording } = settleRows(rows, index, ledger, options);
  const figures = findClusters(index, after.payments, options.tolerance);
  const concerning = settled.flatMap((row) => row.orders.map((order) => ({ order, row })));
  const byOrder = groupBy(concerning, ({ order }) => order);
  const doubtsOf = doubtsByOrder(recording.doubts);
  const acceptedOrders = new Map(accepted.map((one) => [one.orderId, one]));

  const graceStart = addDays(options.today, -options.grace);
  const verdicts: OrderVerdict[] = [];
  for (const order of orders) {
    if (order.gone || order.group !== options.group) continue;
    const concerned = (byOrder.get(order) ?? []).map(({ row }) => row);
    const cluster = figures.of.get(order);
    const paid = figures.paid.get(order) ?? 0;
    const alone = { orders: [order], paid: 0, expected: order.expected };
    const acceptance = acceptanceOf(cluster ?? alone, acceptedOrders);
    const isAccepted = acceptance?.applies === true;
    const noted = notedStates(concerned);
    const verdict = judge({ order, cluster, paid, noted, accepted: isAccepted, graceStart });
    const doubts = isAccepted ? [] : doubtsOf(order);
    const detail = verdictDetail({ verdict, noted, doubts, acceptance });
    const own = { paid, cluster, rows: concerned.map(({ row }) => row) };
    verdicts.push({ order, verdict, ...own, detail, doubts });
  }

  const paidRows = settled.filter(
    ({ row, outcome }) => !isUnreadable(row) && row.state === 'paid' && outcome !== 'duplicate',
  );
  const found = paidRows.reduce((sum, { decision }) => sum + (decision?.found ?? 0), 0);
  const cents = paidRows.reduce((sum, row) => sum + row.cents, 0);
  const needsLook = new Set(
    settled.flatMap(({ outcome, decision, orders }) => {
      return outcome === 'unreadable' || isDoubtful(decision) ? orders : [];
    }),
  );
  const toClose = verdicts.filter(
    ({ order, verdict }) => verdict === 'paid_in_full' && order.status !== 'paid',
  );
  const isLeft = ({ order, doubts }: OrderVerdict) => doubts.length > 0 || needsLook.has(order);
  return {
    group: options.group,
    rows: settled,
    clusters: figures.clusters,
    verdicts,
    needsAPerson: findPersonNeeded(settled, index, options),
    found,
    recordedBefore: cents - found,
    ...recording,
    toApply: toClose
      .filter((one) => !isLeft(one))
      .map(({ order }) => ({ order, expectedStatus: order.status, body: { status: 'paid' } })),
    left: toClose.filter(isLeft).map(({ order, doubts }) => ({ order, doubts })),
    ...receivedOrders(verdicts, index),
  };
}
