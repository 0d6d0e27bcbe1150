// Bundles src/main.ts into dist/: CommonJS, minified, a chunk for every dynamic import, so that a
// command loads what it needs and no more. Native packages stay outside and are required at run time.
import { rm } from 'node:fs/promises';
import { rolldown } from 'rolldown';

await rm('dist', { recursive: true, force: true });
const bundle = await rolldown({
  input: { main: 'src/main.ts', 'keychain-process': 'src/settings/keychain-process.ts' },
  platform: 'node',
  external: ['libsql', '@napi-rs/keyring'],
});
await bundle.write({
  dir: 'dist',
  format: 'cjs',
  minify: true,
  entryFileNames: '[name].cjs',
  chunkFileNames: 'chunks/[name]-[hash].cjs',
});
await bundle.close();
