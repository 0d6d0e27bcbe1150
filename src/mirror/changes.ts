import type { EventType } from './events';
import { withGroupNames } from './group-names';
import type { Kind } from './kinds';
import { type Database, inTransaction } from './libsql';
import { readState, selectedRows, selectedValue } from './state';

/** An event as `waybill changes` prints it: ISO times, and the values as the service sent them. */
export interface MirrorEvent {
  readonly seq: number;
  readonly type: EventType;
  readonly kind: Kind;
  readonly id: string;
  readonly orderNumber: string | null;
  readonly group: string | null;
  readonly field: string | null;
  readonly old: unknown;
  readonly new: unknown;
  /** The last time it was seen with the old value; of a new object, when its list was last read in full. */
  readonly after: string | null;
  /** The first time it was seen with the new value. */
  readonly at: string;
  readonly run: number;
  /** The whole object of a tracking event. */
  readonly tracking?: unknown;
}

type Stored = 'old' | 'new' | 'tracking';
export type EventRow = Omit<MirrorEvent, Stored> & Readonly<Record<Stored, string | null>>;

const select = `SELECT seq, type, kind, id, order_number AS orderNumber, group_id AS "group", field,
  old, new, after, at, run, tracking FROM event_log`;

export function jsonValue(json: string | null): unknown {
  return json === null ? undefined : JSON.parse(json);
}

function toEvent({ tracking, ...row }: EventRow): MirrorEvent {
  const values = { old: jsonValue(row.old) ?? null, new: jsonValue(row.new) ?? null };
  return { ...row, ...values, ...(tracking === null ? {} : { tracking: jsonValue(tracking) }) };
}

export interface ChangesOptions {
  /** Name of the reader; readers don't affect each other. */
  readonly cursor?: string | undefined;
  /** An ISO time: returns events at or after it, read before or not. */
  readonly since?: string | undefined;
  readonly types?: readonly EventType[] | undefined;
}

/** The last event that was read under a cursor; a new one begins at the baseline, if there is any. */
function lastRead(database: Database, cursor = 'default'): number | null {
  const sql = 'SELECT seq FROM cursors WHERE name = ?';
  return selectedValue<number>(database, sql, [cursor]) ?? readState(database).baselineSeq;
}

export function countChanges(database: Database): number {
  const sql = 'SELECT count(*) FROM event_log WHERE seq > ?';
  return selectedValue<number>(database, sql, [lastRead(database)]) ?? 0;
}

/**
 * Events since the cursor was last moved, and the place to move it to once they are written out. A new cursor
 * starts at the baseline.
 */
export function readChanges(database: Database, options: ChangesOptions = {}) {
  const { cursor, since, types } = options;
  const from = since === undefined ? lastRead(database, cursor) : 0;
  const sql = 'SELECT coalesce(max(seq), 0) FROM event_log';
  const upTo = selectedValue<number>(database, sql) ?? 0;
  if (from === null) return { events: [], upTo };
  const inRange = `${select} WHERE seq > ? AND seq <= ? AND at >= ? ORDER BY seq`;
  const rows = selectedRows<EventRow>(database, inRange, [from, upTo, since ?? '']);
  const wanted = types === undefined ? rows : rows.filter(({ type }) => types.includes(type));
  return { events: withGroupNames(database, wanted).map(toEvent), upTo };
}

export function moveCursor(
  database: Database,
  { cursor = 'default', upTo, at }: { cursor?: string | undefined; upTo: number; at: string },
): void {
  inTransaction(database, () => {
    database
      .prepare(
        `INSERT INTO cursors (name, seq, at) VALUES (?, ?, ?)
         ON CONFLICT (name) DO UPDATE SET seq = max(seq, excluded.seq), at = excluded.at`,
      )
      .run([cursor, upTo, at]);
  });
}
