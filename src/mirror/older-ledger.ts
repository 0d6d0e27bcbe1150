import type { Ledger } from '../insight/reconcile/model';
import { emptyLedger, placeOf } from '../insight/reconcile/record';
import { olderDoubts } from '../insight/reconcile/same-payment';
import { rememberRun } from './imports';
import { oldFact, readLedger, writeLedger } from './ledger-store';
import type { Database } from './libsql';
import { clusterFinder } from './reconcile-input';

/**
 * Completes the ledger of an older waybill, whose imports remembered no rows and whose acceptances
 * no amounts: the rows of an import are the payments that it recorded, and an acceptance is of what
 * is paid and expected now.
 */
export function rememberOlder(database: Database): void {
  const ledger = readLedger(database, []);
  const all = [...ledger.replaced.keys(), ...ledger.payments];
  const imports = database.prepare('SELECT id, group_id FROM imports').raw().all();
  for (const [importId, group] of imports as [number, string][]) {
    const own = all.filter((payment) => payment.importId === importId);
    const facts = own.map(oldFact);
    const readings = new Map(
      facts.map((fact) => [placeOf(fact), { counts: true, found: fact.amount }]),
    );
    const remembered: Ledger = { ...emptyLedger, readings };
    rememberRun(database, { importId, group, files: [`import ${importId}`], facts }, remembered);
  }
  database.exec(
    `UPDATE base_payments SET after_import = (SELECT max(b.import_id) FROM base_payments b
       WHERE b.id < base_payments.id) WHERE import_id IS NULL`,
  );
  writeLedger(database, { ...ledger, doubts: olderDoubts(ledger.payments) }, '');
  const clusterOf = clusterFinder(database);
  const update = database.prepare(
    'UPDATE acceptances SET paid_cents = ?, expected_cents = ? WHERE order_id = ?',
  );
  const accepted = database.prepare('SELECT order_id FROM acceptances').raw().all() as [string][];
  for (const [orderId] of accepted) {
    const { paid, expected } = clusterOf(orderId);
    update.run([paid, expected, orderId]);
  }
}
