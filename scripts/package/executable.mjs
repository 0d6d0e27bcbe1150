// One executable: the bundle compiled for a target.
import { execFile } from 'node:child_process';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { registryPackage } from './registry-package.mjs';
import { smallerRuntime } from './smaller-runtime.mjs';

const run = promisify(execFile);

async function only(files, what) {
  const [file, ...others] = files;
  if (file === undefined || others.length > 0) throw new Error(`No single ${what}: ${files}`);
  return file;
}

/** The native library in a package. */
async function libraryFile({ folder }) {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.node'));
  return resolve(folder, await only(names, `library in ${folder}`));
}

async function runtimeFile({ folder }) {
  const names = (await readdir(join(folder, 'bin'))).filter((name) => /^bun(\.exe)?$/.test(name));
  return resolve(folder, 'bin', await only(names, `runtime in ${folder}`));
}

/** The packages that an executable for the target contains besides the bundle. */
export async function packagesOf({ runtime, integrity, libraries }) {
  const native = await Promise.all(
    Object.entries(libraries).map(async ([name, id]) => [name, await registryPackage(id)]),
  );
  return { runtime: await registryPackage(runtime, integrity), libraries: new Map(native) };
}

/**
 * The compiler: bun for this platform, wherever its package put it. Which of two files is the
 * program and which is a placeholder depends on whether install scripts ran.
 */
async function compiler() {
  const places = [
    'node_modules/bun/bin/bun.exe',
    `node_modules/@oven/bun-${process.platform}-${process.arch === 'arm64' ? 'aarch64' : 'x64'}/bin/bun`,
  ];
  for (const place of places) {
    const { size = 0 } = await stat(place).catch(() => ({}));
    if (size > 1_000_000) return place;
  }
  throw new Error('bun is not installed: npm ci');
}

/** Compiles the bundle to `outfile`. The result contains no paths of this machine. */
export async function compileExecutable(target, { bundle, outfile }) {
  const { runtime, libraries } = await packagesOf(target);
  const files = await Promise.all(
    [...libraries].map(async ([name, found]) => [name, await libraryFile(found)]),
  );
  await rm(outfile, { force: true });
  await mkdir(dirname(outfile), { recursive: true });
  const { compileTarget, ran } = target;
  const task = {
    bundle: resolve(bundle),
    libraries: Object.fromEntries(files),
    compileTarget,
    runtime: await smallerRuntime(await runtimeFile(runtime)),
    outfile: resolve(outfile),
    bytecode: ran === 'here',
  };
  const { stderr } = await run(await compiler(), [
    'scripts/package/compile.mjs',
    JSON.stringify(task),
  ]);
  if (stderr !== '') process.stderr.write(stderr);
}
