import { relative } from 'node:path';

/** `src/run.ts`, `node_modules/zod/v4/core/core.js`, wherever the folder of packages may be. */
function modulePath(id) {
  return relative('', id).replace(/^.*(?=node_modules\/)/, '');
}

/** What the bundle consists of, by file below dist/: `dist/chunks.json`. */
export function describeChunks(output) {
  return Object.fromEntries(
    output
      .filter((file) => file.type === 'chunk')
      .map((chunk) => [
        chunk.fileName,
        {
          bytes: Buffer.byteLength(chunk.code),
          /** The source file whose import loads it, where there is one. */
          entry: chunk.facadeModuleId ? modulePath(chunk.facadeModuleId) : undefined,
          imports: chunk.imports.filter((name) => name.endsWith('.cjs')),
          modules: chunk.moduleIds.map(modulePath),
        },
      ])
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** The bytes of a chunk and of all that it requires, each file once. */
function readWith(file, chunks, read) {
  if (read.has(file)) return 0;
  read.add(file);
  const { bytes, imports } = chunks[file];
  return imports.reduce((sum, name) => sum + readWith(name, chunks, read), bytes);
}

/** `orders list` for `src/commands/orders/list.ts`, `doctor` for `src/commands/doctor/doctor.ts`. */
function commandName(entry) {
  const [noun, ...rest] = entry.replace(/^src\/commands\/|\.ts$/g, '').split('/');
  return rest.length === 1 && rest[0] === noun ? noun : [noun, ...rest].join(' ');
}

/**
 * How many bytes of the program are read before a command starts to work, by command. What it loads
 * later, by need, stands beside the commands where it is a part of one.
 */
export function commandSizes(chunks) {
  const read = new Set();
  const start = readWith('main.cjs', chunks, read);
  const core = Object.keys(chunks).find((file) => chunks[file].modules.includes('src/run.ts'));
  const run = start + readWith(core, chunks, read);
  const commands = Object.entries(chunks)
    .filter(([, { entry }]) => entry?.startsWith('src/commands/'))
    .map(([file, { entry }]) => [commandName(entry), run + readWith(file, chunks, new Set(read))])
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return { '--version': start, ...Object.fromEntries(commands) };
}
