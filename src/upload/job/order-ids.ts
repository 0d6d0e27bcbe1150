import { join } from 'node:path';
import { isObject, parseJson } from '../../lib/json';
import { type Disk, replaceWhole, wholeText } from './disk';
import { changedFile } from './manifest';

const fileName = 'order-ids.json';

/**
 * Keeps which order each name of a file meant before the first one was changed: rows that change
 * order numbers may give a name to another order, or to none. Resolves once it is on the disk.
 */
export async function keepOrderIds(
  ids: ReadonlyMap<string, string>,
  { folder, disk }: { readonly folder: string; readonly disk: Disk },
): Promise<void> {
  const file = { path: join(folder, fileName), draft: join(folder, `.${fileName}`) };
  const text = `${JSON.stringify([...ids].map(([name, id]) => ({ name, id })))}\n`;
  await replaceWhole(disk, file, text);
}

/** The ids by name that an earlier run kept; none if it kept none. Throws exit 14 if they were changed. */
export async function keptOrderIds(
  folder: string,
  disk: Disk,
): Promise<ReadonlyMap<string, string>> {
  const path = join(folder, fileName);
  if ((await disk.look(path)) === undefined) return new Map();
  const found = parseOrUndefined(await wholeText(disk, path));
  if (!Array.isArray(found)) throw changedFile(path);
  return new Map(
    found.map((one) => {
      if (!isObject(one) || typeof one.name !== 'string' || typeof one.id !== 'string') {
        throw changedFile(path);
      }
      return [one.name, one.id];
    }),
  );
}

function parseOrUndefined(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
