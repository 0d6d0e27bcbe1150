import { Failure, localFileFailure, usageFailure } from '../../failure';
import type { PostgresAddress } from './address';

/** A connection to PostgreSQL. */
export interface Postgres {
  /** The rows of a statement, as arrays of texts, numbers and booleans. */
  rows(sql: string, values?: readonly unknown[]): Promise<readonly (readonly unknown[])[]>;
  /** Ends the transaction: what went wrong before this call was not carried out. */
  commit(): Promise<void>;
  close(): Promise<void>;
}

export interface PostgresOptions {
  /** Milliseconds that a statement may take. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/** Milliseconds. */
const connectTimeout = 10_000;

const privilegeHint =
  'Let the owner of the database run CREATE SCHEMA waybill AUTHORIZATION with your user, or GRANT CREATE ON DATABASE.';

/** SQLSTATEs (postgresql.org/docs/current/errcodes-appendix.html) in the words of the person who pushes. */
const refusals: readonly (readonly [RegExp, (said: string, at: string) => Failure])[] = [
  [
    /^28/,
    (said, at) =>
      new Failure({
        ending: 'unauthorized',
        code: 'postgres_login',
        message: `PostgreSQL at ${at} refused the login: ${said}`,
        hint: 'Check the user, and the password in WAYBILL_POSTGRES_URL, PGPASSWORD or ~/.pgpass.',
      }),
  ],
  [
    /^(42501|25006)/,
    (said, at) =>
      localFileFailure(`PostgreSQL at ${at} does not let this user write: ${said}`, {
        hint: privilegeHint,
      }),
  ],
  [
    /^3D000/,
    (said) => usageFailure(`PostgreSQL says: ${said}`, { hint: 'createdb makes a database.' }),
  ],
  [
    /^55P03/,
    (_, at) =>
      new Failure({
        ending: 'locked',
        code: 'locked',
        message: `Another push to this schema of ${at} is running`,
        hint: 'Run it again when the other one is done; --timeout <seconds> waits longer.',
      }),
  ],
  [/^53(100|200)/, (said, at) => localFileFailure(`PostgreSQL at ${at} has no room left: ${said}`)],
  [
    /^(08|53|57|40)/,
    (said, at) => unreachable(`PostgreSQL at ${at} ended the connection: ${said}`),
  ],
  [
    // Whatever else it did not take: a value, or a statement that this server does not know.
    /^/,
    (said) =>
      new Failure({
        ending: 'unexpectedResponse',
        code: 'postgres_refused',
        message: `PostgreSQL refused what was pushed: ${said}`,
        hint: 'Nothing was written.',
      }),
  ],
];

function unreachable(message: string, hint?: string): Failure {
  return new Failure({ ending: 'unavailable', code: 'postgres_unavailable', message, hint });
}

/** Errors of the certificate check, as Node names them (nodejs.org/api/tls.html). */
const certificateCode = /CERT|SELF_SIGNED|ISSUER|VERIFY_LEAF|ERR_(TLS|SSL)/;

/** What an error of the connection amounts to; errors of waybill's own as they are. */
export function postgresFailure(error: unknown, { shown }: PostgresAddress): unknown {
  if (!(error instanceof Error) || error instanceof Failure) return error;
  const { code = '', severity } = error as { code?: string; severity?: string };
  if (severity !== undefined) {
    const known = refusals.find(([pattern]) => pattern.test(code));
    return known?.[1](error.message, shown) ?? error;
  }
  const said = error.message || code;
  if (certificateCode.test(code)) {
    return unreachable(
      `The certificate of PostgreSQL at ${shown} was not accepted: ${said}`,
      'sslrootcert=<file> in WAYBILL_POSTGRES_URL, or --ca-file, names the authority to trust.',
    );
  }
  if (/does not support SSL/.test(said)) {
    return unreachable(
      `PostgreSQL at ${shown} does not speak TLS, and without it nothing is sent to another machine`,
      'Turn TLS on there, or connect through a tunnel to this machine.',
    );
  }
  const isNetwork = /^E[A-Z_]+$/.test(code) || /terminated|time-?out|not queryable/i.test(said);
  return isNetwork ? unreachable(`PostgreSQL at ${shown} cannot be reached: ${said}`) : error;
}

/** Connects. Throws exit 10 where nobody answers, exit 4 where the login is refused. */
export async function connectPostgres(
  address: PostgresAddress,
  { timeout, signal }: PostgresOptions,
): Promise<Postgres> {
  const { Client } = await import('pg');
  signal.throwIfAborted();
  const { host, port, database, user, ssl, password } = address;
  const client = new Client({
    ...{ host, port, database, user, ssl, password },
    connectionTimeoutMillis: Math.min(timeout, connectTimeout),
    query_timeout: timeout,
    keepAlive: true,
    fallback_application_name: 'waybill',
  });
  // The statement under way fails with it; without a listener it would end the program.
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
      throw signal.aborted ? signal.reason : postgresFailure(error, address);
    }
  };
  try {
    await guarded(client.connect());
  } catch (error) {
    // A server that waits for a password would keep the program waiting with it.
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
        const failure = postgresFailure(error, address);
        if (!(failure instanceof Failure) || failure.ending !== 'unavailable') throw failure;
        throw failure.with({
          ending: 'unknown',
          message: `${failure.message}. Whether the push was carried out is not known`,
          hint: 'Run it again: what is there already is not sent twice.',
        });
      }
    },
    close: async () => {
      await client.end().catch(() => {});
    },
  };
}
