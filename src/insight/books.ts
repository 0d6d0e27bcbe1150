import { groupBy } from '../lib/once';
import { accountNames } from './account-names';
import { isAmong } from './formulas';
import { newestEventOf, statusChanges } from './order-rows';
import { expressions, ordersWhere, type Reader, type Row, type Scope } from './report-scope';
import { paymentParts } from './reports/received';
import { seenPaidOn } from './reports/turnaround';

/** The account's books in double entry. All money is in cents. */

export type Metadata = Readonly<Record<string, string>>;

export interface Posting {
  readonly account: string;
  readonly cents: number;
  readonly metadata: Metadata;
}

export interface Transaction {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly description: string;
  /** Of a payment that nobody recorded, also that it is `assumed`. */
  readonly metadata: Metadata;
  /** They add up to 0; none is 0. */
  readonly postings: readonly Posting[];
}

export interface Books {
  /** Meanings of the accounts that the transactions use, known once these were read to their end. */
  readonly accounts: ReadonlyMap<string, Metadata>;
  /** Reads them again each time: all of them would not fit in memory. */
  transactions(): Iterable<Transaction>;
}

/** Leaves out members with no value, such as an empty text. */
function withoutEmpty(metadata: Readonly<Record<string, unknown>>): Metadata {
  const known = Object.entries(metadata).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return Object.fromEntries(known);
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** The day of an order: without a date, that of its creation. */
function orderDay({ orderDate, createdAt }: Row, { dayOf }: Scope): string {
  if (orderDate) return String(orderDate).slice(0, 10);
  return createdAt ? dayOf(String(createdAt)) : '1970-01-01';
}

/** Every order that is neither cancelled nor gone. The books have no filters. */
const bookedOrders = (scope: Scope) => ordersWhere(scope, `NOT ${expressions(scope).isCancelled}`);

function ordersWithKeys(read: Reader, scope: Scope, keys: readonly number[]): readonly Row[] {
  const f = expressions(scope);
  return read(
    `SELECT o.key, o.kind, o.id, o.order_number AS "order", o.group_id AS "group", o.retailer, o.status,
       o.card_id AS card, ${f.isPaid} AS isPaid, ${f.realizedPayout} AS payout,
       ${f.expected} AS expected, ${f.total} AS total, ${f.reward} AS reward, ${f.portal} AS portal
     ${bookedOrders(scope)} AND ${isAmong('o.key', keys)}`,
  );
}

/** The payments that count, a row for each of their orders; an order that is gone has no status. */
const partsWithEvents = `${paymentParts}
  LEFT JOIN event_log e ON o.key IS NULL AND e.seq = ${newestEventOf('a.order_id')}`;
const groupOfPart =
  'CASE WHEN o.key IS NULL THEN coalesce(p.group_id, e.group_id) ELSE o.group_id END';

function partsOf(read: Reader, scope: Scope, ids: readonly number[]): readonly Row[] {
  const f = expressions(scope);
  return read(
    `SELECT p.id, p.group_id AS payer, p.amount_cents AS amount, p.paid_on AS paidOn, p.reference,
       a.order_id AS orderId, a.amount_cents AS part,
       coalesce(o.order_number, e.order_number) AS "order", ${groupOfPart} AS "group",
       CASE WHEN o.gone_at IS NULL THEN ${f.isPaid} END AS isPaid,
       CASE WHEN o.gone_at IS NULL THEN ${f.open} END AS isOpen, ${f.expected} AS expected
     ${partsWithEvents} WHERE ${isAmong('p.id', ids)} ORDER BY p.id, a.order_id`,
  );
}

const unknownCard = 'Unknown-card';

/** An account with its meaning. */
type Account = readonly [name: string, means?: Readonly<Record<string, unknown>>];

/** Names the accounts of groups and cards. */
function chartOf(read: Reader, scope: Scope) {
  const texts = [
    ...read(`SELECT DISTINCT o.group_id AS "group" ${bookedOrders(scope)}`),
    ...read(`SELECT DISTINCT ${groupOfPart} AS "group" ${partsWithEvents}`),
  ].map(({ group }) => textOf(group));
  const groups = accountNames(new Map(texts.map((text) => [text, text])));
  const cardTexts = new Map<string, string>();
  for (const { id, name, digits } of read(
    `SELECT id, coalesce(nullif(nickname, ''), name) AS name, last_digits AS digits FROM base_cards`,
  )) {
    cardTexts.set(String(id), [name, digits].filter((part) => part).join('-'));
  }
  for (const { card } of read(`SELECT DISTINCT o.card_id AS card ${bookedOrders(scope)}`)) {
    const id = textOf(card);
    if (id !== '' && !cardTexts.has(id)) cardTexts.set(id, `Unknown-${id.slice(0, 8)}`);
  }
  const cards = accountNames(cardTexts, [unknownCard]);
  return {
    ofGroup(account: string, group: unknown): Account {
      const name = textOf(group);
      return [`${account}:${groups.get(name)}`, { name }];
    },
    ofCard(account: string, card: unknown, without = `${account}:${unknownCard}`): Account {
      const id = textOf(card);
      if (id === '') return [without];
      return [`${account}:${cards.get(id)}`, { name: cardTexts.get(id), card: id }];
    },
  };
}

type Chart = ReturnType<typeof chartOf>;

type Entry = readonly [account: Account, cents: number, order?: Metadata];

/** A transaction with entries, of which those of 0 are no postings. */
type Draft = Omit<Transaction, 'postings'> & { readonly entries: readonly Entry[] };

function orderEntries(order: Row, chart: Chart): readonly Entry[] {
  const { group, card, isPaid } = order;
  const [expected, total] = [Number(order.expected), Number(order.total)];
  const [reward, portal] = [Number(order.reward), Number(order.portal)];
  const payout = isPaid ? Number(order.payout) : expected;
  const earned = isPaid ? 'Income' : 'Liabilities:Deferred';
  const grouped = (account: string) => chart.ofGroup(account, group);
  return [
    [grouped('Assets:Receivable'), payout],
    [grouped(`${earned}:Payouts`), -expected],
    [grouped('Income:Adjustments'), expected - payout],
    [grouped(isPaid ? 'Expenses:Purchases' : 'Assets:Orders'), total],
    [chart.ofCard('Liabilities:Cards', card, `Equity:${unknownCard}`), -total],
    [chart.ofCard('Assets:Rewards', card), reward],
    [chart.ofCard(`${earned}:Rewards`, card), -reward],
    [['Assets:Cashback'], portal],
    [[`${earned}:Cashback`], -portal],
  ];
}

const nameOf = ({ kind, order }: Row) =>
  [kind === 'giftcard' ? 'Gift card order' : 'Order', order].filter((part) => part).join(' ');

function orderTransaction(order: Row, date: string, chart: Chart): Draft {
  const { id, kind, status, retailer } = order;
  return {
    date,
    description: [nameOf(order), retailer].filter((part) => part).join(', '),
    metadata: withoutEmpty({ id, order: order.order, kind, status }),
    entries: orderEntries(order, chart),
  };
}

/** A paid order without a recorded payment is settled at what was expected. */
function assumedPayment(order: Row, date: string, chart: Chart): Draft {
  const cents = Number(order.expected);
  const metadata = withoutEmpty({ id: order.id, order: order.order });
  return {
    date,
    metadata: { assumed: 'yes' },
    description: `Payment assumed for ${nameOf(order)}`,
    entries: [
      [['Assets:Payouts:Assumed'], cents],
      [chart.ofGroup('Assets:Receivable', order.group), -cents, metadata],
    ],
  };
}

/** Cents that each open order got so far, by id. */
type Received = Map<string, number>;

/** Entries for a part of a payment: an open order takes no more than was expected. */
function partEntries(part: Row, chart: Chart, received: Received): readonly Entry[] {
  const { group, isPaid, isOpen } = part;
  if (part.orderId === null) {
    return [[chart.ofGroup('Income:Other', group), -Number(part.amount)]];
  }
  const id = String(part.orderId);
  const [cents, expected] = [Number(part.part), Number(part.expected)];
  const before = received.get(id) ?? 0;
  received.set(id, before + cents);
  const upTo = (sum: number) => Math.min(sum, expected);
  const applied = isPaid ? cents : isOpen ? upTo(before + cents) - upTo(before) : 0;
  const order = withoutEmpty({ id, order: part.order });
  return [
    [chart.ofGroup('Assets:Receivable', group), -applied, order],
    [chart.ofGroup('Liabilities:Unapplied', group), applied - cents, order],
  ];
}

function paymentTransaction(
  parts: readonly [Row, ...Row[]],
  date: string,
  chart: Chart,
  received: Received,
): Draft {
  const [{ id, amount, paidOn, reference, payer, group }] = parts;
  return {
    date,
    description: ['Payment', payer ?? group].filter((part) => part).join(' from '),
    metadata: withoutEmpty({ payment: id, reference, undated: paidOn === null ? 'yes' : null }),
    entries: [
      [['Assets:Payouts:Recorded'], Number(amount)],
      ...parts.flatMap((part) => partEntries(part, chart, received)),
    ],
  };
}

/** A transaction to be, with its place: by date, then orders before payments, then id. */
interface Planned {
  readonly date: string;
  readonly rank: (typeof ranks)[keyof typeof ranks];
  /** The key of the order, or the id of the payment. */
  readonly of: number;
}

const ranks = { order: 0, payment: 1, assumed: 2 } as const;
const isPayment = ({ rank }: Planned) => rank === ranks.payment;
const idsOf = (planned: readonly Planned[]) => planned.map(({ of }) => of);

function plan(read: Reader, scope: Scope): readonly Planned[] {
  const f = expressions(scope);
  const isAssumed = `(${f.isPaid} AND NOT ${f.recorded})`;
  const changes = statusChanges(read, scope, isAssumed);
  const planned: Planned[] = [];
  for (const order of read(
    `SELECT o.key, o.order_date AS orderDate, o.created_at AS createdAt,
       CASE WHEN ${isAssumed} THEN o.kind || ':' || o.id END AS assumed
     ${bookedOrders(scope)} ORDER BY o.id, o.kind`,
  )) {
    const [of, date] = [Number(order.key), orderDay(order, scope)];
    planned.push({ date, rank: ranks.order, of });
    if (order.assumed === null) continue;
    const paidOn = seenPaidOn(changes.get(String(order.assumed)), scope) ?? date;
    planned.push({ date: paidOn, rank: ranks.assumed, of });
  }
  for (const { id, paidOn, recordedAt } of read(
    `SELECT id, paid_on AS paidOn, recorded_at AS recordedAt FROM base_payments
     ORDER BY id`,
  )) {
    const date = paidOn ? String(paidOn).slice(0, 10) : scope.dayOf(String(recordedAt));
    planned.push({ date, rank: ranks.payment, of: Number(id) });
  }
  // Rows come by id, and sorting keeps the order of equals.
  return planned.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.rank - b.rank));
}

