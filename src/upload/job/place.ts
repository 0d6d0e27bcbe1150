import type { BigIntStats } from 'node:fs';
import { fstat } from 'node:fs';
import { lstat, readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** Device and inode: two names with the same are one file. */
export type Identity = string;

/** What a name leads to, asked of the system's `stat` rather than guessed from its path. */
export type Place =
  /** Nothing yet: the file would be made at `path`, where a link may already point. */
  | { readonly kind: 'absent'; readonly path: string }
  | {
      readonly kind: 'file';
      /** Without links. */
      readonly path: string;
      readonly identity: Identity;
      /** The permissions, such as 0o644. */
      readonly mode: number;
    }
  | { readonly kind: 'folder'; readonly path: string; readonly identity: Identity }
  | Stream;

/** A pipe, a FIFO, a device, or what this process has open already: it can't be replaced. */
export interface Stream {
  readonly kind: 'stream';
  readonly path: string;
  readonly identity: Identity;
  /** Where it can only be written through this descriptor of the process. */
  readonly descriptor?: number | undefined;
  /** A terminal, `/dev/null` and the like: reading it and writing it are two things. */
  readonly isDevice: boolean;
  /** The program's own standard output. */
  readonly isOutput: boolean;
}

const standardInput = 0;
const standardOutput = 1;
const standardError = 2;
const mostLinks = 40;
const fstatOf = promisify(fstat) as (
  descriptor: number,
  options: { readonly bigint: true },
) => Promise<BigIntStats>;

function identityOf({ dev, ino }: BigIntStats): Identity {
  return `${dev}:${ino}`;
}

/** Undefined where the system says that there is nothing, or no such thing open. */
async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'EBADF'].includes(code)) return undefined;
    throw error;
  }
}

/** The number in `/proc/<this process>/fd/<number>`, where `/dev/stdout` and `/dev/fd/N` lead. */
async function ownDescriptor(path: string): Promise<number | undefined> {
  const [, owner, number] = /^\/proc\/(\d+)\/(?:task\/\d+\/)?fd\/(\d+)$/.exec(path) ?? [];
  if (owner === undefined || basename(await realpath('/proc/self')) !== owner) return undefined;
  return Number(number);
}

interface End {
  readonly path: string;
  readonly descriptor?: number | undefined;
}

/**
 * Follows links by hand to where they end, there or not: `realpath` fails alike for a pipe, for a
 * dangling link and for nothing at all.
 */
async function follow(wanted: string): Promise<End> {
  let path = resolve(wanted);
  for (let links = 0; links < mostLinks; links++) {
    const folder = await ifThere(realpath(dirname(path)));
    if (folder === undefined) return { path };
    path = join(folder, basename(path));
    const descriptor = await ownDescriptor(path);
    if (descriptor !== undefined) return { path, descriptor };
    const stats = await ifThere(lstat(path));
    if (stats?.isSymbolicLink() !== true) return { path };
    path = resolve(folder, await readlink(path));
  }
  throw Object.assign(new Error(`too many links: ${wanted}`), { code: 'ELOOP' });
}

/** What is written to a descriptor that was opened to be read is lost. */
async function refuseReadOnly(path: string): Promise<void> {
  if (((await lstat(path)).mode & 0o200) !== 0) return;
  throw Object.assign(new Error(`not open for writing: ${path}`), { code: 'EBADF' });
}

/** Finds out what a name leads to. Throws what the system throws. */
export async function locate(wanted: string): Promise<Place> {
  const stats = await ifThere(stat(wanted, { bigint: true }));
  if (stats === undefined) return { kind: 'absent', path: (await follow(wanted)).path };
  const identity = identityOf(stats);
  if (stats.isDirectory()) return { kind: 'folder', path: wanted, identity };
  const open = async (descriptor: number) => {
    const own = await ifThere(fstatOf(descriptor, { bigint: true }));
    return own !== undefined && identityOf(own) === identity;
  };
  const end = await follow(wanted);
  const isOutput = await open(standardOutput);
  if (end.descriptor !== undefined) await refuseReadOnly(end.path);
  const common = { kind: 'stream', path: wanted, identity, isOutput } as const;
  if (!stats.isFile()) {
    // A socket has no name to open it by.
    const descriptor = stats.isSocket() ? end.descriptor : undefined;
    return { ...common, descriptor, isDevice: stats.isCharacterDevice() };
  }
  // Anyone who opened it goes on writing there: a file put in its place would not get that.
  const shared = isOutput
    ? standardOutput
    : (await open(standardError))
      ? standardError
      : undefined;
  const descriptor = end.descriptor ?? shared;
  if (descriptor !== undefined) return { ...common, descriptor, isDevice: false };
  return { kind: 'file', path: end.path, identity, mode: Number(stats.mode & 0o777n) };
}

/** The identity of what is read, by its name or as standard input; a device has none to protect. */
export async function inputIdentity(file: string): Promise<Identity | undefined> {
  const stats = await ifThere(
    file === '-' ? fstatOf(standardInput, { bigint: true }) : stat(file, { bigint: true }),
  );
  return stats === undefined || stats.isCharacterDevice() ? undefined : identityOf(stats);
}
