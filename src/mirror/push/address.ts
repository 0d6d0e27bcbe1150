import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ConnectionOptions } from 'node:tls';
import { parse } from 'pg-connection-string';
import { Failure, usageFailure } from '../../failure';
import { certificatesIn, trustedWith } from '../../lib/certificates';
import { diskFailure } from '../../lib/disk-failure';
import { textIn } from '../../lib/text-file';
import { isLoopback } from '../../loopback';

/** Where the address comes from. */
export interface AddressSource {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDirectory: string;
  readonly platform: string;
  /** An extra certificate authority to trust. */
  readonly caFile: string | undefined;
  /** Called with every password before it is used. */
  readonly onSecret: (password: string) => void;
  readonly onNotice: (text: string) => void;
}

/** Where PostgreSQL is, and how to log in there. */
export interface PostgresAddress extends Login {
  /** Where to connect: the host, or its IP address if that was given. */
  readonly target: string;
  readonly ssl: false | ConnectionOptions;
  /** Called when the server asks for a password. Throws exit 4 if there is none. */
  readonly password: () => Promise<string>;
  /** For display; contains no secrets. */
  readonly shown: string;
}

const noAddress = usageFailure('No PostgreSQL database is set', {
  hint: 'Set WAYBILL_POSTGRES_URL to postgres://user@host/database, or PGHOST, PGUSER and PGDATABASE. Put the password in ~/.pgpass.',
});

/** The parts of the URL that PostgreSQL's own variables may supply as well, as text. */
type Typed = Readonly<Record<string, string | undefined>>;

/** TLS is settled here: the parser would warn about half of the modes, and read files. */
const tlsNames = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'ssl'] as const;

