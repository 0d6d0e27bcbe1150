import type {
  AcceptedDifference,
  Allocation,
  DoubtReason,
  Fact,
  Ledger,
  Reading,
  RecordedPayment,
} from '../insight/reconcile/model';
import { namePaid, openDoubts, placeOf } from '../insight/reconcile/record';
import { olderDoubts } from '../insight/reconcile/same-payment';
import type { Database } from './libsql';
import { readRowsVersion } from './schema';

/** Whether an older waybill wrote the mirror, and none has migrated it since. */
function isOlder(database: Database): boolean {
  const [row] = database.pragma('user_version') as Record<string, number>[];
  return (row?.user_version ?? 0) < readRowsVersion;
}

interface PaymentRow {
  readonly id: number;
  readonly identity: string | null;
  readonly amount: number;
  readonly keys: string;
  readonly item: string | null;
  readonly format: RecordedPayment['format'];
  readonly paidOn: string | null;
  readonly reference: string | null;
  readonly group: string | null;
  readonly importId: number | null;
  readonly replacedBy: number | null;
  readonly doubt: DoubtReason | null;
  readonly doubtOf: number | null;
}

function allocationsByPayment(database: Database): ReadonlyMap<number, Allocation[]> {
  const allocations = new Map<number, Allocation[]>();
  for (const [payment, orderId, cents] of database
    .prepare('SELECT payment_id, order_id, amount_cents FROM allocations ORDER BY payment_id')
    .raw()
    .all() as [number, string, number][]) {
    const there = allocations.get(payment);
    if (there === undefined) allocations.set(payment, [{ orderId, cents }]);
    else there.push({ orderId, cents });
  }
  return allocations;
}

function readPayments(database: Database, older: boolean) {
  const newer = older
    ? 'NULL AS item, NULL AS format, NULL AS doubt, NULL AS doubtOf'
    : 'item, format, doubt, doubt_of AS doubtOf';
  const rows = database
    .prepare(
      `SELECT id, identity, amount_cents AS amount, keys, paid_on AS paidOn, reference,
         group_id AS "group", import_id AS importId, replaced_by AS replacedBy, ${newer}
       FROM base_payments ORDER BY id`,
    )
    .all() as PaymentRow[];
  const allocations = allocationsByPayment(database);
  const byId = new Map<number, RecordedPayment>();
  for (const { replacedBy, doubt, doubtOf, item, ...payment } of rows) {
    const known = item === '' ? null : (item ?? undefined);
    byId.set(payment.id, {
      ...payment,
      item: payment.importId === null ? null : known,
      allocations: allocations.get(payment.id) ?? [],
    });
  }
  return { rows, byId };
}

/** The rows of some files, as the imports that read them left them. */
function readingsOf(database: Database, contents: readonly string[]): ReadonlyMap<string, Reading> {
  const rows = database
    .prepare(
      `SELECT f.content, r.line, r.counts, r.found_cents AS found
       FROM import_files f JOIN import_rows r ON r.import_id = f.import_id AND r.place = f.place
       WHERE f.content IN (SELECT value FROM json_each(?)) ORDER BY r.import_id`,
    )
    .all([JSON.stringify(contents)]) as {
    content: string;
    line: number;
    counts: number;
    found: number | null;
  }[];
  return new Map(
    rows.map(({ content, line, counts, found }) => [
      placeOf({ file: content, line }),
      { counts: counts === 1, found },
    ]),
  );
}

/** What is recorded, with the readings of some files: those of a run. */
export function readLedger(database: Database, contents: readonly string[]): Ledger {
  const older = isOlder(database);
  const { rows, byId } = readPayments(database, older);
  const of = (id: number | null) => (id === null ? undefined : byId.get(id));
  const payments = rows.flatMap(({ id, replacedBy }) =>
    replacedBy === null ? (of(id) ?? []) : [],
  );
  const replaced = new Map<RecordedPayment, RecordedPayment>();
  const doubts: [RecordedPayment, { reason: DoubtReason; before: RecordedPayment | null }][] = [];
  for (const { id, replacedBy, doubt, doubtOf } of rows) {
    const [payment, by] = [of(id), of(replacedBy)];
    if (payment && by) replaced.set(payment, by);
    if (payment && doubt) doubts.push([payment, { reason: doubt, before: of(doubtOf) ?? null }]);
  }
  const texts = (sql: string) =>
    (database.prepare(sql).raw().all() as [string][]).map(([one]) => one);
  return {
    ...{ payments, replaced, doubts: older ? olderDoubts(payments) : new Map(doubts) },
    files: new Set(older ? [] : texts('SELECT DISTINCT content FROM import_files')),
    readings: older ? new Map() : readingsOf(database, contents),
    had: new Set(
      older
        ? payments.filter(({ importId }) => importId !== null).map((one) => namePaid(oldFact(one)))
        : texts('SELECT row FROM read_rows').flatMap((row) => {
            const fact = JSON.parse(row) as Fact;
            return fact.state === 'paid' ? [namePaid(fact)] : [];
          }),
    ),
  };
}

/** The row of a payment that an older waybill recorded. It did not say where its row was. */
export function oldFact(payment: RecordedPayment): Fact {
  const { id = 0, identity, importId, amount, keys, paidOn, reference, allocations } = payment;
  const name =
    reference === null ? (identity ?? '').split('/').slice(-3).join('/') : `reference/${reference}`;
  const end = (identity ?? '').lastIndexOf(`/${name}`);
  return {
    ...{ file: `import ${importId}`, line: id, format: null, state: 'paid', name },
    group: identity === null || end < 0 ? (payment.group ?? '') : identity.slice(0, end),
    ...{ keys, amount, paidOn, reference, pays: 'orders', allocations },
  };
}

