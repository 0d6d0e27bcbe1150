import { type KnownNames, knownNames, nameKey } from '../contract/named';
import { featuredBuyingGroups, featuredPlatforms } from '../contract/values';
import type { Database } from './libsql';
import { readValue, selectedTuples, selectedValues, writeValue } from './state';

type Spelling = readonly [text: string, orders: number];

const storedName = 'groupSpellings';

/** The groups and platforms of all orders, cancelled and gone ones too. */
function countSpellings(database: Database): readonly Spelling[] {
  return selectedTuples<Spelling>(
    database,
    `SELECT group_id, count(*) FROM main.base_orders WHERE group_id IS NOT NULL GROUP BY group_id`,
  );
}

/** Stores the spellings beside the sums of the orders, which are emptied as soon as an order changes. */
export function storeSpellings(database: Database): void {
  writeValue(database, storedName, JSON.stringify(countSpellings(database)));
}

export function groupSpellings(database: Database): readonly Spelling[] {
  const own = 'SELECT group_id FROM main.base_payments UNION SELECT group_id FROM main.imports';
  const others = selectedValues<string | null>(database, own);
  // Counting all orders takes as long as a report: while the sums hold, the stored counts do.
  const stored = readValue(database, storedName);
  const sums = 'SELECT 1 FROM main.order_sums LIMIT 1';
  const holds = stored !== undefined && database.prepare(sums).get() !== undefined;
  const ofOrders: readonly Spelling[] = holds ? JSON.parse(stored) : countSpellings(database);
  return [...ofOrders, ...others.map((text) => [text ?? '', 0] as const)];
}

/** The groups of the account by all of their spellings: those of orders, payments and the service's ids. */
export function groupsOf(spellings: readonly Spelling[]): KnownNames {
  return knownNames([...featuredBuyingGroups, ...featuredPlatforms], spellings);
}

const nameIn = (groups: KnownNames, text: string) => groups.get(nameKey(text))?.[0] ?? text;

export function withGroupNames<T extends { readonly group: string | null }>(
  database: Database,
  rows: readonly T[],
): readonly T[] {
  const groups = groupsOf(groupSpellings(database));
  return rows.map((row) =>
    row.group === null ? row : { ...row, group: nameIn(groups, row.group) },
  );
}

/** The name of the group that a column has, as SQL for a connection that shows names. */
export const groupNameOf = (column: string) =>
  `coalesce((SELECT n.name FROM temp.group_names n WHERE n.spelling = ${column}), ${column})`;

/** The tables whose rows have a group, where reports read them. */
const tables = ['base_orders', 'base_payments', 'imports', 'event_log', 'order_sums'] as const;

/** Makes a connection show groups by their names, with views in front of tables, and returns them. */
export function showGroupNames(database: Database): KnownNames {
  const spellings = groupSpellings(database);
  const groups = groupsOf(spellings);
  const renamed = spellings.flatMap(([text]) => {
    const name = nameIn(groups, text);
    return name === text ? [] : [[text, name] as const];
  });
  database.exec(
    'CREATE TEMP TABLE group_names (spelling TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID',
  );
  const add = database.prepare('INSERT OR IGNORE INTO temp.group_names VALUES (?, ?)');
  for (const pair of renamed) add.run([...pair]);
  if (renamed.length === 0) return groups;
  const columnsOf = 'SELECT name FROM pragma_table_xinfo(?)';
  const typeOf = 'SELECT type FROM temp.sqlite_schema WHERE name = ?';
  for (const table of tables) {
    const [shown] = selectedValues<string>(database, typeOf, [table]);
    // A past day has orders of its own.
    if (shown === 'table') {
      database.exec(
        `UPDATE temp.${table} AS t SET group_id = n.name FROM temp.group_names n WHERE n.spelling = t.group_id`,
      );
    }
    if (shown !== undefined) continue;
    const columns = selectedValues<string>(database, columnsOf, [table]).map((column) =>
      column === 'group_id' ? `${groupNameOf('t.group_id')} AS group_id` : `t.${column}`,
    );
    if (columns.length === 0) continue;
    database.exec(`CREATE TEMP VIEW ${table} AS SELECT ${columns} FROM main.${table} t`);
  }
  return groups;
}
