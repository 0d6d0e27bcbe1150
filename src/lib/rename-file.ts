import { rename } from 'node:fs/promises';
import { sep, win32 } from 'node:path';

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