export function readAcceptances(database: Database): readonly AcceptedDifference[] {
  const columns = isOlder(database)
    ? 'NULL AS paid, NULL AS expected'
    : 'paid_cents AS paid, expected_cents AS expected';
  return database
    .prepare(`SELECT order_id AS orderId, ${columns} FROM acceptances ORDER BY at, order_id`)
    .all() as AcceptedDifference[];
}

/** One row of `base_payments` with its allocations, as it is or as it should be. */
type Stored = readonly [columns: readonly (string | number | null)[], allocations: string];

const columns = [
  ...['id', 'import_id', 'identity', 'group_id', 'amount_cents', 'paid_on', 'reference'],
  ...['trackings', 'keys', 'replaced_by', 'item', 'format', 'for_orders', 'doubt', 'doubt_of'],
];

/** Gives payments without a number one: the same as before if the payment is still there. */
function numbered(database: Database, ledger: Ledger): ReadonlyMap<RecordedPayment, number> {
  const taken = database
    .prepare('SELECT id, identity, import_id AS importId, replaced_by AS by FROM base_payments')
    .all() as { id: number; identity: string | null; importId: number | null; by: number | null }[];
  const imported = taken.filter(({ importId, by }) => importId !== null && by === null);
  const ids = new Map(imported.map(({ id, identity }) => [identity, id]));
  // Read to the end: a statement that is left open keeps the log from being moved into the file.
  const [last] = database
    .prepare("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'base_payments'")
    .raw()
    .all() as [number][];
  let next = last?.[0] ?? 0;
  const numbers = new Map<RecordedPayment, number>();
  for (const payment of [...ledger.replaced.keys(), ...ledger.payments]) {
    if (payment.id !== undefined) numbers.set(payment, payment.id);
  }
  const used = new Set(numbers.values());
  for (const payment of [...ledger.payments, ...ledger.replaced.keys()]) {
    if (numbers.has(payment)) continue;
    const before = ids.get(payment.identity);
    const id = before === undefined || used.has(before) ? ++next : before;
    used.add(id);
    numbers.set(payment, id);
  }
  return numbers;
}

/** Makes the stored payments those of the ledger; writes only what differs. */
export function writeLedger(
  database: Database,
  ledger: Ledger,
  now: string,
): ReadonlyMap<RecordedPayment, number> {
  const numbers = numbered(database, ledger);
  const doubts = openDoubts(ledger);
  const toStored = (payment: RecordedPayment): Stored => {
    const { identity, group, amount, paidOn, reference, keys, item, format, importId } = payment;
    const by = ledger.replaced.get(payment);
    const doubt = doubts.get(payment);
    const trackings = keys === '' ? [] : (JSON.parse(keys) as [string[], string])[0];
    const values = [
      ...[numbers.get(payment) ?? 0, importId, identity, group, amount, paidOn, reference],
      ...[JSON.stringify(trackings), keys, by === undefined ? null : (numbers.get(by) ?? 0)],
      ...[item === null ? '' : (item ?? null), format, payment.allocations.length > 0 ? 1 : 0],
      ...[doubt?.reason ?? null, doubt?.before ? (numbers.get(doubt.before) ?? null) : null],
    ];
    const parts = payment.allocations.map(({ orderId, cents }) => [orderId, cents] as const);
    return [values, JSON.stringify(parts.sort(([one], [other]) => (one < other ? -1 : 1)))];
  };
  const stored = database
    .prepare(
      `SELECT ${columns.join(', ')}, (SELECT json_group_array(json_array(order_id, amount_cents)) FROM
         (SELECT * FROM allocations WHERE payment_id = base_payments.id ORDER BY order_id))
       FROM base_payments`,
    )
    .raw()
    .all() as (string | number | null)[][];
  const before = new Map(
    stored.map((row) => [row[0], JSON.stringify([row.slice(0, -1), row.at(-1)])]),
  );
  const wanted = [...ledger.replaced.keys(), ...ledger.payments].map(toStored);
  const changed = wanted.filter((one) => before.get(one[0][0] ?? null) !== JSON.stringify(one));
  const kept = new Set(wanted.map(([[id]]) => id));
  const typed = database
    .prepare('SELECT id, recorded_at, after_import FROM base_payments WHERE import_id IS NULL')
    .raw()
    .all() as [number, string, number | null][];
  const typedRows = new Map(typed.map(([id, ...rest]) => [id as string | number | null, rest]));
  const imports = new Map(
    database.prepare('SELECT id, at FROM imports').raw().all() as [number, string][],
  );
  const remove = database.prepare('DELETE FROM base_payments WHERE id = ?');
  for (const id of before.keys()) if (!kept.has(id)) remove.run([id]);
  for (const [[id]] of changed) if (before.has(id ?? null)) remove.run([id]);
  const insert = database.prepare(
    `INSERT INTO base_payments (${columns.join(', ')}, recorded_at, after_import)
     VALUES (${columns.map(() => '?').join(', ')}, ?, ?)`,
  );
  const allocate = database.prepare(
    'INSERT INTO allocations (payment_id, order_id, amount_cents) VALUES (?, ?, ?)',
  );
  const lastImport = [...imports.keys()].at(-1) ?? 0;
  for (const [values, parts] of changed) {
    const [id, importId] = values;
    const own = [imports.get(Number(importId)) ?? now, null];
    insert.run([
      ...values,
      ...(importId === null ? (typedRows.get(id ?? null) ?? [now, lastImport]) : own),
    ]);
    for (const part of JSON.parse(parts) as [string, number][]) allocate.run([id, ...part]);
  }
  return numbers;
}
