import { join } from 'node:path';
import { tableWriter } from '../../tabular/write';
import type { Disk } from './disk';

const namePattern = /^old-values-(\d+)\.csv$/;

/** The newest file of old values in a job's folder. */
export function newestOldValues(names: readonly string[]): string | undefined {
  const numbers = names.map((name) => Number(namePattern.exec(name)?.[1] ?? 0));
  const newest = Math.max(0, ...numbers);
  return newest === 0 ? undefined : `old-values-${newest}.csv`;
}

/**
 * Saves the lines in the job's folder next to those of earlier runs, which are still useful.
 * Resolves with the path once they are on the disk.
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
  // The cells are already escaped, so that they read back unchanged.
  await file.write((await tableWriter({ format: 'csv', rawCsv: true }))(lines));
  await file.sync();
  await file.close();
  await disk.rename(temporary, path);
  await disk.syncFolder(folder);
  return path;
}
