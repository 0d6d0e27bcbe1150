import { doubtsToShow } from '../insight/reconcile/doubts';
import { keysIn } from '../insight/reconcile/facts';
import {
  type Fact,
  type ImportEntry,
  type KeptDoubt,
  type LedgerEntry,
  type PastPayment,
  paymentKey,
  type RecordedEntries,
  type RecordedPayment,
} from '../insight/reconcile/ledger';
import { OrderIndex } from '../insight/reconcile/match';
import { doubtText } from '../insight/reconcile/messages';
import { type Ledger, pastPayments, type Replay, replayEntries } from '../insight/reconcile/replay';
import { groupBy, once } from '../lib/once';
import type { Database } from './libsql';
import { accountOrders, contentHash, storeClusters } from './reconcile-input';
import { readValue, selectedRows, selectedTuples, selectedValues, writeValue } from './state';

export type StoredEntry = Exclude<LedgerEntry, ImportEntry>;

/** The moment of an entry: after all that were made before, whatever the clock says. */
export function nextMoment(database: Database, at: string): number {
  const [last = 0] = selectedValues<number>(
    database,
    `SELECT max(coalesce((SELECT max(moment) FROM imports), 0),
       coalesce((SELECT max(moment) FROM ledger_entries), 0))`,
  );
  return Math.max(Date.parse(at), last + 1);
}

export function addEntry(database: Database, entry: StoredEntry): void {
  const { kind, moment, subject, ...said } = entry;
  database
    .prepare(
      // Two machines may have said different things at one moment: `missingEntries` decides.
      `INSERT INTO ledger_entries (moment, kind, subject, content) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET content = excluded.content`,
    )
    .run([moment, kind, subject, JSON.stringify(said)]);
}

export interface ImportedFiles {
  readonly file: string;
  readonly rows: number;
  /** The number of payments that they add. */
  readonly recorded: number;
  readonly at: string;
}

