import { type Database, inTransaction } from '../../native/libsql';
import { accountTables } from './migrations';
import { createOrderStore } from './orders';

export type SandboxStore = ReturnType<typeof createStore>;

/** Everything the service stores, and the only way to change it. */
export function createStore(database: Database) {
  return {
    /** Distinguishes one sample account from the next in the same file. */
    account: {
      id: () => (database.prepare('SELECT id FROM account').get() as { id: string }).id,
      /** Changes the id, because the previous account is gone. */
      renew: () => database.exec('UPDATE account SET id = lower(hex(randomblob(16)))'),
    },
    orders: createOrderStore(database),
    cards: createCardStore(database),
    deals: createDealStore(database),
    /** Runs `change` in isolation, all or nothing: nothing else reads or writes meanwhile. */
    write: <T>(change: () => T): T => inTransaction(database, change),
    /** Only inside `write`. */
    clear: () => {
      for (const table of accountTables) database.exec(`DELETE FROM ${table}`);
    },
    countTrackingNumbers: () => countOf(database, 'tracking_numbers'),
  };
}

function countOf(database: Database, table: 'cards' | 'tracking_numbers'): number {
  const sql = `SELECT count(*) AS count FROM ${table}`;
  return (database.prepare(sql).get() as { count: number }).count;
}

/** A buying group's current payout for one unit of a model, in cents. */
export interface Deal {
  readonly buyingGroup: string;
  readonly model: string;
  readonly payout: number;
}

/** Models match regardless of case. */
function createDealStore(database: Database) {
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

type Texts = Readonly<
  Record<'id' | 'name' | 'issuer' | 'nickname' | 'lastDigits' | 'accountOwner' | 'openedAt', string>
>;

/** The response object of the card list; `annualFee` in cents, `earnRate` a multiplier. */
export interface StoredCard extends Texts {
  readonly annualFee: number;
  readonly earnRate: number;
  readonly closedAt: string | null;
  readonly subCards: readonly Readonly<
    Record<'id' | 'cardType' | 'nickname' | 'lastDigits', string>
  >[];
}

const select = `
  SELECT id, name, issuer, nickname, last_digits AS lastDigits, account_owner AS accountOwner,
    annual_fee AS annualFee, earn_rate AS earnRate, opened_at AS openedAt, closed_at AS closedAt,
    (SELECT json_group_array(json_object(
        'id', id, 'cardType', card_type, 'nickname', nickname, 'lastDigits', last_digits
      )) FROM (SELECT * FROM sub_cards WHERE card_id = cards.id ORDER BY place)
    ) AS subCards
  FROM cards`;

type Row = Omit<StoredCard, 'subCards'> & { readonly subCards: string };

function createCardStore(database: Database) {
  return {
    count: () => countOf(database, 'cards'),

    page({ limit, offset }: { limit: number; offset: number }): readonly StoredCard[] {
      const rows = database
        .prepare(`${select} ORDER BY place LIMIT ? OFFSET ?`)
        .all([limit, offset]) as Row[];
      return rows.map((row) => ({ ...row, subCards: JSON.parse(row.subCards) }));
    },

    subCardIds(cardId: string): readonly string[] | undefined {
      const known = database.prepare('SELECT 1 FROM cards WHERE id = ?').get([cardId]);
      if (known === undefined) return undefined;
      const own = database.prepare('SELECT id FROM sub_cards WHERE card_id = ?');
      return own.pluck().all([cardId]) as string[];
    },

    insert({ subCards, ...card }: StoredCard): void {
      database
        .prepare(
          `INSERT INTO cards VALUES (
            NULL, :id, :name, :issuer, :nickname, :lastDigits, :accountOwner, :annualFee, :earnRate,
            :openedAt, :closedAt
          )`,
        )
        .run(card);
      const insert = database.prepare(
        'INSERT INTO sub_cards VALUES (:cardId, :place, :id, :cardType, :nickname, :lastDigits)',
      );
      for (const [place, sub] of subCards.entries()) insert.run({ cardId: card.id, place, ...sub });
    },
  };
}
