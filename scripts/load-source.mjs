// Loads a TypeScript module into a script: bundles it into a temporary folder and imports it.
import { mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { inputOptions } from './bundle.mjs';

export async function loadSource(path) {
  // Inside node_modules, so that packages outside the bundle can be found.
  const folder = await mkdtemp(join('node_modules', '.load-source-'));
  try {
    const bundle = await rolldown({ ...inputOptions, input: path });
    const file = resolve(folder, 'source.mjs');
    // One file, because the folder is deleted before a later import could load another.
    await bundle.write({ file, format: 'esm', codeSplitting: false });
    await bundle.close();
    return await import(pathToFileURL(file).href);
  } finally {
    await rm(folder, { recursive: true });
  }
}
