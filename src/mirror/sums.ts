import { orderSumsQuery, orderSumsTable } from '../insight/order-sums';
import { codeOf } from '../native/faults';
import type { Database } from './libsql';
import { inTransaction } from './open';
import { readValue, writeValue } from './state';

/** The query that fills the sums. */
const wantedSums = (database: Database) =>
  orderSumsQuery(Number(readValue(database, 'pointThousandths') ?? 1000));

/** The query whose result the sums should be; undefined if they are empty, or of another waybill. */
export function filledSums(database: Database): string | undefined {
  const query = wantedSums(database);
  if (readValue(database, 'orderSums') !== query) return undefined;
  const filled = database.prepare('SELECT 1 FROM order_sums LIMIT 1').get();
  return filled === undefined ? undefined : query;
}

/**
 * Fills the sums that reports read if a change has emptied them; see `orderSumsTable`. Within the
 * transaction of the last change, so that two processes can't both fill them. Amounts that add up to
 * more than an integer holds have none: a report that needs them says so.
 */
export function fillOrderSums(database: Database): void {
  if (filledSums(database) !== undefined) return;
  const query = wantedSums(database);
  database.exec(orderSumsTable);
  writeValue(database, 'orderSums', query);
  try {
    database.exec(`INSERT INTO order_sums ${query}`);
  } catch (error) {
    if (codeOf(error) !== 'SQLITE_ERROR') throw error;
  }
}

/** The same after a change that is already stored: its outcome doesn't depend on the sums. */
export function refillOrderSums(database: Database): void {
  try {
    inTransaction(database, () => fillOrderSums(database));
  } catch (error) {
    // They stay empty until the next sync.
    if (codeOf(error) === '') throw error;
  }
}
