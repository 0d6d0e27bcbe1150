import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Context } from '../../context/context';
import { isSameName } from '../../contract/named';
import { localFileFailure } from '../../failure';
import { amountOwners, differences, layoutNames, moneyUnits } from '../../formats';
import type { FileReading } from '../../imports/orders/types';
import type { MapKey } from '../../imports/payouts/formats';
import { diskFailure } from '../../lib/disk-failure';
import { plainField, plainName } from '../../lib/fold';
import { isObject, type Members, objectsIn, parseJson } from '../../lib/json';
import { readOwnFile } from '../../lib/waiting-file';
import { percentDecoded } from '../../lib/words';
import { makeFolder, replaceFile } from '../../lib/write-files';
import { dateOrders } from '../../tabular/date';
import { mappedTo } from '../../tabular/record';

/** Content that `--save-mapping` saved there; undefined if nothing. Throws exit 14 for a damaged file. */
export function readMappingFile(path: string): Members | undefined {
  if (!existsSync(path)) return undefined;
  try {
    const saved = parseJson(readOwnFile(path));
    return isObject(saved) ? saved : {};
  } catch (error) {
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

interface Saved extends FileReading {
  readonly noun: string;
  readonly header: string;
}

/** A header whatever its case, spacing and punctuation. */
function keyOf(header: readonly string[]): string {
  return header.map(plainName).join('|').replace(/\|+$/, '');
}

const textsIn = (value: unknown) => (Array.isArray(value) ? value : []).map(String);

function savedIn({ noun, header, map, money, dateOrder, layout, ...more }: Members): Saved {
  return {
    noun: String(noun),
    header: String(header),
    map: textsIn(map),
    ignore: textsIn(more.ignore),
    money: moneyUnits.find((one) => one === money),
    dateOrder: dateOrders.find((one) => one === dateOrder),
    layout: [...layoutNames, 'none' as const].find((one) => one === layout),
    prices: amountOwners.find((one) => one === more.prices),
    payouts: amountOwners.find((one) => one === more.payouts),
    difference: differences.find((one) => one === more.difference),
  };
}

const fieldIn = (mapped: string) => plainField(mapped.split('=', 1)[0] ?? '');

/** Mappings that `--save-mapping` kept for files of orders of a noun. Throws exit 14 if it is damaged. */
export function savedMappings(noun: string, context: Context) {
  const path = join(context.paths.configFolder, 'orders-mapping.json');
  const { mappings } = readMappingFile(path) ?? {};
  const all = objectsIn(mappings).map(savedIn);
  const find = (header: readonly string[]): Saved | undefined =>
    all.find((one) => one.noun === noun && one.header === keyOf(header));
  return {
    find,
    /** Adds to what was kept for this header; what is given now replaces the same before. */
    save(header: readonly string[], { map = [], ignore = [], ...given }: FileReading): void {
      const before = find(header);
      const mapped = new Set(map.map(fieldIn));
      // A column that is now spoken of is read like this alone.
      const said = new Set([...map.map(mappedTo), ...ignore.map(plainName)]);
      const isKept = (one: string) => !mapped.has(fieldIn(one)) && !said.has(mappedTo(one));
      const kept = (before?.map ?? []).filter(isKept);
      const more = Object.entries(given).filter(([, value]) => value !== undefined);
      const saved: Saved = {
        ...before,
        ...Object.fromEntries(more),
        noun,
        header: keyOf(header),
        map: [...kept, ...map],
        ignore: [...(before?.ignore ?? []).filter((one) => !said.has(plainName(one))), ...ignore],
      };
      const others = all.filter((one) => one !== before);
      saveMappingFile(path, { mappings: [...others, saved] }, context);
    },
  };
}

/** Each group has its own small file under its name. */
export async function payoutMappingPath(group: string, { paths }: Pick<Context, 'paths'>) {
  const { fileNameFor } = await import('../../lib/short-name');
  return join(paths.configFolder, 'mappings', `${fileNameFor(group)}.json`);
}

/** The file that was saved for a group, in whatever spelling of it. */
export async function savedPayoutMapping(group: string, context: Pick<Context, 'paths'>) {
  const path = await payoutMappingPath(group, context);
  if (existsSync(path) || !existsSync(dirname(path))) return path;
  const saved = readdirSync(dirname(path)).find((file) =>
    isSameName(percentDecoded(basename(file, '.json')), group),
  );
  return saved === undefined ? path : join(dirname(path), saved);
}

/** Undefined if none was saved; what it has besides is left out. Throws exit 14 for a damaged file. */
export function readPayoutMapping(
  path: string,
  formatIds: readonly string[],
  mapKeys: readonly MapKey[],
) {
  const saved = readMappingFile(path);
  if (saved === undefined) return undefined;
  const { format, map, dateFormat, noHeader } = saved;
  const headers = isObject(map) ? map : {};
  const known: Partial<Record<MapKey, string>> = Object.fromEntries(
    mapKeys.flatMap((key) => (typeof headers[key] === 'string' ? [[key, headers[key]]] : [])),
  );
  return {
    format: formatIds.find((id) => id === format),
    map: known,
    /** The part that comes first in `01/02/2026`: without it, the next file could be read differently. */
    dateFormat: dateOrders.find((one) => one === dateFormat),
    /** The group's files have no header, and the map has the numbers of the columns. */
    noHeader: noHeader === true,
  };
}
