import { lstat, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Removes a path and everything in it; does nothing if it does not exist. `rm` with `recursive` asks
 * for more than some Windows file systems can do.
 */
export async function removeAll(path: string): Promise<void> {
  const stats = await lstat(path).catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (stats?.isDirectory() !== true) return rm(path, { force: true });
  for (const name of await readdir(path)) await removeAll(join(path, name));
  await rmdir(path);
}
