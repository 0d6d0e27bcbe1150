import { Writable } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import { type ConnectionOptions as ParsedAddress, parse } from 'pg-connection-string';
import pgpass from 'pgpass';
import { Failure, usageFailure } from '../../failure';
import { trustedWith } from '../../lib/certificates';
import { diskFailure } from '../../lib/disk-failure';
import { isLoopback } from '../../loopback';
import { passwordFile, passwordHint } from './password-file';

export interface AddressSource {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** An extra certificate authority to trust. */
  readonly caFile: string | undefined;
  /** Called with every password before it is used. */
  readonly onSecret: (password: string) => void;
  /** Called with the reason why a password file is not used. */
  readonly onNotice: (text: string) => void;
}

/** The address of PostgreSQL, and the login there. */
export type PostgresAddress = ReturnType<typeof postgresAddress>;

const noAddress = usageFailure('No PostgreSQL database is set', {
  hint: `Set WAYBILL_POSTGRES_URL to postgres://user@host/database, or PGHOST, PGUSER and PGDATABASE. Put the password in ${passwordFile()}.`,
});

const badAddress = usageFailure('WAYBILL_POSTGRES_URL is not a valid address', {
  hint: 'Use postgres://user@host:5432/database?sslmode=verify-full, with special characters percent-encoded.',
});

/** Variables of libpq that are parameters of a URL as well. */
const variables = {
  hostaddr: 'PGHOSTADDR',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
} as const;

function parametersOf(query: string, env: AddressSource['env']): URLSearchParams {
  const parameters = new URLSearchParams(query);
  for (const [name, variable] of Object.entries(variables)) {
    const value = parameters.get(name) || env[variable];
    if (value) parameters.set(name, value);
    else parameters.delete(name);
  }
  // libpq's word for what Node trusts by default.
  if (parameters.get('sslrootcert') === 'system') parameters.delete('sslrootcert');
  return parameters;
}

/** Parses an address, and reads the files of certificates that its parameters name. */
function parsed(address: string, parameters: URLSearchParams): ParsedAddress {
  // The parser would warn about every other mode: waybill decides what is checked.
  const query = new URLSearchParams([...parameters, ['sslmode', 'verify-full']]);
  try {
    return parse(`${address}?${query}`);
  } catch (cause) {
    const { path } = cause as NodeJS.ErrnoException;
    if (path !== undefined) throw diskFailure('read', path, cause);
    // The parser's error may quote the address, including the password.
    throw badAddress;
  }
}

function portOf(typed: string): number {
  const port = Number(typed);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw usageFailure(`The port of PostgreSQL must be a number from 1 to 65535, not "${typed}"`);
}

/** Modes that ask for no TLS where it can be left out, which is on this machine. */
const optional = ['disable', 'allow', 'prefer'];
const modes = [...optional, 'no-verify', 'require', 'verify-ca', 'verify-full'];

/** libpq's modes, except that nothing goes to another machine unencrypted or unchecked. */
function tlsOf(mode: string, target: string, host: string): false | ConnectionOptions {
  if (!modes.includes(mode)) {
    throw usageFailure(`sslmode must be one of ${modes.join(', ')}, not "${mode}"`);
  }
  const isLocal =
    target.startsWith('/') || isLoopback(target.includes(':') ? `[${target}]` : target);
  if (isLocal && optional.includes(mode)) return false;
  if (!isLocal && (mode === 'disable' || mode === 'no-verify')) {
    throw usageFailure(`sslmode=${mode} is for this machine only, not for ${host}`, {
      hint: 'On the way, others could read or change the whole account. If you use your own certificate authority, set sslrootcert=<file>.',
    });
  }
  return {
    rejectUnauthorized: !isLocal || mode === 'verify-ca' || mode === 'verify-full',
    // The certificate is the host's, whatever its address.
    ...(target === host || /^[\d.]+$|:/.test(host) ? {} : { servername: host }),
    ...(mode === 'verify-ca' ? { checkServerIdentity: () => undefined } : {}),
  };
}

/** The password in `PGPASSFILE` or `passwordFile()`; undefined if it is in neither. */
function passwordFromFile(
  login: Parameters<typeof pgpass>[0],
  onNotice: AddressSource['onNotice'],
): Promise<string | undefined> {
  const write = (text: unknown, _: BufferEncoding, done: () => void) => {
    onNotice(String(text).trim());
    done();
  };
  pgpass.warnTo(new Writable({ write }));
  return new Promise((resolve) => pgpass(login, resolve));
}

/** The address in `WAYBILL_POSTGRES_URL`, completed by libpq's variables. Throws exit 2 without one. */
export function postgresAddress(source: AddressSource) {
  const { env, caFile, onSecret, onNotice } = source;
  const [address = '', query = ''] = (env.WAYBILL_POSTGRES_URL || 'postgres://').split(/\?(.*)/s);
  const parameters = parametersOf(query, env);
  if (env.PGSERVICE || parameters.has('service')) {
    throw usageFailure('waybill does not read the service file of PostgreSQL', {
      hint: 'Set WAYBILL_POSTGRES_URL, or PGHOST, PGUSER and PGDATABASE, and unset PGSERVICE.',
    });
  }
  if (!/^postgres(ql)?:\/\//.test(address)) throw badAddress;
  const given = parsed(address, parameters);
  const hostaddr = parameters.get('hostaddr') ?? undefined;
  const typedHost = given.host || env.PGHOST || hostaddr;
  const typedDatabase = given.database || env.PGDATABASE;
  if (!env.WAYBILL_POSTGRES_URL && !typedHost && !typedDatabase) throw noAddress;
  const known = given.password || env.PGPASSWORD;
  if (known) onSecret(known);
  const user = given.user || env.PGUSER || env.USER || env.LOGNAME || env.USERNAME;
  if (!user) throw usageFailure('No PostgreSQL user is set: set PGUSER');
  const [host, database] = [typedHost ?? 'localhost', typedDatabase ?? user];
  // The host may be the folder of a Unix socket.
  const login = { host, port: portOf(given.port || env.PGPORT || '5432'), database, user };
  const target = hostaddr ?? host;
  const tls = tlsOf(parameters.get('sslmode') ?? 'prefer', target, host);
  const files = Object(given.ssl) as ConnectionOptions;
  const trusted = files.ca === undefined && caFile ? { ca: [...trustedWith(caFile, env)] } : {};
  const shown = `${host}:${login.port}/${database}`;
  return {
    ...login,
    /** For display; contains no secrets. */
    shown,
    /** The host to connect to, or its IP address if that was given. */
    target,
    ssl: tls && { ...files, ...trusted, ...tls },
    /** Called when the server asks for a password. Throws exit 4 if there is none. */
    password: async () => {
      const password = known || (await passwordFromFile(login, onNotice));
      if (password === undefined) {
        throw new Failure({
          ending: 'unauthorized',
          code: 'no_password',
          message: `PostgreSQL at ${shown} asks for ${user}'s password`,
          hint: passwordHint(),
        });
      }
      onSecret(password);
      return password;
    },
  };
}
