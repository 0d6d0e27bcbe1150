import { counted } from '../../lib/words';
import { quotedName } from '../../native/texts';
import { viewColumns } from '../columns';
import type { Database } from '../libsql';
import {
  overdueAfterOf,
  readState,
  readValue,
  selectedRows,
  selectedTuples,
  selectedValue,
  selectedValues,
} from '../state';
import { contentOfOrder, contents, insertion, keysOfTables, type TableName } from './layout';
import type { Postgres } from './postgres';
import { conflict, lockSchema, prepareSchema, type SchemaWanted } from './schema';

/** Rows as JSON. PostgreSQL accepts a NUL in no text: it becomes U+FFFD. */
function jsonOf(rows: readonly object[]): string {
  return JSON.stringify(rows).replaceAll(/(?<!\\)((?:\\\\)*)\\u0000/g, '$1\ufffd');
}

/** Objects of one table, counted by what happened to them. */
export type PushCounts = Record<'new' | 'changed' | 'unchanged' | 'gone', number>;

export type PushResult = Awaited<ReturnType<typeof pushMirror>>;

export interface PushOptions extends SchemaWanted {
  /** ISO time. */
  readonly now: string;
  /** Milliseconds to wait for another push. */
  readonly wait: number;
  /** Do everything, then roll it back. */
  readonly dryRun: boolean;
  readonly progress: { expect(rows: number): void; advance(rows: number): void };
}

/** Rows per request. */
const chunkSize = 1000;

/** Makes the rows in PostgreSQL match the mirror as of the start, in one transaction, by differences. */
export async function pushMirror(database: Database, postgres: Postgres, options: PushOptions) {
  database.exec('BEGIN');
  try {
    return await new Push(database, postgres, options).run();
  } finally {
    database.exec('ROLLBACK');
  }
}

const hex = (digits: number) => '[0-9a-fA-F]'.repeat(digits);
/** PostgreSQL holds only UUIDs as ids, and one odd id must not stop the whole copy. */
const isUuid = (column: string) =>
  `${column} GLOB '${[8, 4, 4, 4, 12].map((digits) => hex(digits)).join('-')}'`;

/** A larger amount would not fit into PostgreSQL's type together with others. */
const isWhole = (column: string) => `${column} BETWEEN -1e18 AND 1e18`;

/** A condition for the rows of a list of ids, which is the statement's parameter. */
const those = (column: string) => `WHERE ${column} IN (SELECT value FROM json_each(?))`;

/** The columns of the mirror's view, with NULL for each odd id of another object or odd amount. */
function columnsToSend(name: TableName): string {
  const key: readonly string[] = keysOfTables[name];
  const columns = Object.entries(viewColumns[name]).map(([column, type]) => {
    const check = { uuid: isUuid, bigint: isWhole }[type as string];
    const quoted = `"${column}"`;
    if (check === undefined || key.includes(column)) return quoted;
    // As text: JavaScript would round what is beyond 2^53.
    return `CASE WHEN ${check(quoted)} THEN CAST(${quoted} AS TEXT) END AS ${quoted}`;
  });
  const content = contents[name];
  return [...columns, ...(content === undefined ? [] : [`(${content}) AS content`])].join(', ');
}

type LocalRow = readonly [id: string, key: string, gone: number, content: string];
type Pushed = Map<string, { content: string; isGone: boolean }>;

/** Compares objects with what was pushed, and leaves there only what the file no longer has. */
function compare(local: readonly LocalRow[], pushed: Pushed) {
  const counts: PushCounts = { new: 0, changed: 0, unchanged: 0, gone: 0 };
  const changed: string[] = [];
  for (const [id, key, gone, content] of local) {
    const before = pushed.get(key);
    pushed.delete(key);
    // An order that a reset forgot may be back as it was.
    if (before?.content === content && before.isGone === (gone === 1)) {
      counts.unchanged++;
      continue;
    }
    if (before === undefined) counts.new++;
    else if (gone === 1 && !before.isGone) counts.gone++;
    else counts.changed++;
    changed.push(id);
  }
  return { counts, changed };
}

class Push {
  /** Distinguishes its rows from those of other mirrors. */
  readonly #mirrorId: string;
  #expected = 0;

