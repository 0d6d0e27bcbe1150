import { createHash } from 'node:crypto';
import { chmodSync, closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, localFileFailure } from '../failure';
import { diskReason } from '../lib/disk-failure';
import { makeFolder, replaceFile } from '../lib/write-files';
import { type LibraryFolder, libraryFolder } from './library-folder';

/** A native library inside the executable. Only the executable's build imports this file. */
export interface EmbeddedLibrary {
  readonly name: string;
  /** Its path inside the executable. */
  readonly file: string;
  /** In hexadecimal. */
  readonly sha256: string;
}

const _codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? 'unknown reason';

/** Code that is run must be out of other users' reach. */
function makePrivate({ path, userId, advice }: LibraryFolder): void {
  makeFolder(path, 0o700);
  if (userId === undefined) return;
  const { uid, mode } = statSync(path);
  if (uid !== userId) {
    throw localFileFailure(`The folder ${path} belongs to another user`, { hint: advice });
  }
  if ((mode & 0o077) !== 0) chmodSync(path, 0o700);
}

/** Reads through one small buffer: allocating ten megabytes takes as long as hashing them. */
function sha256Of(file: string): string {
  const hash = createHash('sha256');
  const piece = Buffer.alloc(256 * 1024);
  const descriptor = openSync(file, 'r');
  try {
    for (let read = -1; read !== 0; ) {
      read = readSync(descriptor, piece);
      hash.update(piece.subarray(0, read));
    }
  } finally {
    closeSync(descriptor);
  }
  return hash.digest('hex');
}

/** Whether the file can be read and has the content that is in the executable. */
function isIntact(file: string, sha256: string): boolean {
  try {
    return sha256Of(file) === sha256;
  } catch {
    return false;
  }
}

function load(library: EmbeddedLibrary, folder: LibraryFolder): object {
  const { path, processId, advice } = folder;
  const file = join(path, `${library.name}-${library.sha256.slice(0, 16)}.node`);
  const failed = (what: string, cause: unknown) =>
    localFileFailure(`The ${library.name} library could not be ${what}`, { hint: advice, cause });
  try {
    makePrivate(folder);
    if (!isIntact(file, library.sha256)) {
      replaceFile(file, readFileSync(library.file), { mode: 0o500, processId });
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
 * Opens a library from waybill's own cache folder, where it is unpacked at first use. Its hash is
 * in its name and checked at every start. If that fails, every call of the library throws exit 14.
 * If loading it threw instead, the next caller would receive a half-loaded module.
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
