import { Failure, localFileFailure } from '../failure';
import { identityIn, type LedgerEntry } from '../insight/reconcile/ledger';
import {
  lostPayments,
  mergedEntries,
  missingEntries,
  overrulings,
} from '../insight/reconcile/merge';
import { paymentInWords } from '../insight/reconcile/messages';
import { fileProblems } from './check';
import { copyTables, keepOwnHalf } from './copy-tables';
import { damageHints, faultOfNamed, guardFile } from './faults';
import { nextImport } from './ledger-changes';
import {
  addEntry,
  addImport,
  type ImportedFiles,
  readEntries,
  replayLedger,
  writeLedger,
} from './ledger-store';
import { type Database, inTransaction } from './libsql';
import { type SyncLockOptions, writeLocked } from './lock';
import { openToRead } from './open';
import { relations, sentIndexes } from './schema';
import { baseUrlName, readState, readValue, selectedValue, selectedValues } from './state';
import { refillOrderSums } from './sums';

export type MergeResult = ReturnType<typeof previewMerge>['result'];
/** An entry of one machine that a later one of the other machine overrules. */
export type OverruledEntry = MergeResult['overruled'][number];

function otherAccount(file: string): Failure {
  return new Failure({
    ending: 'conflict',
    code: 'other_account',
    message: `${file} is the mirror of another account. Nothing was changed`,
    hint: 'Merge a backup of the same account. Which account a command uses, --profile and --base-url say.',
  });
}

/** The other file. Throws exit 14 if it is damaged, newer, or no mirror. */
function openOther(file: string): Database {
  try {
    const other = openToRead(file);
    if (other === undefined) throw localFileFailure(`There is no mirror at ${file}`);
    const [problem] = guardFile(file, () => fileProblems(other));
    if (problem === undefined) return other;
    other.close();
    throw localFileFailure(`The mirror ${file} is damaged: ${problem}`, {
      hint: damageHints.named,
    });
  } catch (error) {
    throw faultOfNamed(file, error);
  }
}

/** Ids of the account, of which also a mirror that was reset and a copy of the own half have some. */
const accountIds = `SELECT id FROM base_orders UNION SELECT id FROM base_cards UNION SELECT id FROM event_log
  UNION SELECT order_id FROM allocations`;
const idsIn = (database: Database) => new Set(selectedValues<string>(database, accountIds));

/** Throws exit 7 if the file is of another address, or has none of this mirror's orders and cards. */
function checkAccount(
  own: Database | undefined,
  other: Database,
  { file, baseUrl }: MergeOptions,
): void {
  const theirs = readValue(other, baseUrlName);
  if (theirs !== baseUrl) throw otherAccount(file);
  if (own === undefined) return;
  const [ours, others] = [idsIn(own), idsIn(other)];
  const isSame = ours.size === 0 || others.size === 0 || [...ours].some((id) => others.has(id));
  if (!isSame) throw otherAccount(file);
}

/** True if there is nothing in a mirror that the user could miss. */
function isBlank(database: Database): boolean {
  if (readState(database).asOf !== null) return false;
  const sql =
    'SELECT 1 FROM event_log UNION ALL SELECT 1 FROM imports UNION ALL SELECT 1 FROM ledger_entries LIMIT 1';
  return selectedValue(database, sql) === undefined;
}

