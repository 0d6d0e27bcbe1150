// Simulates uploads (test/simulation/uploads.ts), one for each seed, and prints those that fail.
//   node scripts/simulate.mjs --seeds 100000 --from 1
//   node scripts/simulate.mjs --seeds 1 --from 4711 --log     everything that happens in one
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';
import { inputOptions, smallerPackages } from './bundle.mjs';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    kinds: { type: 'string', default: 'shipments' },
    most: { type: 'string', default: '5' },
    log: { type: 'boolean', default: false },
  },
});
const folder = await mkdtemp(join(tmpdir(), 'waybill-simulate-'));
const bundle = await rolldown({
  ...inputOptions,
  input: { seeds: new URL('../test/simulation/seeds.ts', import.meta.url).pathname },
  plugins: smallerPackages,
  logLevel: 'silent',
});
await bundle.write({
  dir: folder,
  format: 'cjs',
  dynamicImportInCjs: false,
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name].cjs',
});
await bundle.close();
const { runSeeds } = createRequire(import.meta.url)(join(folder, 'seeds.cjs'));
const failed = await runSeeds({
  seeds: Number(values.seeds),
  from: Number(values.from),
  kinds: values.kinds.split(','),
  most: Number(values.most),
  log: values.log,
  print: (line) => console.log(line),
});
await rm(folder, { recursive: true });
process.exitCode = failed > 0 ? 1 : 0;
