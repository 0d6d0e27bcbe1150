import { hash } from 'node:crypto';
import { isOpen, periods, portalCashback, thousandths } from '../../src/insight/formulas';
import { type CheckResult, checkMirror } from '../../src/mirror/check';
import type { Sent } from '../../src/mirror/events';
import { type Kind, kinds } from '../../src/mirror/kinds';
import type { Database } from '../../src/mirror/libsql';
import { filledSums, sumColumns } from '../../src/mirror/sums';

/** An object as the mirror stores it; its body is missing from a broken one. */
interface StoredObject {
  readonly key: number;
  readonly kind: Kind;
  readonly id: string;
  readonly hash: string;
  readonly body: string | null;
}

function storedObjects(database: Database): readonly StoredObject[] {
  return database
    .prepare(
      `SELECT o.*, b.body FROM (
         SELECT key, kind, id, hash FROM base_orders UNION ALL SELECT key, 'card', id, hash FROM base_cards
       ) o LEFT JOIN bodies b ON b.key = o.key`,
    )
    .all() as StoredObject[];
}

const textsOf = (database: Database, sql: string) =>
  database.prepare(sql).raw().all().flat() as string[];

/** The sums that reports read are those of the orders. */
function sumProblems(database: Database): readonly string[] {
  const orders = filledSums(database);
  if (orders === undefined) return [];
  const differ = (one: string, other: string) => `SELECT * FROM (${one} EXCEPT ${other})`;
  const stored = `SELECT ${sumColumns} FROM order_sums`;
  return textsOf(
    database,
    `SELECT 'sums of ' || coalesce(group_id, '') || ' ' || coalesce(status, '') || ' ' || coalesce(order_date, '') ||
       ': they do not match the orders' FROM (${differ(stored, orders)})
     UNION ALL SELECT 'sums: some are missing' WHERE EXISTS (${differ(orders, stored)})`,
  );
}

/** What is left of an object whose own row is missing. */
function orphans(database: Database): readonly string[] {
  const known = 'SELECT key FROM base_orders UNION ALL SELECT key FROM base_cards';
  return [
    ...textsOf(
      database,
      `SELECT 'only a body is left: ' || key FROM bodies WHERE key NOT IN (${known})`,
    ),
    ...['base_items', 'base_trackings'].flatMap((table) =>
      textsOf(
        database,
        `SELECT '${table}: rows of a missing order' FROM ${table} WHERE order_key NOT IN (${known})`,
      ),
    ),
  ];
}

/** The times and runs of events never decrease. */
function orderProblems(database: Database): readonly string[] {
  return textsOf(
    database,
    `SELECT 'event ' || seq || ' is earlier than the one before it' FROM (
       SELECT seq, at, run, lag(at) OVER (ORDER BY seq) AS at_before,
         lag(run) OVER (ORDER BY seq) AS run_before FROM event_log
     ) WHERE at < at_before OR run < run_before`,
  );
}

/**
 * The rows that reports read have to follow from the stored bodies. This reads a body by the names
 * of the file's own columns, and shares nothing with what writes the rows: a writer that confuses
 * two columns would agree with itself.
 */

/** The tables that reports read, the column that names the object, and where its rows come from. */
const tables: readonly (readonly [string, string, (object: Sent, isCard: boolean) => unknown])[] = [
  ['base_orders', 'key', (sent, isCard) => (isCard ? [] : [sent])],
  ['base_cards', 'key', (sent, isCard) => (isCard ? [sent] : [])],
  ['base_items', 'order_key', (sent, isCard) => (isCard ? [] : sent.orderLineItems)],
  ['base_trackings', 'order_key', (sent, isCard) => (isCard ? [] : sent.trackingNumbers)],
];

/** Columns that hold no member of the body: the list's order, the user's own half, and formulas. */
const elsewhere = new Set([
  ...['key', 'order_key', 'kind', 'place', 'open', 'paid_cents', 'gone_at', 'hash'],
  ...['order_month', 'earn_thousandths', 'portal_cents'],
]);

/** Members whose names don't follow from the column's, as `orderNumber` does from `order_number`. */
const memberNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'order base_orders': { group_id: 'buyingGroup' },
  'giftcard base_orders': { group_id: 'platform' },
  base_orders: {
    card_id: 'creditCardId',
    sub_card_id: 'subCreditCardId',
    earn_rate: 'cardEarnRate',
  },
};

