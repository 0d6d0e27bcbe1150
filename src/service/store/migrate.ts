import { localFileFailure } from '../../failure';
import type { Database } from '../../native/libsql';
import { damaged } from './faults';

/** Kept in the file's header (`PRAGMA application_id`): "wayb". Tells our files from others'. */
const applicationId = 0x77617962;

export interface Migration {
  readonly path: string;
  /** SQL that takes a file from one version to the next, the first from nothing. */
  readonly steps: readonly string[];
  /** Puts the first rows into a database that was empty. */
  fill(): void;
}

function readNumber(database: Database, pragma: string): number {
  const [row] = database.pragma(pragma) as Record<string, number>[];
  return Number(row?.[pragma]);
}

/** The version the file is at; throws where it is not one that this waybill can use. */
function usableVersion(database: Database, { path, steps }: Migration): number {
  const version = readNumber(database, 'user_version');
  const hasTables = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined;
  if (hasTables && readNumber(database, 'application_id') !== applicationId) {
    throw localFileFailure(`${path} is a database of another program's`, {
      hint: 'Name another file with --db.',
    });
  }
  if (version > steps.length) {
    throw localFileFailure(
      `The sandbox database ${path} was written by a newer waybill (form ${version}; this one knows ${steps.length})`,
      { hint: 'Update waybill, or name another file with --db.' },
    );
  }
  // Every form has tables, and a file without any has none.
  if (version < 0 || version > 0 !== hasTables) throw damaged(path, `form ${version}`);
  return version;
}

/** Brings an older or empty file to the present form: wholly, or not at all. */
export function migrate(database: Database, migration: Migration): void {
  const { steps, fill } = migration;
  if (usableVersion(database, migration) === steps.length) return;
  database
    .transaction(() => {
      // Another process may have done it while this one waited for its turn.
      const version = usableVersion(database, migration);
      if (version === steps.length) return;
      for (const step of steps.slice(version)) database.exec(step);
      if (version === 0) fill();
      database.exec(
        `PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${steps.length};`,
      );
    })
    .immediate();
}
