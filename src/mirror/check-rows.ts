import { type Kind, kinds } from './kinds';
import { connect, type Database } from './libsql';
import { createRowWriter, type Incoming } from './rows';
import { migrations } from './schema';

/** An object as the mirror stores it. */
interface StoredBody {
  readonly key: number;
  readonly kind: Kind;
  readonly id: string;
  readonly body: string;
}

/** Objects compared at a time: a large mirror is never in memory as a whole. */
const atOnce = 500;

/** The tables that reports read, with the column that names the object. */
const tables = {
  base_orders: 'key',
  base_cards: 'key',
  base_items: 'order_key',
  base_trackings: 'order_key',
} as const;

/** What does not follow from the body: the order of the list, and the user's own half. */
const elsewhere = new Set(['place', 'open', 'paid_cents', 'gone_at', 'hash']);

function columnsOf(database: Database, table: keyof typeof tables): readonly string[] {
  const rows = database.prepare(`PRAGMA table_info(${table})`).all() as { name: string }[];
  return rows.map(({ name }) => name).filter((name) => !elsewhere.has(name));
}

/** Reads the rows of objects of some keys as one text per object. */
function rowReader(database: Database) {
  const statements = Object.entries(tables).map(([table, key]) => {
    const columns = columnsOf(database, table as keyof typeof tables).join(', ');
    return database.prepare(
      `SELECT ${key} AS "key", json_group_array(json_array(${columns})) AS rows
       FROM (SELECT * FROM ${table} WHERE ${key} IN (SELECT value FROM json_each(?)) ORDER BY 1, 2)
       GROUP BY 1`,
    );
  });
  return (keys: readonly number[]): ReadonlyMap<number, string> => {
    const found = new Map<number, string>();
    for (const [index, statement] of statements.entries()) {
      const rows = statement.all([JSON.stringify(keys)]) as { key: number; rows: string }[];
      for (const { key, rows: text } of rows) {
        found.set(key, `${found.get(key) ?? ''}${index}${text}`);
      }
    }
    return found;
  };
}

/** Every stored object, some at a time. */
function* storedBodies(database: Database): Generator<readonly StoredBody[]> {
  const all = database
    .prepare(
      `SELECT o.key, o.kind, o.id, b.body FROM (
         SELECT key, kind, id FROM base_orders UNION ALL SELECT key, 'card', id FROM base_cards
       ) o JOIN bodies b ON b.key = o.key`,
    )
    .iterate() as Iterable<StoredBody>;
  let some: StoredBody[] = [];
  for (const one of all) {
    some.push(one);
    if (some.length < atOnce) continue;
    yield some;
    some = [];
  }
  yield some;
}

const incoming = ({ key, body }: StoredBody): Incoming => ({
  key,
  place: null,
  sent: JSON.parse(body),
  text: body,
  hash: '',
  known: false,
});

/**
 * The rows that reports read have to follow from the stored bodies: writes the bodies to an empty
 * mirror in memory, and compares.
 */
export function rowProblems(database: Database): readonly string[] {
  const model = connect(':memory:');
  try {
    for (const step of migrations) model.exec(step);
    const write = createRowWriter(model);
    const [stored, expected] = [rowReader(database), rowReader(model)];
    const problems: string[] = [];
    for (const objects of storedBodies(database)) {
      const keys = objects.map(({ key }) => key);
      model.exec('BEGIN');
      for (const kind of kinds) {
        const ofKind = objects.filter((object) => object.kind === kind);
        write(kind, ofKind.map(incoming));
      }
      const [found, wanted] = [stored(keys), expected(keys)];
      model.exec('ROLLBACK');
      for (const { key, kind, id } of objects) {
        if (found.get(key) === wanted.get(key)) continue;
        problems.push(`${kind} ${id}: its rows do not match its stored body`);
      }
    }
    return problems;
  } finally {
    model.close();
  }
}
