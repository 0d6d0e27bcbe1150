import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';

/** The C libraries and compilers that libsql is built for; none in its name for macOS. */
const variants = ['-gnu', '-musl', '', '-msvc', '-gnueabihf', '-musleabihf'];

/**
 * Loads libsql's native library as npm installed it beside libsql, wherever that is. Throws
 * what the first attempt threw if there is none for this machine.
 */
export function openInstalled(): object {
  const besideLibsql = createRequire(createRequire(__filename).resolve('libsql'));
  let cause: unknown;
  for (const variant of variants) {
    try {
      return besideLibsql(`@libsql/${platform()}-${arch()}${variant}`);
    } catch (error) {
      cause ??= error;
    }
  }
  throw cause;
}
