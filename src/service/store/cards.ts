import type { Database } from '../../native/libsql';

export interface SubCard {
  readonly id: string;
  readonly cardType: string;
  readonly nickname: string;
  readonly lastDigits: string;
}

/** The response object of the card list; `annualFee` in cents, `earnRate` a multiplier. */
export interface CreditCard {
  readonly id: string;
  readonly name: string;
  readonly issuer: string;
  readonly nickname: string;
  readonly lastDigits: string;
  readonly accountOwner: string;
  readonly annualFee: number;
  readonly earnRate: number;
  readonly openedAt: string;
  readonly closedAt: string | null;
  readonly subCards: readonly SubCard[];
}

const select = `
  SELECT id, name, issuer, nickname, last_digits AS lastDigits, account_owner AS accountOwner,
    annual_fee AS annualFee, earn_rate AS earnRate, opened_at AS openedAt, closed_at AS closedAt,
    (SELECT json_group_array(json_object(
        'id', id, 'cardType', card_type, 'nickname', nickname, 'lastDigits', last_digits
      )) FROM (SELECT * FROM sub_cards WHERE card_id = cards.id ORDER BY place)
    ) AS subCards
  FROM cards`;

type Row = Omit<CreditCard, 'subCards'> & { readonly subCards: string };

/** Credit cards in the database, oldest entry first. */
export function createCardStore(database: Database) {
  return {
    count(): number {
      const row = database.prepare('SELECT count(*) AS count FROM cards').get() as {
        count: number;
      };
      return row.count;
    },

    page({ limit, offset }: { limit: number; offset: number }): readonly CreditCard[] {
      const rows = database
        .prepare(`${select} ORDER BY place LIMIT ? OFFSET ?`)
        .all([limit, offset]) as Row[];
      return rows.map((row) => ({ ...row, subCards: JSON.parse(row.subCards) }));
    },

    /** The ids of the card's sub-cards; undefined if there is no such card. */
    subCardIds(cardId: string): readonly string[] | undefined {
      const known = database.prepare('SELECT 1 FROM cards WHERE id = ?').get([cardId]);
      if (known === undefined) return undefined;
      const rows = database.prepare('SELECT id FROM sub_cards WHERE card_id = ?').all([cardId]);
      return (rows as { id: string }[]).map(({ id }) => id);
    },

    insert({ subCards, ...card }: CreditCard): void {
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

export type CardStore = ReturnType<typeof createCardStore>;
