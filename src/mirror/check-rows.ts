import { isOpen, monthOf, portalCashback, thousandths } from '../insight/formulas';
import type { Sent } from './events';
import { type Kind, kinds } from './kinds';
import type { Database } from './libsql';
import { type StoredObject, storedObjects } from './stored-objects';

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

/** Each object whose rows differ from its body. */
export function rowProblems(database: Database): readonly string[] {
  const comparisons = tables.map((table) => comparison(database, table));
  const problems: string[] = [];
  for (const objects of storedObjects(database)) {
    for (const object of objects) {
      const sent = JSON.parse(object.body);
      if (comparisons.every((matches) => matches(object, sent))) continue;
      problems.push(`${object.kind} ${object.id}: its rows do not match its stored body`);
    }
  }
  return problems;
}

const cashback = (member: string) => `body ->> '$.cashback.${member}'`;
const amount = cashback('rewardAmount');

/** What the columns that a formula derives have to hold. */
const derived = {
  order_month: monthOf('order_date'),
  open: isOpen('status', 'gone_at'),
  earn_thousandths: thousandths('earn_rate'),
  portal_cents: portalCashback({
    ...{ status: 'status', rewardType: cashback('rewardType') },
    cashbackStatus: cashback('status'),
    amount: `(CASE WHEN typeof(${amount}) IN ('integer', 'real') AND abs(${amount}) <= ${Number.MAX_SAFE_INTEGER} THEN ${amount} END)`,
  }),
};

export function derivedProblems(database: Database): readonly string[] {
  return Object.entries(derived).flatMap(
    ([column, formula]) =>
      database
        .prepare(
          `SELECT kind || ' ' || id || ': ${column} does not match its order'
           FROM base_orders JOIN bodies USING (key) WHERE ${column} IS NOT (${formula})`,
        )
        .raw()
        .all()
        .flat() as string[],
  );
}
