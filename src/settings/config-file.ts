import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { Failure, localFileFailure, usageFailure } from '../failure';

/** Credentials as a profile keeps them. With `keychain` the secret itself is not in the file. */
export interface StoredCredentials {
  readonly store: 'keychain' | 'file';
  /** The origin they were given for: they are sent nowhere else. */
  readonly origin: string;
  readonly apiKey: string;
  readonly apiSecret?: string;
}

export interface ProfileEntry {
  /** Values of global flags, and `credentialCommand`. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly credentials?: StoredCredentials;
}

export interface Config {
  readonly defaultProfile?: string;
  readonly profiles: Readonly<Record<string, ProfileEntry>>;
}

export const emptyConfig: Config = { profiles: {} };

/** What `config.json` holds is not what waybill writes: exit 2, and the file stays as it is. */
export function damagedConfig(file: string, what: string): Failure {
  return usageFailure(`The settings file ${file} is damaged: ${what}`, {
    hint: 'It was left as it is. Mend it, or move it away and log in again with waybill auth login.',
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads a config out of its text. Throws exit 2 where it is damaged; what the parser says is not
 * repeated, since it quotes the text, secrets included.
 */
export function parseConfig(text: string, file: string): Config {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damagedConfig(file, 'it is no JSON');
  }
  if (!isObject(value)) throw damagedConfig(file, 'it is no JSON object');
  const { profiles = {}, defaultProfile } = value;
  if (defaultProfile !== undefined && typeof defaultProfile !== 'string') {
    throw damagedConfig(file, '"defaultProfile" is no text');
  }
  if (!isObject(profiles)) throw damagedConfig(file, '"profiles" is no object');
  for (const [name, profile] of Object.entries(profiles)) {
    if (!isObject(profile)) throw damagedConfig(file, `profile "${name}" is no object`);
    for (const part of ['settings', 'credentials']) {
      if (profile[part] !== undefined && !isObject(profile[part])) {
        throw damagedConfig(file, `"${part}" of profile "${name}" is no object`);
      }
    }
  }
  return {
    profiles: profiles as Config['profiles'],
    ...(defaultProfile === undefined ? {} : { defaultProfile }),
  };
}

/**
 * Reads `config.json`; none is an empty one. The file decides what is run (`credentialCommand`) and
 * where credentials go, so a link or another owner's file is refused: exit 14.
 */
export function readConfig(file: string): Config {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return emptyConfig;
    if (code === 'ELOOP') throw refusedLink(file);
    throw unreadable(file, error);
  }
  try {
    const { uid } = fstatSync(descriptor);
    const own = userInfo().uid;
    if (own !== -1 && uid !== own) throw refusedOwner(file);
    return parseConfig(readFileSync(descriptor, 'utf8'), file);
  } catch (error) {
    throw error instanceof Failure ? error : unreadable(file, error);
  } finally {
    closeSync(descriptor);
  }
}

function unreadable(file: string, cause: unknown): Failure {
  const reason = (cause as NodeJS.ErrnoException).code ?? 'unknown reason';
  return localFileFailure(`The settings file ${file} could not be read (${reason})`, { cause });
}

function refusedLink(file: string): Failure {
  return localFileFailure(`The settings file ${file} is a symbolic link, which waybill refuses`, {
    hint: 'Put the file itself there: it says where credentials are sent and may hold them.',
  });
}

function refusedOwner(file: string): Failure {
  return localFileFailure(`The settings file ${file} belongs to someone else`, {
    hint: 'Take it over with chown, or point WAYBILL_HOME at a folder of your own.',
  });
}
