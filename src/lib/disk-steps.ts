import { lstat, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join, sep, win32 } from 'node:path';

// Removing and renaming, where Node's own functions fail on some file systems of Windows.

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

/** Milliseconds. */
const shortest = 10;
const longest = 1500;

/**
 * Renames a file, replacing another. Windows refuses while a program has one of them open, as virus
 * scanners and indexers do with every new file for a moment: then tries again for two seconds.
 */
export async function renameFile(from: string, to: string): Promise<void> {
  for (let pause = shortest; ; pause *= 2) {
    try {
      return await rename(from, to);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      const isHeld = sep === win32.sep && ['EPERM', 'EACCES', 'EBUSY'].includes(code);
      if (!isHeld || pause > longest) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
