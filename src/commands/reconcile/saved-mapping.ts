import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../../context';
import { localFileFailure } from '../../failure';
import { type DateOrder, dateOrders } from '../../insight/reconcile/dates';
import { type MapKey, mapKeys } from '../../insight/reconcile/formats';
import { type FormatId, formatIds } from '../../insight/reconcile/model';
import { isObject, parseJson } from '../../lib/json';
import { makeFolder } from '../../lib/make-folder';

/** How to find the columns in a group's files. */
export interface Mapping {
  readonly format: FormatId | undefined;
  readonly map: Partial<Record<MapKey, string>>;
  /** What comes first in `01/02/2026`: without it, the next file could be read differently. */
  readonly dateFormat?: DateOrder | undefined;
}

/** Each group has its own small file. */
export function mappingPath(group: string, { paths }: Pick<Context, 'paths'>): string {
  return join(paths.configFolder, 'mappings', `${encodeURIComponent(group)}.json`);
}

/** Undefined if none was saved. Throws exit 14 for a damaged file. */
export function readMapping(path: string): Mapping | undefined {
  let saved: unknown;
  try {
    saved = parseJson(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw localFileFailure(`The saved mapping in ${path} could not be read`, {
      cause: error,
      hint: 'Remove the file, or save the mapping again with --map and --save-mapping.',
    });
  }
  const { format, map, dateFormat } = isObject(saved) ? saved : {};
  const known = formatIds.find((id) => id === format);
  const headers = isObject(map) ? map : {};
  return {
    format: known,
    map: Object.fromEntries(
      mapKeys.flatMap((key) => (typeof headers[key] === 'string' ? [[key, headers[key]]] : [])),
    ),
    dateFormat: dateOrders.find((one) => one === dateFormat),
  };
}

/** Replaces the file atomically: another run sees the old one or the new one. Throws exit 14. */
export function saveMapping(path: string, mapping: Mapping): void {
  const temporary = `${path}.new`;
  try {
    makeFolder(join(path, '..'), 0o700);
    writeFileSync(temporary, `${JSON.stringify(mapping, null, 2)}\n`, { mode: 0o600 });
    renameSync(temporary, path);
  } catch (error) {
    throw localFileFailure(`The mapping could not be saved in ${path}`, { cause: error });
  }
}
