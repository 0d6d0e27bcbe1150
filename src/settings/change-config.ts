import { chmodSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type GlobalFlags, refuseDryRun } from '../cli/global-flags';
import { realDisk } from '../disk/disk';
import { type LockWorld, lockOn, takeLock } from '../disk/lock';
import { Failure, localFileFailure } from '../failure';
import { diskFailure } from '../lib/disk-failure';
import { makeFolder } from '../lib/write-files';
import type { World } from '../world';
import { type Config, type ConfigUser, type ProfileEntry, readConfig } from './config-file';
import type { FilePaths } from './paths';

/**
 * Creates the folder, mode 0700 whatever the umask, and tightens one that is wider. A shared folder such as
 * `/tmp` (sticky, or not ours) is left alone, and so is a link: the file's own mode protects it.
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

/** Milliseconds that a writer waits for the others. */
const patience = 15_000;

function lockConfig({ configFile }: FilePaths, world: LockWorld) {
  return takeLock(`${configFile}.lock`, {
    disk: realDisk,
    refusal: ({ processId }) =>
      localFileFailure(
        `Another waybill (process ${processId}) is writing to the settings file ${configFile}`,
        { hint: 'Try again in a moment.' },
      ),
    ...lockOn(world, patience),
  });
}

export type ConfigChange = Readonly<Record<'before' | 'after', Config>>;

/**
 * Changes `config.json` while other writers wait, so that 20 at once lose nothing. conf writes it, as a whole
 * and with its mode; what is in the file was read before, with more care. Throws exit 2 for a damaged file,
 * which stays unchanged, and exit 14 if it can't be written.
 */
export async function changeConfig(
  context: {
    readonly globals: Pick<GlobalFlags, 'dryRun'>;
    readonly paths: FilePaths;
    readonly world: LockWorld & Pick<World, 'userId'>;
    readonly notices: { notice(text: string): void };
  },
  change: (config: Config) => Config,
): Promise<ConfigChange> {
  refuseDryRun(context);
  const { paths, world, notices } = context;
  const { configFile, configFolder } = paths;
  const user = { userId: world.userId, notice: notices.notice };
  try {
    prepareFolder(configFolder, user);
    const [lock, { default: Conf }] = await Promise.all([lockConfig(paths, world), import('conf')]);
    try {
      const before = readConfig(configFile, user);
      const after = change(before);
      // Left by killed runs, with their secrets.
      const drafts = readdirSync(configFolder).filter((name) =>
        name.startsWith('config.json.tmp-'),
      );
      for (const name of drafts) rmSync(join(configFolder, name), { force: true });
      const conf = new Conf<Record<string, unknown>>({
        cwd: configFolder,
        configFileMode: 0o600,
        serialize: (config) => `${JSON.stringify(config, undefined, 2)}\n`,
        deserialize: () => ({ ...before }),
      });
      conf.store = { ...after };
      return { before, after };
    } finally {
      await lock.release();
    }
  } catch (cause) {
    // Anything but a system error is a bug and stays one.
    const isOfSystem = !(cause instanceof Failure) && (cause as NodeJS.ErrnoException).code;
    throw isOfSystem ? diskFailure('written', `The settings file ${configFile}`, cause) : cause;
  }
}

export function withProfile(config: Config, name: string, entry: ProfileEntry | undefined): Config {
  const others = Object.entries(config.profiles).filter(([other]) => other !== name);
  const all = entry === undefined ? others : [...others, [name, entry] as const];
  return { ...config, profiles: Object.fromEntries(all) };
}
