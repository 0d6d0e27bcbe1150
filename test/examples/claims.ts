import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

/*
 * For each example that prints numbers or a list, or writes a file: a check of its sentence, computed from
 * the orders, cards and payments themselves.
 */

type Thing = Readonly<Record<string, unknown>>;
/** JSON as it is printed. */
// biome-ignore lint/suspicious/noExplicitAny: what a command prints has any shape
type Json = any;

/** What the account holds, read with other commands than the example's. */
export interface Facts {
  readonly today: string;
  readonly orders: readonly Json[];
  readonly giftcards: readonly Json[];
  readonly cards: readonly Json[];
  readonly payments: readonly Json[];
  /** Runs a command on the same account; its output as JSON. */
  json(line: string): Promise<Json>;
}

/** What an example printed, and the folder that it ran in. */
export interface Printed {
  readonly text: string;
  readonly exitCode: number | null;
  readonly stderr: string;
  readonly folder: string;
  /** The output as JSON, of an example that prints another format without `--json`. */
  json(): Promise<Json>;
}

export type Claim = (printed: Printed, facts: Facts) => void | Promise<void>;

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const idsOf = (rows: readonly Json[]) => rows.map(({ id }) => id as string).sort();
const daysBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
const monthsBefore = (day: string, months: number) => {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - months);
  return date.toISOString().slice(0, 10);
};
/** The lines of a CSV without quotes, by its header. */
const csvRows = (text: string): readonly Record<string, string>[] => {
  const [head = '', ...lines] = text
    .replace(/^\ufeff/, '')
    .trim()
    .split(/\r?\n/);
  const names = head.split(',');
  return lines.map((line) => {
    const cells = [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) =>
      cell.replace(/^"|"$/g, '').replaceAll('""', '"'),
    );
    return Object.fromEntries(names.map((name, place) => [name, cells[place] ?? '']));
  });
};

const isOpen = ({ status }: Thing) => status !== 'paid' && status !== 'cancelled';
const allOf = ({ orders, giftcards }: Facts) => [...orders, ...giftcards];
const groupOf = ({ buyingGroup, platform }: Json) => (buyingGroup ?? platform) as string;
const monthOf = ({ orderDate }: Json) => String(orderDate).slice(0, 7);
const ageOf = ({ orderDate }: Json, { today }: Facts) =>
  (Date.parse(today) - Date.parse(orderDate)) / 86_400_000;
const paidOf = ({ id }: Json, { payments }: Facts) =>
  sum(payments.filter(({ orderId }) => orderId === id).map(({ amount }) => amount));
const owedOf = (order: Json, facts: Facts) =>
  isOpen(order) ? Math.max(0, order.expectedPayout - paidOf(order, facts)) : 0;
const cardOf = ({ creditCardId }: Json, { cards }: Facts) =>
  cards.find(({ id }) => id === creditCardId)?.lastDigits ?? null;
const rewardOf = ({ status, total, cardEarnRate }: Json) =>
  status === 'cancelled'
    ? 0
    : Math.floor((total * Math.round((cardEarnRate ?? 0) * 1000) * 1000 + 5e7) / 1e8);
const lost = ['cancelled', 'canceled', 'denied', 'declined', 'rejected', 'expired', 'void'];
const portalOf = ({ status, cashback }: Json) =>
  status === 'cancelled' ||
  cashback?.rewardType !== 'cashback' ||
  cashback.rewardAmount === null ||
  lost.includes(cashback.status)
    ? 0
    : Math.round(cashback.rewardAmount);
const payoutOf = (order: Json, facts: Facts) => {
  if (order.status !== 'paid') return order.expectedPayout;
  const recorded = facts.payments.some(({ orderId }) => orderId === order.id);
  return recorded ? paidOf(order, facts) : order.expectedPayout;
};
const profitOf = (order: Json, facts: Facts) =>
  payoutOf(order, facts) + rewardOf(order) + portalOf(order) - order.total;
/** Orders that a margin counts: paid ones, and open ones with a payout. */
const counted = (order: Json) =>
  order.status === 'paid' || (isOpen(order) && order.expectedPayout > 0);