/** The effect of a merge into this mirror. Throws exit 7 if the file is not of the same account. */
function previewMerge(found: Database | undefined, other: Database, options: MergeOptions) {
  const own = found === undefined || isBlank(found) ? undefined : found;
  checkAccount(own, other, options);
  const ours = own === undefined ? { entries: [], ids: new Map() } : readEntries(own);
  const theirs = readEntries(other);
  const missing = missingEntries(ours.entries, theirs.entries);
  const known = new Set(ours.entries.map(({ subject }) => subject));
  const count = (kind: LedgerEntry['kind']) => missing.filter((one) => one.kind === kind).length;
  // The same files that both machines recorded are one import.
  const imports = missing.filter((one) => one.kind === 'import' && !known.has(one.subject));
  const payments = new Map([...ours.ids].map(([key, id]) => [identityIn(key), id]));
  const importIds = new Map(
    ours.entries.flatMap((one) => (one.kind === 'import' ? [[one.subject, one.id]] : [])),
  );
  const named = [other, own ?? other].map((database) =>
    database.prepare('SELECT order_number FROM base_orders WHERE id = ?').pluck(),
  );
  const numberOf = (orderId: string) =>
    named.flatMap((find) => find.all([orderId]) as (string | null)[]).at(-1) ?? null;
  const overruled = overrulings(ours.entries, theirs.entries).map(({ overruled: entry, by }) => {
    const { subject } = entry;
    const orderId = entry.kind === 'acceptance' && !payments.has(subject) ? subject : null;
    return {
      kind: entry.kind,
      // The payment or the import, if it has a number here.
      payment: payments.get(subject) ?? null,
      import: importIds.get(subject) ?? null,
      orderId,
      orderNumber: numberOf(orderId ?? ''),
      // The time when it was made, and the time of the one that wins.
      at: new Date(entry.moment).toISOString(),
      by: new Date(by.moment).toISOString(),
    };
  });
  const result = {
    imports: new Set(imports.map(({ subject }) => subject)).size,
    undos: count('undo'),
    payments: count('typed'),
    dates: count('date'),
    removals: count('removal'),
    acceptances: count('acceptance'),
    overruled,
  };
  const merged = mergedEntries(ours, missing);
  // Payments that counted on one machine and are not known any more.
  const gone = missing.length === 0 ? [] : lostPayments([ours, theirs], merged);
  const lost = gone.map((one) => ({
    payment: paymentInWords(one),
    orders: one.allocations.map(({ orderId }) => numberOf(orderId) ?? orderId).join(', '),
    reference: one.reference,
  }));
  return { result, missing, lost, isNew: own === undefined };
}

/** Adds entries, and makes the payments what all entries say, in one transaction. */
function addEntries(database: Database, other: Database, missing: readonly LedgerEntry[]): void {
  const shown = 'SELECT file, rows, recorded, at FROM imports WHERE identity = ? AND moment = ?';
  const find = other.prepare(shown);
  inTransaction(database, () => {
    for (const entry of missing) {
      if (entry.kind !== 'import') addEntry(database, entry);
      else {
        const files = find.get([entry.subject, entry.moment]) as ImportedFiles;
        addImport(database, { ...entry, id: nextImport(database) }, files);
      }
    }
    writeLedger(database, replayLedger(database).ledger());
  });
}

export interface MergeOptions extends SyncLockOptions {
  readonly file: string;
  /** The address of this mirror's service; undefined for the sandbox. */
  readonly baseUrl: string | undefined;
  readonly isDryRun: boolean;
}

/** Takes the entries of the ledger that a backup or another machine's mirror has and this one lacks. */
export async function mergeMirror(path: string, options: MergeOptions) {
  const { file, isDryRun } = options;
  const other = openOther(file);
  try {
    if (isDryRun) return planned(path, other, options);
    return await writeLocked(path, options, (own) => mergeInto(own, path, other, options));
  } finally {
    other.close();
  }
}

function planned(path: string, other: Database, options: MergeOptions) {
  const found = openToRead(path);
  try {
    const { result, lost, isNew } = previewMerge(found, other, options);
    return { result, lost, copy: undefined, isNew };
  } finally {
    found?.close();
  }
}

function mergeInto(database: Database, path: string, other: Database, options: MergeOptions) {
  const { result, missing, lost, isNew } = previewMerge(database, other, options);
  if (isNew) {
    copyTables(database, options.file, (table) => relations.get(table) === 'table');
    for (const sql of Object.values(sentIndexes)) database.exec(sql);
  }
  // The own half from before; undefined if there was nothing, or nothing came.
  const copy = isNew || missing.length === 0 ? undefined : keepOwnHalf(path);
  if (copy !== undefined) addEntries(database, other, missing);
  refillOrderSums(database);
  return { result, lost, copy, isNew };
}
