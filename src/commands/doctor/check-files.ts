import { lstatSync, type Stats } from 'node:fs';
import type { Context } from '../../context';
import { counted } from '../../lib/words';
import { failed, ok, type Verdict, warn } from './finding';

function look(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

/** Checks file modes. Call it before anything reads the settings file, which tightens its mode. */
export function checkModes({ paths, world }: Context): Verdict[] {
  if (world.userId === undefined) return [];
  const wanted = [
    [paths.configFolder, '0700', ''],
    [paths.configFile, '0600', ' If others use this machine, refresh the secret in the app.'],
  ] as const;
  return wanted.flatMap(([path, mode, more]) => {
    const stats = look(path);
    if (stats === undefined || stats.isSymbolicLink() || (stats.mode & 0o077) === 0) return [];
    const was = (stats.mode & 0o7777).toString(8).padStart(4, '0');
    return [
      warn(
        'settings file',
        `${path} can be accessed by others (mode ${was})`,
        `chmod ${mode} '${path}'.${more}`,
      ),
    ];
  });
}

export function checkSettingsFile({ paths: { configFile }, readConfig }: Context): Verdict[] {
  const check = 'settings file';
  if (look(configFile) === undefined) return [ok(check, `${configFile} does not exist yet`)];
  try {
    const { profiles } = readConfig();
    const count = Object.keys(profiles).length;
    return [ok(check, `${configFile} has ${counted(count, 'profiles')}`)];
  } catch (error) {
    return [failed(check, error)];
  }
}

/** Opens the sandbox database if it exists; the doctor does not create it. */
export async function checkSandboxDatabase({ paths, sandboxService }: Context): Promise<Verdict[]> {
  const check = 'sandbox database';
  const { sandboxDatabase: database } = paths;
  if (look(database) === undefined) {
    return [ok(check, `${database} does not exist yet; --sandbox creates it`)];
  }
  try {
    const service = await sandboxService();
    try {
      const { orders, giftcards } = service.info().counts;
      return [ok(check, `${database} has ${orders} orders and ${giftcards} gift card orders`)];
    } finally {
      service.close();
    }
  } catch (error) {
    return [failed(check, error)];
  }
}
