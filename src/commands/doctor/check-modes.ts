import { type Dirent, lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../../context/context';
import { diskFailure } from '../../lib/disk-failure';
import { counted } from '../../lib/words';
import { isInProfile } from '../../settings/paths';
import { type CheckResult, warn } from './finding';

/** Undefined if there is no such file. Throws exit 14 if that can't be found out. */
export function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw diskFailure('read', path, error);
  }
}

function isReachable(path: string): boolean {
  try {
    look(path);
    return true;
  } catch {
    return false;
  }
}

function modeOf({ mode }: Stats): string {
  return (mode & 0o7777).toString(8).padStart(4, '0');
}

/** Windows has no modes, and gives other people the folders that are in nobody's profile. */
function checkProfileFolder({ paths, world }: Context): CheckResult[] {
  const { configFolder, dataFolder, cacheFolder } = paths;
  const open = [configFolder, dataFolder, cacheFolder].find((one) => !isInProfile(world, one));
  if (open === undefined) return [];
  const { USERNAME = 'you' } = world.env;
  return [
    warn(
      'folders',
      `${open} is not in your Windows profile: others may be able to read it`,
      `Set WAYBILL_HOME to a folder in your profile, or run icacls "${open}" /inheritance:r /grant:r "${USERNAME}:(OI)(CI)F"`,
    ),
  ];
}

/**
 * Checks file modes. Call it before anything reads the settings file, which tightens its mode. A
 * file that can't be reached is for the check of the file itself to report.
 */
export function checkModes(context: Context): CheckResult[] {
  const { paths, world } = context;
  if (world.userId === undefined) return checkProfileFolder(context);
  return [
    ...(isReachable(paths.configFile) ? checkSettingsModes(context) : []),
    ...checkFolders(context),
  ];
}

function checkSettingsModes({ paths }: Context): CheckResult[] {
  const wanted = [
    [paths.configFolder, '0700', ''],
    [paths.configFile, '0600', 'If others use this machine, refresh the secret in the app. '],
  ] as const;
  return wanted.flatMap(([path, mode, more]) => {
    const stats = look(path);
    if (stats === undefined || stats.isSymbolicLink() || (stats.mode & 0o077) === 0) return [];
    return [
      warn(
        'settings file',
        `${path} can be accessed by others (mode ${modeOf(stats)})`,
        `${more}Run chmod ${mode} '${path}'`,
      ),
    ];
  });
}

/** The most files that are looked at: a user may have named a folder with anything in it. */
const mostEntries = 20_000;

/** A folder and everything in it, links aside; leaves out what can't be read. */
function* below(folder: string): Generator<readonly [string, Stats]> {
  const waiting = [folder];
  for (let count = 0, path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const stats = statsOf(path);
    if (stats === undefined) continue;
    yield [path, stats];
    if (!stats.isDirectory() || count > mostEntries) continue;
    for (const entry of entriesOf(path)) {
      count++;
      if (!entry.isSymbolicLink()) waiting.push(join(path, entry.name));
    }
  }
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Anyone who can write there decides what waybill reads, and where it sends credentials. */
function checkFolders({ paths }: Context): CheckResult[] {
  const { configFolder, configFile, dataFolder, stateFolder, cacheFolder } = paths;
  const folders = new Set([configFolder, dataFolder, stateFolder, cacheFolder]);
  // One below another is reported with it, and the settings are by themselves.
  const reported = new Set([configFolder, configFile]);
  return [...folders].flatMap((folder) => {
    const open: string[] = [];
    for (const [path, stats] of below(folder)) {
      if (reported.has(path)) continue;
      reported.add(path);
      if ((stats.mode & 0o022) !== 0) open.push(`${path} (mode ${modeOf(stats)})`);
    }
    const [first, ...more] = open;
    if (first === undefined) return [];
    const others = more.length === 0 ? '' : `, and ${counted(more.length, 'others')} in ${folder}`;
    return [
      warn(
        'folders',
        `Others can write to ${first}${others}`,
        `They could change what waybill reads. Run chmod -R go-w '${folder}'`,
      ),
    ];
  });
}
