import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Disk, replaceWhole } from './job/disk';

/**
 * What waybill wrote into files that the user named: for each content an empty file, named by its
 * hash. A file whose content is among them is as waybill left it, and nothing is lost with it.
 */
export function writtenFolder({ stateFolder }: { readonly stateFolder: string }): string {
  return join(stateFolder, 'written');
}

/** Remembers a content, before it appears under the name that the user gave it. */
export async function rememberWritten(disk: Disk, folder: string, hash: string): Promise<void> {
  await disk.makeFolder(folder);
  const path = join(folder, hash);
  // Written again, so that its age is that of the newest file.
  await replaceWhole(disk, { path, draft: `${path}.new` }, '');
}

/** A file that exists already: its first line, and whether it is empty or as waybill wrote it. */
export async function existing(disk: Disk, path: string, folder: string) {
  const content = createHash('sha256');
  let beginning: Buffer = Buffer.alloc(0);
  for await (const chunk of disk.read(path)) {
    if (beginning.length === 0) beginning = chunk;
    content.update(chunk);
  }
  const [firstLine = ''] = beginning
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/, 1);
  const known = await disk.look(join(folder, content.digest('hex')));
  const isUnchanged = known !== undefined || beginning.length === 0;
  return { firstLine, isUnchanged };
}

/** Forgets what was written before this moment, in milliseconds since the epoch. */
export async function forgetWritten(disk: Disk, folder: string, before: number): Promise<void> {
  if ((await disk.look(folder)) === undefined) return;
  for (const name of await disk.list(folder)) {
    const entry = await disk.look(join(folder, name));
    if (entry !== undefined && entry.modified < before) await disk.remove(join(folder, name));
  }
}
