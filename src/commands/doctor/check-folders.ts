import { lstatSync, type Stats } from 'node:fs';
import type { Context } from '../../context/context';
import { diskFailure } from '../../lib/disk-failure';
import { refuseForeignFolder } from '../../lib/write-files';
import { isInProfile } from '../../settings/paths';
import { type DoctorResult, failed, warn } from './finding';

/** Undefined if there is no such file. Throws exit 14 if that can't be found out. */
export function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw diskFailure('read', path, error);
  }
}

/** Windows has no modes, and gives other people the folders that are in nobody's profile. */
function checkProfileFolder({ paths, world }: Context): DoctorResult[] {
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

/** Anyone who can write there decides what waybill reads, and where it sends credentials: commands refuse it. */
export function checkFolders(context: Context): DoctorResult[] {
  const { paths, world } = context;
  if (world.userId === undefined) return checkProfileFolder(context);
  const { configFolder, dataFolder, stateFolder, cacheFolder } = paths;
  const folders = [...new Set([configFolder, dataFolder, stateFolder, cacheFolder])];
  return folders.flatMap((folder) => {
    try {
      refuseForeignFolder(folder, world.userId);
      return [];
    } catch (error) {
      return [failed('folders', error)];
    }
  });
}
