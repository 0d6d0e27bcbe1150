// Loads a TypeScript module into a script: bundled into a temporary folder and imported from there.
import { mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { inputOptions } from './bundle.mjs';

export async function loadSource(path) {
  // Inside node_modules, so that the packages left outside the bundle are found from there.
  const folder = await mkdtemp(join('node_modules', '.load-source-'));
  try {
    const bundle = await rolldown({ ...inputOptions, input: path });
    const file = resolve(folder, 'source.mjs');
    // In one file: the folder is gone before anything in it is imported later.
    await bundle.write({ file, format: 'esm', codeSplitting: false });
    await bundle.close();
    return await import(pathToFileURL(file).href);
  } finally {
    await rm(folder, { recursive: true });
  }
}
