import { basename, dirname, join } from 'node:path';
import { localFileFailure } from '../failure';
import type { Patience } from '../lib/waiting-file';
import type { Disk } from './job/disk';
import type { Place } from './job/place';

/** Where results or rejects will go, found out before anything is sent. */
export interface ResultFile {
  /** As the user named it. */
  readonly name: string;
  /** Starts to write the final contents, and nothing else. */
  begin(): Promise<Replacement>;
  /** For a run that ends before it has begun to write. */
  release(): Promise<void>;
}

export interface Replacement {
  write(text: string | Uint8Array): Promise<void>;
  finish(): Promise<void>;
  abandon(): Promise<void>;
}

export interface ResultFileOptions extends Patience {
  readonly disk: Disk;
  readonly wanted: string;
  /** Kept with the job, for the owner only. */
  readonly isOwn: boolean;
  readonly job: string;
}

/**
 * Makes sure that the file can be written. A stream is opened here, and a FIFO waited for: later its
 * reader may have left, and what was sent would have no results. Throws exit 14.
 */
export async function prepareResultFile(options: ResultFileOptions): Promise<ResultFile> {
  const { disk, wanted, isOwn } = options;
  const place = await disk.locate(wanted);
  if (place.kind === 'stream' && !isOwn) {
    const file = await disk.openStream({ ...place, path: wanted }, options);
    const close = () => file.close();
    return {
      name: wanted,
      begin: async () => ({ write: file.write, finish: close, abandon: close }),
      release: close,
    };
  }
  await (await replacement(place, options)).abandon();
  return {
    name: wanted,
    // What was there before the sending may be something else after it.
    begin: async () => replacement(await disk.locate(wanted), options),
    release: async () => {},
  };
}

/**
 * Writes beside the file and puts it in its place when it is complete and on the disk. What a crash
 * leaves is found by the next run of the same job.
 */
async function replacement(
  place: Place,
  { disk, wanted, isOwn, job }: ResultFileOptions,
): Promise<Replacement> {
  if (place.kind === 'folder') throw localFileFailure(`${wanted} is a folder`);
  if (place.kind === 'stream') throw localFileFailure(`${wanted} is not a regular file`);
  const { path } = place;
  const temporary = join(dirname(path), `.${basename(path)}.${job.slice(0, 8)}.waybill`);
  await disk.remove(temporary);
  const isNew = place.kind === 'absent';
  // The umask applies to a new file of the user's; one that is replaced keeps its mode.
  const file = await disk.create(temporary, isNew && !isOwn ? 0o666 : 0o600);
  return {
    write: (text) => file.write(text),
    async finish() {
      if (!isNew && !isOwn) await file.setMode(place.mode);
      await file.sync();
      await file.close();
      await disk.rename(temporary, path);
      await disk.syncFolder(dirname(path));
    },
    async abandon() {
      await file.close();
      await disk.remove(temporary);
    },
  };
}
