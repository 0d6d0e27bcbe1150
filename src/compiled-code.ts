import { makeFolder } from './lib/write-files';

/** As much of `process` as keeping compiled code needs. */
type Engine = Pick<NodeJS.Process, 'getBuiltinModule'>;

/** `enableCompileCache` exists since Node 22.8; the types are those of Node 20. */
type NodeModule = typeof import('node:module') & { enableCompileCache?(folder: string): unknown };

/** From here on, Node keeps compiled code in the folder, which saves compiling it at the next start. */
export function keepCompiledCode(folder: string, engine: Engine): void {
  const { enableCompileCache }: NodeModule = engine.getBuiltinModule('node:module');
  if (enableCompileCache === undefined) return;
  try {
    // Only the owner may write code that runs, whatever the umask says.
    makeFolder(folder, 0o700);
    enableCompileCache(folder);
  } catch {
    // Without the cache the program only starts more slowly.
  }
}
