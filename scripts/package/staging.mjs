// Stages a folder for packaging, with the same modes and times on every machine.
import { execFile } from 'node:child_process';
import { chmod, copyFile, lutimes, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { epoch } from './release.mjs';

const run = promisify(execFile);

/** Places a file of the package: copied from a path, or with the given content. */
async function place(root, { path, from, content, executable = false }) {
  const file = join(root, path);
  await mkdir(dirname(file), { recursive: true, mode: 0o755 });
  if (from === undefined) await writeFile(file, content);
  else await copyFile(from, file);
  await chmod(file, executable ? 0o755 : 0o644);
}

/**
 * Every path under the root in a fixed order, folders first (readable by all, whatever the umask).
 */
async function everythingIn(root) {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries.map((entry) => {
    const path = relative(root, join(entry.parentPath, entry.name));
    return { path, isFolder: entry.isDirectory() };
  });
  for (const { path, isFolder } of paths) if (isFolder) await chmod(join(root, path), 0o755);
  return paths.map(({ path }) => path).sort();
}

/** Passes a folder with the files to `work`, and removes it afterwards. */
export async function staged(files, work) {
  const root = await mkdtemp(join(tmpdir(), 'waybill-package-'));
  try {
    await chmod(root, 0o755);
    for (const file of files) await place(root, file);
    const paths = await everythingIn(root);
    for (const path of [...paths, '.']) await lutimes(join(root, path), epoch, epoch);
    return await work(root, paths);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** A `.tar.xz` of the files: sorted, owned by root, packed by one thread, as several change the bytes. */
export function makeTarball(files, archive) {
  return staged(files, async (root) => {
    const fixed = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--format=ustar'];
    const words = [...fixed, `--mtime=@${epoch}`, '-C', root, '-I', 'xz -6 --threads=1'];
    await run('tar', [...words, '-cf', archive, ...(await readdir(root)).sort()]);
  });
}

/** A `.zip` of the files: sorted, without owners, with UTC as local time. */
export function makeZip(files, archive) {
  return staged(files, async (root, paths) => {
    await rm(archive, { force: true });
    const env = { ...process.env, TZ: 'UTC' };
    await run('zip', ['-X', '-9', '-q', '-D', resolve(archive), ...paths], { cwd: root, env });
  });
}
