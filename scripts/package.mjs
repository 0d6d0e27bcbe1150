// `npm run package [target…]`: builds everything in a release into release/. With targets, only
// their executables.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { billOfMaterials } from './package/bill-of-materials.mjs';
import { bundleExecutable } from './package/bundle-executable.mjs';
import { archiveFiles, licensesOf } from './package/contents.mjs';
import { debianArchitectures, makeDebianPackage } from './package/debian.mjs';
import { compileExecutable } from './package/executable.mjs';
import { checkSignature } from './package/macho-signature.mjs';
import {
  archPackage,
  experimentalFormula,
  homebrewFormula,
  installer,
  scoopManifest,
  wingetManifests,
} from './package/manifests.mjs';
import { packForRegistry } from './package/registry-archive.mjs';
import { folder, nameFor, version } from './package/release.mjs';
import { makeTarball, makeZip } from './package/staging.mjs';
import { targets } from './package/targets.mjs';

const bundle = join(folder, 'bundle');

async function sha256Of(file) {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}

/** macOS would kill it at the first page that its signature doesn't cover. */
async function refuseBadSignature(file) {
  const { wrong } = checkSignature(await readFile(file));
  if (wrong.length > 0) throw new Error(`${file}: ${wrong.length} pages differ from its signature`);
}

async function makeExecutable(name) {
  const target = targets[name];
  const outfile = join(folder, name, target.executable);
  await compileExecutable(target, { bundle: join(bundle, 'main.cjs'), outfile });
  if (name.startsWith('macos')) await refuseBadSignature(outfile);
  return outfile;
}

/** The archive, Debian package and bill of materials for one executable. */
async function packageTarget(name, executable, modules) {
  const target = targets[name];
  const licenses = await licensesOf(target, modules);
  const root = nameFor(name);
  const files = await archiveFiles(root, { executable, name: target.executable, licenses });
  const archive = join(folder, `${root}${target.archive}`);
  await (target.archive === '.zip' ? makeZip : makeTarball)(files, archive);
  const architecture = debianArchitectures[name];
  if (architecture !== undefined) {
    const debian = join(folder, `waybill_${version}_${architecture}.deb`);
    await makeDebianPackage(debian, { target: name, executable, licenses });
  }
  const bill = await billOfMaterials(name, target, modules);
  await writeFile(join(folder, `${root}.cdx.json`), `${JSON.stringify(bill, undefined, 2)}\n`);
  return { target: name, sha256: await sha256Of(archive) };
}

async function writeManifests(archives) {
  const isForWindows = ({ target }) => target.startsWith('windows');
  const unix = archives.filter((archive) => !isForWindows(archive));
  const windows = archives.find(isForWindows);
  const texts = {
    'waybill.rb': homebrewFormula(
      'Waybill',
      unix.filter(({ target }) => targets[target].ran),
    ),
    'waybill-experimental.rb': experimentalFormula(
      unix.filter(({ target }) => !targets[target].ran),
    ),
    'waybill.json': scoopManifest(windows),
    ...wingetManifests(windows),
    PKGBUILD: archPackage(unix.filter(({ target }) => target.startsWith('linux'))),
    'install.sh': await installer(),
  };
  for (const [name, text] of Object.entries(texts)) {
    await writeFile(join(folder, name), text, { mode: name.endsWith('.sh') ? 0o755 : 0o644 });
  }
}

/** The checksum of every published file; the folders in `release/` are not published. */
async function writeSums() {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && entry.name !== 'SHA256SUMS');
  const lines = [];
  for (const name of names.map((entry) => entry.name).sort()) {
    lines.push(`${await sha256Of(join(folder, name))}  ${name}\n`);
    console.log(
      `${((await stat(join(folder, name))).size / 1e6).toFixed(1).padStart(7)} MB  ${name}`,
    );
  }
  await writeFile(join(folder, 'SHA256SUMS'), lines.join(''));
}

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => targets[name] === undefined);
if (unknown !== undefined) throw new Error(`No target ${unknown}: ${Object.keys(targets)}`);

if (wanted.length === 0) await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const modules = await bundleExecutable(bundle);
const executables = new Map();
for (const name of wanted.length === 0 ? Object.keys(targets) : wanted) {
  executables.set(name, await makeExecutable(name));
}
if (wanted.length === 0) {
  const archives = [];
  for (const [name, executable] of executables) {
    archives.push(await packageTarget(name, executable, modules));
  }
  await writeManifests(archives);
  execFileSync('npm', ['run', 'build']);
  await packForRegistry(folder);
  await writeSums();
} else {
  for (const executable of executables.values()) console.log(executable);
}
