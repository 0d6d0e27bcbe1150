import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { lstat, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, sep, win32 } from 'node:path';

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/**
 * Creates a folder and its parents; leaves an existing one alone. Node's own `recursive` never
 * returns below `/proc`, where a folder can't be created although its parent exists.
 */
export function makeFolder(path: string, mode?: number): void {
  try {
    mkdirSync(path, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (isFolder(path)) return;
    const parent = dirname(path);
    if (code !== 'ENOENT' || parent === path || isFolder(parent)) throw error;
    makeFolder(parent, mode);
    mkdirSync(path, mode);
  }
}

export interface ReplaceOptions {
  /** Permissions of the new file. */
  readonly mode: number;
  /** Keeps the drafts of two runs apart. */
  readonly processId: number;
}

/**
 * Replaces a file as a whole, so that no reader finds part of it. Throws the system's error and
 * leaves no draft behind.
 */
export function replaceFile(
  path: string,
  content: string | Uint8Array,
  { mode, processId }: ReplaceOptions,
): void {
  const draft = `${path}.${processId}`;
  // Left by a killed run, or planted by someone else.
  rmSync(draft, { force: true });
  try {
    writeFileSync(draft, content, { mode, flag: 'wx' });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

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
