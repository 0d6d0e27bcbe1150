import { readdir } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { usageFailure } from '../failure';
import { isPattern } from './input-file';

/** `pay*.csv` as what fits a name as a whole; Windows ignore case. */
function patternOf(name: string): RegExp {
  const source = name.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${source.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'i');
}

/** The named files with those that fit `pay*.csv` in its place, by name. Throws exit 2 if none fits. */
export async function fittingFiles(
  paths: readonly string[],
  separator: string = sep,
): Promise<readonly string[]> {
  const expanded: string[] = [];
  for (const path of paths) {
    const [folder, pattern] = [dirname(path), basename(path)];
    if (!isPattern(path, separator)) {
      expanded.push(path);
      continue;
    }
    const names = isPattern(folder, separator) ? [] : await readdir(folder).catch(() => []);
    const fitting = names.filter((name) => patternOf(pattern).test(name)).sort();
    if (fitting.length === 0) {
      throw usageFailure(`No file fits ${path}`, {
        hint: 'Only the last part of a path may have * or ?.',
      });
    }
    expanded.push(...fitting.map((name) => (folder === '.' ? name : join(folder, name))));
  }
  return expanded;
}
