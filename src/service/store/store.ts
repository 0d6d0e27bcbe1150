import type { Database } from '../../native/libsql';
import { type CardStore, createCardStore } from './cards';
import { createDealStore, type DealStore } from './deals';
import { accountTables } from './migrations';
import { createOrderStore, type OrderStore } from './orders';

/** Distinguishes one sample account from the next in the same file. */
export interface AccountStore {
  id(): string;
  /** Changes the id, because the previous account is gone. */
  renew(): void;
}

/** Everything the service stores, and the only way to change it. */
export interface Store {
  readonly account: AccountStore;
  readonly orders: OrderStore;
  readonly cards: CardStore;
  readonly deals: DealStore;
  /**
   * Runs `change` in isolation: no other request, in this process or another, reads or writes
   * between its first read and its last write. If it throws, everything is rolled back.
   */
  write<T>(change: () => T): T;
  /** Deletes orders, cards and deals. Only inside `write`. */
  clear(): void;
  countTrackingNumbers(): number;
}

export function createStore(database: Database): Store {
  return {
    account: {
      id: () => (database.prepare('SELECT id FROM account').get() as { id: string }).id,
      renew: () => database.exec('UPDATE account SET id = lower(hex(randomblob(16)))'),
    },
    orders: createOrderStore(database),
    cards: createCardStore(database),
    deals: createDealStore(database),
    write: (change) => database.transaction(change).immediate(),
    clear: () => {
      for (const table of accountTables) database.exec(`DELETE FROM ${table}`);
    },
    countTrackingNumbers: () => {
      const row = database.prepare('SELECT count(*) AS count FROM tracking_numbers').get() as {
        count: number;
      };
      return row.count;
    },
  };
}