/** Keeps what an import has read, each row once however many exports have it. */
export function addImport(database: Database, run: ImportEntry, given: ImportedFiles): void {
  const { id, subject, moment, group, files, facts } = run;
  const { file, rows, recorded, at } = given;
  database
    .prepare(
      'INSERT INTO imports (id, identity, moment, file, group_id, rows, recorded, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    )
    .run([id, subject, moment, file, group, rows, recorded, at]);
  const places = new Map(files.map((content, place) => [content, place]));
  const addFile = database.prepare('INSERT INTO import_files VALUES (?, ?, ?)');
  for (const [content, place] of places) addFile.run([id, place, content]);
  const addRow = database.prepare('INSERT OR IGNORE INTO read_rows (row) VALUES (?)');
  // Two files may be copies of one, which is kept once.
  const addPlace = database.prepare(
    'INSERT OR IGNORE INTO import_rows VALUES (?, ?, ?, (SELECT key FROM read_rows WHERE row = ?))',
  );
  for (const { file: content, line, ...row } of facts) {
    const text = JSON.stringify(row);
    addRow.run([text]);
    addPlace.run([id, places.get(content) ?? 0, line, text]);
  }
}

/** The rows of imports, as they were read. They are not kept: an import is replayed once. */
function factReader(database: Database) {
  // One text of all rows: to hand over and parse each by itself takes twice as long.
  const rows = database
    .prepare(
      `SELECT json_group_array(json_array(place, line)), '[' || group_concat(row) || ']' FROM (
         SELECT place, line, row FROM import_rows JOIN read_rows ON key = row_key
         WHERE import_id = ? ORDER BY place, line)`,
    )
    .raw();
  return (importId: number, files: readonly string[]): readonly Fact[] => {
    const [places, texts] = rows.get([importId]) as [string, string | null];
    const read = JSON.parse(texts ?? '[]') as Omit<Fact, 'file' | 'line'>[];
    return (JSON.parse(places) as [number, number][]).map(([place, line], index) =>
      Object.assign(read[index] as (typeof read)[number], { file: files[place] ?? '', line }),
    );
  };
}

/** The entries of the ledger. An import's rows are read when they are asked for. */
export function readEntries(database: Database): RecordedEntries {
  const allFiles = selectedRows<{ readonly id: number; readonly content: string }>(
    database,
    'SELECT import_id AS id, content FROM import_files ORDER BY import_id, place',
  );
  const filesOf = groupBy(allFiles, ({ id }) => id);
  const readFacts = factReader(database);
  type StoredImport = Pick<ImportEntry, 'id' | 'subject' | 'moment' | 'group'>;
  const imports = selectedRows<StoredImport & { readonly shownId: number }>(
    database,
    `SELECT id, min(id) OVER (PARTITION BY identity) AS shownId, identity AS subject, moment, group_id AS "group"
     FROM imports`,
  );
  const entries = selectedTuples<[StoredEntry['kind'], number, string, string]>(
    database,
    'SELECT kind, moment, subject, content FROM ledger_entries',
  );
  const all: LedgerEntry[] = [
    ...imports.map(({ id, shownId, subject, moment, group }): ImportEntry => {
      const files = (filesOf.get(id) ?? []).map(({ content }) => content);
      return {
        kind: 'import',
        id: shownId,
        subject,
        moment,
        group,
        files,
        get facts() {
          return readFacts(id, files);
        },
      };
    }),
    ...entries.map(([kind, moment, subject, content]) =>
      Object.assign(JSON.parse(content), { kind, moment, subject }),
    ),
  ];
  return { entries: all, ids: paymentIds(database) };
}

/** The numbers of the payments by `paymentKey`. */
const paymentIds = (database: Database): ReadonlyMap<string, number> =>
  new Map(selectedTuples<[string, number]>(database, 'SELECT key, id FROM payment_ids'));

/** The orders that anything in the ledger was ever recorded for. */
const ordersOfLedger = `SELECT value ->> 'orderId' AS id FROM read_rows, json_each(row, '$.allocations')
  UNION SELECT content ->> 'orderId' FROM ledger_entries WHERE kind = 'typed'`;

/** Adds up the ledger; `facts` are the rows that are about to be recorded. */
export function replayLedger(database: Database, facts: readonly Fact[] = []): Replay {
  const index = once(() => {
    const recorded = selectedValues<string>(database, ordersOfLedger);
    const named = facts.flatMap(({ allocations }) => allocations.map(({ orderId }) => orderId));
    const ids = new Set([...recorded, ...named]);
    return new OrderIndex(accountOrders(database, ({ id }) => ids.has(id)));
  });
  return replayEntries(readEntries(database), index);
}

/** All that doubts depend on of the orders, as a short text. */
function markOfOrders(database: Database): string {
  const [facts = ''] = selectedValues<string>(
    database,
    `SELECT json_group_array(json_array(id, expected_payout_cents, status = 'cancelled',
       (SELECT json_group_array(tracking_number) FROM
         (SELECT * FROM base_trackings WHERE order_key = key ORDER BY place))))
     FROM (SELECT * FROM base_orders WHERE id IN (${ordersOfLedger}) ORDER BY id)`,
  );
  return contentHash(facts);
}

function doubtsToKeep(
  { doubts }: Ledger,
  idOf: (payment: RecordedPayment) => number | null | undefined,
): readonly KeptDoubt[] {
  return doubtsToShow(doubts).map((doubt) => {
    const payments = [...doubt.before, ...doubt.after];
    return {
      text: doubtText(doubt, (one) => `payment ${idOf(one)}`),
      paymentIds: payments.flatMap((payment) => idOf(payment) ?? []),
      orderIds: payments.flatMap(({ allocations }) => allocations.map(({ orderId }) => orderId)),
    };
  });
}

/** The state that has the doubts of the last replay, and the mark of the orders if they depend on them. */
const doubtsName = 'doubts';
type KeptDoubts = { readonly orders: string | null; readonly doubts: readonly KeptDoubt[] };

/**
 * The doubts that are not settled, in words. They were written with the payments; only where an order
 * that they depend on has changed since, the entries are added up again.
 */
export function readDoubts(database: Database): readonly KeptDoubt[] {
  const text = readValue(database, doubtsName);
  const kept = text === undefined ? undefined : (JSON.parse(text) as KeptDoubts);
  const isCurrent =
    kept !== undefined && (kept.orders === null || kept.orders === markOfOrders(database));
  return isCurrent ? kept.doubts : doubtsToKeep(replayLedger(database).ledger(), ({ id }) => id);
}

type StoredValue = (payment: RecordedPayment) => string | number | null;

/** The columns of a payment in the mirror, but for its number. */
const stored = {
  import_id: ({ importId }) => importId,
  identity: ({ identity }) => identity,
  group_id: ({ group }) => group,
  amount_cents: ({ amount }) => amount,
  paid_on: ({ paidOn }) => paidOn,
  reference: ({ reference }) => reference,
  trackings: ({ keys }) => JSON.stringify(keysIn(keys)[0]),
  for_orders: ({ allocations }) => (allocations.length > 0 ? 1 : 0),
  recorded_at: ({ moment }) => new Date(moment).toISOString(),
} satisfies Readonly<Record<string, StoredValue>>;
const columns = Object.keys(stored);

/** Those of a payment that does not count, but for its parts. */
const pastColumns = ['import_id', 'group_id', 'paid_on', 'reference', 'recorded_at'] as const;

const partsOf = ({ allocations }: RecordedPayment) =>
  allocations
    .map(({ orderId, cents }) => [orderId, cents] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));

