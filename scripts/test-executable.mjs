// `npm run test:executable [path…]`: runs all tests that run waybill against the packaged Linux
// executable (or the one in WAYBILL_PROGRAM), as if the machine had no Node: no `node` on the PATH,
// and an empty home.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

const executable = resolve(process.env.WAYBILL_PROGRAM ?? 'release/linux-x64/waybill');
if (!existsSync(executable)) throw new Error('There is no executable: npm run package');

/** The programs on the PATH, except those that come with Node, as links in one folder. */
function pathWithoutNode(folder) {
  mkdirSync(folder);
  const withheld = new Set(['node', 'nodejs', 'npm', 'npx', 'corepack', 'bun', 'bunx']);
  for (const from of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of existsSync(from) ? readdirSync(from) : []) {
      const link = join(folder, name);
      if (
        withheld.has(name) ||
        from.includes('node_modules') ||
        lstatSync(link, { throwIfNoEntry: false })
      )
        continue;
      symlinkSync(join(from, name), link);
    }
  }
  return folder;
}

const folder = mkdtempSync(join(tmpdir(), 'waybill-without-node-'));
const home = join(folder, 'home');
mkdirSync(home);
const {
  TERM = 'xterm',
  LANG = 'C.UTF-8',
  WAYBILL_TIER,
  WAYBILL_REQUIRE,
  WAYBILL_SEED,
} = process.env;
const given = { TERM, LANG, WAYBILL_TIER, WAYBILL_REQUIRE, WAYBILL_SEED };
const env = {
  ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  PATH: pathWithoutNode(join(folder, 'bin')),
  HOME: home,
  WAYBILL_PROGRAM: executable,
  WAYBILL_TEST_BUILT: '1',
};
// The test runner is called by its path.
const vitest = resolve('node_modules/vitest/vitest.mjs');
const paths = process.argv.slice(2);
// What npm installs, and the rules for the sources: neither is part of the executable.
const elsewhere = ['test/shell/package.test.ts', 'test/layers/**'].flatMap((path) => [
  '--exclude',
  path,
]);
const words = [vitest, 'run', ...elsewhere, ...(paths.length === 0 ? ['test'] : paths)];
try {
  const { status } = spawnSync(process.execPath, words, { stdio: 'inherit', env });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