/** The whole mirror in double entry; `atOnce` is how many transactions have their rows in memory. */
export function booksOf(read: Reader, scope: Scope, atOnce = 5000): Books {
  const chart = chartOf(read, scope);
  const planned = plan(read, scope);
  const accounts = new Map<string, Metadata>();
  const postingsOf = (entries: readonly Entry[]) =>
    entries.flatMap(([[account, means = {}], cents, metadata = {}]): Posting[] => {
      if (cents === 0) return [];
      if (!accounts.has(account)) accounts.set(account, withoutEmpty(means));
      return [{ account, cents, metadata }];
    });
  function* transactions() {
    const received: Received = new Map();
    for (let done = 0; done < planned.length; done += atOnce) {
      const some = planned.slice(done, done + atOnce);
      const [payments, others] = [some.filter(isPayment), some.filter((one) => !isPayment(one))];
      const parts = groupBy(partsOf(read, scope, idsOf(payments)), ({ id }) => id);
      const orders = groupBy(ordersWithKeys(read, scope, idsOf(others)), ({ key }) => key);
      for (const one of some) {
        const { date, rank, of } = one;
        const [row = {}, ...more] = (isPayment(one) ? parts : orders).get(of) ?? [];
        const { entries, ...transaction } = isPayment(one)
          ? paymentTransaction([row, ...more], date, chart, received)
          : (rank === ranks.order ? orderTransaction : assumedPayment)(row, date, chart);
        const postings = postingsOf(entries);
        if (postings.length > 0) yield { ...transaction, postings };
      }
    }
  }
  return { accounts, transactions };
}
