import { relative } from 'node:path';

/** `src/run.ts`, `node_modules/zod/v4/core/core.js`, wherever node_modules is. */
function modulePath(id) {
  return relative('', id).replace(/^.*(?=node_modules\/)/, '');
}

/** The contents of the bundle by file under dist/: `dist/chunks.json`. */
export function describeChunks(output) {
  return Object.fromEntries(
    output
      .filter((file) => file.type === 'chunk')
      .map((chunk) => [
        chunk.fileName,
        {
          /** The source file whose import loads it, if there is one. */
          entry: chunk.facadeModuleId ? modulePath(chunk.facadeModuleId) : undefined,
          imports: chunk.imports.filter((name) => name.endsWith('.cjs')),
          modules: chunk.moduleIds.map(modulePath),
        },
      ])
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}
