import { localFileFailure } from '../failure';

/** Not a system error code. */
export const notRegular = 'ENOTREG';

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'no space left on device',
  EDQUOT: 'disk quota exceeded',
  EFBIG: 'the file would become too large',
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
  EIO: 'input/output error',
  ENOENT: 'no such file or folder',
  ENOTDIR: 'part of the path is not a folder',
  EISDIR: 'it is a folder',
  EMFILE: 'too many open files',
  EEXIST: 'something else is in its place',
  ENOTEMPTY: 'a folder is in its place',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its symbolic links form a loop',
  EPIPE: 'its reader has closed it',
  EBADF: 'it is not open for writing',
  ENXIO: 'nothing is connected to it',
  [notRegular]: 'it is not a regular file',
};

/** Why a file system call failed, in words. */
export function diskReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined) return message;
  return reasons[code] ?? `${message} (${code})`;
}

export function diskFailure(what: string, path: string, cause: unknown) {
  return localFileFailure(`${path} could not be ${what}: ${diskReason(cause)}`, { cause });
}
