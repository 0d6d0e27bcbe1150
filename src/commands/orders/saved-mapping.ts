import { join } from 'node:path';
import type { Context } from '../../context/context';
import { layoutNames, moneyUnits } from '../../formats';
import type { FileReading } from '../../imports/orders/types';
import { plainField, plainName } from '../../lib/fold';
import { isObject, type Members } from '../../lib/json';
import { dateOrders } from '../../tabular/date';
import { readMappingFile, saveMappingFile } from '../uploads/mapping-file';

/** How to read the files of a noun that have one header. */
interface Saved extends FileReading {
  readonly noun: string;
  readonly header: string;
}

/** A header whatever its case, spacing and punctuation. */
function keyOf(header: readonly string[]): string {
  return header.map(plainName).join('|').replace(/\|+$/, '');
}

function savedIn({ noun, header, map, money, dateOrder, layout }: Members): Saved {
  return {
    noun: String(noun),
    header: String(header),
    map: (Array.isArray(map) ? map : []).map(String),
    money: moneyUnits.find((one) => one === money),
    dateOrder: dateOrders.find((one) => one === dateOrder),
    layout: [...layoutNames, 'none' as const].find((one) => one === layout),
  };
}

const fieldIn = (mapped: string) => plainField(mapped.split('=', 1)[0] ?? '');

/** What `--save-mapping` kept for files of orders of a noun. Throws exit 14 if it is damaged. */
export function savedMappings(noun: string, context: Context) {
  const path = join(context.paths.configFolder, 'orders-mapping.json');
  const { mappings } = readMappingFile(path) ?? {};
  const all = (Array.isArray(mappings) ? mappings : []).filter(isObject).map(savedIn);
  const find = (header: readonly string[]): Saved | undefined =>
    all.find((one) => one.noun === noun && one.header === keyOf(header));
  return {
    find,
    /** Adds to what was kept for this header; what is given now replaces the same before. */
    save(header: readonly string[], { map = [], money, dateOrder, layout }: FileReading): void {
      const before = find(header);
      const given = new Set(map.map(fieldIn));
      const kept = (before?.map ?? []).filter((one) => !given.has(fieldIn(one)));
      const saved: Saved = {
        noun,
        header: keyOf(header),
        map: [...kept, ...map],
        money: money ?? before?.money,
        dateOrder: dateOrder ?? before?.dateOrder,
        layout: layout ?? before?.layout,
      };
      const others = all.filter((one) => one !== before);
      saveMappingFile(path, { mappings: [...others, saved] }, context);
    },
  };
}
