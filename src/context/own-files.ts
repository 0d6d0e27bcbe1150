import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { locate, placeName } from '../disk/place';
import { usageFailure } from '../failure';
import type { Context } from './context';

/** Endings of the files that SQLite and waybill keep beside a database. */
const besideDatabase = ['', '-wal', '-shm', '-journal'];

/** Undefined if it can't be found out: then it can't be written either. */
function placeOf(file: string): Promise<string | undefined> {
  return locate(file).then(placeName, () => undefined);
}

/**
 * Refuses to write a result over waybill's own files: any mirror, the only copy of its payments (`mirror` is
 * the one of --mirror), the sandbox, or the settings. Compares files, not paths.
 */
export async function refuseOwnFiles(
  files: readonly string[],
  { paths }: Pick<Context, 'paths'>,
  { mirror, nothing = 'Nothing was written' }: { mirror?: string | undefined; nothing?: string },
): Promise<void> {
  const folder = paths.mirrorsFolder;
  const names = await readdir(folder).catch(() => []);
  const mirrors = names.filter((name) => name.endsWith('.db')).map((name) => join(folder, name));
  const databases = [...mirrors, paths.sandboxDatabase, ...(mirror === undefined ? [] : [mirror])];
  const own = databases.flatMap((path) => besideDatabase.map((more) => path + more));
  const taken = new Set(await Promise.all([...own, paths.configFile].map(placeOf)));
  for (const file of files) {
    const place = await placeOf(file);
    if (place === undefined || !taken.has(place)) continue;
    throw usageFailure(`${file} is one of waybill's own files`, {
      hint: `${nothing}. Name another file.`,
    });
  }
}
