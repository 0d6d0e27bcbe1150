// `npm run test:executable [-- --target <target>] [path…]`: runs tests that run waybill against a
// packaged executable, as if the machine had no Node: no `node` on the PATH, and an empty home. All
// of them for Linux x64; for a target that needs an emulator, those that prove the promises.
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
import { emulators } from './emulated/emulators.mjs';
import { targets } from './package/targets.mjs';

const given = process.argv.slice(2);
const at = given.indexOf('--target');
const [, target] = at < 0 ? [undefined, 'linux-x64'] : given.splice(at, 2);
const packaged = join('release', target, targets[target]?.executable ?? '');
const executable = resolve(process.env.WAYBILL_PROGRAM ?? packaged);
if (!existsSync(executable)) throw new Error(`There is no ${executable}: npm run package`);

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
const start = emulators[target] ?? ((program) => ({ program, runner: [], end() {} }));
const emulated = start(executable, folder);
const {
  TERM = 'xterm',
  LANG = 'C.UTF-8',
  WAYBILL_TIER,
  WAYBILL_REQUIRE,
  WAYBILL_SEED,
} = process.env;
const kept = { TERM, LANG, WAYBILL_TIER, WAYBILL_REQUIRE, WAYBILL_SEED };
const env = {
  ...Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined)),
  PATH: pathWithoutNode(join(folder, 'bin')),
  HOME: home,
  WAYBILL_PROGRAM: emulated.program,
  WAYBILL_TARGET: target,
  WAYBILL_TEST_BUILT: '1',
  ...(emulated.helper === undefined ? {} : { WAYBILL_WINDOWS_HELPER: emulated.helper }),
};
// The test runner is called by its path.
const vitest = resolve('node_modules/vitest/vitest.mjs');
const ofArchive = target === 'windows-x64' ? ['test/executable/unpacked.test.ts'] : [];
const most = target in emulators ? ['test/executable/anywhere.test.ts', ...ofArchive] : ['test'];
const paths = given.length === 0 ? most : given;
// What npm installs, and the rules for the sources: neither is part of the executable.
const elsewhere = ['test/shell/package.test.ts', 'test/layers/**'].flatMap((path) => [
  '--exclude',
  path,
]);
const [program, ...words] = [
  ...emulated.runner,
  ...[process.execPath, vitest, 'run', ...elsewhere, ...paths],
];
try {
  const { status } = spawnSync(program, words, { stdio: 'inherit', env });
  process.exitCode = status ?? 1;
} finally {
  emulated.end();
  rmSync(folder, { recursive: true, force: true });
}
