import { join } from 'node:path';
import { type Disk, replaceWhole } from '../../disk/disk';
import type { MoneyUnit } from '../../formats';
import { quotedWord } from '../../lib/words';
import { tableWriter } from '../../tabular/write';

const namePattern = /^old-values-(\d+)-(cents|dollars)\.csv$/;

export interface OldValuesFile {
  readonly name: string;
  /** Counts the files of a job. */
  readonly number: number;
  /** The unit of the amounts in it: whole numbers don't show theirs. */
  readonly unit: MoneyUnit;
}

/** What the name of a file says; undefined if waybill did not name it. */
export function readOldValuesName(name: string): OldValuesFile | undefined {
  const [, number, unit] = namePattern.exec(name) ?? [];
  return number === undefined
    ? undefined
    : { name, number: Number(number), unit: unit as MoneyUnit };
}

/** The files of old values in a job's folder, the newest first. */
export function oldValuesFiles(names: readonly string[]): readonly OldValuesFile[] {
  const files = names.flatMap((name) => readOldValuesName(name) ?? []);
  return files.toSorted((one, other) => other.number - one.number);
}

/** The commands that restore old values, the newest first; `account` is such as ` --profile work`. */
export function undoCommands(
  noun: string,
  account: string,
  folder: string,
  names: readonly string[],
): readonly string[] {
  return oldValuesFiles(names).map(
    ({ name, unit }) =>
      `waybill ${noun} update --csv ${quotedWord(join(folder, name))} --money ${unit}${account}`,
  );
}

/** Saves the lines in the job's folder beside those of earlier runs, which are still useful. */
export async function keepOldValues(
  lines: readonly (readonly string[])[],
  {
    folder,
    unit,
    disk,
  }: { readonly folder: string; readonly unit: MoneyUnit; readonly disk: Disk },
): Promise<string> {
  const [newest] = oldValuesFiles(await disk.list(folder));
  const path = join(folder, `old-values-${(newest?.number ?? 0) + 1}-${unit}.csv`);
  // The cells are already escaped, so that they read back unchanged.
  const write = await tableWriter({ format: 'csv', rawCsv: true });
  await replaceWhole(disk, { path, draft: join(folder, '.old-values.csv') }, write(lines));
  return path;
}
