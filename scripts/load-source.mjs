// Loads a TypeScript module of src/ into a script: bundled into a temporary file and imported.
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

export async function loadSource(path) {
  // Beside node_modules, so that the packages left outside the bundle are found from there.
  const folder = await mkdtemp(join(process.cwd(), 'node_modules', '.load-source-'));
  try {
    const bundle = await rolldown({
      input: path,
      platform: 'node',
      external: ['libsql', '@napi-rs/keyring'],
    });
    const file = join(folder, 'module.cjs');
    await bundle.write({ file, format: 'cjs', codeSplitting: false });
    await bundle.close();
    return await import(pathToFileURL(file).href);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
