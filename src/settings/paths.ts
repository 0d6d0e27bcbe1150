import { posix, win32 } from 'node:path';
import type { World } from '../world';

/** Paths of waybill's files. All of them belong to the user who runs it. */
export type FilePaths = Readonly<ReturnType<typeof filePaths>>;

type Surroundings = Pick<World, 'env' | 'platform' | 'homeDirectory'> &
  Partial<Pick<World, 'userId'>>;

type Folders = Readonly<Record<'config' | 'data' | 'state' | 'cache', string>>;

/** The XDG base directory specification: "all paths set in these environment variables must be absolute". */
function xdgFolders(surroundings: Surroundings): Folders {
  const base = (variable: string, ...fallback: string[]) => {
    const value = surroundings.env[variable] ?? '';
    const named = posix.isAbsolute(value);
    const folder = named ? value : posix.join(surroundings.homeDirectory, ...fallback);
    return posix.join(folder, 'waybill');
  };
  return {
    config: base('XDG_CONFIG_HOME', '.config'),
    data: base('XDG_DATA_HOME', '.local', 'share'),
    state: base('XDG_STATE_HOME', '.local', 'state'),
    cache: base('XDG_CACHE_HOME', '.cache'),
  };
}

/** Settings roam with the account; data and state stay on the machine. */
function windowsFolders({ env, homeDirectory }: Surroundings): Folders {
  const appData = win32.join(homeDirectory, 'AppData');
  const base = (named: string | undefined, fallback: string) =>
    win32.join(named && win32.isAbsolute(named) ? named : win32.join(appData, fallback), 'waybill');
  const [roaming, local] = [base(env.APPDATA, 'Roaming'), base(env.LOCALAPPDATA, 'Local')];
  return { config: roaming, data: local, state: local, cache: win32.join(local, 'cache') };
}

/** True if Windows keeps a folder for its user: waybill sets no permissions there. */
export function isInProfile(
  { env, homeDirectory }: Pick<World, 'env' | 'homeDirectory'>,
  folder: string,
): boolean {
  return [homeDirectory, env.APPDATA, env.LOCALAPPDATA].some((home) => {
    if (!home) return false;
    const way = win32.relative(home, folder);
    return !win32.isAbsolute(way) && !/^\.\.(\\|$)/.test(way);
  });
}

function folders(surroundings: Surroundings, join: (...parts: string[]) => string): Folders {
  const { env, platform } = surroundings;
  const all = (folder: string, cache: string): Folders => {
    return { config: folder, data: folder, state: folder, cache };
  };
  if (env.WAYBILL_HOME) return all(env.WAYBILL_HOME, join(env.WAYBILL_HOME, 'cache'));
  if (platform === 'win32') return windowsFolders(surroundings);
  if (platform === 'darwin') {
    const library = posix.join(surroundings.homeDirectory, 'Library');
    return all(
      posix.join(library, 'Application Support', 'waybill'),
      posix.join(library, 'Caches', 'waybill'),
    );
  }
  return xdgFolders(surroundings);
}

/**
 * The places of the files: XDG, the platform's own folders on macOS and Windows, or all below `WAYBILL_HOME`.
 * The home directory is asked for only where nothing else names the place.
 */
export function filePaths(surroundings: Surroundings) {
  const { join } = surroundings.platform === 'win32' ? win32 : posix;
  const { config, data, state, cache } = folders(surroundings, join);
  return {
    /** Settings, and credentials stored with `--store file`. */
    configFolder: config,
    configFile: join(config, 'config.json'),
    dataFolder: data,
    sandboxDatabase: join(data, 'sandbox.db'),
    mirrorsFolder: join(data, 'mirrors'),
    stateFolder: state,
    jobsFolder: join(state, 'jobs'),
    /** Hashes of what waybill wrote for the user: a file with one loses nothing if replaced. */
    writtenFolder: join(state, 'written'),
    /** Files that can be recreated at any time. */
    cacheFolder: cache,
    /** The user whose files they are; undefined on Windows. */
    userId: surroundings.userId,
  };
}

/**
 * The words of a command line on Windows, where the shell leaves `~\out.csv` as it is: with the user's home
 * folder, also in `--csv=~\in.csv`.
 */
export function wordsWithHome(words: readonly string[], home: () => string): readonly string[] {
  return words.map((word) =>
    word.replace(
      /^(--[\w-]+=)?~(?=[\\/])/,
      (_, flag = '') => `${flag}${home().replace(/[\\/]$/, '')}`,
    ),
  );
}

/** FNV-1a with 64 bits: only tells names apart, and `node:crypto` would slow every reading down. */
function digest(...parts: readonly string[]): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(JSON.stringify(parts))) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}

/** Tells API keys apart without revealing them. */
export function fingerprintOf(apiKey: string): string {
  return digest('API key', apiKey);
}

/** A name as far as any file system takes it; the digest next to it keeps names distinct. */
function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
}

/** The names of mirrors: one for each profile and base URL, or key and base URL, or sandbox. */
export const mirrorNames = {
  profile: (profile: string, baseUrl: string) =>
    `profile-${slug(profile)}-${digest(profile, baseUrl)}.db`,
  environment: (baseUrl: string, apiKey: string) =>
    `environment-${digest(baseUrl, fingerprintOf(apiKey))}.db`,
  sandbox: (database: string) => `sandbox-${digest(database)}.db`,
};
