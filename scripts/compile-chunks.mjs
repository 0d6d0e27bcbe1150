import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { loadSource } from './load-source.mjs';

/**
 * Compiles the chunks of those names ahead, every function of them, for a Node of the version that
 * runs this. The flags are put back before V8 writes them into its result: with others it refuses it.
 */
export async function compileChunks(folder, names) {
  const { chunkScript, compiledSuffix } = await loadSource('src/compiled-code.ts');
  const pattern = new RegExp(`^(${names.join('|')})-[^.]+\\.cjs$`);
  for (const name of readdirSync(folder).filter((name) => pattern.test(name))) {
    setFlagsFromString('--no-lazy');
    const script = chunkScript(join(folder, name));
    setFlagsFromString('--lazy');
    writeFileSync(join(folder, name + compiledSuffix), script.createCachedData());
  }
}
