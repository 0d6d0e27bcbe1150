import type { BigIntStats } from 'node:fs';
import { constants, fstatSync } from 'node:fs';
import { access, lstat, readlink, realpath, stat } from 'node:fs/promises';
import { platform } from 'node:os';
import { basename, dirname, join, resolve, sep, win32 } from 'node:path';

/** Device and inode: two names that share them are one file. */
export type Identity = string;

/** The place that a name leads to, according to the system's `stat` instead of a guess from its path. */
export type FilePlace =
  /** Nothing yet: the file would be created at `path`, which a link may already point to. */
  | { readonly kind: 'absent'; readonly path: string }
  | {
      readonly kind: 'file';
      /** With links resolved. */
      readonly path: string;
      readonly identity: Identity;
      /** The permissions, such as 0o644. */
      readonly mode: number;
    }
  | { readonly kind: 'folder'; readonly identity: Identity }
  /** A pipe, a device, or what this process already has open: it can't be replaced. */
  | {
      readonly kind: 'other';
      readonly identity: Identity;
      /** `/dev/null`: what is written there is not kept. */
      readonly isNull: boolean;
    };

/** True where names that differ in case only are one name. */
const foldsCase = ['win32', 'darwin'].includes(platform());

/** Equal for two names of one file; for a file that does not exist yet, just its path. */
export function placeName(place: FilePlace): string {
  if (place.kind !== 'absent') return place.identity;
  return foldsCase ? place.path.normalize().toLowerCase() : place.path;
}

const standardInput = 0;
const standardOutput = 1;
const standardError = 2;
const mostLinks = 40;
const opened = async (descriptor: number) => fstatSync(descriptor, { bigint: true });

function identityOf({ dev, ino }: BigIntStats): Identity {
  return `${dev}:${ino}`;
}

/** Undefined if the system reports that it does not exist or is not open. */
export async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'EBADF'].includes(code)) return undefined;
    throw error;
  }
}

/** Undefined if it does not exist. Not every disk of Windows, nor every long path, has a real path. */
function realFolder(path: string): Promise<string | undefined> {
  const real = realpath(path).catch((error: NodeJS.ErrnoException) => {
    if (sep === win32.sep && error.code !== 'ENOENT') return path;
    throw error;
  });
  return ifThere(real);
}

/** Follows links by hand: `realpath` fails alike for a pipe, a dangling link and a missing file. */
async function follow(wanted: string) {
  let path = resolve(wanted);
  for (let links = 0; links < mostLinks; links++) {
    const folder = await realFolder(dirname(path));
    if (folder === undefined) return { path, isOpen: false };
    path = join(folder, basename(path));
    // `/dev/stdout` and `/dev/fd/N` lead there, to files that a process has open.
    if (path.startsWith('/proc/')) return { path, isOpen: true };
    const stats = await ifThere(lstat(path));
    if (stats?.isSymbolicLink() !== true) return { path, isOpen: false };
    path = resolve(folder, await readlink(path));
  }
  throw Object.assign(new Error(`too many links: ${wanted}`), { code: 'ELOOP' });
}

/** Finds out what a name leads to. Throws the system's errors. */
export async function locate(wanted: string): Promise<FilePlace> {
  const stats = await ifThere(stat(wanted, { bigint: true }));
  if (stats === undefined) return { kind: 'absent', path: (await follow(wanted)).path };
  const identity = identityOf(stats);
  if (stats.isDirectory()) return { kind: 'folder', identity };
  const isOutput = async (descriptor: number) => {
    const own = await ifThere(opened(descriptor));
    return own !== undefined && identityOf(own) === identity;
  };
  const end = await follow(wanted);
  // The process that opened it keeps writing to it: a file put in its place would miss that.
  const isOpen = end.isOpen || (await isOutput(standardOutput)) || (await isOutput(standardError));
  if (stats.isFile() && !isOpen) {
    return { kind: 'file', path: end.path, identity, mode: Number(stats.mode & 0o777n) };
  }
  const nothing = await ifThere(stat('/dev/null', { bigint: true }));
  const isNull = nothing !== undefined && identityOf(nothing) === identity;
  return { kind: 'other', identity, isNull };
}

/** `locate` for a file to be written, which takes a folder to write it in. */
export async function locateWritable(wanted: string) {
  const place = await locate(wanted);
  if (place.kind === 'folder') {
    throw Object.assign(new Error(`a folder: ${wanted}`), { code: 'EISDIR' });
  }
  if (place.kind !== 'other') await access(dirname(place.path), constants.W_OK);
  return place;
}

/** The identity of the input, by name or as standard input. A device has none to protect. */
export async function inputIdentity(file: string): Promise<Identity | undefined> {
  const looked = file === '-' ? opened(standardInput) : stat(file, { bigint: true });
  const stats = await looked.catch(() => undefined);
  return stats === undefined || stats.isCharacterDevice() ? undefined : identityOf(stats);
}
