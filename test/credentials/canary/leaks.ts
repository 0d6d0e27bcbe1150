import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canaries, secrets } from './canaries';

/** The canaries that appear in the text. */
export function canariesIn(text: string, among = canaries): string[] {
  return among.filter((canary) => text.includes(canary));
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The files that contain a secret, except those that should. */
export function leakyFiles(folder: string, meant: readonly string[]): string[] {
  return filesBelow(folder).filter(
    (file) =>
      !meant.some((one) => file.startsWith(one)) &&
      canariesIn(readFileSync(file, 'latin1'), secrets).length > 0,
  );
}

/** The command lines of all processes that show a secret; none without `/proc`. */
export function leakyProcesses(): string[] {
  let ids: string[] = [];
  try {
    ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
  return ids.flatMap((id) => {
    try {
      const words = readFileSync(join('/proc', id, 'cmdline'), 'latin1');
      return canariesIn(words, secrets).length > 0 ? [words.replaceAll('\0', ' ')] : [];
    } catch {
      // The process has exited meanwhile.
      return [];
    }
  });
}
