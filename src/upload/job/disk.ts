import { constants, type Stats } from 'node:fs';
import { chmod, link, mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { localFileFailure } from '../../failure';

/**
 * The few things that an upload does to the disk, so that a test can let each of them fail. Errors
 * are Node's own (`ENOSPC`, `EIO`, …); `reportingDisk` turns them into failures with exit 14.
 */
export interface Disk {
  /** The folder and its parents, for the owner alone (0700). */
  makeFolder(path: string): Promise<void>;
  /** A new file with mode 0600, or the one given; fails where it exists. */
  create(path: string, mode?: number): Promise<DiskFile>;
  /** Opens a file to write behind its first `length` bytes; what stood there is cut off. */
  append(path: string, length: number): Promise<DiskFile>;
  /** Opens what is no regular file (a pipe, a device) to write into. */
  openSpecial(path: string): Promise<DiskFile>;
  /** Chunks of a file, read when asked for. */
  read(path: string): AsyncIterable<Buffer>;
  rename(from: string, to: string): Promise<void>;
  /** A second name for the file; fails where that exists. */
  link(from: string, to: string): Promise<void>;
  /** With all that is in it; nothing where it is not there. */
  remove(path: string): Promise<void>;
  list(folder: string): Promise<readonly string[]>;
  /** What a name stands for, through links; undefined where there is nothing. */
  look(path: string): Promise<Entry | undefined>;
  /** Makes the names in a folder durable. */
  syncFolder(path: string): Promise<void>;
}

export interface DiskFile {
  write(text: string): Promise<void>;
  /** Resolves when everything written is durable. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

export interface Entry {
  readonly kind: 'file' | 'folder' | 'other';
  /** The same without links on the way. */
  readonly path: string;
  /** Milliseconds since the epoch. */
  readonly modified: number;
}

const chunkSize = 256 * 1024;

function kindOf(stats: Stats): Entry['kind'] {
  if (stats.isFile()) return 'file';
  return stats.isDirectory() ? 'folder' : 'other';
}

async function openFile(path: string, flags: string | number, mode: number): Promise<DiskFile> {
  const handle = await open(path, flags, mode);
  return {
    async write(text) {
      const bytes = Buffer.from(text);
      // A write may take less than it was given, on a disk that is nearly full for one.
      for (let from = 0; from < bytes.length; ) {
        from += (await handle.write(bytes, from)).bytesWritten;
      }
    },
    sync: () => handle.datasync(),
    close: () => handle.close(),
  };
}

/** The disk of the machine. */
export const realDisk: Disk = {
  async makeFolder(path) {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await chmod(path, 0o700);
  },
  create: (path, mode = 0o600) => openFile(path, 'wx', mode),
  async append(path, length) {
    const handle = await open(path, 'r+');
    try {
      if ((await handle.stat()).size > length) await handle.truncate(length);
    } finally {
      await handle.close();
    }
    return openFile(path, 'a', 0o600);
  },
  openSpecial: (path) => openFile(path, constants.O_WRONLY, 0o600),
  async *read(path) {
    const handle = await open(path, 'r');
    try {
      for (;;) {
        const { bytesRead, buffer } = await handle.read(
          Buffer.allocUnsafe(chunkSize),
          0,
          chunkSize,
        );
        if (bytesRead === 0) return;
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await handle.close();
    }
  },
  rename,
  link,
  remove: (path) => rm(path, { recursive: true, force: true }),
  list: (folder) => readdir(folder),
  async look(path) {
    try {
      const stats = await stat(path);
      return { kind: kindOf(stats), path: await realpath(path), modified: stats.mtimeMs };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  },
  async syncFolder(path) {
    // Windows can't open a folder; its names are durable without.
    if (constants.O_DIRECTORY === undefined) return;
    const handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
};

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'there is no space left on the device',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would become too large',
  EACCES: 'permission was denied',
  EPERM: 'the operation is not permitted',
  EROFS: 'the file system is read-only',
  EIO: 'the device reports an input/output error',
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of the path is no folder',
  EISDIR: 'it is a folder',
  EMFILE: 'too many files are open',
};

/** Why a file system call failed, for people. */
export function diskReason(error: unknown): string {
  const { code = 'unknown reason', message } = error as NodeJS.ErrnoException;
  return reasons[code] ?? `${message} (${code})`;
}

/** Exit 14 for anything a file system call throws. */
export function diskFailure(what: string, path: string, cause: unknown) {
  return localFileFailure(`${path} could not be ${what}: ${diskReason(cause)}`, { cause });
}

/** Whether the call failed because the name is taken: an answer rather than an accident. */
export function isTaken(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  // A folder can't be renamed onto one that has something in it: Linux says the one, macOS the other.
  return code === 'EEXIST' || code === 'ENOTEMPTY';
}

/**
 * The same disk, with failures (exit 14) that name the file for whatever goes wrong. That a name is
 * taken passes as it is.
 */
export function reportingDisk(disk: Disk): Disk {
  const guard = async <T>(what: string, path: string, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (isTaken(error)) throw error;
      throw diskFailure(what, path, error);
    }
  };
  const file = (path: string, { write, sync, close }: DiskFile): DiskFile => ({
    write: (text) => guard('written', path, write(text)),
    sync: () => guard('written', path, sync()),
    close: () => guard('written', path, close()),
  });
  return {
    makeFolder: (path) => guard('made', path, disk.makeFolder(path)),
    create: async (path, mode) => file(path, await guard('made', path, disk.create(path, mode))),
    append: async (path, length) =>
      file(path, await guard('written', path, disk.append(path, length))),
    openSpecial: async (path) => file(path, await guard('written', path, disk.openSpecial(path))),
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
    syncFolder: (path) => guard('written', path, disk.syncFolder(path)),
  };
}
