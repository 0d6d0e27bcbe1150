import {
  type Acceptance,
  type Entry,
  type Fact,
  type ImportEntry,
  type RecordedEntries,
  subjectOf,
} from '../insight/reconcile/ledger';
import type { Database } from './libsql';

type StoredEntry = Exclude<Entry, ImportEntry>;

/** The moment of an entry: after all that were made before, whatever the clock says. */
export function nextMoment(database: Database, at: string): number {
  const { last } = database
    .prepare(
      `SELECT max(coalesce((SELECT max(moment) FROM imports), 0),
         coalesce((SELECT max(moment) FROM ledger_entries), 0)) AS last`,
    )
    .get() as { readonly last: number };
  return Math.max(Date.parse(at), last + 1);
}

/** What an entry says of its subject. */
function contentOf(entry: StoredEntry): unknown {
  switch (entry.kind) {
    case 'undo':
      return null;
    case 'date':
      return entry.paidOn;
    case 'removal':
      return entry.isRemoved;
    case 'acceptance':
      return entry.accepted;
    default: {
      const { kind: _, moment: __, identity: ___, ...typed } = entry;
      return typed;
    }
  }
}

function fromStored(kind: string, moment: number, subject: string, content: string): StoredEntry {
  const said: unknown = JSON.parse(content);
  switch (kind) {
    case 'undo':
      return { kind, moment, import: subject };
    case 'date':
      return { kind, moment, identity: subject, paidOn: String(said) };
    case 'removal':
      return { kind, moment, identity: subject, isRemoved: said === true };
    case 'acceptance':
      return { kind, moment, subject, accepted: said as Acceptance | null };
    default: {
      const typed = said as Omit<Extract<Entry, { kind: 'typed' }>, 'kind' | 'moment' | 'identity'>;
      return { kind: 'typed', moment, identity: subject, ...typed };
    }
  }
}

export function addEntry(database: Database, entry: StoredEntry): void {
  database
    .prepare(
      // Two machines may have said different things at one moment: `missingEntries` decides.
      `INSERT INTO ledger_entries (moment, kind, subject, content) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET content = excluded.content`,
    )
    .run([entry.moment, entry.kind, subjectOf(entry), JSON.stringify(contentOf(entry))]);
}

export interface ImportedFiles {
  /** Their names. */
  readonly file: string;
  readonly rows: number;
  /** How many payments they add. */
  readonly recorded: number;
  readonly at: string;
}

/** Keeps what an import has read, each row once however many exports have it. */
export function addImport(database: Database, run: ImportEntry, given: ImportedFiles): void {
  const { id, identity, moment, group, files, facts } = run;
  const { file, rows, recorded, at } = given;
  database
    .prepare(
      'INSERT INTO imports (id, identity, moment, file, group_id, rows, recorded, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    )
    .run([id, identity, moment, file, group, rows, recorded, at]);
  const places = new Map(files.map((content, place) => [content, place]));
  const addFile = database.prepare('INSERT INTO import_files VALUES (?, ?, ?)');
  for (const [content, place] of places) addFile.run([id, place, content]);
  const addRow = database.prepare('INSERT OR IGNORE INTO read_rows (row) VALUES (?)');
  const addPlace = database.prepare(
    'INSERT INTO import_rows VALUES (?, ?, ?, (SELECT key FROM read_rows WHERE row = ?))',
  );
  for (const { file: content, line, ...row } of facts) {
    const text = JSON.stringify(row);
    addRow.run([text]);
    addPlace.run([id, places.get(content) ?? 0, line, text]);
  }
}

/** The rows of imports, as they were read. They are not kept: an import is replayed once. */
function factReader(database: Database) {
  const rows = database
    .prepare(
      `SELECT place, line, row FROM import_rows JOIN read_rows ON key = row_key
       WHERE import_id = ? ORDER BY place, line`,
    )
    .raw();
  return (importId: number, files: readonly string[]): readonly Fact[] =>
    (rows.all([importId]) as [number, number, string][]).map(([place, line, row]) => {
      const read = JSON.parse(row) as Omit<Fact, 'file' | 'line'>;
      return { ...read, file: files[place] ?? '', line };
    });
}

/** The entries of the ledger. An import's rows are read when they are asked for. */
export function readEntries(database: Database): RecordedEntries {
  const filesOf = new Map<number, string[]>();
  for (const [id, content] of database
    .prepare('SELECT import_id, content FROM import_files ORDER BY import_id, place')
    .raw()
    .all() as [number, string][]) {
    filesOf.set(id, [...(filesOf.get(id) ?? []), content]);
  }
  const readFacts = factReader(database);
  const imports = database
    .prepare(
      `SELECT id, min(id) OVER (PARTITION BY identity) AS shownId, identity, moment, group_id AS "group"
       FROM imports`,
    )
    .all() as (Pick<ImportEntry, 'id' | 'identity' | 'moment' | 'group'> & {
    readonly shownId: number;
  })[];
  const entries = database
    .prepare('SELECT kind, moment, subject, content FROM ledger_entries')
    .raw()
    .all() as [string, number, string, string][];
  const all: Entry[] = [
    ...imports.map(({ id, shownId, identity, moment, group }): ImportEntry => {
      const files = filesOf.get(id) ?? [];
      return {
        ...{ kind: 'import', id: shownId, identity, moment, group, files },
        get facts() {
          return readFacts(id, files);
        },
      };
    }),
    ...entries.map((one) => fromStored(...one)),
  ];
  const ids = database.prepare('SELECT key, id FROM payment_ids').raw().all() as [string, number][];
  return { entries: all, ids: new Map(ids) };
}
