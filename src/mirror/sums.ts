import { orderSumsQuery, orderSumsTable } from '../insight/order-sums';
import { codeOf } from '../native/faults';
import type { Database } from './libsql';
import { inTransaction } from './open';
import { readValue } from './state';

/** The sums as they have to be; undefined if there are none, because a change has emptied them. */
export function wantedSums(database: Database): string | undefined {
  // Only a sync creates it.
  const table = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'order_sums'").get();
  if (table === undefined) return undefined;
  const filled = database.prepare('SELECT 1 FROM order_sums LIMIT 1').get();
  return filled === undefined ? undefined : query(database);
}

const query = (database: Database) =>
  orderSumsQuery(Number(readValue(database, 'pointThousandths') ?? 1000));

/**
 * Fills the sums that reports read if a change has emptied them; see `orderSumsTable`. Within the
 * transaction of the last change, so that two processes can't both fill them. Amounts that add up to
 * more than an integer holds have none: a report that needs them says so.
 */
export function fillOrderSums(database: Database): void {
  if (wantedSums(database) !== undefined) return;
  database.exec(orderSumsTable);
  try {
    database.exec(`INSERT INTO order_sums ${query(database)}`);
  } catch (error) {
    if (codeOf(error) !== 'SQLITE_ERROR') throw error;
  }
}

/** The same after a change that is already stored: its outcome doesn't depend on the sums. */
export function refillOrderSums(database: Database): void {
  try {
    inTransaction(database, () => fillOrderSums(database));
  } catch {
    // They stay empty until the next sync.
  }
}
