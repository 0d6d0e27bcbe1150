// `npm run package [target…]`: everything that a release holds, in release/.
import { join } from 'node:path';
import { bundleExecutable } from './package/bundle-executable.mjs';
import { compileExecutable } from './package/executable.mjs';
import { targets } from './package/targets.mjs';

const wanted = process.argv.slice(2);
const names = wanted.length === 0 ? Object.keys(targets) : wanted;
const unknown = names.find((name) => targets[name] === undefined);
if (unknown !== undefined) throw new Error(`No target ${unknown}: ${Object.keys(targets)}`);

const bundle = 'release/bundle';
await bundleExecutable(bundle);
for (const name of names) {
  const target = targets[name];
  const outfile = join('release', name, target.executable);
  await compileExecutable(target, { bundle: join(bundle, 'main.cjs'), outfile });
  console.log(outfile);
}
