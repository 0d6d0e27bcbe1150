import { createHash } from 'node:crypto';
import { Failure, localFileFailure, usageFailure } from '../../failure';
import { quotedName } from '../../native/texts';
import { layoutChanges, layoutVersion, relationNames, replaceable } from './layout';
import { grantHint, type Postgres } from './postgres';

/** PostgreSQL would truncate a longer name, and reserves names that begin with `pg_`. */
export function checkSchemaName(schema: string): void {
  const isShort = /^[^\0]{1,63}$/u.test(schema) && Buffer.byteLength(schema) <= 63;
  // In a search path, "$user" is the user's own schema, even in quotes.
  if (isShort && !/^pg_/i.test(schema) && schema !== '$user') return;
  throw usageFailure(`--schema ${JSON.stringify(schema)} is not a valid schema name`, {
    hint: "Use at most 63 characters, and don't start with pg_ or use $user.",
  });
}

export function conflict(message: string, hint: string): Failure {
  return new Failure({ ending: 'conflict', code: 'other_owner', message, hint });
}

/** Waits for another push into the schema, up to the transaction's `lock_timeout`. */
export async function lockSchema(postgres: Postgres, schema: string): Promise<void> {
  const digest = createHash('sha256').update(`waybill mirror push ${schema}`).digest();
  const key = digest.readBigInt64BE().toString();
  await postgres.rows('SELECT pg_advisory_xact_lock($1)', [key]);
}

export interface SchemaWanted {
  readonly schema: string;
  /** Continue even if the schema, or this mirror's rows in it, belong to someone else. */
  readonly takeOver: boolean;
  readonly onWarning: (text: string) => void;
}

/** Creates the schema and its tables, or finds those of an earlier push. */
export async function prepareSchema(
  postgres: Postgres,
  { schema, takeOver, onWarning }: SchemaWanted,
): Promise<void> {
  const [found] = await postgres.rows('SELECT oid FROM pg_namespace WHERE nspname = $1', [schema]);
  if (found === undefined) await postgres.rows(`CREATE SCHEMA ${quotedName(schema)}`);
  else await checkUsage(postgres, schema);
  // From here on, a name without a schema refers to this schema.
  await postgres.rows(`SET LOCAL search_path TO ${quotedName(schema)}`);
  const names = await relationsIn(postgres, schema);
  if (names.includes('waybill_layout')) {
    await bringUpToDate(postgres, schema, names);
    return createAgain(postgres, schema, await relationsIn(postgres, schema), onWarning);
  }
  const [taken] = names.filter((name) => relationNames.includes(name));
  if (taken !== undefined) throw foreign(schema, taken);
  // A schema may contain only functions or types.
  const others = await postgres.rows(
    `SELECT proname FROM pg_proc WHERE pronamespace = to_regnamespace($1)
     UNION ALL SELECT typname FROM pg_type
     WHERE typnamespace = to_regnamespace($1) AND typtype IN ('d', 'e', 'r') ORDER BY 1`,
    [quotedName(schema)],
  );
  const theirs = [...names, ...others.map(([name]) => String(name))];
  if (theirs.length > 0 && !takeOver) {
    throw conflict(
      `The schema ${schema} is used by something else: it contains ${theirs.slice(0, 3).join(', ')}`,
      "Choose another schema with --schema, or use --take-over to create waybill's tables next to what is there.",
    );
  }
  await apply(postgres, 0);
}

async function relationsIn(postgres: Postgres, schema: string): Promise<readonly string[]> {
  const relations = await postgres.rows(
    `SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 ORDER BY c.relkind IN ('i', 'I'), 1`,
    [schema],
  );
  return relations.map(([name]) => String(name));
}

/** Without this privilege, PostgreSQL would only say that the tables don't exist. */
async function checkUsage(postgres: Postgres, schema: string): Promise<void> {
  const [row] = await postgres.rows("SELECT has_schema_privilege($1, 'USAGE')", [schema]);
  if (row?.[0] === true || row?.[0] === 't') return;
  throw localFileFailure(`PostgreSQL does not let this user use the schema ${schema}`, {
    hint: grantHint(schema),
  });
}

function foreign(schema: string, name: string): Failure {
  return conflict(
    `The schema ${schema} has a ${name} that waybill did not create`,
    'Choose another schema with --schema. waybill never replaces what it did not create.',
  );
}

async function bringUpToDate(postgres: Postgres, schema: string, names: readonly string[]) {
  // Somebody else's table of this name may have any columns.
  const [row, ...others] = await postgres.rows(
    "SELECT to_jsonb(layout) ->> 'version' FROM waybill_layout layout",
  );
  const version = Number(row?.[0]);
  const isOurs = others.length === 0 && Number.isSafeInteger(version) && version > 0;
  if (!isOurs || !names.includes('mirrors')) throw foreign(schema, 'waybill_layout');
  if (version > layoutVersion) {
    throw localFileFailure(
      `The schema ${schema} was created by a newer waybill: it has version ${version}, and this waybill knows version ${layoutVersion}`,
      { hint: 'Update waybill.' },
    );
  }
  await apply(postgres, version);
}

/** Creates what somebody has dropped, unless it held rows: then this schema is no copy any more. */
async function createAgain(
  postgres: Postgres,
  schema: string,
  names: readonly string[],
  onWarning: (text: string) => void,
): Promise<void> {
  const now = new Set(names);
  const dropped = relationNames.filter((name) => !now.has(name));
  const [table] = dropped.filter((name) => replaceable[name] === undefined);
  if (table !== undefined) {
    throw localFileFailure(`The schema ${schema} has no ${table} any more: it was dropped`, {
      hint: `Push into another schema with --schema, or run DROP SCHEMA ${quotedName(schema)} CASCADE: the next push sends everything again.`,
    });
  }
  for (const name of dropped) await postgres.rows(replaceable[name] as string);
  if (dropped.length === 0) return;
  onWarning(
    `These were missing from the schema ${schema} and were created again: ${dropped.join(', ')}. Grant access to them again.`,
  );
}

async function apply(postgres: Postgres, from: number): Promise<void> {
  for (const statement of layoutChanges(from)) await postgres.rows(statement);
}
