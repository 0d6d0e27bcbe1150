// `node scripts/package/compare.mjs [target…]`: packages the last commit in two clean clones, as two people
// would, and compares every file. With targets, only their executables.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What differs between two people's machines. */
const people = [
  { folder: 'one', umask: '022', env: { TZ: 'UTC', LANG: 'C' } },
  { folder: 'two/deeper', umask: '077', env: { TZ: 'Asia/Tokyo', LANG: 'C.UTF-8' } },
];
const wanted = process.argv.slice(2);
const root = mkdtempSync(join(tmpdir(), 'waybill-compare-'));

/** The sum of each file of a release, by its path. The bundle was an intermediate result. */
function sumsOf(clone) {
  const release = join(clone, 'release');
  const entries = readdirSync(release, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(release.length + 1));
  const sum = (path) =>
    createHash('sha256')
      .update(readFileSync(join(release, path)))
      .digest('hex');
  return new Map(
    paths.filter((path) => !path.startsWith('bundle')).map((path) => [path, sum(path)]),
  );
}

async function packaged({ folder, umask, env }) {
  const clone = join(root, folder);
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', '.', clone]);
  const install = existsSync('node_modules')
    ? `cp -a '${process.cwd()}/node_modules' .`
    : 'npm ci --silent';
  const steps = `umask ${umask} && ${install} && npm run --silent package -- "$@"`;
  const child = spawn('sh', ['-c', steps, 'sh', ...wanted], {
    cwd: clone,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await new Promise((resolve) => child.on('close', (...how) => resolve(how)));
  if (code !== 0) throw new Error(`npm run package ended with ${code} in ${clone}`);
  return sumsOf(clone);
}

try {
  const [one, other] = await Promise.all(people.map(packaged));
  const paths = [...new Set([...one.keys(), ...other.keys()])].sort();
  for (const path of paths) {
    const isSame = one.get(path) === other.get(path);
    console.log(`${isSame ? 'same' : 'DIFFERENT'} ${one.get(path)} ${path}`);
    if (!isSame) process.exitCode = 1;
  }
} finally {
  if (process.env.WAYBILL_KEEP === undefined) rmSync(root, { recursive: true, force: true });
  else console.log(root);
}
