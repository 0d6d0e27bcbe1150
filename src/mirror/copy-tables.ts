import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { prepareDatabaseFile } from '../native/database-file';
import { connect, type Database, inTransaction, readOnlyAddress } from './libsql';
import { sentTableNames } from './schema';
import { selectedValues } from './state';

/** Names in the state that belong to this machine, or to a table that only makes reports faster. */
const notCopied = "'machineId', 'orderSums', 'groupSpellings'";

/** Replaces the rows of tables by those of another file, which is only read, in one transaction. */
export function copyTables(
  database: Database,
  from: string,
  isCopied: (table: string) => boolean,
  prepare: () => void = () => {},
): void {
  database.prepare('ATTACH ? AS source').run([readOnlyAddress(from)]);
  try {
    inTransaction(database, () => {
      prepare();
      const tables = selectedValues<string>(
        database,
        "SELECT name FROM main.sqlite_schema WHERE type = 'table' ORDER BY rowid",
      );
      // A generated column can't be written.
      const columnsOf = "SELECT name FROM pragma_table_xinfo(?, 'main') WHERE hidden = 0";
      for (const table of tables.filter(isCopied)) {
        const columns = selectedValues(database, columnsOf, [table]).join(', ');
        database.exec(
          `DELETE FROM main.${table};
           INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM source.${table}`,
        );
      }
      database.exec(`DELETE FROM main.state WHERE name IN (${notCopied})`);
    });
  } finally {
    database.exec('DETACH source');
  }
}

/** The number of copies of the user's own half that are kept. */
const keptCopies = 3;

const stemOf = (path: string) => path.replace(/\.db$/, '');

/** The numbers of the copies beside a mirror, in order. */
function copyNumbers(path: string): readonly number[] {
  const start = `${basename(stemOf(path))}.own-`;
  return readdirSync(dirname(path))
    .flatMap((name) =>
      name.startsWith(start) ? Number.parseInt(name.slice(start.length), 10) : [],
    )
    .filter((number, place, all) => number > 0 && all.indexOf(number) === place)
    .sort((one, other) => one - other);
}

const copyAt = (path: string, number: number) => `${stemOf(path)}.own-${number}.db`;

/** The copies of the user's own half beside a mirror, oldest first, without one that was cut off. */
export function ownCopies(path: string): readonly string[] {
  const isWhole = (file: string) =>
    (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0 && !existsSync(`${file}-journal`);
  return copyNumbers(path)
    .map((number) => copyAt(path, number))
    .filter(isWhole);
}

/**
 * Copies the user's own half, which no sync can fetch again, to a mirror of its own beside the mirror,
 * completely or not at all; `mirror merge` takes it back. Returns its path.
 */
export function keepOwnHalf(path: string): string {
  const numbers = copyNumbers(path);
  const number = (numbers.at(-1) ?? 0) + 1;
  const file = copyAt(path, number);
  prepareDatabaseFile(file);
  const copy = connect(file);
  try {
    const isOwn = (table: string) =>
      !sentTableNames.includes(table) && !table.startsWith('sqlite_');
    copyTables(copy, path, isOwn, () => {
      // The file's own tables: it may be of an earlier version.
      const schema = selectedValues<string>(
        copy,
        `SELECT sql FROM source.sqlite_schema WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*'
           AND name NOT GLOB 'sums_outdated_*' AND name <> 'order_sums' ORDER BY rowid`,
      );
      const numbered = ['application_id', 'user_version'].map((name) => {
        const [value] = selectedValues<number>(copy, `PRAGMA source.${name}`);
        return `PRAGMA main.${name} = ${value}`;
      });
      copy.exec([...schema, ...numbered].join(';\n'));
    });
  } finally {
    copy.close();
  }
  for (const old of [...numbers, number].slice(0, -keptCopies)) {
    for (const more of ['', '-journal']) rmSync(copyAt(path, old) + more, { force: true });
  }
  return file;
}