  constructor(
    private readonly database: Database,
    private readonly postgres: Postgres,
    private readonly options: PushOptions,
  ) {
    this.#mirrorId = readValue(database, 'mirrorId') as string;
  }

  async run() {
    const { schema, now, wait, dryRun } = this.options;
    const mirrorId = this.#mirrorId;
    const { asOf, complete } = readState(this.database);
    if (asOf === null) throw new Error('A mirror without a complete sync is never pushed');
    const { rows } = this.postgres;
    // A stricter default of the server would see only what was there before the wait for the lock.
    await rows('BEGIN ISOLATION LEVEL READ COMMITTED');
    await rows(`SET LOCAL lock_timeout = ${wait}`);
    // A time without an offset must not depend on the role's settings.
    await rows(`SET LOCAL TIME ZONE 'UTC'`);
    await lockSchema(this.postgres, schema);
    await prepareSchema(this.postgres, this.options);
    await this.#checkHistory(asOf);
    await this.#own(
      `INSERT INTO mirrors (mirror_id, as_of, complete, pushed_at, overdue_after)
       VALUES ($1, $2, $3, $4, $5) ON CONFLICT (mirror_id) DO UPDATE
       SET as_of = excluded.as_of, complete = excluded.complete, pushed_at = excluded.pushed_at,
         overdue_after = excluded.overdue_after`,
      [asOf, complete, now, overdueAfterOf(this.database)],
    );
    const { orders, missing } = await this.#pushOrders(asOf);
    const cards = await this.#pushCards();
    const events = await this.#appendEvents();
    const payments = await this.#replace('payments');
    await this.#replace('all_payments');
    await this.#replace('acceptances');
    await this.#sumPaid(missing);
    this.#warnOfOddIds();
    await this.#warnOfOtherMirror();
    if (dryRun) await rows('ROLLBACK');
    else await this.postgres.commit();
    return { schema, mirrorId, asOf, complete, orders, cards, events, payments };
  }

  /** Runs a statement whose $1 is this mirror's id. */
  readonly #own: Postgres['rows'] = (sql, values = []) =>
    this.postgres.rows(sql, [this.#mirrorId, ...values]);

  #expect(count: number): void {
    this.#expected += count;
    this.options.progress.expect(this.#expected);
  }

  /** Objects with odd ids, and payments of orders that have one, have no place in PostgreSQL. */
  #warnOfOddIds(): void {
    const odd = selectedTuples<[string, string]>(
      this.database,
      `SELECT kind, id FROM base_orders WHERE NOT ${isUuid('id')} UNION ALL
       SELECT 'card', id FROM base_cards WHERE gone_at IS NULL AND NOT ${isUuid('id')} UNION ALL
       SELECT 'payment of', order_id FROM payments WHERE order_id IS NOT NULL AND NOT ${isUuid('order_id')}`,
    );
    const [first] = odd;
    if (first === undefined) return;
    const payments = odd.filter(([kind]) => kind === 'payment of').length;
    const [kind, id] = first;
    const objects = odd.length - payments;
    const leftOut = [
      objects > 0 ? counted(objects, 'objects') : [],
      payments > 0 ? counted(payments, 'payments') : [],
    ].flat();
    this.options.onWarning(
      `The push left out ${leftOut.join(' and ')} because the id is not a UUID: ${kind} ${JSON.stringify(id)}${odd.length > 1 ? ' is the first' : ''}.`,
    );
  }

  /** A mirror made again, or on another machine, has an id of its own: its orders count twice. */
  async #warnOfOtherMirror(): Promise<void> {
    const { schema } = this.options;
    const [other] = await this.#own(
      `SELECT theirs.mirror_id::text, count(*)::text FROM all_orders ours
       JOIN all_orders theirs ON theirs.kind = ours.kind AND theirs.id = ours.id
         AND theirs.mirror_id <> ours.mirror_id AND theirs.gone_at IS NULL
       WHERE ours.mirror_id = $1 AND ours.gone_at IS NULL GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`,
    );
    if (other === undefined) return;
    const [theirs, count] = other;
    this.options.onWarning(
      `Another mirror, ${theirs}, has pushed ${counted(Number(count), 'orders')} of this account too, so they count twice in ${schema}. If it is no longer used, run DELETE FROM ${quotedName(schema)}.mirrors WHERE mirror_id = '${theirs}'. To push from two machines, share one mirror (waybill mirror backup).`,
    );
  }

  /** Another copy of this mirror may have been synced and pushed. Two histories must not mix. */
  async #checkHistory(asOf: string): Promise<void> {
    const { takeOver, schema } = this.options;
    const utc = (column: string) => `(extract(epoch FROM ${column}) * 1000)::bigint::text`;
    const [pushed] = await this.#own(`SELECT ${utc('as_of')} FROM mirrors WHERE mirror_id = $1`);
    if (pushed === undefined) return;
    // By the column: the result's own `seq` is a text, in which 9 follows 12.
    const [last] = await this.#own(
      `SELECT seq::text, type, id::text, ${utc('at')} FROM events WHERE mirror_id = $1 ORDER BY events.seq DESC LIMIT 1`,
    );
    const isNewer = Number(pushed[0]) > Date.parse(asOf);
    // PostgreSQL writes ids in lower case, and has none for an odd one.
    const same = `SELECT 1 FROM event_log WHERE seq = ?1 AND type = ?2
      AND lower(id) = coalesce(?3, lower(id)) AND at = ?4`;
    const isSame = ([seq, type, id, at]: readonly unknown[]) => {
      const event = [Number(seq), type, id, new Date(Number(at)).toISOString()];
      return selectedValue(this.database, same, event) !== undefined;
    };
    const isOther = last !== undefined && !isSame(last);
    // No payment ever leaves a ledger: one that only the schema has is another copy's.
    const payment = (id: string) => `coalesce(${id}, '') || ' ' || amount_cents`;
    const theirs = await this.#own(
      `SELECT DISTINCT ${payment('order_id::text')} FROM all_payments WHERE mirror_id = $1`,
    );
    const ours = `SELECT ${payment('lower(order_id)')} FROM all_payments`;
    const known = new Set(selectedValues(this.database, ours));
    const isAdded = theirs.some(([one]) => !known.has(one));
    if (!isNewer && !isOther && !isAdded) return;
    if (!takeOver) {
      const next =
        isNewer || isOther ? 'Push that copy' : 'Run waybill mirror merge <file> with that copy';
      throw conflict(
        `The schema ${schema} holds a newer state of this mirror: another copy of the file was pushed`,
        `${next}, or use --take-over to replace what it pushed.`,
      );
    }
    await this.#own('DELETE FROM mirrors WHERE mirror_id = $1');
  }

  /** Reads rows from one of the mirror's views and inserts them. */
  async #send(name: TableName, from: string, parameters: readonly unknown[]): Promise<number> {
    const sql = `SELECT ${columnsToSend(name)} FROM ${from}`;
    const rows = selectedRows<object>(this.database, sql, parameters);
    if (rows.length > 0) await this.#own(insertion(name), [jsonOf(rows)]);
    return rows.length;
  }

  /** Objects of this mirror in PostgreSQL, by key: the content hash, and whether the object is gone. */
  async #pushed(select: string): Promise<Pushed> {
    const rows = await this.#own(select);
    return new Map(
      rows.map(([key, content, isGone]) => [
        String(key),
        { content: String(content), isGone: isGone === true },
      ]),
    );
  }

  /** `missing` are the keys of rows that the file no longer has. */
  async #pushOrders(asOf: string) {
    const pushed = await this.#pushed(
      `SELECT kind || ' ' || id::text, content, gone_at IS NOT NULL FROM all_orders WHERE mirror_id = $1`,
    );
    const local = selectedTuples<LocalRow>(
      this.database,
      `SELECT id, kind || ' ' || lower(id), gone_at IS NOT NULL, ${contentOfOrder}
       FROM base_orders WHERE ${isUuid('id')}`,
    );
    const { counts, changed } = compare(local, pushed);
    this.#expect(changed.length);
    for (let start = 0; start < changed.length; start += chunkSize) {
      const ids = changed.slice(start, start + chunkSize);
      await this.#sendOrders(ids, counts.changed + counts.gone > 0);
      this.options.progress.advance(ids.length);
    }
    // Objects that this file no longer has, such as after `mirror reset`, are no longer in the account.
    const lost = [...pushed].flatMap(([key, { isGone }]) => (isGone ? [] : [key]));
    if (lost.length > 0) {
      await this.#own(
        `UPDATE all_orders SET gone_at = $2, open = false, outstanding_cents = 0
         WHERE mirror_id = $1 AND kind || ' ' || id::text = ANY ($3)`,
        [asOf, lost],
      );
      await this.#dropParts(lost.map((key) => key.replace(/^\S+ /, '')));
      counts.gone += lost.length;
    }
    return { orders: counts, missing: [...pushed.keys()] };
  }

  /** Law 4 for orders that the file no longer has: their payments can still change. */
  async #sumPaid(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    const sum = `coalesce((SELECT sum(p.amount_cents) FROM payments p
      WHERE p.mirror_id = o.mirror_id AND p.order_id = o.id), 0)`;
    await this.#own(
      `UPDATE all_orders o SET paid_cents = ${sum}
       WHERE mirror_id = $1 AND kind || ' ' || id::text = ANY ($2) AND paid_cents <> ${sum}`,
      [keys],
    );
  }

  async #sendOrders(ids: readonly string[], someWerePushed: boolean): Promise<void> {
    const among = [JSON.stringify(ids)];
    await this.#send('all_orders', `all_orders ${those('id')}`, among);
    if (someWerePushed) await this.#dropParts(ids);
    await this.#send('items', `items ${those('order_id')}`, among);
    await this.#send('trackings', `trackings ${those('order_id')}`, among);
  }

  async #dropParts(ids: readonly string[]): Promise<void> {
    for (const table of ['items', 'trackings']) {
      await this.#own(`DELETE FROM ${table} WHERE mirror_id = $1 AND order_id = ANY ($2::uuid[])`, [
        ids,
      ]);
    }
  }

  /** Cards that are gone are in no view of the mirror, so they are deleted, but for their digits. */
  async #pushCards(): Promise<PushCounts> {
    const pushed = await this.#pushed(
      'SELECT id::text, content, false FROM cards WHERE mirror_id = $1',
    );
    const local = selectedTuples<LocalRow>(
      this.database,
      `SELECT id, lower(id), 0, hash FROM base_cards WHERE gone_at IS NULL AND ${isUuid('id')}`,
    );
    const { counts, changed } = compare(local, pushed);
    await this.#send('cards', `cards ${those('id')}`, [JSON.stringify(changed)]);
    counts.gone = pushed.size;
    if (pushed.size > 0) {
      await this.#own('DELETE FROM cards WHERE mirror_id = $1 AND id = ANY ($2::uuid[])', [
        [...pushed.keys()],
      ]);
    }
    const gone = selectedRows<object>(
      this.database,
      `SELECT id, last_digits FROM base_cards WHERE gone_at IS NOT NULL AND ${isUuid('id')}`,
    );
    await this.#own('DELETE FROM gone_cards WHERE mirror_id = $1');
    await this.#own(
      `INSERT INTO gone_cards SELECT $1::uuid, id, last_digits
       FROM json_to_recordset($2::json) AS sent (id uuid, last_digits text)`,
      [jsonOf(gone)],
    );
    return counts;
  }

  async #appendEvents(): Promise<number> {
    const [row] = await this.#own('SELECT max(seq)::text FROM events WHERE mirror_id = $1');
    const first = Number(row?.[0] ?? 0);
    const sql = 'SELECT max(seq) FROM event_log';
    const last = selectedValue<number | null>(this.database, sql) ?? 0;
    let sent = 0;
    this.#expect(Math.max(0, last - first));
    for (let seq = first; seq < last; seq += chunkSize) {
      const range = [seq, seq + chunkSize];
      const count = await this.#send('events', 'events WHERE seq > ? AND seq <= ?', range);
      this.options.progress.advance(count);
      sent += count;
    }
    return sent;
  }

  /** Replaces the rows of a table of the ledger; returns how many there are. */
  async #replace(name: 'payments' | 'all_payments' | 'acceptances'): Promise<number> {
    await this.#own(`DELETE FROM ${name} WHERE mirror_id = $1`);
    let count = 0;
    for (;;) {
      const from = `${name} WHERE order_id IS NULL OR ${isUuid('order_id')} ORDER BY ${name === 'acceptances' ? 'at' : 'id'}, order_id LIMIT ${chunkSize} OFFSET ${count}`;
      const sent = await this.#send(name, from, []);
      count += sent;
      if (sent < chunkSize) return count;
    }
  }
}
