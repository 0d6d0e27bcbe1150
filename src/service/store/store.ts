import type { Database } from 'libsql';
import { type CardStore, createCardStore } from './cards';
import { createDealStore, type DealStore } from './deals';
import { tables } from './migrations';
import { createOrderStore, type OrderStore } from './orders';

/** Everything the service keeps, and the one way to change it. */
export interface Store {
  readonly orders: OrderStore;
  readonly cards: CardStore;
  readonly deals: DealStore;
  /**
   * Runs `change` alone: no other request, in this process or another, reads or writes between its
   * first look and its last write. Nothing of it stays when it throws.
   */
  write<T>(change: () => T): T;
  /** Deletes everything. Only inside `write`. */
  clear(): void;
  countTrackingNumbers(): number;
}

export function createStore(database: Database): Store {
  return {
    orders: createOrderStore(database),
    cards: createCardStore(database),
    deals: createDealStore(database),
    write: (change) => database.transaction(change).immediate(),
    clear: () => {
      for (const table of tables) database.exec(`DELETE FROM ${table}`);
    },
    countTrackingNumbers: () => {
      const row = database.prepare('SELECT count(*) AS count FROM tracking_numbers').get() as {
        count: number;
      };
      return row.count;
    },
  };
}