const memberOf = (column: string) =>
  column.replace(/_cents$/, '').replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** A column of a table, as SQLite describes it. */
interface Described {
  readonly name: string;
  readonly type: string;
  readonly notnull: 0 | 1;
}

function isDay(text: string): boolean {
  const time = /^(?!0000)\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Whether a column may hold what it does for a member of the body. */
function fits(found: unknown, sent: unknown, { name, type, notnull }: Described): boolean {
  if (/_(date|at)$/.test(name)) {
    if (typeof sent !== 'string' || !isDay(sent.slice(0, 10))) return found === null;
    // A day with a time that no clock shows is no date.
    return found === sent || (found === null && sent.length > 10);
  }
  const missing = notnull === 0 ? null : type === 'TEXT' ? '' : 0;
  if (type === 'INTEGER') return found === (Number.isSafeInteger(sent) ? sent : missing);
  if (type === 'REAL') return found === (typeof sent === 'number' ? sent : missing);
  if (sent == null) return found === missing;
  return found === (typeof sent === 'string' ? sent : JSON.stringify(sent));
}

/** Compares the rows of an object in one table with its body. */
function comparison(database: Database, [table, key, partsOf]: (typeof tables)[number]) {
  const described = database.prepare(`PRAGMA table_info(${table})`).all() as Described[];
  const columns = described.filter(({ name }) => !elsewhere.has(name));
  const selected = columns.map(({ name }) => name).join(', ');
  const statement = database
    .prepare(`SELECT ${selected} FROM ${table} WHERE ${key} = ? ORDER BY place`)
    .raw();
  const membersOf = (kind: Kind) => {
    const special = { ...memberNames[table], ...memberNames[`${kind} ${table}`] };
    return columns.map(({ name }) => special[name] ?? memberOf(name));
  };
  const members = new Map(kinds.map((kind) => [kind, membersOf(kind)]));
  return ({ key, kind }: StoredObject, sent: Sent): boolean => {
    // In a damaged file, a kind may be any text.
    const names = members.get(kind) ?? membersOf(kind);
    const parts = partsOf(sent, kind === 'card');
    const wanted = Array.isArray(parts) ? parts : [];
    const rows = statement.all([key]) as (readonly unknown[])[];
    return (
      rows.length === wanted.length &&
      columns.every((column, place) => {
        const member = names[place] as string;
        return rows.every((row, index) => fits(row[place], Object(wanted[index])[member], column));
      })
    );
  };
}

/** Each object whose body was altered, or whose rows differ from it. */
function rowProblems(database: Database): readonly string[] {
  const comparisons = tables.map((table) => comparison(database, table));
  return storedObjects(database).flatMap((object) => {
    const { kind, id, body } = object;
    if (body === null) return [`${kind} ${id}: its body is missing`];
    if (hash('sha1', body, 'base64') !== object.hash)
      return [`${kind} ${id}: its body was altered`];
    const sent = JSON.parse(body);
    if (comparisons.every((matches) => matches(object, sent))) return [];
    return [`${kind} ${id}: its rows do not match its stored body`];
  });
}

const cashback = (member: string) => `body ->> '$.cashback.${member}'`;
const amount = cashback('rewardAmount');

/** What the columns that a formula derives have to hold. */
const derived = {
  order_month: periods.month('order_date'),
  open: isOpen('status', 'gone_at'),
  earn_thousandths: thousandths('earn_rate'),
  portal_cents: portalCashback({
    ...{ status: 'status', rewardType: cashback('rewardType') },
    cashbackStatus: cashback('status'),
    amount: `(CASE WHEN typeof(${amount}) IN ('integer', 'real') AND abs(${amount}) <= ${Number.MAX_SAFE_INTEGER} THEN ${amount} END)`,
  }),
};

function derivedProblems(database: Database): readonly string[] {
  return Object.entries(derived).flatMap(([column, formula]) =>
    textsOf(
      database,
      `SELECT kind || ' ' || id || ': ${column} does not match its order'
       FROM base_orders JOIN bodies USING (key) WHERE ${column} IS NOT (${formula})`,
    ),
  );
}

/** What `mirror check` finds, and all else that no writer of a mirror may do. */
export function soundness(database: Database): CheckResult {
  const checks = [rowProblems, derivedProblems, sumProblems, orphans, orderProblems];
  const problems = [
    ...checkMirror(database).problems,
    ...checks.flatMap((check) => check(database)),
  ];
  return { ok: problems.length === 0, problems };
}
