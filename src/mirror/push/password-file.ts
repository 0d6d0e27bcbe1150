import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

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

/** The password in `PGPASSFILE` or `~/.pgpass`. Like libpq, ignores a file that others may read. */
export function passwordFromFile(login: Login, surroundings: Surroundings): string | undefined {
  const file = fileOf(surroundings);
  try {
    const stats = statSync(file);
    if (!stats.isFile()) return undefined;
    if (surroundings.platform !== 'win32' && (stats.mode & 0o077) !== 0) {
      surroundings.onNotice(`Ignoring ${file}, because others may read it. Run chmod 600 on it.`);
      return undefined;
    }
    return passwordIn(readFileSync(file, 'utf8'), login);
  } catch {
    return undefined;
  }
}
