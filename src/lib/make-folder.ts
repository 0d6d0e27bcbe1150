import { mkdirSync, statSync } from 'node:fs';
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
