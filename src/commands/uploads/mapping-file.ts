import { dirname } from 'node:path';
import type { Context } from '../../context/context';
import { localFileFailure } from '../../failure';
import { diskFailure } from '../../lib/disk-failure';
import { isObject, type Members, parseJson } from '../../lib/json';
import { readOwnFile } from '../../lib/waiting-file';
import { makeFolder, replaceFile } from '../../lib/write-files';

/** What `--save-mapping` saved there; undefined if nothing. Throws exit 14 for a damaged file. */
export function readMappingFile(path: string): Members | undefined {
  try {
    const saved = parseJson(readOwnFile(path));
    return isObject(saved) ? saved : {};
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw localFileFailure(`The saved mapping in ${path} could not be read`, {
      cause: error,
      hint: 'Remove the file, or save the mapping again with --map and --save-mapping.',
    });
  }
}

/** Replaces the file atomically: another run sees the old one or the new one. Throws exit 14. */
export function saveMappingFile(path: string, mapping: object, { world }: Context): void {
  const text = `${JSON.stringify(mapping, null, 2)}\n`;
  try {
    makeFolder(dirname(path), 0o700);
    replaceFile(path, text, { mode: 0o600, processId: world.processes.own });
  } catch (error) {
    throw diskFailure('saved', `The mapping ${path}`, error);
  }
}
