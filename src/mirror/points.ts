import type { PointsInScope } from '../insight/report-scope';
import type { Database } from './libsql';
import { readValue, writeValue } from './state';

/** The usual value of a point that the mirror's views compute with, before any was stored. */
const usual = 1000;

/** The values of points that are stored in the mirror: its views and sums compute with them. */
export function storedPoints(database: Database): Required<PointsInScope> {
  return {
    pointThousandths: Number(readValue(database, 'pointThousandths') ?? usual),
    cardPoints: JSON.parse(readValue(database, 'cardPoints') ?? '{}'),
  };
}

export function storePoints(database: Database, values: Required<PointsInScope>): void {
  writeValue(database, 'pointThousandths', String(values.pointThousandths));
  writeValue(database, 'cardPoints', JSON.stringify(values.cardPoints));
}

/** v of an order with these columns, as SQL for the views. */
export const storedPointsOf = `coalesce((SELECT CAST(j.value AS INTEGER) FROM state s, json_each(s.value) j
  WHERE s.name = 'cardPoints' AND j.key = card_id),
  (SELECT CAST(value AS INTEGER) FROM state WHERE name = 'pointThousandths'), ${usual})`;

/** What names the cards, also closed and gone ones. */
export function namedCards(database: Database) {
  return database
    .prepare('SELECT id, last_digits AS lastDigits, nickname FROM base_cards')
    .all() as { id: string; lastDigits: string | null; nickname: string | null }[];
}
