import { fileURLToPath } from 'node:url';

const sources = fileURLToPath(new URL('../src/', import.meta.url));

/**
 * commander loads `node:child_process` for subcommands that are programs of their own. waybill has
 * none, and loading it takes a tenth of Node's own start.
 */
const commanderWithoutPrograms = {
  name: 'commander-without-programs',
  resolveId(id, importer) {
    const isCommander =
      importer !== undefined && /[\\/]node_modules[\\/]commander[\\/]/.test(importer);
    return isCommander && id === 'node:child_process' ? '\0no-programs' : undefined;
  },
  load: (id) => (id === '\0no-programs' ? 'export default {};' : undefined),
};

/** Whether `id` comes with the module at `path`, whether wanted or not. */
function comesWith(path, id, context) {
  const closure = new Set();
  const follow = (module) => {
    if (closure.has(module)) return;
    closure.add(module);
    for (const imported of context.getModuleInfo(module)?.importedIds ?? []) follow(imported);
  };
  follow(`${sources}${path}`);
  return closure.has(id);
}

/**
 * Two chunks that every run reads whole, so that it opens two files and not ten: what answers
 * `--version`, and what reads a command line and tells how it ended. All else is split by use.
 */
const codeSplitting = {
  includeDependenciesRecursively: false,
  groups: [
    {
      debugName: 'start',
      priority: 2,
      name: (id, context) => (comesWith('main.ts', id, context) ? 'start' : null),
    },
    {
      debugName: 'core',
      priority: 1,
      name: (id, context) =>
        id.startsWith(`${sources}command/`) || comesWith('run.ts', id, context) ? 'core' : null,
    },
  ],
};

/** How the sources are bundled, whatever the bundle is for. Native packages stay outside. */
export const inputOptions = {
  platform: 'node',
  external: ['libsql', '@napi-rs/keyring'],
  // The completion scripts are carried along as they are.
  moduleTypes: { '.bash': 'text', '.zsh': 'text', '.fish': 'text', '.ps1': 'text' },
};

/** The program: CommonJS, minified, a chunk for every dynamic import. */
export const programInput = {
  ...inputOptions,
  input: {
    main: `${sources}main.ts`,
    // Started by src/settings/keychain.ts as a process of its own.
    'keychain-process': `${sources}settings/keychain-process.ts`,
  },
  plugins: [commanderWithoutPrograms],
  preserveEntrySignatures: false,
};
export const programOutput = {
  dir: 'dist',
  format: 'cjs',
  minify: true,
  entryFileNames: '[name].cjs',
  chunkFileNames: 'chunks/[name]-[hash].cjs',
  codeSplitting,
};
