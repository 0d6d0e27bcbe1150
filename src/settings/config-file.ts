import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  openSync,
  readFileSync,
  type Stats,
} from 'node:fs';
import { dirname } from 'node:path';
import { Failure, localFileFailure, usageFailure } from '../failure';
import { diskFailure } from '../lib/disk-failure';
import { isObject, parseJson, whyNotJson } from '../lib/json';
import { unlessItThrows } from '../lib/once';
import { textIn } from '../lib/text-file';
import { readWithoutWaiting } from '../lib/waiting-file';
import { quotedWord } from '../lib/words';
import { refuseForeignFolder } from '../lib/write-files';

/** Credentials as a profile stores them. With `keychain` the secret itself is not in the file. */
export interface StoredCredentials {
  readonly store: 'keychain' | 'file';
  /** The origin they were given for: they are never sent anywhere else. */
  readonly origin: string;
  readonly apiKey: string;
  readonly apiSecret?: string;
}

export interface ProfileEntry {
  /** Values of global flags, and `credentialCommand`. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly credentials?: StoredCredentials;
}

/** Anything else in the file may come from a newer waybill: it is kept. */
export interface Config {
  readonly defaultProfile?: string;
  readonly profiles: Readonly<Record<string, ProfileEntry>>;
}

export const emptyConfig: Config = { profiles: {} };

/** The user who must own the file, and who gets a notice if its mode was tightened. */
export interface ConfigUser {
  /** Undefined on Windows, which has neither numeric owners nor modes. */
  readonly userId: number | undefined;
  notice?(text: string): void;
}

/**
 * The flag that a command in a hint needs to act on this run's profile, not another: ` --profile work`, or
 * nothing if that command would choose the same one.
 */
export function profileFlag(choice: {
  readonly profile: string;
  readonly sources: { readonly profile: string };
}): string {
  return choice.sources.profile === 'default' ? '' : ` --profile ${quotedWord(choice.profile)}`;
}

/** `config.json` is not as waybill writes it: exit 2, and the file stays unchanged. */
function damagedConfig(file: string, what: string): Failure {
  return usageFailure(`The settings file ${file} is damaged: ${what}`, {
    hint: 'It was not changed. Fix it, or move it away and log in again with waybill auth login.',
  });
}

function wrongInProfile(profile: unknown): string | undefined {
  if (!isObject(profile)) return 'it is not an object';
  const { settings, credentials } = profile;
  if (settings !== undefined && !isObject(settings)) return '"settings" is not an object';
  if (credentials === undefined) return undefined;
  if (!isObject(credentials)) return '"credentials" is not an object';
  const { store, origin, apiKey, apiSecret = '' } = credentials;
  if (store !== 'keychain' && store !== 'file') return '"store" is neither keychain nor file';
  const texts = { origin, apiKey, apiSecret };
  const wrong = Object.entries(texts).find(([, text]) => typeof text !== 'string');
  return wrong && `"${wrong[0]}" is not text`;
}

/** Parses a config. Throws exit 2 if it is damaged, without the parser's message, which quotes secrets. */
export function parseConfig(text: string, file: string): Config {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    throw damagedConfig(file, `it ${whyNotJson(error)}`);
  }
  if (!isObject(value)) throw damagedConfig(file, 'it is not a JSON object');
  const { profiles = {}, defaultProfile } = value;
  if (defaultProfile !== undefined && typeof defaultProfile !== 'string') {
    throw damagedConfig(file, '"defaultProfile" is not text');
  }
  if (!isObject(profiles)) throw damagedConfig(file, '"profiles" is not an object');
  for (const [name, profile] of Object.entries(profiles)) {
    const wrong = wrongInProfile(profile);
    if (wrong !== undefined) throw damagedConfig(file, `profile "${name}": ${wrong}`);
  }
  return { ...value, profiles } as Config;
}

/** Tightens a mode that gives others access, and reports it. */
function tighten(file: string, descriptor: number, { mode }: Stats, user: ConfigUser): void {
  if (user.userId === undefined || user.notice === undefined || (mode & 0o077) === 0) return;
  const was = (mode & 0o777).toString(8).padStart(4, '0');
  try {
    fchmodSync(descriptor, 0o600);
    user.notice(`${file} was readable by others (mode ${was}); its mode is now 0600.`);
  } catch (error) {
    // The file system may be mounted read-only.
    const { code } = error as NodeJS.ErrnoException;
    user.notice(
      `${file} is readable by others (mode ${was}), and waybill can't change that (${code}).`,
    );
  }
}

/** Opens the file without following a link; undefined if it does not exist. */
function open(file: string): number | undefined {
  try {
    // Opening a FIFO here would block, and no signal would end that.
    return openSync(file, readWithoutWaiting | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code !== 'ELOOP') throw error;
    throw localFileFailure(`The settings file ${file} is a symbolic link, which is not allowed`, {
      hint: 'Replace the link with the file: it sets where credentials are sent, and may contain them.',
    });
  }
}

/** The file's text, after the checks above; undefined if it does not exist. Throws exit 2 or 14. */
export function readConfigText(file: string, user: ConfigUser): string | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = open(file);
    if (descriptor === undefined) return undefined;
    refuseForeignFolder(dirname(file), user.userId);
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) {
      throw localFileFailure(`The settings file ${file} is not a regular file`, {
        hint: 'Move it away, or set WAYBILL_HOME to a different folder.',
      });
    }
    // It must not decide where credentials go and what runs.
    if (user.userId !== undefined && stats.uid !== user.userId) {
      throw localFileFailure(`The settings file ${file} belongs to someone else`, {
        hint: 'Change its owner with chown, or set WAYBILL_HOME to a folder you own.',
      });
    }
    tighten(file, descriptor, stats, user);
    return textIn(readFileSync(descriptor), `The settings file ${file}`);
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    throw diskFailure('read', `The settings file ${file}`, cause);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Reads `config.json`; a missing file counts as empty. Throws exit 2 or 14. */
export function readConfig(file: string, user: ConfigUser): Config {
  const text = readConfigText(file, user);
  return text === undefined ? emptyConfig : parseConfig(text, file);
}

/** The same, or no settings if it can't be read. */
export function readConfigSoftly(file: string, { userId }: ConfigUser): Config {
  // Faults of it are reported where it matters.
  return unlessItThrows(() => readConfig(file, { userId })) ?? emptyConfig;
}

/** A setting's value as text; the file may have been edited. Throws exit 2 for null, a list, an object. */
export function settingText(value: unknown, label: string): string | undefined {
  if (value === undefined) return undefined;
  if (['string', 'number', 'boolean'].includes(typeof value)) return String(value);
  const what = value === null ? 'null' : Array.isArray(value) ? 'a list' : 'an object';
  throw usageFailure(`${label} is ${what}`);
}

/** Returns the name if it can be typed, listed and completed without quoting, else throws exit 2. */
export function checkProfileName(name: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/.test(name)) return name;
  throw usageFailure(`"${name}" is not a valid profile name`, {
    hint: 'Use up to 64 letters, digits, ".", "_", "@" and "-", starting with a letter or digit.',
  });
}
