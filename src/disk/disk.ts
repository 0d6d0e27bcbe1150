import { constants } from 'node:fs';
import { type FileHandle, link, open, readdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Failure } from '../failure';
import { diskFailure, notRegular } from '../lib/disk-failure';
import { gathered } from '../lib/once';
import { readWithoutWaiting } from '../lib/waiting-file';
import { makeFolder, removeAll, renameFile } from '../lib/write-files';
import { Interruption } from '../world';
import { ifThere, locate } from './place';

/**
 * The few disk operations that an upload and a lock need, so that a test can let each of them fail. Errors
 * are exit 14 and name the file; their cause is Node's own (`ENOSPC`, `EIO`, …).
 */
export type Disk = Readonly<typeof systemDisk>;
export type DiskFile = Readonly<ReturnType<typeof regularFile>>;

interface DiskEntry {
  readonly kind: 'file' | 'folder' | 'other';
  /** Milliseconds since the epoch. */
  readonly modified: number;
}

export async function wholeText(disk: Disk, path: string): Promise<string> {
  return Buffer.concat(await gathered(disk.read(path))).toString('utf8');
}

/** A file that appears under its name only once all of it is on the disk. */
interface WholeFile {
  readonly path: string;
  /** The file that is written first, in the same folder. A crash may have left an older one. */
  readonly draft: string;
  /** Permissions of a new file, to which the umask applies; 0600 by default. */
  readonly mode?: number | undefined;
  /** Permissions of the file that it replaces. */
  readonly exactMode?: number | undefined;
  /** Its name in errors; its path by default. */
  readonly name?: string;
  beforeItAppears?(): Promise<void>;
}

export type WholeWriter = Awaited<ReturnType<typeof beginWhole>>;

export async function beginWhole(
  disk: Disk,
  { path, draft, mode, exactMode, name = path, beforeItAppears }: WholeFile,
) {
  await disk.remove(draft);
  const file = await disk.create(draft, mode, name);
  return {
    write: file.write,
    /** Resolves once the file and its name are on the disk. */
    async finish() {
      if (exactMode !== undefined) await file.setMode(exactMode);
      await file.sync();
      await file.close();
      await beforeItAppears?.();
      await disk.rename(draft, path);
      await disk.syncFolder(dirname(path));
    },
    /** Leaves what was there before. */
    async abandon() {
      await file.close();
      await disk.remove(draft);
    },
  };
}

/** Creates or replaces a file as a whole; resolves once it and its name are on the disk. */
export async function replaceWhole(disk: Disk, file: WholeFile, text: string): Promise<void> {
  const writer = await beginWhole(disk, file);
  await writer.write(text);
  await writer.finish();
}

const chunkSize = 256 * 1024;

function regularFile(handle: FileHandle) {
  return {
    async write(text: string | Uint8Array): Promise<void> {
      const bytes = Buffer.from(text);
      // A write may accept less than it was given, for example on a nearly full disk.
      for (let from = 0; from < bytes.length; ) {
        from += (await handle.write(bytes, from)).bytesWritten;
      }
    },
    /** Resolves when everything written is durable. */
    sync: () => handle.datasync(),
    /** Permissions, such as 0o644, whatever the umask. */
    setMode: (mode: number) => handle.chmod(mode),
    close: () => handle.close(),
  };
}

/** Opens one of waybill's own files: a FIFO would block forever, a device could return anything. */
async function openRegular(path: string, flags: number): Promise<FileHandle> {
  const handle = await open(path, flags);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw Object.assign(new Error(`not a regular file: ${path}`), { code: notRegular });
}

const systemDisk = {
  /** Creates a missing folder and its parents, for the owner only (0700). */
  makeFolder: async (path: string) => makeFolder(path, 0o700),
  /** Fails if the file exists. Errors name it `laterName`. */
  create: async (path: string, mode = 0o600, _laterName?: string): Promise<DiskFile> =>
    regularFile(await open(path, 'wx', mode)),
  /** Opens a file to write after its first `length` bytes; truncates the rest. */
  async append(path: string, length: number): Promise<DiskFile> {
    const flags = constants.O_RDWR | constants.O_APPEND | readWithoutWaiting;
    const handle = await openRegular(path, flags);
    try {
      if ((await handle.stat()).size > length) await handle.truncate(length);
    } catch (error) {
      await handle.close();
      throw error;
    }
    return regularFile(handle);
  },
  /** Chunks of a regular file, read on demand. */
  async *read(path: string): AsyncIterable<Buffer> {
    const handle = await openRegular(path, readWithoutWaiting);
    try {
      for (;;) {
        const chunk = Buffer.allocUnsafe(chunkSize);
        const { bytesRead, buffer } = await handle.read(chunk, 0, chunkSize);
        if (bytesRead === 0) return;
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await handle.close();
    }
  },
  rename: renameFile,
  /** Creates a second name for the file; fails if that name exists. */
  link: (from: string, to: string): Promise<void> => link(from, to),
  /** Including its contents; does nothing if it does not exist. */
  remove: removeAll,
  list: (folder: string): Promise<readonly string[]> => readdir(folder),
  /** The thing at a path, following links; undefined if there is nothing. */
  async look(path: string): Promise<DiskEntry | undefined> {
    const stats = await ifThere(stat(path));
    if (stats === undefined) return undefined;
    const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other';
    return { kind, modified: stats.mtimeMs };
  },
  /** Finds where writing to a name given by the user would go. */
  locate,
  /** Makes the names in a folder durable. */
  async syncFolder(path: string): Promise<void> {
    // Windows can't open a folder, but its names are durable anyway.
    if (constants.O_DIRECTORY === undefined) return;
    const handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
};

/** Turns every error of a disk into a failure (exit 14) that names the file. */
export function reportingDisk(disk: Disk): Disk {
  const guard = async <T>(what: string, path: string, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof Failure || error instanceof Interruption) throw error;
      throw diskFailure(what, path, error);
    }
  };
  const file = (path: string, { write, sync, setMode, close }: DiskFile): DiskFile => ({
    write: (text) => guard('written', path, write(text)),
    sync: () => guard('written', path, sync()),
    setMode: (mode) => guard('written', path, setMode(mode)),
    close: () => guard('written', path, close()),
  });
  return {
    makeFolder: (path) => guard('created', path, disk.makeFolder(path)),
    create: async (path, mode, name = path) =>
      file(name, await guard('created', name, disk.create(path, mode))),
    append: async (path, length) =>
      file(path, await guard('written', path, disk.append(path, length))),
    async *read(path) {
      try {
        yield* disk.read(path);
      } catch (error) {
        throw diskFailure('read', path, error);
      }
    },
    rename: (from, to) => guard('written', to, disk.rename(from, to)),
    link: (from, to) => guard('written', to, disk.link(from, to)),
    remove: (path) => guard('removed', path, disk.remove(path)),
    list: (folder) => guard('read', folder, disk.list(folder)),
    look: (path) => guard('read', path, disk.look(path)),
    locate: (path) => guard('written', path, disk.locate(path)),
    syncFolder: (path) => guard('written', path, disk.syncFolder(path)),
  };
}

export const realDisk: Disk = reportingDisk(systemDisk);