/** Sums by a text of each thing, without sums of 0. */
function sumsBy(
  things: readonly Json[],
  keyOf: (one: Json) => unknown,
  amountOf: (one: Json) => number,
): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const one of things) {
    const key = String(keyOf(one));
    sums[key] = (sums[key] ?? 0) + amountOf(one);
  }
  return Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0));
}

/** A report has these amounts by its dimensions, and no others. */
const reports =
  (
    by: string | readonly string[],
    amount: string,
    of: (facts: Facts) => readonly Json[],
    keyOf: (one: Json, facts: Facts) => unknown,
    amountOf: (one: Json, facts: Facts) => number,
  ): Claim =>
  async (printed, facts) => {
    const found = await printed.json();
    const rows: readonly Json[] = Array.isArray(found) ? found : found.rows;
    const at = (row: Json) => amount.split('.').reduce((value, name) => value[name], row);
    const names = [by].flat();
    const key = (row: Json) => names.map((name) => row[name]).join(' ');
    expect(rows.length).toBeGreaterThan(0);
    expect(sumsBy(rows, key, at)).toEqual(
      sumsBy(
        of(facts),
        (one) => keyOf(one, facts),
        (one) => amountOf(one, facts),
      ),
    );
  };

const overdue = (days: number) => (facts: Facts) =>
  allOf(facts).filter((one) => owedOf(one, facts) > 0 && ageOf(one, facts) > days);
const since = (facts: Facts, months: number) =>
  allOf(facts).filter(({ orderDate }) => orderDate >= monthsBefore(facts.today, months));
const bought = (facts: Facts) => allOf(facts).filter(({ status }) => status !== 'cancelled');
const stages: Readonly<Record<string, string>> = {
  ...{ purchased: 'buying', shipped: 'moving', partially_delivered: 'moving', issue: 'issue' },
};

/** Amounts of open orders by group and part: a bucket of days, a stage. */
const spread =
  (outer: string | undefined, partOf: (one: Json, facts: Facts) => string, by = groupOf): Claim =>
  async (printed, facts) => {
    const { rows } = await printed.json();
    const found = rows.flatMap((row: Json) =>
      Object.entries<number>(outer === undefined ? row : row[outer])
        .filter(([name]) => !['group', 'card', 'total', 'share'].includes(name))
        .map(([part, cents]) => ({ key: `${row.group ?? row.card} ${part}`, cents })),
    );
    expect(found.length).toBeGreaterThan(0);
    const key = (one: Json) => `${by(one)} ${partOf(one, facts)}`;
    const wanted = sumsBy(allOf(facts), key, (one) => owedOf(one, facts));
    expect(
      sumsBy(
        found,
        (one) => one.key,
        (one) => one.cents,
      ),
    ).toEqual(wanted);
  };
const bucket = (ends: readonly number[], days: number, first = 0) => {
  const place = ends.findIndex((end) => days <= end);
  const start = place === 0 ? first : (ends[place < 0 ? ends.length - 1 : place - 1] ?? 0) + 1;
  return place < 0 ? `${start}+` : `${start}-${ends[place]}`;
};

/** A list of orders is these, in any order, or in that of `sorted`. */
const lists =
  (wanted: (facts: Facts) => readonly Json[], sorted = false): Claim =>
  async (printed, facts) => {
    const rows = await printed.json();
    const expected = wanted(facts);
    expect(expected.length).toBeGreaterThan(0);
    expect(sorted ? rows.map(({ id }: Json) => id) : idsOf(rows)).toEqual(
      sorted ? expected.map(({ id }) => id) : idsOf(expected),
    );
  };

/** A CSV of a list has these columns and as many rows. */
const csvOf =
  (
    columns: readonly string[],
    wanted: (facts: Facts) => readonly Json[],
    cells: (one: Json) => readonly unknown[],
  ): Claim =>
  ({ text }, facts) => {
    const rows = csvRows(text);
    expect(text.split(/\r?\n/)[0]).toBe(columns.join(','));
    const plain = (values: readonly unknown[]) =>
      values.map((value) => String(value ?? '')).join('|');
    expect(rows.map((row) => plain(Object.values(row))).sort()).toEqual(
      wanted(facts)
        .map((one) => plain(cells(one)))
        .sort(),
    );
  };

const trackingsOf = ({ orders }: Facts) =>
  orders.flatMap((order) => order.trackingNumbers.map((one: Json) => ({ ...one, order })));

