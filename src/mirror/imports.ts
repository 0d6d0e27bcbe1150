import type { Fact, Ledger, Run } from '../insight/reconcile/model';
import {
  addTyped,
  emptyLedger,
  placeOf,
  recordRun,
  type TypedPayment,
} from '../insight/reconcile/record';
import { groupBy } from '../lib/once';
import type { Database } from './libsql';

/** Keeps what an import has read, each row once however many exports have it. */
export function rememberRun(
  database: Database,
  { importId, files, facts }: Run,
  { readings }: Ledger,
): void {
  const places = new Map(files.map((content, place) => [content, place]));
  const addFile = database.prepare('INSERT INTO import_files VALUES (?, ?, ?)');
  for (const [content, place] of places) addFile.run([importId, place, content]);
  const addRow = database.prepare('INSERT OR IGNORE INTO read_rows (row) VALUES (?)');
  const addPlace = database.prepare(
    `INSERT INTO import_rows
     VALUES (?, ?, ?, (SELECT key FROM read_rows WHERE row = ?), ?, ?)`,
  );
  for (const fact of facts) {
    const { file, line, ...row } = fact;
    const text = JSON.stringify(row);
    const reading = readings.get(placeOf(fact));
    addRow.run([text]);
    addPlace.run([
      ...[importId, places.get(file) ?? 0, line, text],
      ...[reading?.counts ? 1 : 0, reading?.found ?? null],
    ]);
  }
}

/** Forgets the rows that no import has any more. */
export function forgetRows(database: Database): void {
  database.exec('DELETE FROM read_rows WHERE key NOT IN (SELECT row_key FROM import_rows)');
}

/** The imports in their order, as they were read. */
function* readRuns(database: Database): Generator<Run> {
  const rows = new Map(
    (database.prepare('SELECT key, row FROM read_rows').raw().all() as [number, string][]).map(
      ([key, row]) => [key, JSON.parse(row) as Omit<Fact, 'file' | 'line'>],
    ),
  );
  const filesOf = database.prepare(
    'SELECT content FROM import_files WHERE import_id = ? ORDER BY place',
  );
  const placesOf = database.prepare(
    'SELECT place, line, row_key FROM import_rows WHERE import_id = ? ORDER BY place, line',
  );
  const imports = database.prepare('SELECT id, group_id FROM imports ORDER BY id').raw().all();
  for (const [importId, group] of imports as [number, string][]) {
    const files = (filesOf.raw().all([importId]) as [string][]).map(([content]) => content);
    const places = placesOf.raw().all([importId]) as [number, number, number][];
    const facts = places.flatMap(([place, line, key]): Fact[] => {
      const row = rows.get(key);
      return row === undefined ? [] : [{ ...row, file: files[place] ?? '', line }];
    });
    yield { importId, group, files, facts };
  }
}

type Typed = TypedPayment & { readonly id: number; readonly afterImport: number };

function readTyped(database: Database): readonly Typed[] {
  return database
    .prepare(
      `SELECT p.id, a.order_id AS orderId, p.group_id AS "group", p.amount_cents AS amount,
         p.paid_on AS paidOn, p.reference, coalesce(p.after_import, 0) AS afterImport
       FROM base_payments p JOIN allocations a ON a.payment_id = p.id
       WHERE p.import_id IS NULL ORDER BY p.id`,
    )
    .all() as Typed[];
}

/**
 * What the imports and the payments typed by hand add up to, each recorded in its turn: the same as
 * if those that were undone had never been.
 */
export function replayImports(database: Database, undone: number | undefined): Ledger {
  const after = groupBy(readTyped(database), ({ afterImport }) => afterImport);
  const type = (ledger: Ledger, upTo: number) => {
    let typed = ledger;
    for (const [place, own] of after) {
      if (place >= upTo) continue;
      for (const { afterImport: _, ...payment } of own) typed = addTyped(typed, payment);
      after.delete(place);
    }
    return typed;
  };
  const update = database.prepare(
    'UPDATE import_rows SET counts = ?1, found_cents = ?2 WHERE import_id = ?3 AND place = ?4 AND line = ?5 AND (counts, found_cents) IS NOT (?1, ?2)',
  );
  const count = database.prepare('UPDATE imports SET recorded = ? WHERE id = ?');
  let ledger = emptyLedger;
  for (const run of readRuns(database)) {
    if (run.importId === undone) continue;
    const done = recordRun(type(ledger, run.importId), run);
    ledger = done.ledger;
    for (const { fact } of done.decisions) {
      const reading = ledger.readings.get(placeOf(fact));
      const own = [run.importId, run.files.indexOf(fact.file), fact.line];
      update.run([reading?.counts ? 1 : 0, reading?.found ?? null, ...own]);
    }
    count.run([done.decisions.filter(({ payment }) => payment !== undefined).length, run.importId]);
  }
  return type(ledger, Number.POSITIVE_INFINITY);
}
