import { join } from 'node:path';
import { tableWriter } from '../../tabular/write';
import type { Disk } from './disk';

const namePattern = /^old-values-(\d+)\.csv$/;

/** The file of old values that a job's folder got last. */
export function newestOldValues(names: readonly string[]): string | undefined {
  const numbers = names.map((name) => Number(namePattern.exec(name)?.[1] ?? 0));
  const newest = Math.max(0, ...numbers);
  return newest === 0 ? undefined : `old-values-${newest}.csv`;
}

/**
 * Keeps the lines in the job's folder beside those of earlier runs, which are still of use. Resolves
 * with the path once they are on the disk.
 */
export async function keepOldValues(
  lines: readonly (readonly string[])[],
  folder: string,
  disk: Disk,
): Promise<string> {
  const newest = newestOldValues(await disk.list(folder));
  const number = Number(namePattern.exec(newest ?? '')?.[1] ?? 0) + 1;
  const path = join(folder, `old-values-${number}.csv`);
  const temporary = join(folder, '.old-values.csv');
  await disk.remove(temporary);
  const file = await disk.create(temporary);
  // The cells are escaped already, so that they are read back as they were.
  await file.write((await tableWriter({ format: 'csv', rawCsv: true }))(lines));
  await file.sync();
  await file.close();
  await disk.rename(temporary, path);
  await disk.syncFolder(folder);
  return path;
}
