// The package for npm: what `npm pack` takes, with the pages for readers.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { readerPages } from './pages.mjs';
import { address } from './release.mjs';
import { staged } from './staging.mjs';

const run = promisify(execFile);

/** The manifest as it is published. npm's provenance compares its repository with the workflow's. */
export function publishedManifest(manifest, address) {
  const [, repository] = /^(https:\/\/[^/]+\/[^/]+\/[^/]+)\/releases\//.exec(address) ?? [];
  return {
    ...manifest,
    ...(repository && { repository: { type: 'git', url: `git+${repository}.git` } }),
    files: [...manifest.files, 'docs'],
  };
}

/** Packs the built program into a folder; resolves to the archive's name and the paths in it. */
export async function packForRegistry(folder) {
  const words = ['pack', '--json', '--ignore-scripts'];
  const { stdout } = await run('npm', [...words, '--dry-run']);
  const pages = await readerPages();
  const replaced = new Set(['package.json', ...pages.map(({ path }) => path)]);
  const [{ files }] = JSON.parse(stdout);
  const own = files.map(({ path }) => path).filter((path) => !replaced.has(path));
  const manifest = JSON.parse(await readFile('package.json', 'utf8'));
  const content = `${JSON.stringify(publishedManifest(manifest, address), null, 2)}\n`;
  const all = [
    { path: 'package.json', content },
    ...pages,
    ...own.map((path) => ({ path, from: path, executable: path.startsWith('bin/') })),
  ];
  return staged(all, async (root) => {
    const packed = await run('npm', [...words, '--pack-destination', resolve(folder)], {
      cwd: root,
    });
    const [{ filename, files: inside }] = JSON.parse(packed.stdout);
    return { filename, files: inside.map(({ path }) => path) };
  });
}
