import { type Failure, usageFailure } from '../failure';
import { closest } from '../lib/suggest';
import { counted } from '../lib/words';
import { codeOf } from '../native/faults';
import { withTextsAsBytes } from '../native/texts';
import {
  connectInterruptible,
  type Database,
  type InterruptibleDatabase,
  type ResultColumn,
} from './libsql';
import { defaultMaxTime, type GuardedQuery, guardQuery, refuseName } from './query-guard';
import { ownViews, views } from './schema';
import { selectedRows, selectedValue } from './state';

export interface QueryOptions {
  readonly parameters?: Readonly<Record<string, string | number | null>>;
  readonly maxRows?: number | undefined;
  /** Milliseconds. */
  readonly maxTime?: number | undefined;
  /** Stops the query immediately and throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called if the statement could not be stopped: it goes on and would keep the program alive. */
  readonly onAbandoned?: () => void;
}

export type QueryValue = string | number | null;

export interface QueryResult {
  /** Unique names: equal ones get `_2`, `_3`. The type is the declared type, if there is one. */
  readonly columns: readonly ResultColumn[];
  /** Read once, while `use` runs: a whole mirror does not fit into the memory limit. */
  readonly rows: Iterable<readonly QueryValue[]>;
  /** True if there were more rows than `maxRows`. Known once the rows have been read. */
  isCut(): boolean;
}

/** Megabytes for the statement with its whole result. */
const mostMemory = 160;
const megabyte = 2 ** 20;

/** Integers beyond 2^53 become strings; texts come as bytes, and what is not UTF-8 is U+FFFD. */
function plainValue(value: unknown): QueryValue {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  }
  if (!(value instanceof Uint8Array)) return value as QueryValue;
  return Buffer.from(value).toString();
}

/** libsql binds every number as a REAL, which `LIMIT` rejects and which never equals a text. */
function bound(parameters: NonNullable<QueryOptions['parameters']>): Record<string, unknown> {
  const values = Object.entries(parameters).map(([name, value]) => [
    name,
    Number.isSafeInteger(value) ? BigInt(value as number) : value,
  ]);
  return Object.fromEntries(values);
}

function distinctNames(columns: readonly ResultColumn[]): readonly ResultColumn[] {
  const taken = new Set(columns.map(({ name }) => name));
  const used = new Set<string>();
  return columns.map(({ name, type }) => {
    let distinct = name;
    for (let count = 2; used.has(distinct); count++) {
      if (!taken.has(`${name}_${count}`)) distinct = `${name}_${count}`;
    }
    used.add(distinct);
    taken.add(distinct);
    return { name: distinct, type };
  });
}

/** The views that people query, with their columns and declared types. */
export function describeViews(database: Database) {
  return Object.keys(views).map((name) => ({
    name,
    columns: selectedRows<{ name: string; type: string }>(
      database,
      'SELECT name, type FROM pragma_table_xinfo(?)',
      [name],
    ).map(({ name, type }) => ({ name, type: type === 'INT' ? 'INTEGER' : type })),
  }));
}

/** SQLite's message, with the nearest name if it doesn't know one. */
function sqlFailure(message: string, database: Database, sql: string): Failure {
  const [, what, unknown = ''] = /no such (table|column): (?:\w+\.)?(.+)/.exec(message) ?? [];
  const described = describeViews(database);
  const namesIn = (named: readonly { readonly name: string }[]) => named.map(({ name }) => name);
  const queried = described.filter(({ name }) => new RegExp(`\\b${name}\\b`, 'i').test(sql));
  const columns = queried.flatMap((view) => namesIn(view.columns));
  const near = closest(unknown, what === 'table' ? namesIn(described) : columns);
  const holder = described.find((view) => namesIn(view.columns).includes(unknown))?.name;
  const elsewhere = what === 'column' && holder !== undefined ? `${unknown} is in ${holder}.` : '';
  return usageFailure(`SQLite: ${message}`, {
    hint:
      elsewhere ||
      (near === undefined
        ? 'For the views and columns, run waybill query --tables.'
        : `Did you mean ${near}?`),
  });
}

function checkParameters(wanted: readonly string[], given: readonly string[]): void {
  const missing = wanted.find((name) => !given.includes(name));
  if (missing !== undefined) {
    throw usageFailure(`The SQL's parameter :${missing} has no value`, {
      hint: `Set it with --param ${missing}=<value>.`,
    });
  }
  const unused = given.find((name) => !wanted.includes(name));
  if (unused !== undefined) throw usageFailure(`The SQL has no parameter :${unused}`);
}