const purchased: Claim = async (printed, facts) => {
  const rows = await printed.json();
  const wanted = facts.orders.filter(({ status }) => status === 'purchased');
  expect(rows.map(({ order_number: number }: Json) => number).sort()).toEqual(
    wanted.map(({ orderNumber }) => orderNumber).sort(),
  );
  const days = rows.map(({ order_date: day }: Json) => day);
  expect(days).toEqual([...days].sort());
};
const owedByGroup: Claim = reports('group', 'outstanding', allOf, groupOf, owedOf);
const owedInSql = (name: string): Claim => reports('group_id', name, allOf, groupOf, owedOf);
const overdueOrders: Claim = async (printed, facts) => {
  const { rows } = await printed.json();
  const wanted = overdue(30)(facts);
  expect(wanted.length).toBeGreaterThan(0);
  expect(idsOf(rows)).toEqual(idsOf(wanted));
  const days = rows.map(({ orderDate }: Json) => orderDate);
  expect(days).toEqual([...days].sort());
};
const receivedBy = (keyOf: (payment: Json) => unknown, by: string | readonly string[]): Claim =>
  reports(
    by,
    'amount',
    ({ payments }) => payments,
    keyOf,
    ({ amount }) => amount,
  );
const summary: Claim = async (printed, facts) => {
  const found = await printed.json();
  const { open, outstanding, atRisk, overdue: late } = found.total ?? found;
  const all = allOf(facts);
  const risk = (one: Json) => (isOpen(one) ? Math.max(0, one.total - paidOf(one, facts)) : 0);
  expect({ open, outstanding, atRisk, late }).toEqual({
    open: all.filter(isOpen).length,
    outstanding: sum(all.map((one) => owedOf(one, facts))),
    atRisk: sum(all.map(risk)),
    late: {
      orders: overdue(30)(facts).length,
      outstanding: sum(overdue(30)(facts).map((one) => owedOf(one, facts))),
    },
  });
};
const reconciled: Claim = async (printed, facts) => {
  const { rows, verdicts, deposit } = await printed.json();
  expect(sum(Object.values<Json>(rows).map(({ count }) => count))).toBe(7);
  expect(idsOf(verdicts)).toEqual(idsOf(allOf(facts).filter((one) => groupOf(one) === 'bfmr')));
  const short = verdicts.filter(({ verdict }: Json) => verdict === 'paid_short');
  expect(short.length).toBeGreaterThan(0);
  for (const { paid, expected, difference } of short) expect(paid - expected).toBe(difference);
  for (const { paid, id } of verdicts) {
    const order = allOf(facts).find((one) => one.id === id);
    expect([id, paid]).toEqual([id, paidOf(order, facts)]);
  }
  if (deposit.expected !== null) expect(deposit.difference).toBe(deposit.found - deposit.expected);
};
const eventsOnly: Claim = async (printed, facts) => {
  // The sample account has not changed since its first sync.
  expect(printed.text.trim()).toBe('');
  expect(await facts.json('changes --since 2000-01-01')).toEqual([]);
};
const workbook: Claim = ({ folder, text }) => {
  expect(text).toBe('');
  expect(readFileSync(join(folder, 'account.xlsx')).subarray(0, 2).toString()).toBe('PK');
};
const journal: Claim = async ({ folder }, facts) => {
  const books = readFileSync(join(folder, 'books.journal'), 'utf8');
  const postings = [...books.matchAll(/^ {4}(Assets:Receivable\S*) {2}(-?[\d.]+) USD$/gm)];
  const cents = sum(postings.map(([, , amount]) => Math.round(Number(amount) * 100)));
  expect(cents).toBe(sum(allOf(facts).map((one) => owedOf(one, facts))));
};
const page =
  (file: string, of: (facts: Facts) => readonly Json[]): Claim =>
  ({ folder }, facts) => {
    const html = readFileSync(join(folder, file), 'utf8');
    const cents = sum(of(facts).map((one) => owedOf(one, facts)));
    const dollars = (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
    expect(html).toContain(`$${dollars}`);
    expect(html).not.toContain('<script');
  };

/** By the line of the example, without `waybill` and `--sandbox`. */
export const claims: Readonly<Record<string, Claim>> = {
  'orders list': lists(({ orders }) => orders.slice(0, 25)),
  'orders list --month 2025-10 --status purchased --no-tracking --all': lists(({ orders }) =>
    orders.filter(
      (one) =>
        monthOf(one) === '2025-10' &&
        one.status === 'purchased' &&
        one.trackingNumbers.length === 0,
    ),
  ),
  "orders list --retailer '!amazon' --min-total 500": async (printed) => {
    const rows = await printed.json();
    expect(rows.length).toBeGreaterThan(0);
    for (const { retailer, total } of rows) {
      expect(retailer).not.toMatch(/amazon/i);
      expect(total).toBeGreaterThanOrEqual(50_000);
    }
  },
  'report overdue --group bfmr --by none -o csv': ({ text }, facts) =>
    expect(idsOf(csvRows(text))).toEqual(
      idsOf(overdue(30)(facts).filter((one) => groupOf(one) === 'bfmr')),
    ),
  'orders list --status purchased --older-than 14d': async (printed, facts) => {
    const isLate = ({ status, orderDate }: Json) =>
      status === 'purchased' && orderDate <= daysBefore(facts.today, 14);
    const wanted = idsOf(facts.orders.filter(isLate));
    const found = idsOf(await printed.json());
    expect(found).toHaveLength(Math.min(25, wanted.length));
    for (const id of found) expect(wanted).toContain(id);
  },
  'orders list --status open --older-than 30d --all': lists((facts) =>
    facts.orders.filter((one) => isOpen(one) && one.orderDate <= daysBefore(facts.today, 30)),
  ),
  'orders list --status open --older-than 14d --sort orderDate': async (printed, facts) => {
    const rows = await printed.json();
    const isOld = (one: Json) => isOpen(one) && one.orderDate <= daysBefore(facts.today, 14);
    const oldest = facts.orders
      .filter(isOld)
      .map(({ orderDate }) => orderDate)
      .sort();
    expect(rows.map(({ orderDate }: Json) => orderDate)).toEqual(oldest.slice(0, 25));
  },
  'orders list --since 3m --sort -total -L 5': async (printed, facts) => {
    const recent = facts.orders.filter(
      ({ orderDate }) => orderDate >= monthsBefore(facts.today, 3),
    );
    const largest = recent.map(({ total }) => total).sort((one, other) => other - one);
    const totals = (await printed.json()).map(({ total }: Json) => total);
    expect(totals).toEqual(largest.slice(0, 5));
  },
  'orders get 800458530': async (printed) =>
    expect([await printed.json()].flat()).toMatchObject([{ orderNumber: '800458530' }]),
  'orders get 112-1253995-5139830': async (printed) =>
    expect([await printed.json()].flat()).toMatchObject([{ orderNumber: '112-1253995-5139830' }]),
  'orders get 800458530 9889303997 --json': ({ text }) => {
    const numbers = JSON.parse(text).map(({ orderNumber }: Json) => orderNumber);
    expect(numbers).toEqual(['800458530', '9889303997']);
  },
  'orders get 800458530 --fields status,trackingNumbers.trackingNumber': async (printed) =>
    expect(Object.keys([await printed.json()].flat()[0])).toEqual([
      'status',
      'trackingNumbers.trackingNumber',
    ]),
  'giftcards list': lists(({ giftcards }) => giftcards.slice(0, 25)),
  'giftcards list --status submitted': lists(({ giftcards }) =>
    giftcards.filter(({ status }) => status === 'submitted'),
  ),
  'giftcards list --platform card_center --status submitted,partially_paid': lists(
    ({ giftcards }) =>
      giftcards.filter(
        ({ platform, status }) =>
          platform === 'card_center' && ['submitted', 'partially_paid'].includes(status),
      ),
  ),
  'giftcards list --all -o csv --fields orderNumber,platform,status,total': csvOf(
    ['orderNumber', 'platform', 'status', 'total'],
    ({ giftcards }) => giftcards,
    ({ orderNumber, platform, status, total }) => [orderNumber, platform, status, total],
  ),
  'giftcards get 813763113': async (printed) =>
    expect([await printed.json()].flat()).toMatchObject([{ orderNumber: '813763113' }]),
  'giftcards get 813763113 --json --fields status,orderLineItems': ({ text }) =>
    expect(Object.keys([JSON.parse(text)].flat()[0])).toEqual(['status', 'orderLineItems']),
  'shipments list': async (printed, facts) =>
    expect((await printed.json()).map(({ trackingNumber }: Json) => trackingNumber).sort()).toEqual(
      trackingsOf(facts)
        .map(({ trackingNumber }) => trackingNumber)
        .sort(),
    ),
  'shipments list --carrier ups': async (printed, facts) => {
    const numbers = trackingsOf(facts).filter(({ carrier }) => carrier === 'ups');
    expect(await printed.json()).toHaveLength(numbers.length);
  },
  'shipments list --carrier ups,fedex --status shipped': async (printed, facts) =>
    expect((await printed.json()).map(({ trackingNumber }: Json) => trackingNumber).sort()).toEqual(
      trackingsOf(facts)
        .filter(({ carrier, order }) => /^(ups|fedex)$/.test(carrier) && order.status === 'shipped')
        .map(({ trackingNumber }) => trackingNumber)
        .sort(),
    ),
  'shipments list --since 30d -o csv --fields trackingNumber,orderNumber': csvOf(
    ['trackingNumber', 'orderNumber'],
    (facts) =>
      trackingsOf(facts).filter(({ order }) => order.orderDate >= daysBefore(facts.today, 30)),
    ({ trackingNumber, order }) => [trackingNumber, order.orderNumber],
  ),
  'cards list': async (printed, { cards }) =>
    expect((await printed.json()).flatMap(({ subCards }: Json) => idsOf(subCards))).toEqual(
      cards.flatMap(({ subCards }) => idsOf(subCards)),
    ),
  'cards list --open': async (printed, { cards }) =>
    expect(idsOf(await printed.json())).toEqual(
      idsOf(cards.filter(({ closedAt }) => closedAt === null)),
    ),
  'cards list --open -o csv': ({ text }, { cards }) =>
    expect(csvRows(text).map(({ id }) => id)).toEqual(
      cards.filter(({ closedAt }) => closedAt === null).map(({ id }) => id),
    ),
  'query "select group_id, count(*) as orders, sum(outstanding_cents) as outstanding_cents from unpaid group by 1 order by 3 desc"':
    owedInSql('outstanding_cents'),
  'query "select group_id, sum(outstanding_cents) as owed_cents from unpaid group by 1"':
    owedInSql('owed_cents'),
  'query "select order_number, order_date, total_cents from orders where status = :status order by 2" --param status=purchased':
    purchased,
  'query "select order_month, sum(reward_cents) as reward_cents from all_orders where gone_at is null group by 1" -o csv --money dollars':
    ({ text }, facts) =>
      expect(
        sumsBy(
          csvRows(text),
          (row) => row.order_month,
          (row) => Math.round(row.reward * 100),
        ),
      ).toEqual(sumsBy(allOf(facts), monthOf, rewardOf)),
  'query "select order_month, sum(total_cents) as spent_cents from all_orders where status <> \'cancelled\' and gone_at is null group by 1" -o csv --money dollars':
    ({ text }, facts) =>
      expect(
        sumsBy(
          csvRows(text),
          (row) => row.order_month,
          (row) => Math.round(row.spent * 100),
        ),
      ).toEqual(sumsBy(bought(facts), monthOf, ({ total }) => total)),
  'query --tables': async (printed) => {
    const names = new Set((await printed.json()).map(({ view, name }: Json) => view ?? name));
    for (const name of ['orders', 'unpaid', 'payments', 'acceptances'])
      expect(names).toContain(name);
  },
  'payments list': async (printed, facts) => expect(await printed.json()).toEqual(facts.payments),
  'payments list 800458530 --all': async (printed, { payments }) => {
    const own = payments.filter(({ orderNumber }) => orderNumber === '800458530');
    expect((await printed.json()).map(({ id }: Json) => id)).toEqual(own.map(({ id }) => id));
    expect(own.length).toBeGreaterThan(0);
  },
  'payments list -o csv --money dollars': ({ text }, { payments }) =>
    expect(csvRows(text).map(({ amount }) => Number(amount))).toEqual(
      payments.map(({ amount }) => amount / 100),
    ),
  'payments accepted': async (printed) =>
    expect(await printed.json()).toMatchObject([{ note: 'agreed', applies: true }]),
  'payments accepted -o csv --money dollars': ({ text }) =>
    expect(csvRows(text)).toMatchObject([{ note: 'agreed', paid: '700.00' }]),
  'payments imports': async (printed) =>
    expect(await printed.json()).toMatchObject([{ id: 1, group: 'bfmr', rows: 7 }]),
  'payments imports --json': ({ text }) =>
    expect(JSON.parse(text)).toMatchObject([{ id: 1, group: 'bfmr', rows: 7 }]),
  'mirror info': async (printed, { orders, payments }) => {
    const { orders: count, payments: paid } = await printed.json();
    expect([count, paid]).toEqual([orders.length, new Set(payments.map(({ id }) => id)).size]);
  },
  'mirror info --json': ({ text }, { orders, giftcards }) =>
    expect(JSON.parse(text)).toMatchObject({ orders: orders.length, giftcards: giftcards.length }),
  'mirror path': ({ text }) => expect(existsSync(text.trim())).toBe(true),
  'mirror check': async (printed) =>
    expect(await printed.json()).toEqual({ ok: true, problems: [] }),
  'mirror check --json': ({ text }) => expect(JSON.parse(text)).toEqual({ ok: true, problems: [] }),
  'mirror backup mirror.db': async ({ folder }, facts) =>
    expect(await facts.json(`payments list --mirror ${join(folder, 'mirror.db')}`)).toEqual(
      facts.payments,
    ),
  'mirror backup shared.db && query "select count(*) from orders" --mirror shared.db': async (
    printed,
    { orders },
  ) => expect(await printed.json()).toEqual([{ 'count(*)': orders.length }]),
  'mirror backup theirs.db && mirror merge theirs.db': async (printed, facts) => {
    const { overruled: _, ...came } = await printed.json();
    expect(sum(Object.values(came))).toBe(0);
    expect(await facts.json('payments list')).toEqual(facts.payments);
  },
  'mirror backup theirs.db -y && mirror merge theirs.db --dry-run': async (printed) => {
    const { overruled: _, ...came } = await printed.json();
    expect(sum(Object.values(came))).toBe(0);
  },
  'export account.xlsx': workbook,
  'export account --money dollars': ({ folder }, { payments }) => {
    const names = readdirSync(join(folder, 'account'));
    expect(names).toContain('acceptances.csv');
    const rows = csvRows(readFileSync(join(folder, 'account', 'payments.csv'), 'utf8'));
    expect(sum(rows.map(({ amount }) => Math.round(Number(amount) * 100)))).toBe(
      sum(payments.map(({ amount }) => amount)),
    );
  },
  'export books.journal': journal,
  'report summary': summary,
  'report summary --sync --json': ({ text, ...more }, facts) =>
    summary({ ...more, text, json: async () => JSON.parse(text) }, facts),
  'report unpaid': owedByGroup,
  'report unpaid --by group': owedByGroup,
  'report unpaid --by none --sort -outstanding -L 20': async (printed, facts) => {
    const { rows } = await printed.json();
    const owed = allOf(facts).map((one) => owedOf(one, facts));
    expect(rows.map(({ outstanding }: Json) => outstanding)).toEqual(
      owed.sort((one, other) => other - one).slice(0, 20),
    );
  },
  'report unpaid --as-of "last month"': async (printed, facts) => {
    const { total, today } = await printed.json();
    const last = daysBefore(`${facts.today.slice(0, 7)}-01`, 1);
    expect(today).toBe(last);
    // No order was paid later, and what an order costs is today's.
    const then = allOf(facts).filter((one) => isOpen(one) && one.orderDate <= last);
    expect(total.cost).toBe(sum(then.map((one) => one.total)));
  },
  'report overdue': overdueOrders,
  'report overdue --by group --overdue-after 45d': reports(
    ...(['group', 'outstanding', overdue(45), groupOf, owedOf] as const),
  ),
  'report aging': spread('buckets', (one, facts) => bucket([14, 30, 60, 90], ageOf(one, facts))),
  'report aging --buckets 7,30': spread('buckets', (one, facts) =>
    bucket([7, 30], ageOf(one, facts)),
  ),
  'report aging --basis due --overdue-after 45d': spread('buckets', (one, facts) => {
    const late = ageOf(one, facts) - 45;
    return late <= 0 ? 'not due' : bucket([30, 60, 90], late, 1);
  }),
  'report exposure': spread(undefined, ({ status }) => stages[status] ?? 'waiting'),
  'report exposure --by card': async (printed, facts) =>
    spread(
      undefined,
      ({ status }) => stages[status] ?? 'waiting',
      (one) => cardOf(one, facts),
    )(printed, facts),
  'report margin --by retailer': reports(
    ...(['retailer', 'profit'] as const),
    (facts) => allOf(facts).filter(counted),
    ({ retailer }) => retailer,
    profitOf,
  ),
  'report margin --by month,group --since 3m': reports(
    ['month', 'group'],
    'profit',
    (facts) => since(facts, 3).filter(counted),
    (one) => `${monthOf(one)} ${groupOf(one)}`,
    profitOf,
  ),
  'report pnl': reports(
    ...(['month', 'realized.profit'] as const),
    (facts) => allOf(facts).filter(({ status }) => status === 'paid'),
    monthOf,
    profitOf,
  ),
  'report pnl --by quarter --basis cash': async (printed, facts) => {
    const { total } = await printed.json();
    const paid = allOf(facts).filter(({ status }) => status === 'paid');
    expect(total.realized.payout).toBe(sum(paid.map((one) => payoutOf(one, facts))));
  },
  'report pnl --by none -o csv': ({ text }, facts) => {
    const rows = csvRows(text).map((row) => ({
      id: row.id,
      profit: Number(row['realized.profit']) + Number(row['expected.profit']),
    }));
    for (const { id, profit } of rows) {
      const order = allOf(facts).find((one) => one.id === id);
      expect([id, profit]).toEqual([id, profitOf(order, facts)]);
    }
    expect(rows).toHaveLength(allOf(facts).filter(counted).length);
  },
  'report rewards --by card': reports('card', 'reward', allOf, cardOf, rewardOf),
  'report rewards --by month --kind orders': reports(
    ...(['month', 'reward', ({ orders }: Facts) => orders, monthOf, rewardOf] as const),
  ),
  'report spending': reports('month', 'total', bought, monthOf, ({ total }) => total),
  'report spending --by retailer --month 2026-06': async (printed) =>
    // The sample's orders are of other months.
    expect((await printed.json()).rows).toEqual([]),
  'report spending --by month,card -o csv': ({ text }, facts) =>
    expect(
      sumsBy(
        csvRows(text),
        (row) => `${row.month} ${row.card}`,
        (row) => Number(row.total),
      ),
    ).toEqual(
      sumsBy(
        bought(facts),
        (one) => `${monthOf(one)} ${cardOf(one, facts) ?? ''}`,
        ({ total }) => total,
      ),
    ),
  'report received': receivedBy(({ paidOn }) => String(paidOn).slice(0, 7), 'month'),
  'report received --by month,group': receivedBy(
    ({ paidOn, group }) => `${String(paidOn).slice(0, 7)} ${group}`,
    ['month', 'group'],
  ),
  'report received --by year,group -o csv': ({ text }, { payments }) =>
    expect(
      sumsBy(
        csvRows(text),
        (row) => `${row.year} ${row.group}`,
        (row) => Number(row.amount),
      ),
    ).toEqual(
      sumsBy(
        payments,
        ({ paidOn, group }) => `${paidOn.slice(0, 4)} ${group}`,
        ({ amount }) => amount,
      ),
    ),
  'report received --by week --since 2m': async (printed, facts) => {
    const recent = facts.payments.filter(({ paidOn }) => paidOn >= monthsBefore(facts.today, 2));
    expect((await printed.json()).total.amount).toBe(sum(recent.map(({ amount }) => amount)));
  },
  'report turnaround': async (printed, facts) => {
    const { total } = await printed.json();
    expect(total.n + total.unknown).toBeGreaterThan(0);
    const paid = allOf(facts).filter(({ status }) => status === 'paid').length;
    expect(total.n + total.unknown).toBeGreaterThanOrEqual(paid);
  },
  'report turnaround --by month': async (printed, facts) => {
    const { rows } = await printed.json();
    const months = rows.map(({ month }: Json) => month);
    expect(months).toEqual([...months].sort());
    const { total } = await facts.json('report turnaround');
    const orders = ({ n, unknown }: Json) => n + unknown;
    expect(sum(rows.map(orders))).toBe(orders(total));
  },
  'report trackings --unpaid': async (printed, facts) => {
    const { rows } = await printed.json();
    expect(rows.length).toBeGreaterThan(0);
    const owing = trackingsOf(facts).filter(({ order }) => owedOf(order, facts) > 0);
    const numbers = owing.map(({ trackingNumber }) => trackingNumber);
    for (const { trackingNumber } of rows) expect(numbers).toContain(trackingNumber);
    const paid = new Set(facts.payments.map(({ orderId }) => orderId));
    const wanted = owing.filter(({ order }) => !paid.has(order.id));
    const found = rows.map(({ trackingNumber }: Json) => trackingNumber);
    for (const { trackingNumber } of wanted) expect(found).toContain(trackingNumber);
  },
  'report trackings -o csv': ({ text }, facts) =>
    expect(
      csvRows(text)
        .map((row) => `${row.trackingNumber} ${row.orderNumber}`)
        .sort(),
    ).toEqual(
      trackingsOf(facts)
        .map(({ trackingNumber, order }) => `${trackingNumber} ${order.orderNumber ?? ''}`)
        .sort(),
    ),
  'report audit': async (printed, facts) => {
    const { rows } = await printed.json();
    const noCard = (one: Json) => isOpen(one) && one.total > 0 && !one.creditCardId;
    const found = rows.filter(({ finding }: Json) => finding === 'no_card');
    expect(idsOf(found)).toEqual(idsOf(allOf(facts).filter(noCard)));
  },
  'report audit --finding no_card,no_tracking': async (printed) => {
    const names = (await printed.json()).rows.map(({ finding }: Json) => finding);
    expect([...new Set(names)].sort()).toEqual(['no_card', 'no_tracking']);
  },
  'report audit --since 3m --exit-code': ({ exitCode }) => expect(exitCode).toBe(15),
  'report html report.html': page('report.html', allOf),
  'report html bfmr.html --group bfmr --since 3m': page('bfmr.html', (facts) =>
    since(facts, 3).filter((one) => groupOf(one) === 'bfmr'),
  ),
  'reconcile examples/payout-bfmr.csv --group bfmr': reconciled,
  'reconcile examples/payout-bfmr.csv --group bfmr --record': reconciled,
  'reconcile examples/payout-bfmr.csv --group bfmr --record --deposit 1234.56': reconciled,
  'reconcile examples/payout-bfmr.csv --group bfmr --apply --dry-run --json': async (
    { text },
    facts,
  ) => {
    const { verdicts } = await facts.json('reconcile examples/payout-bfmr.csv --group bfmr');
    const toPay = verdicts.filter(
      ({ id, verdict }: Json) =>
        verdict === 'paid_in_full' && allOf(facts).find((one) => one.id === id).status !== 'paid',
    );
    expect(JSON.parse(text).map(({ body }: Json) => body)).toEqual(
      toPay.map(() => ({ status: 'paid' })),
    );
  },
  'reconcile examples/payout.csv --group points_4_days --map tracking=Parcel --map "order=Your order" --map amount=Paid --map paidOn=Day':
    async (printed) => {
      const { rows } = await printed.json();
      const file = csvRows(readFileSync(join(printed.folder, 'examples/payout.csv'), 'utf8'));
      const counts = Object.values<Json>(rows);
      expect(sum(counts.map(({ count }) => count))).toBe(file.length);
      expect(sum(counts.map(({ cents }) => cents))).toBe(
        sum(file.map(({ Paid }) => Math.round(Number(Paid) * 100))),
      );
    },
  'sync -q && changes': eventsOnly,
  changes: eventsOnly,
  'changes --peek': eventsOnly,
  'changes --since 7d --type order.status,order.gone -o csv': eventsOnly,
  "api GET '/buying-group-orders?limit=5'": ({ text }, { orders }) =>
    expect(idsOf(JSON.parse(text).data)).toEqual(idsOf(orders.slice(0, 5))),
  'api /credit-cards --paginate': ({ text }, { cards }) =>
    expect(idsOf(JSON.parse(text))).toEqual(idsOf(cards)),
  'sandbox info': async (printed, { orders, giftcards }) =>
    expect((await printed.json()).counts).toMatchObject({
      ...{ orders: orders.length, giftcards: giftcards.length },
    }),
};