function readUrl(url: string): Typed {
  const unreadable = usageFailure('WAYBILL_POSTGRES_URL is not a valid address', {
    hint: 'Use postgres://user@host:5432/database?sslmode=verify-full, with special characters percent-encoded.',
  });
  if (!/^postgres(ql)?:\/\//.test(url)) throw unreadable;
  const [address = '', query = ''] = url.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  const ofTls = Object.fromEntries(
    tlsNames.map((name) => [name, parameters.get(name) ?? undefined]),
  );
  for (const name of tlsNames) parameters.delete(name);
  try {
    const { host, port, user, password, database } = parse(`${address}?${parameters}`);
    const hostaddr = parameters.get('hostaddr');
    const text = (value: string | null | undefined) => value || undefined;
    return {
      ...ofTls,
      host: text(host),
      hostaddr: text(hostaddr),
      port: text(port),
      user: text(user),
      password: text(password),
      database: text(database),
    };
  } catch {
    // The parser's error may quote the address, including the password.
    throw unreadable;
  }
}

const variables = {
  host: 'PGHOST',
  hostaddr: 'PGHOSTADDR',
  port: 'PGPORT',
  user: 'PGUSER',
  password: 'PGPASSWORD',
  database: 'PGDATABASE',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
} as const;

function portOf(typed = '5432'): number {
  const port = Number(typed);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw usageFailure(`The port of PostgreSQL must be a number from 1 to 65535, not "${typed}"`);
}

const unverifiedModes = ['disable', 'allow', 'prefer', 'no-verify'] as const;
const modes = [...unverifiedModes, 'require', 'verify-ca', 'verify-full'] as const;
type Mode = (typeof modes)[number];

/**
 * libpq's modes (postgresql.org/docs/current/libpq-ssl.html), except that nothing goes to another
 * machine unencrypted.
 */
function tlsOf(typed: Typed, host: string, { env, caFile }: AddressSource): PostgresAddress['ssl'] {
  const { sslmode: mode, sslrootcert, sslcert, sslkey } = typed;
  if (mode !== undefined && !modes.includes(mode as Mode)) {
    throw usageFailure(`sslmode must be one of ${modes.join(', ')}, not "${mode}"`);
  }
  const { hostaddr: target = host } = typed;
  const isLocal =
    target.startsWith('/') || isLoopback(target.includes(':') ? `[${target}]` : target);
  if (isLocal && (mode === undefined || ['disable', 'allow', 'prefer'].includes(mode)))
    return false;
  if (!isLocal && (mode === 'disable' || mode === 'no-verify')) {
    throw usageFailure(`sslmode=${mode} is for this machine only, not for ${host}`, {
      hint: 'On the way, others could read or change the whole account. If you use your own certificate authority, set sslrootcert=<file>.',
    });
  }
  const read = (file: string, name: string) => {
    try {
      return textIn(readFileSync(file), `${name} ${file}`, 'latin1');
    } catch (cause) {
      if (cause instanceof Failure) throw cause;
      throw diskFailure('read', `${name} ${file}`, cause);
    }
  };
  const trusted =
    sslrootcert !== undefined && sslrootcert !== 'system'
      ? certificatesIn(sslrootcert, 'sslrootcert')
      : caFile && trustedWith(caFile, env);
  return {
    ...(trusted ? { ca: [...trusted] } : {}),
    ...(sslcert === undefined ? {} : { cert: read(sslcert, 'sslcert') }),
    ...(sslkey === undefined ? {} : { key: read(sslkey, 'sslkey') }),
    rejectUnauthorized: !isLocal || mode === 'verify-ca' || mode === 'verify-full',
    // The certificate is the host's, whatever its address.
    ...(typed.hostaddr === undefined || /^[\d.]+$|:/.test(host) ? {} : { servername: host }),
    ...(mode === 'verify-ca' ? { checkServerIdentity: () => undefined } : {}),
  };
}

/**
 * The address in `WAYBILL_POSTGRES_URL`, completed by libpq's own variables. Throws exit 2 if
 * neither is set.
 */
export function postgresAddress(source: AddressSource): PostgresAddress {
  const { env } = source;
  const ofVariables = Object.entries(variables).map(([name, variable]) => [
    name,
    env[variable] || undefined,
  ]);
  const typed: Record<string, string | undefined> = Object.fromEntries(ofVariables);
  const url = env.WAYBILL_POSTGRES_URL;
  if (env.PGSERVICE || (url && /[?&]service=/.test(url))) {
    throw usageFailure('waybill does not read the service file of PostgreSQL', {
      hint: 'Set WAYBILL_POSTGRES_URL, or PGHOST, PGUSER and PGDATABASE, and unset PGSERVICE.',
    });
  }
  if (!url && !typed.host && !typed.hostaddr && !typed.database) throw noAddress;
  if (url) {
    const given = Object.entries(readUrl(url)).filter(([, value]) => value !== undefined);
    Object.assign(typed, Object.fromEntries(given));
  }
  if (typed.password !== undefined) source.onSecret(typed.password);
  const user = typed.user ?? env.USER ?? env.LOGNAME ?? env.USERNAME;
  if (!user) throw usageFailure('No PostgreSQL user is set: set PGUSER');
  const { hostaddr, host = hostaddr ?? 'localhost', database = user } = typed;
  const login = { host, port: portOf(typed.port), database, user };
  const shown = `${host}:${login.port}/${database}`;
  return {
    ...login,
    shown,
    target: hostaddr ?? host,
    ssl: tlsOf(typed, host, source),
    password: async () => {
      const password = typed.password ?? passwordFromFile(login, source);
      if (password === undefined) {
        throw new Failure({
          ending: 'unauthorized',
          code: 'no_password',
          message: `PostgreSQL at ${shown} asks for ${user}'s password`,
          hint: 'Put it in ~/.pgpass (host:port:database:user:password, chmod 600), or set PGPASSWORD.',
        });
      }
      source.onSecret(password);
      return password;
    },
  };
}

/** The login a password is for. */
export interface Login {
  /** A host name, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
}

/** The fields of a line, separated by colons; a backslash escapes the next character. */
function fieldsOf(line: string): readonly string[] {
  const fields = [''];
  for (const [piece] of line.matchAll(/\\[\s\S]|[\s\S]/g)) {
    if (piece === ':') fields.push('');
    else fields[fields.length - 1] += piece.length > 1 ? piece.slice(1) : piece;
  }
  return fields;
}

/** The password of the first matching line (postgresql.org/docs/current/libpq-pgpass.html). */
export function passwordIn(
  text: string,
  { host, port, database, user }: Login,
): string | undefined {
  // libpq calls the default socket localhost.
  const hosts = host.startsWith('/') ? [host, 'localhost'] : [host];
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('#')) continue;
    const [ofHost, ofPort, ofDatabase, ofUser, password] = fieldsOf(line);
    const fits =
      (ofHost === '*' || hosts.includes(ofHost as string)) &&
      (ofPort === '*' || ofPort === String(port)) &&
      (ofDatabase === '*' || ofDatabase === database) &&
      (ofUser === '*' || ofUser === user);
    if (fits && password !== undefined) return password;
  }
  return undefined;
}

interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDirectory: string;
  readonly platform: string;
  /** Called with the reason why a file is not used. */
  readonly onNotice: (text: string) => void;
}

function fileOf({ env, homeDirectory, platform }: Surroundings): string {
  if (env.PGPASSFILE) return env.PGPASSFILE;
  if (platform === 'win32') return join(env.APPDATA ?? homeDirectory, 'postgresql/pgpass.conf');
  return join(homeDirectory, '.pgpass');
}

/**
 * The password in `PGPASSFILE` or `~/.pgpass`. Like libpq, ignores a file that others may read.
 * Throws exit 2 for one in an unknown encoding.
 */
export function passwordFromFile(login: Login, surroundings: Surroundings): string | undefined {
  const file = fileOf(surroundings);
  try {
    const stats = statSync(file);
    if (!stats.isFile()) return undefined;
    if (surroundings.platform !== 'win32' && (stats.mode & 0o077) !== 0) {
      surroundings.onNotice(`Ignoring ${file}, because others may read it. Run chmod 600 on it.`);
      return undefined;
    }
    return passwordIn(textIn(readFileSync(file), file), login);
  } catch (error) {
    if (error instanceof Failure) throw error;
    return undefined;
  }
}
