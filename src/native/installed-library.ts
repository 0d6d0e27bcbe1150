import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';

/** The C libraries and compilers that libsql is built for; none in its name for macOS. */
const variants = ['-gnu', '-musl', '', '-msvc', '-gnueabihf', '-musleabihf'];

/** From where npm's libraries are visible: usually from here, and always from libsql. */
const places = [
  () => createRequire(__filename),
  () => createRequire(createRequire(__filename).resolve('libsql')),
];

/** Loads libsql's native library as npm installed it. Throws what the first attempt threw. */
export function openInstalled(): object {
  let cause: unknown;
  for (const place of places) {
    const requireThere = place();
    for (const variant of variants) {
      try {
        return requireThere(`@libsql/${platform()}-${arch()}${variant}`);
      } catch (error) {
        cause ??= error;
      }
    }
  }
  throw cause;
}
