import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

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
