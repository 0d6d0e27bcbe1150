// Builds the program with a file for every source, and tells which sources a run of it reached.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { programInput } from '../../scripts/bundle.mjs';

const project = fileURLToPath(new URL('../../', import.meta.url));
export async function buildBySource() {
  const dir = join(project, 'dist-by-source');
  await rm(dir, {recursive:true, force:true});
  const bundle = await rolldown({ ...programInput, treeshake: true });
  await bundle.write({ dir, format: 'cjs', preserveModules: true, preserveModulesRoot: join(project, "src"), entryFileNames: '[name].cjs' });
  await bundle.close();
  return dir;
}
export async function sourcesRun(dir, words, env) {
  const cov = await mkdtemp(join(tmpdir(), 'cov-'));
  await promisify(execFile)(process.execPath, [join(dir, 'main.cjs'), ...words], { cwd: project, env: { PATH: process.env.PATH, NODE_V8_COVERAGE: cov, ...env } }).catch((e) => console.error(e.stdout, e.stderr));
  const loaded = new Map();
  const root = pathToFileURL(dir + "/").href;
  for (const f of await readdir(cov)) {
    const { result } = JSON.parse(await readFile(join(cov, f), 'utf8'));
    for (const { url, functions } of result) {
      if (!url.startsWith(root)) continue;
      const ran = functions.slice(1).some((f) => f.ranges[0].count > 0);
      const any = functions.length > 1;
      loaded.set(url.slice(root.length), ran ? 'ran' : any ? 'unused' : 'constants');
    }
  }
  return loaded;
}
if (false) {
  const dir = await buildBySource();
  const { mkdtempSync } = await import('node:fs');
  for (const line of ['orders update 800458530 --status delivered', 'orders list', 'shipments add --csv examples/shipments.csv']) {
    const { serve } = { };
    const m = await sourcesRun(dir, ['--sandbox', ...line.split(' ')], { WAYBILL_HOME: mkdtempSync(join(tmpdir(), 'x-')), HOME: '/nonexistent' });
    const client = [...m].filter(([f]) => !f.startsWith('service/'));
    const by = (k) => client.filter(([, v]) => v === k).map(([f]) => f.replace('.cjs', ''));
    console.log(line, client.length, 'ran', by('ran').length, 'unused', by('unused').length, 'constants', by('constants').length);
    console.log('  unused:', by('unused').sort().join(' '));
    console.log('  constants:', by('constants').sort().join(' '));
    console.log('  ran:', by('ran').sort().join(' '));
  }
}