/** Each payment in the mirror, with its allocations, as one text. */
function storedPayments(database: Database): ReadonlyMap<number, string> {
  const rows = selectedTuples<[number, string, string]>(
    database,
    `SELECT id, json_array(${columns.join(', ')}),
       (SELECT json_group_array(json_array(order_id, amount_cents)) FROM
         (SELECT * FROM allocations WHERE payment_id = base_payments.id ORDER BY order_id))
     FROM base_payments`,
  );
  return new Map(rows.map(([id, values, parts]) => [id, `${values}${parts}`]));
}

/** Stores the payments that don't count, each part of an order by itself. */
function writePast(
  database: Database,
  past: readonly PastPayment[],
  ids: ReadonlyMap<string, number>,
): void {
  database.exec('DELETE FROM past_payments');
  const add = database.prepare(
    `INSERT INTO past_payments (id, order_id, amount_cents, state, since, ${pastColumns.join(', ')})
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const { payment, state, since } of past) {
    const { amount, allocations } = payment;
    const id = ids.get(paymentKey(payment)) ?? 0;
    const values = pastColumns.map((name) => stored[name](payment));
    const parts = allocations.length === 0 ? [[null, amount]] : partsOf(payment);
    for (const part of parts)
      add.run([id, ...part, state, new Date(since).toISOString(), ...values]);
  }
}

/** Stores the acceptances, and what those are of that are about a payment of no order. */
function writeAcceptances(
  database: Database,
  { acceptances }: Ledger,
  payments: readonly RecordedPayment[],
): void {
  database.exec('DELETE FROM base_acceptances');
  const groups = new Map(payments.map(({ identity, group }) => [identity, group]));
  const accept =
    database.prepare(`INSERT INTO base_acceptances (subject, order_id, group_id, note, at, paid_cents, expected_cents)
     VALUES (?, ?, ?, ?, ?, ?, ?)`);
  for (const [subject, { note, moment, paid, expected }] of acceptances) {
    const orderId = groups.has(subject) ? null : subject;
    const at = new Date(moment).toISOString();
    accept.run([subject, orderId, groups.get(subject) ?? null, note, at, paid, expected]);
  }
  storeClusters(database);
}

/**
 * Makes the stored payments, doubts and acceptances those of the ledger; writes only what differs. Returns the
 * numbers of the payments by `paymentKey`.
 */
export function writeLedger(database: Database, ledger: Ledger): ReadonlyMap<string, number> {
  const past = pastPayments(readEntries(database), ledger);
  const all = [...past.map(({ payment }) => payment), ...ledger.payments];
  const number = database.prepare('INSERT OR IGNORE INTO payment_ids (key) VALUES (?)');
  for (const payment of all) if (payment.id === null) number.run([paymentKey(payment)]);
  const ids = paymentIds(database);
  const before = storedPayments(database);
  const wanted = ledger.payments.map((payment) => {
    const id = ids.get(paymentKey(payment)) ?? 0;
    const values = Object.values(stored).map((read) => read(payment));
    const parts = partsOf(payment);
    return { id, values, parts, text: `${JSON.stringify(values)}${JSON.stringify(parts)}` };
  });
  const kept = new Set(wanted.flatMap(({ id, text }) => (before.get(id) === text ? id : [])));
  const remove = database.prepare('DELETE FROM base_payments WHERE id = ?');
  for (const id of before.keys()) if (!kept.has(id)) remove.run([id]);
  const insert = database.prepare(
    `INSERT INTO base_payments (id, ${columns.join(', ')}) VALUES (?, ${columns.map(() => '?').join(', ')})`,
  );
  const allocate = database.prepare(
    'INSERT INTO allocations (payment_id, order_id, amount_cents) VALUES (?, ?, ?)',
  );
  for (const { id, values, parts } of wanted) {
    if (kept.has(id)) continue;
    insert.run([id, ...values]);
    for (const part of parts) allocate.run([id, ...part]);
  }
  const count = database.prepare(
    'UPDATE imports SET recorded = ?1 WHERE id = ?2 AND recorded <> ?1',
  );
  for (const [id, added] of ledger.addedBy) count.run([added, id]);
  writePast(database, past, ids);
  writeAcceptances(database, ledger, all);
  const doubts = doubtsToKeep(ledger, (payment) => ids.get(paymentKey(payment)));
  const orders = ledger.usesOrders ? markOfOrders(database) : null;
  writeValue(database, doubtsName, JSON.stringify({ orders, doubts } satisfies KeptDoubts));
  return ids;
}
