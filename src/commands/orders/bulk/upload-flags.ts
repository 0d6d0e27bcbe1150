import { type Flags, flagLabel, text, toggle } from '../../../cli/flag';
import { usageFailure } from '../../../failure';

/** The flags of every upload, whatever it uploads. */
export const uploadFlags = {
  results: text('<file>', 'Where to write what became of each row', { complete: 'file' }),
  rejects: text('<file>', 'Where to write the rows that are to be mended', { complete: 'file' }),
  restart: toggle('Send everything again, whatever earlier runs have settled'),
};

export interface UploadFlagValues {
  readonly results?: string | undefined;
  readonly rejects?: string | undefined;
  readonly restart: boolean;
}

/** The flags of a verb that takes a file of many orders beside single ones. */
export function fileFlags(describe: string) {
  const group = { group: 'Many orders' };
  const entries = Object.entries(uploadFlags).map(([key, flag]) => [key, { ...flag, ...group }]);
  return {
    csv: text('<file|->', describe, { ...group, complete: 'file' }),
    ...(Object.fromEntries(entries) as typeof uploadFlags),
  };
}

type Values = Readonly<Record<string, unknown>>;

/** Refuses, beside a file, orders that are named one by one and flags that say what one holds. */
export function refuseBesideFile(orders: readonly string[], flags: Values, single: Flags): void {
  const given = Object.keys(single).filter((key) => flags[key] !== undefined);
  const [first] = [...orders.map((order) => `"${order}"`), ...given.map(flagLabel)];
  if (first === undefined) return;
  throw usageFailure(`${first} can't go with --csv`, {
    hint: 'The rows of the file say what each order is to hold.',
  });
}

/** Refuses the flags of an upload where there is none. */
export function refuseWithoutFile(flags: Values): void {
  const given = Object.keys(uploadFlags).find(
    (key) => flags[key] !== undefined && flags[key] !== false,
  );
  if (given !== undefined) throw usageFailure(`${flagLabel(given)} goes with --csv`);
}
