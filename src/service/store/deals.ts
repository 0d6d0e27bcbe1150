import type { Database } from '../../native/libsql';

/** What a buying group currently pays for one unit of a model, in cents. */
export interface Deal {
  readonly buyingGroup: string;
  readonly model: string;
  readonly payout: number;
}

/** Current deals in the database; models match regardless of case. */
export function createDealStore(database: Database) {
  return {
    payoutFor(buyingGroup: string, model: string): number | undefined {
      const row = database
        .prepare('SELECT payout FROM deals WHERE buying_group = ? AND model = ?')
        .get([buyingGroup, model]) as { payout: number } | undefined;
      return row?.payout;
    },

    insert({ buyingGroup, model, payout }: Deal): void {
      database.prepare('INSERT INTO deals VALUES (?, ?, ?)').run([buyingGroup, model, payout]);
    },
  };
}

export type DealStore = ReturnType<typeof createDealStore>;
