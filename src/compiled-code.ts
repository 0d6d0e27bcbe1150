import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { constants, Script } from 'node:vm';

/** What `scripts/compile-chunks.mjs` writes beside a chunk. */
export const compiledSuffix = '.compiled';

/** A chunk's text as one function; a compiled chunk fits exactly this. */
export function chunkScript(filename: string, cachedData?: Buffer): Script {
  const source = readFileSync(filename, 'utf8');
  return new Script(`(function(exports,require,module,__filename,__dirname){${source}\n})`, {
    filename,
    ...(cachedData === undefined ? {} : { cachedData }),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
}

/** Loads a chunk that was compiled ahead as that, and every other one as Node does. */
function loadChunk(module: NodeJS.Module, filename: string): void {
  const compiled = filename + compiledSuffix;
  if (!existsSync(compiled)) {
    require.extensions['.js']?.(module, filename);
    return;
  }
  const run = chunkScript(filename, readFileSync(compiled)).runInThisContext();
  const require_ = (id: string) => module.require(id);
  run.call(module.exports, module.exports, require_, module, filename, dirname(filename));
}

/** `enableCompileCache` is there from Node 22.8 on; the types are those of Node 20. */
type NodeModule = typeof import('node:module') & {
  enableCompileCache?(folder: string): unknown;
};

/**
 * From here on, code is not compiled again that was compiled before: that saves a third of what a
 * command adds to Node's own start. Node 22.8 and up keep it themselves, in `folder`; for Node 20
 * the chunks of common commands were compiled with the build. V8 refuses what is not its own
 * version's, and compiles the text.
 */
export function reuseCompiledCode(
  nodeVersion: string,
  nodeModule: () => NodeModule,
  folder: string,
): void {
  if (Number.parseInt(nodeVersion, 10) < 22) {
    require.extensions['.cjs'] = loadChunk;
    return;
  }
  try {
    // Code that is run must be writable by nobody else, whatever the umask says.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    nodeModule().enableCompileCache?.(folder);
  } catch {
    // Without it the program only starts more slowly.
  }
}
