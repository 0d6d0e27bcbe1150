import { sep, win32 } from 'node:path';
import { localFileFailure } from '../failure';
import { isHeldFile } from './write-files';

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
/** The reasons that only Windows has, or has for a code of every system. */
const windowsReasons: Readonly<Record<string, string>> = {
  EINVAL: 'Windows takes no such name',
  UNKNOWN: 'Windows does not reach it',
};
/** The reason why a file system call failed, in words, on the system whose paths have the separator. */
export function diskReason(error: unknown, separator: string = sep): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined) return message;
  if (isHeldFile(error, separator)) {
    const own = reasons[code];
    return own === undefined
      ? 'another program has it open'
      : `another program has it open, or ${own}`;
  }
  const known = separator === win32.sep ? { ...reasons, ...windowsReasons } : reasons;
  return known[code] ?? `${message} (${code})`;
}

const closeIt =
  'If another program has it open, such as Excel, close it there and run the same command again.';

/** The advice that goes with the reason, if there is any. */
export const diskHint = (error: unknown, separator: string = sep) =>
  isHeldFile(error, separator) ? closeIt : undefined;

export function diskFailure(what: string, path: string, cause: unknown) {
  const hint = diskHint(cause);
  return localFileFailure(`${path} could not be ${what}: ${diskReason(cause)}`, { hint, cause });
}
