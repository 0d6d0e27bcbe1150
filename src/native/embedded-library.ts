import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, localFileFailure } from '../failure';
import { diskReason } from '../lib/disk-failure';
import { readWithoutWaiting } from '../lib/waiting-file';
import { makeFolder, refuseForeignFolder, replaceFile } from '../lib/write-files';
import { type LibraryFolder, libraryFolder } from './library-folder';

/** A native library inside the executable. Only the executable's build imports this file. */
export interface EmbeddedLibrary {
  readonly name: string;
  /** Its path inside the executable. */
  readonly file: string;
  /** Of its content, in hexadecimal. */
  readonly hash: string;
}

/** Reads through one small buffer: allocating ten megabytes takes longer than hashing them. */
export function hashOf(descriptor: number, hash: LibraryFolder['hash']): string {
  const piece = Buffer.alloc(256 * 1024);
  let found = 0n;
  for (let length = -1; length !== 0; ) {
    length = readSync(descriptor, piece);
    found = hash(piece.subarray(0, length), found);
  }
  return found.toString(16).padStart(16, '0');
}

/** True if the file is the user's own and undamaged. Its folder keeps other users out. */
function isIntact(file: string, expected: string, { userId, hash }: LibraryFolder): boolean {
  let descriptor: number;
  try {
    // Opening a FIFO here would block, and no signal would end that.
    descriptor = openSync(file, readWithoutWaiting);
  } catch {
    return false;
  }
  try {
    const stats = fstatSync(descriptor);
    const { uid, mode } = stats;
    const isOwn = userId === undefined || (uid === userId && (mode & 0o022) === 0);
    return stats.isFile() && isOwn && hashOf(descriptor, hash) === expected;
  } catch {
    return false;
  } finally {
    closeSync(descriptor);
  }
}

function load(library: EmbeddedLibrary, folder: LibraryFolder): object {
  const { path, processId, advice } = folder;
  const file = join(path, `${library.name}-${library.hash}.node`);
  const isThere = () => isIntact(file, library.hash, folder);
  const failed = (what: string, cause: unknown) =>
    localFileFailure(`The ${library.name} library could not be ${what}`, { hint: advice, cause });
  try {
    refuseForeignFolder(path, folder.userId);
    makeFolder(path, 0o700);
    // In a shared folder, somebody else may have made it meanwhile. From here on only the user changes it.
    refuseForeignFolder(path, folder.userId);
    if (!isThere()) {
      try {
        replaceFile(file, readFileSync(library.file), { mode: 0o500, processId });
      } catch (error) {
        // Another first run came first, and Windows replaces no library that is in use.
        if (!isThere()) throw error;
      }
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw failed(`unpacked into ${path}: ${diskReason(error)}`, error);
  }
  try {
    return folder.open(file);
  } catch (error) {
    throw failed(`loaded from ${path}: running programs from there may not be allowed`, error);
  }
}

/**
 * Opens a library from waybill's own cache folder, where it is unpacked at first use and checked at every
 * start. If that fails, every call of it throws exit 14: if loading threw, the next caller would get a
 * half-loaded module.
 */
export function openEmbedded(library: EmbeddedLibrary): object {
  try {
    return load(library, libraryFolder());
  } catch (failure) {
    // Not an arrow function, because it may be called with `new`.
    const unavailable = () => {
      throw failure;
    };
    return new Proxy({}, { get: () => unavailable });
  }
}
