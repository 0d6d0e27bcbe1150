import { cpSync, existsSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { mirrorNames } from '../../src/settings/paths';
import { temporaryHome } from './waybill';

/** The mirror of the sandbox account, whose file is named for the place of the account's. */
const sandboxMirror = (home: string) =>
  join(home, 'mirrors', mirrorNames.sandbox(join(home, 'sandbox.db')));

/**
 * Makes homes that begin as copies of one, which is prepared once: a copy takes a tenth of the time
 * of a sync. Prepare it with runs that are `alone`, since a process that ends closes its databases.
 */
export function copiesOf(prepare: (home: string) => Promise<unknown>): () => Promise<string> {
  let prepared: Promise<string> | undefined;
  async function original(): Promise<string> {
    const home = temporaryHome();
    await prepare(home);
    return home;
  }
  return async () => {
    prepared ??= original();
    return copyOf(await prepared);
  };
}

/** A home with the files of another one. */
export function copyOf(from: string): string {
  const home = temporaryHome();
  cpSync(from, home, { recursive: true, filter: (path) => basename(path) !== 'cache' });
  const mirror = sandboxMirror(from).replace(from, home);
  for (const part of ['', '-wal', '-shm']) {
    if (existsSync(mirror + part)) renameSync(mirror + part, sandboxMirror(home) + part);
  }
  return home;
}
