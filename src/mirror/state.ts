import type { PointsInScope } from '../insight/report-scope';
import { type Kind, kinds } from './kinds';
import type { Database } from './libsql';

export interface ListState {
  readonly kind: Kind;
  /** The last event before the list's first complete sync; null before that sync. */
  readonly baselineSeq: number | null;
  readonly baselineAt: string | null;
  /** The start of the last complete sync: everything unchanged has been seen since. */
  readonly startedAt: string | null;
  readonly asOf: string | null;
  /** No incomplete sync has read anything since. */
  readonly complete: boolean;
}

type Bound = readonly unknown[] | Readonly<Record<string, unknown>>;

/** The rows of a statement, read to the end: one left open keeps the log from being moved into the file. */
export const selectedRows = <Row>(database: Database, sql: string, bound: Bound = []) =>
  database.prepare(sql).all(bound) as Row[];

/** The same, each row as a list of its values. */
export const selectedTuples = <Row>(database: Database, sql: string, bound: Bound = []) =>
  database.prepare(sql).raw().all(bound) as Row[];

/** The first value of each row. */
export const selectedValues = <Value>(database: Database, sql: string, bound: Bound = []) =>
  database.prepare(sql).pluck().all(bound) as Value[];

/** The first value of the first row. */
export const selectedValue = <Value>(database: Database, sql: string, bound: Bound = []) =>
  selectedValues<Value>(database, sql, bound)[0];

function least<T extends string | number>(values: readonly (T | null)[]): T | null {
  return values.reduce((least, one) =>
    one === null || least === null ? null : one < least ? one : least,
  );
}

export function readState(database: Database) {
  const rows = selectedRows<Omit<ListState, 'complete'> & { complete: number }>(
    database,
    `SELECT k.value AS kind, baseline_seq AS baselineSeq, baseline_at AS baselineAt,
       started_at AS startedAt, as_of AS asOf, complete
     FROM json_each(?) k LEFT JOIN lists l ON l.kind = k.value`,
    [JSON.stringify(kinds)],
  );
  const each = rows.map((row) => ({ ...row, complete: row.complete === 1 }));
  return {
    /** The end of the last complete sync of all three lists; null means there is no usable mirror. */
    asOf: least(each.map(({ asOf }) => asOf)),
    complete: each.every(({ complete }) => complete),
    baselineAt: least(each.map(({ baselineAt }) => baselineAt)),
    /** Events after this one are changes since the baseline. */
    baselineSeq: least(each.map(({ baselineSeq }) => baselineSeq)),
    lists: Object.fromEntries(each.map((list) => [list.kind, list])) as Record<Kind, ListState>,
  };
}

export function readValue(database: Database, name: string): string | undefined {
  return selectedValue<string>(database, 'SELECT value FROM state WHERE name = ?', [name]);
}

export function writeValue(database: Database, name: string, value: string): void {
  database.prepare('INSERT OR REPLACE INTO state (name, value) VALUES (?, ?)').run([name, value]);
}

/** The days until a payout is overdue by each spelling of a group, as JSON; under '' any other group's. */
export const overdueAfterName = 'overdueAfter';
export const usualOverdueAfter = JSON.stringify({ '': 30 });

export function overdueAfterOf(database: Database): string {
  return readValue(database, overdueAfterName) ?? usualOverdueAfter;
}

/** The address of the service of the last sync; the sandbox has none. */
export const baseUrlName = 'baseUrl';

/**
 * An id that is made when it is first asked for. A mirror has its `mirrorId` from its first sync, and every
 * copy keeps it, so that none counts as another. The `machineId` tells this machine from others with a
 * copy: a mirror that was a backup gets a new one.
 */
export function keptId(database: Database, name: 'mirrorId' | 'machineId'): string {
  const insert = database.prepare('INSERT OR IGNORE INTO state (name, value) VALUES (?, ?)');
  // The global is loaded when it is called; importing `node:crypto` would slow down every reading.
  insert.run([name, crypto.randomUUID()]);
  return readValue(database, name) as string;
}

/** From here on, every read sees the same state, whatever a sync writes, until it is closed. */
export function keepState(database: Database): void {
  if (!database.inTransaction) database.exec('BEGIN');
}

/** The usual value of a point that the mirror's views compute with, before any was stored. */
const usual = 1000;

/** The values of points that are stored in the mirror: its views and sums compute with them. */
export function storedPoints(database: Database): Required<PointsInScope> {
  return {
    pointThousandths: Number(readValue(database, 'pointThousandths') ?? usual),
    cardPoints: JSON.parse(readValue(database, 'cardPoints') ?? '{}'),
  };
}

export function storePoints(database: Database, values: Required<PointsInScope>): void {
  writeValue(database, 'pointThousandths', String(values.pointThousandths));
  writeValue(database, 'cardPoints', JSON.stringify(values.cardPoints));
}

/** v of an order with these columns, as SQL for the views. */
export const storedPointsOf = `coalesce((SELECT CAST(j.value AS INTEGER) FROM state s, json_each(s.value) j
  WHERE s.name = 'cardPoints' AND j.key = card_id),
  (SELECT CAST(value AS INTEGER) FROM state WHERE name = 'pointThousandths'), ${usual})`;

/** Digits and nicknames that name the cards, also closed and gone ones. */
export function namedCards(database: Database) {
  return selectedRows<{ id: string; lastDigits: string | null; nickname: string | null }>(
    database,
    'SELECT id, last_digits AS lastDigits, nickname FROM base_cards',
  );
}
