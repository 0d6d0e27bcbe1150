// `node:fs/promises` takes a millisecond of every start; `promises` of `node:fs` is loaded when it is used.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  promises,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve, sep, win32 } from 'node:path';
import { localFileFailure } from '../failure';
import { unlessItThrows } from './once';
import { quotedWord } from './words';

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/**
 * Creates a folder and its parents, also while another run creates the same. Node's own `recursive` never
 * returns below `/proc`.
 */
export function makeFolder(path: string, mode?: number): void {
  const parent = dirname(path);
  if (parent !== path && !existsSync(parent)) makeFolder(parent, mode);
  try {
    mkdirSync(path, mode);
  } catch (error) {
    if (!isFolder(path)) throw error;
  }
}

export interface ReplaceOptions {
  readonly mode: number;
  /** Keeps the drafts of two runs apart. */
  readonly processId: number;
}

/** Replaces a file as a whole, so that no reader finds part of it. Throws the system's error. */
export function replaceFile(
  path: string,
  content: string | Uint8Array,
  { mode, processId }: ReplaceOptions,
): void {
  const draft = `${path}.${processId}`;
  // Left by a killed run, or planted by someone else.
  rmSync(draft, { force: true });
  try {
    writeFileSync(draft, content, { mode, flag: 'wx' });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Node's own `recursive` fails on some Windows file systems. */
export async function removeAll(path: string): Promise<void> {
  const stats = await promises.lstat(path).catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (stats?.isDirectory() !== true) return promises.rm(path, { force: true });
  for (const name of await promises.readdir(path)) await removeAll(join(path, name));
  await promises.rmdir(path);
}

/** Milliseconds between attempts. */
const shortest = 10;
const longest = 1500;

/** True if another program may have the file open, which keeps it from being read or written on Windows. */
export function isHeldFile(error: unknown, separator: string = sep): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return code === 'EBUSY' || (separator === win32.sep && ['EPERM', 'EACCES'].includes(code));
}

/** Renames a file. Windows refuses while a virus scanner has a new one open: tries for two seconds. */
export async function renameFile(from: string, to: string): Promise<void> {
  for (let pause = shortest; ; pause *= 2) {
    try {
      return await promises.rename(from, to);
    } catch (error) {
      if (!isHeldFile(error) || pause > longest) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** More links than this form a loop (`ELOOP` on Linux). */
const mostLinks = 40;

const look = (path: string) => unlessItThrows(() => lstatSync(path));

const stepsOf = (path: string) => resolve(path).split('/').filter(Boolean);

/**
 * The first folder on the way to `path`, itself included, that another user than root could write to or
 * replace; undefined if nobody else decides what is found there. A shared folder such as `/tmp` (sticky) may
 * be on the way, but is no folder of ours. A group with the user's own number is private. Windows has neither
 * numeric owners nor modes.
 */
export function foreignFolderOn(path: string, userId: number | undefined) {
  if (userId === undefined) return undefined;
  // In a user's own namespace, root's files have the number of nobody.
  const trusted = new Set([0, userId, look('/')?.uid ?? 0]);
  const steps = stepsOf(path);
  let links = 0;
  let at = '';
  for (;;) {
    const stats = look(at || '/');
    if (stats === undefined) return undefined;
    const foreign = { path: at || '/', owner: stats.uid };
    if (!trusted.has(stats.uid)) return foreign;
    if (stats.isSymbolicLink()) {
      if (++links > mostLinks) return foreign;
      steps.unshift(...stepsOf(resolve(dirname(at), readlinkSync(at))));
      at = '';
      continue;
    }
    const isLast = steps.length === 0;
    const { mode, gid } = stats;
    const mayGroup = (mode & 0o020) !== 0 && gid !== userId && gid !== 0;
    const mayOthers = mayGroup || (mode & 0o002) !== 0;
    const isShared = (mode & 0o1000) !== 0;
    if (stats.isDirectory() && mayOthers && (isLast || !isShared)) return foreign;
    const next = steps.shift();
    if (next === undefined) return undefined;
    at = `${at}/${next}`;
  }
}

const safeFolder = 'Set WAYBILL_HOME to a folder that nobody but you may write to.';

/** Throws exit 14 if others could put files into a folder of waybill's, which decide what runs. */
export function refuseForeignFolder(path: string, userId: number | undefined): void {
  const foreign = foreignFolderOn(path, userId);
  if (foreign === undefined) return;
  const { path: folder, owner } = foreign;
  const whose = owner === userId ? 'others may write to it' : `it belongs to user ${owner}`;
  throw localFileFailure(
    folder === path
      ? `${path} is not safe to use: ${whose}`
      : `${path} is not safe to use, because of ${folder}: ${whose}`,
    { hint: owner === userId ? `Run chmod go-w ${quotedWord(folder)}.` : safeFolder },
  );
}
