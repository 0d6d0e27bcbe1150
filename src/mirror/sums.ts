import { orderSumsQuery, sumKeys, summedColumns, sumNames } from '../insight/report-scope';
import { codeOf } from '../native/faults';
import { orderColumns, type StoredColumn } from './columns';
import { storeSpellings } from './group-names';
import { type Database, inTransaction } from './libsql';
import { storeClusters } from './reconcile-input';
import { readValue, storedPoints, writeValue } from './state';

export const sumColumns = [...sumKeys, ...sumNames].join(', ');

/** The type of a column of the orders; a name that no order has does not compile. */
const typeOf = (name: keyof typeof orderColumns): string => {
  const { sqlite = '' }: StoredColumn = orderColumns[name];
  return /^\w*/.exec(sqlite)?.[0] ?? '';
};

const dependsOn: readonly (keyof typeof orderColumns)[] = [...sumKeys, ...summedColumns];

const outdated = ['INSERT', 'DELETE', `UPDATE OF ${dependsOn.join(', ')}`].map((change, index) => ({
  name: `sums_outdated_${index}`,
  change,
}));

/**
 * Like an index, the table adds nothing to the mirror but speed. It is complete, empty or not there:
 * triggers empty it when an order changes, and the end of a sync or of a recorded payment fills it. In
 * between, reports add up the orders themselves. The state `orderSums` is the query that filled it, so
 * that no other formula, column or value of a point is mistaken for the reader's own.
 */
const orderSumsTable = `
  DROP TABLE IF EXISTS order_sums;
  ${outdated.map(({ name }) => `DROP TRIGGER IF EXISTS ${name};`).join(' ')}
  CREATE TABLE order_sums (
    ${sumKeys.map((name) => `${name} ${typeOf(name)}`)}, ${sumNames.map((name) => `${name} INTEGER`)}
  );
  ${outdated
    .map(
      ({ name, change }) => `CREATE TRIGGER ${name} AFTER ${change} ON base_orders
        WHEN EXISTS (SELECT 1 FROM order_sums) BEGIN DELETE FROM order_sums; END;`,
    )
    .join(' ')}
`;

const wantedSums = (database: Database) => orderSumsQuery(storedPoints(database));

/** The query whose result the sums should be; undefined if they are empty, or of another waybill. */
export function filledSums(database: Database): string | undefined {
  const query = wantedSums(database);
  if (readValue(database, 'orderSums') !== query) return undefined;
  const filled = database.prepare('SELECT 1 FROM order_sums LIMIT 1').get();
  return filled === undefined ? undefined : query;
}

/**
 * Fills the sums if a change has emptied them, in its transaction, so that two processes can't both do it.
 * Amounts beyond an integer have none: a report that needs them says so.
 */
export function fillOrderSums(database: Database): void {
  if (filledSums(database) !== undefined) return;
  const query = wantedSums(database);
  database.exec(orderSumsTable);
  writeValue(database, 'orderSums', query);
  storeSpellings(database);
  storeClusters(database);
  try {
    database.exec(`INSERT INTO order_sums (${sumColumns}) ${query}`);
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
