import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Script } from 'node:vm';
import { makeFolder, replaceFile } from './lib/write-files';

/** `enableCompileCache` exists since Node 22.8; the types are those of Node 20. */
type NodeModule = typeof import('node:module') & { enableCompileCache?(folder: string): unknown };

/** As much of `process` as keeping compiled code needs. */
type Engine = Pick<NodeJS.Process, 'arch' | 'getBuiltinModule' | 'once' | 'pid' | 'version'>;

/**
 * The code in a file that has it twice; undefined if the halves differ. V8 runs damaged code without
 * noticing, and loading a module that computes a checksum takes as long as half of what is saved.
 */
function codeIn(file: string): Buffer | undefined {
  try {
    const bytes = readFileSync(file);
    const code = bytes.subarray(0, bytes.length / 2);
    return code.equals(bytes.subarray(code.length)) ? code : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Does for the program's own files what Node does from 22.8 on. Their names contain a hash of what is
 * in them, and V8 takes no code that another version of it compiled.
 */
function keepOwnCode(folder: string, nodeModule: NodeModule, engine: Engine): void {
  const { Script, constants } = engine.getBuiltinModule('node:vm');
  const { extensions } = nodeModule.createRequire(__filename);
  const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  const compiled = new Map<string, Script>();
  extensions['.cjs'] = (module, filename) => {
    if (!filename.startsWith(__dirname)) return extensions['.js']?.(module, filename);
    const file = join(folder, basename(filename));
    const cachedData = codeIn(file);
    const source = nodeModule.wrap(readFileSync(filename, 'utf8'));
    const script = new Script(source, { filename, cachedData, importModuleDynamically });
    if (cachedData === undefined || script.cachedDataRejected) compiled.set(file, script);
    const require = (id: string) => module.require(id);
    script.runInThisContext()(module.exports, require, module, filename, dirname(filename));
  };
  // By then V8 has also compiled the functions that the run called.
  engine.once('exit', () => {
    for (const [file, script] of compiled) {
      const code = script.createCachedData();
      const options = { mode: 0o600, processId: engine.pid };
      try {
        replaceFile(file, Buffer.concat([code, code]), options);
      } catch {
        // The next run compiles it again.
      }
    }
  });
}

/** From here on the folder keeps compiled code, which saves compiling it at the next start. */
export function keepCompiledCode(folder: string, engine: Engine): void {
  const nodeModule: NodeModule = engine.getBuiltinModule('node:module');
  try {
    // Only the owner may write code that runs, whatever the umask says.
    makeFolder(folder, 0o700);
    if (nodeModule.enableCompileCache !== undefined) {
      nodeModule.enableCompileCache(folder);
      return;
    }
    const own = join(folder, `${engine.version}-${engine.arch}`);
    makeFolder(own, 0o700);
    keepOwnCode(own, nodeModule, engine);
  } catch {
    // Without the cache the program only starts more slowly.
  }
}
