import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, localFileFailure } from '../failure';
import { diskFailure } from '../lib/disk-failure';
import { renameFile } from '../lib/disk-steps';
import { makeFolder } from '../lib/write-files';
import {
  type Config,
  type ConfigUser,
  emptyConfig,
  parseConfig,
  readConfigText,
} from './config-file';
import type { FilePaths } from './paths';

/**
 * Creates the folder, mode 0700 whatever the umask, and tightens one that is wider. A shared folder
 * such as `/tmp`, recognized by its sticky bit or its owner, is left alone, and so is what a link
 * leads to: the file's own mode protects it.
 */
function prepareFolder(folder: string, { userId, notice }: ConfigUser): void {
  makeFolder(folder, 0o700);
  if (userId === undefined || notice === undefined) return;
  const found = lstatSync(folder);
  const { mode, uid } = found;
  const isOwn = found.isDirectory() && (mode & 0o1000) === 0 && uid === userId;
  if (!isOwn || (mode & 0o077) === 0) return;
  chmodSync(folder, 0o700);
  const was = (mode & 0o777).toString(8).padStart(4, '0');
  notice(`${folder} was open to others (mode ${was}); its mode is now 0700.`);
}

/** Removes the folder's files whose names begin this way; returns how many there were. */
function removeFiles(folder: string, prefix: string): number {
  const names = readdirSync(folder).filter((name) => name.startsWith(prefix));
  for (const name of names) rmSync(join(folder, name), { force: true });
  return names.length;
}

const damagedPrefix = 'config.damaged-';

/** Removes the copies of damaged files, which may hold secrets; returns how many there were. */
export function removeDamagedCopies(folder: string): number {
  return removeFiles(folder, damagedPrefix);
}

/** Saves a copy of a damaged file, once, so that no attempt to fix it can lose its contents. */
function keepAside(folder: string, text: string): string {
  const fingerprint = createHash('sha256').update(text).digest('hex').slice(0, 8);
  const aside = join(folder, `${damagedPrefix}${fingerprint}.json`);
  try {
    writeFileSync(aside, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return aside;
}

function readForChange({ configFile, configFolder }: FilePaths, user: ConfigUser): Config {
  const text = readConfigText(configFile, user);
  if (text === undefined) return emptyConfig;
  try {
    return parseConfig(text, configFile);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const aside = keepAside(configFolder, text);
    throw error.with({ message: `${error.message}. A copy was saved as ${aside}` });
  }
}

/** Waits for other writers for about 15 seconds, longer than it takes a lock to count as stale. */
const lockOptions = {
  realpath: false,
  stale: 10_000,
  retries: { retries: 100, factor: 1.2, minTimeout: 20, maxTimeout: 200, randomize: true },
  // The default throws from a timer. A lock lost because the machine slept does no harm here: the
  // file is replaced as a whole.
  onCompromised: () => {},
};

/**
 * Replaces the whole file. conf writes in place if `SNAP` is set, as it is in any terminal inside a
 * snap: so conf writes a file beside it, and this function renames that.
 */
async function replace({ configFile, configFolder }: FilePaths, config: Config): Promise<void> {
  const { default: Conf } = await import('conf');
  const beside = 'config.new';
  // Left by a killed run, with its secrets, or planted by someone else for conf to follow.
  removeFiles(configFolder, `${beside}.json`);
  const conf = new Conf({
    cwd: configFolder,
    configName: beside,
    configFileMode: 0o600,
    accessPropertiesByDotNotation: false,
    serialize: (value) => `${JSON.stringify(value, undefined, 2)}\n`,
  });
  conf.store = { ...config };
  await renameFile(conf.path, configFile);
}

/** The failure of a write, exit 14; anything but a system error is a bug and stays one. */
function unwritable(configFile: string, cause: unknown): unknown {
  const { code } = cause as NodeJS.ErrnoException;
  if (cause instanceof Failure || code === undefined) return cause;
  if (code === 'ELOCKED') {
    return localFileFailure(`Another waybill is writing to the settings file ${configFile}`, {
      hint: `Try again in a moment. If no other waybill is running, remove ${configFile}.lock.`,
      cause,
    });
  }
  return diskFailure('written', `The settings file ${configFile}`, cause);
}

/** The file's contents before and after a change. */
export interface ConfigChange {
  readonly before: Config;
  readonly after: Config;
}

/**
 * Changes `config.json`: reads, changes and replaces it while other writers wait, so that 20 at
 * once lose nothing. Throws exit 2 for a damaged file, which stays unchanged, and exit 14 if the
 * file can't be written.
 */
export async function changeConfig(
  paths: FilePaths,
  change: (config: Config) => Config,
  user: ConfigUser,
): Promise<ConfigChange> {
  const { configFile, configFolder } = paths;
  try {
    prepareFolder(configFolder, user);
    const { lock } = await import('proper-lockfile');
    const release = await lock(configFile, lockOptions);
    try {
      const before = readForChange(paths, user);
      const after = change(before);
      await replace(paths, after);
      return { before, after };
    } finally {
      await release().catch(() => {});
    }
  } catch (error) {
    throw unwritable(configFile, error);
  }
}
