// Packages for other platforms, which `npm ci` skips.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const cache = 'node_modules/.cache/packages';

const { packages: locked } = JSON.parse(await readFile('package-lock.json', 'utf8'));
const { version: runtimeVersion } = locked['node_modules/bun'];

/** The version of the runtime that this project builds with. */
export { runtimeVersion };

/**
 * Version and hash: from package-lock.json, or the given hash for a variant of the locked runtime.
 */
function wanted(name, integrity) {
  const entry = locked[`node_modules/${name}`];
  if (entry !== undefined) return { version: entry.version, integrity: entry.integrity };
  if (integrity === undefined) throw new Error(`package-lock.json doesn't contain ${name}`);
  return { version: runtimeVersion, integrity };
}

function checkIntegrity(bytes, name, integrity) {
  const found = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  if (found !== integrity) throw new Error(`${name} has the hash ${found}, not ${integrity}`);
}

/** The unpacked package: its folder and version. Downloads it only once. */
export async function registryPackage(name, integrity) {
  const { version, integrity: expected } = wanted(name, integrity);
  const folder = join(cache, `${name.replaceAll('/', '+')}-${version}`);
  if (!existsSync(folder)) {
    await mkdir(cache, { recursive: true });
    const draft = await mkdtemp(join(cache, 'draft-'));
    try {
      const words = ['pack', `${name}@${version}`, '--json', '--pack-destination', draft];
      const { stdout } = await run('npm', words);
      const [{ filename }] = JSON.parse(stdout);
      const archive = join(draft, filename);
      checkIntegrity(await readFile(archive), `${name}@${version}`, expected);
      await run('tar', ['-xzf', archive, '-C', draft]);
      await rename(join(draft, 'package'), folder);
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }
  return { name, version, folder };
}
