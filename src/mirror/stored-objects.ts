import type { Kind } from './kinds';
import type { Database } from './libsql';

/** An object as the mirror stores it. */
export interface StoredObject {
  readonly key: number;
  readonly kind: Kind;
  readonly id: string;
  readonly body: string;
}

/** Objects at a time: a large mirror is never in memory as a whole. */
const atOnce = 500;

/** Every stored object with its body, also those that are gone, some at a time. */
export function* storedObjects(database: Database): Generator<readonly StoredObject[]> {
  const next = database.prepare(
    `SELECT b.key, coalesce(o.kind, 'card') AS kind, coalesce(o.id, c.id) AS id, b.body FROM bodies b
     LEFT JOIN base_orders o ON o.key = b.key LEFT JOIN base_cards c ON c.key = b.key
     WHERE b.key > ? AND (o.key IS NOT NULL OR c.key IS NOT NULL) ORDER BY b.key LIMIT ${atOnce}`,
  );
  for (let last = -1; ; ) {
    const objects = next.all([last]) as StoredObject[];
    const final = objects.at(-1);
    if (final === undefined) return;
    yield objects;
    last = final.key;
  }
}
