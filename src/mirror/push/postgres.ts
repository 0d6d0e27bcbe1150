import type { Ending } from '../../exit-codes';
import { Failure, localFileFailure, usageFailure } from '../../failure';
import { quotedName } from '../../native/texts';
import type { PostgresAddress } from './address';
import { passwordFile } from './password-file';

export interface Postgres {
  /** The rows of a statement, as arrays of strings, numbers and booleans. */
  rows(sql: string, values?: readonly unknown[]): Promise<readonly (readonly unknown[])[]>;
  /** Commits the transaction. If anything fails before this call, nothing was changed. */
  commit(): Promise<void>;
  close(): Promise<void>;
}

export interface PostgresOptions {
  /** Time limit of a statement, in milliseconds. */
  readonly timeout: number;
  /** The schema to push into, for hints. */
  readonly schema: string;
  readonly signal: AbortSignal;
}

/** Advice to let another user push into a schema that is there. */
export function grantHint(schema: string): string {
  const name = quotedName(schema);
  return `Push as the owner of the schema, or have the owner run GRANT USAGE, CREATE ON SCHEMA ${name} and GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${name} for your user.`;
}

/** Milliseconds. */
const connectTimeout = 10_000;

/** SQLSTATEs (postgresql.org/docs/current/errcodes-appendix.html) in words for the user. */
function refusalOf(code: string, said: string, at: string, schema: string): Failure {
  const server = `PostgreSQL at ${at}`;
  const local = (words: string, hint?: string) =>
    localFileFailure(`${server} ${words}: ${said}`, { hint });
  const fails = (ending: Ending, name: string, message: string, hint: string) =>
    new Failure({ ending, code: name, message, hint });
  if (/^28/.test(code)) {
    const hint = `Check the user, and the password in WAYBILL_POSTGRES_URL, PGPASSWORD or ${passwordFile()}.`;
    return fails('unauthorized', 'postgres_login', `${server} refused the login: ${said}`, hint);
  }
  if (code === '42501') {
    const create = `Ask the owner of the database to run CREATE SCHEMA ${quotedName(schema)} AUTHORIZATION with your user, or GRANT CREATE ON DATABASE.`;
    const hint = /for database/.test(said) ? create : grantHint(schema);
    return local("doesn't let this user write", hint);
  }
  if (code === '25006') {
    const hint = 'Connect to the primary server, as a user whose transactions may write.';
    return local('is read-only for this user', hint);
  }
  if (code === '3D000') {
    const hint = 'To create a database, run createdb.';
    return usageFailure(`PostgreSQL says: ${said}`, { hint });
  }
  if (code === '55P03') {
    const message = `Another push to this schema of ${at} is running`;
    const hint =
      'Run the command again when the other push is done. To wait longer, use --timeout <seconds>.';
    return fails('locked', 'locked', message, hint);
  }
  if (/^53(100|200)/.test(code)) return local('is out of space');
  if (code === '57014') {
    const hint = 'Raise statement_timeout for this user on the server.';
    return unreachable(`${server} took too long: ${said}`, hint);
  }
  if (/^(08|53|57|40)/.test(code)) return unreachable(`${server} ended the connection: ${said}`);
  if (code === '22P05') {
    return localFileFailure(`The database can't hold every letter: ${said}`, {
      hint: "Nothing was written. Push into a database that was created with ENCODING 'UTF8'.",
    });
  }
  // A value it rejects, a table that somebody altered, or a statement this server doesn't know.
  const hint = `Nothing was written. If somebody altered the tables of the schema ${schema}, push into another one with --schema, or run DROP SCHEMA ${quotedName(schema)} CASCADE: the next push sends everything again.`;
  const message = `PostgreSQL rejected the data: ${said}`;
  return fails('unexpectedResponse', 'postgres_refused', message, hint);
}

function unreachable(message: string, hint?: string): Failure {
  return new Failure({ ending: 'unavailable', code: 'postgres_unavailable', message, hint });
}

/** Errors of the certificate check, as Node names them (nodejs.org/api/tls.html). */
const certificateCode = /CERT|SELF_SIGNED|ISSUER|VERIFY_LEAF|ERR_(TLS|SSL)/;

function postgresFailure(error: unknown, { shown }: PostgresAddress, schema: string): unknown {
  if (!(error instanceof Error) || error instanceof Failure) return error;
  const { code = '', severity } = error as { code?: string; severity?: string };
  if (severity !== undefined) return refusalOf(code, error.message, shown, schema);
  const said = error.message || code;
  if (certificateCode.test(code)) {
    return unreachable(
      `The certificate of PostgreSQL at ${shown} is not trusted: ${said}`,
      'To name the authority to trust, set sslrootcert=<file> in WAYBILL_POSTGRES_URL, or use --ca-file.',
    );
  }
  // The remaining errors have no code: only pg's words tell them apart.
  if (/does not support SSL/.test(said)) {
    return unreachable(
      `PostgreSQL at ${shown} doesn't support TLS`,
      'Turn on TLS on the server. On this machine, or through a tunnel, use sslmode=disable.',
    );
  }
  if (/^Query read timeout/.test(said)) {
    return unreachable(
      `PostgreSQL at ${shown} took too long`,
      'To wait longer, use --timeout <seconds>.',
    );
  }
  const isNetwork = /^E[A-Z_]+$/.test(code) || /terminated|time-?out|not queryable/i.test(said);
  return isNetwork ? unreachable(`Can't reach PostgreSQL at ${shown}: ${said}`) : error;
}

/** Connects. Throws exit 10 if the server doesn't respond, exit 4 if it refuses the login. */
export async function connectPostgres(
  address: PostgresAddress,
  { timeout, schema, signal }: PostgresOptions,
): Promise<Postgres> {
  const { Client } = await import('pg');
  signal.throwIfAborted();
  const client = new Client({
    ...address,
    host: address.target,
    connectionTimeoutMillis: Math.min(timeout, connectTimeout),
    query_timeout: timeout,
    keepAlive: true,
    fallback_application_name: 'waybill',
  });
  // The running statement reports the error; without a listener it would crash the program.
  client.on('error', () => {});
  const interrupted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason);
      client.end().catch(() => {});
    });
  });
  interrupted.catch(() => {});
  const guarded = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await Promise.race([work, interrupted]);
    } catch (error) {
      throw signal.aborted ? signal.reason : postgresFailure(error, address, schema);
    }
  };
  try {
    await guarded(client.connect());
  } catch (error) {
    // Don't await this: a server that is waiting for a password would keep the program waiting.
    client.end().catch(() => {});
    throw error;
  }
  const query = (text: string, values: readonly unknown[] = []) =>
    client.query({ text, values: [...values], rowMode: 'array' });
  return {
    rows: async (sql, values) => (await guarded(query(sql, values))).rows,
    commit: async () => {
      try {
        await query('COMMIT');
      } catch (error) {
        const failure = postgresFailure(error, address, schema);
        if (!(failure instanceof Failure) || failure.ending !== 'unavailable') throw failure;
        throw failure.with({
          ending: 'unknown',
          message: `${failure.message}. The push may or may not have been carried out`,
          hint: 'Run the command again: what is already there is not sent twice.',
        });
      }
    },
    close: async () => {
      await client.end().catch(() => {});
    },
  };
}
