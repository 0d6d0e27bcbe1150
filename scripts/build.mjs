// Bundles src/main.ts into dist/: CommonJS, minified, a chunk for every dynamic import, so that a
// command loads what it needs and no more. Native packages are required at run time.
import { rm } from 'node:fs/promises';
import { rolldown } from 'rolldown';
import { bundleOptions } from './bundle.mjs';

await rm('dist', { recursive: true, force: true });
const bundle = await rolldown({
  ...bundleOptions,
  input: {
    main: 'src/main.ts',
    // Started by src/settings/keychain.ts as a process of its own.
    'keychain-process': 'src/settings/keychain-process.ts',
  },
});
await bundle.write({
  dir: 'dist',
  format: 'cjs',
  minify: true,
  entryFileNames: '[name].cjs',
  chunkFileNames: 'chunks/[name]-[hash].cjs',
});
await bundle.close();