/** Runs one statement that only reads. Bad SQL is a usage failure, and so is exceeding `maxTime`. */
export async function runQuery(
  mirror: Database,
  typed: string,
  options: QueryOptions,
  use: (result: QueryResult) => Promise<void>,
): Promise<void> {
  const guarded = guardQuery(typed);
  checkParameters(guarded.parameters, Object.keys(options.parameters ?? {}));
  const database = await connectInterruptible(mirror.address);
  try {
    await use(await execute(database, mirror, guarded, options));
  } finally {
    database.close();
  }
}

/** Milliseconds until an interrupted statement is left behind: one call of a function can take hours. */
const noticesWithin = 500;

/** Runs the statement up to its first row, which computes them all. */
async function execute(
  database: InterruptibleDatabase,
  mirror: Database,
  guarded: GuardedQuery,
  options: QueryOptions,
): Promise<QueryResult> {
  const { maxTime = defaultMaxTime, signal, onAbandoned } = options;
  signal?.throwIfAborted();
  let isLate = false;
  let again: NodeJS.Timeout | undefined;
  let last: NodeJS.Timeout | undefined;
  let abandon = () => {};
  const abandoned = new Promise<never>((_, reject) => {
    abandon = () => {
      onAbandoned?.();
      reject(new Error('the statement could not be stopped'));
    };
  });
  const interrupt = () => {
    database.interrupt();
    // interrupt() does nothing to a statement that has not started, so repeat it.
    again ??= setInterval(() => database.interrupt(), 50);
    last ??= setTimeout(abandon, noticesWithin);
  };
  const timer = setTimeout(() => {
    isLate = true;
    interrupt();
  }, maxTime);
  signal?.addEventListener('abort', interrupt);
  try {
    const shown = "SELECT 1 FROM temp.sqlite_schema WHERE type = 'view'";
    // As in the mirror's own connection: a file of another waybill has other views.
    if (selectedValue(mirror, shown) !== undefined) await database.exec(ownViews);
    await database.exec(
      `PRAGMA query_only = 1; PRAGMA trusted_schema = 0; PRAGMA hard_heap_limit = ${mostMemory * megabyte};`,
    );
    return await Promise.race([start(database, guarded, options), abandoned]);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (isLate) {
      throw usageFailure(`The query did not finish within ${counted(maxTime / 1000, 'seconds')}`, {
        hint: 'Allow more time with --max-time, or narrow the query.',
      });
    }
    if (codeOf(error) === 'SQLITE_NOMEM') {
      throw usageFailure(`The query needs more than ${mostMemory} MB of memory`, {
        hint: 'Narrow the query, or select fewer columns.',
      });
    }
    if (/^SQLITE_(ERROR|CONSTRAINT|MISMATCH|RANGE|TOOBIG|AUTH|READONLY)/.test(codeOf(error))) {
      throw sqlFailure((error as Error).message, mirror, guarded.sql);
    }
    throw error;
  } finally {
    for (const one of [timer, again, last]) clearTimeout(one);
    signal?.removeEventListener('abort', interrupt);
  }
}

/** Refuses functions that SQLite itself finds: a statement that the guard misread could write files. */
async function refuseCalls(database: InterruptibleDatabase, sql: string): Promise<void> {
  const explained = await database.prepare(`EXPLAIN ${sql}`);
  for (const [, operation, , , , called] of await explained.raw(true).all({})) {
    if (/Func|Agg/.test(String(operation))) refuseName(String(called).replace(/\(.*/s, ''));
  }
}

async function start(
  database: InterruptibleDatabase,
  { sql, explainable, isSelect }: GuardedQuery,
  { parameters = {}, maxRows = Number.POSITIVE_INFINITY }: QueryOptions,
): Promise<QueryResult> {
  const statement = await database.prepare(isSelect ? sql : explainable);
  if (isSelect) await refuseCalls(database, explainable);
  const columns = distinctNames(statement.columns());
  const limit = maxRows === Number.POSITIVE_INFINITY ? -1 : maxRows + 1;
  // Compute everything before the first row: only until then can the query be interrupted or fail.
  const whole = isSelect
    ? await database.prepare(
        withTextsAsBytes(sql, columns, { limit, blobs: true, materialized: true }),
      )
    : statement;
  const values = whole.safeIntegers(true).raw(true);
  const read = await values[isSelect ? 'iterate' : 'all'](bound(parameters));
  const rows = read[Symbol.iterator]();
  // An error of the statement is thrown here, not where it ran.
  let next = rows.next();
  let isCut = false;
  function* kept() {
    for (let count = 1; !next.done; count++) {
      isCut = count > maxRows;
      if (isCut) return;
      yield next.value.map(plainValue);
      next = rows.next();
    }
  }
  return { columns, rows: kept(), isCut: () => isCut };
}
