import { fileURLToPath } from 'node:url';
import { nativeLibraries } from './native-libraries.mjs';

const sources = fileURLToPath(new URL('../src/', import.meta.url));

/**
 * commander loads `node:child_process` for subcommands that are separate programs. waybill has
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

/**
 * cli-table3 measures every cell several times with a copy of string-width that compiles a pattern
 * of all emoji each time, which takes as long as Node's own start. It only receives characters that
 * are one column wide (src/output/boxed.ts), so the width is the length without colors.
 */
const tableWithoutEmoji = {
  name: 'table-without-emoji',
  resolveId(id, importer) {
    const isTable =
      importer !== undefined && /[\\/]node_modules[\\/]cli-table3[\\/]/.test(importer);
    return isTable && id === 'string-width' ? '\0plain-width.cjs' : undefined;
  },
  load: (id) =>
    id === '\0plain-width.cjs'
      ? "module.exports = (text) => text.replace(/\\u001b\\[[\\d;]*m/g, '').length;"
      : undefined,
};

/**
 * conf finds a folder of its own below the home directory, and asks for it as it loads. waybill names
 * the folder, and a container's user may have no home.
 */
const confWithoutHome = {
  name: 'conf-without-home',
  resolveId: (id) => (id === 'env-paths' ? '\0no-folders' : undefined),
  load: (id) => (id === '\0no-folders' ? 'export default undefined;' : undefined),
};

/**
 * What is always needed together, by the sources that import it. Opening a file costs a fiftieth of
 * Node's own start whatever its size, and on its own the bundler makes a chunk of every module that
 * two commands share. A module goes into the first chunk that has it; everything else is split by
 * use.
 */
const wholes = {
  // Answers `--version`.
  start: ['main.ts'],
  // Reads the command line with commander, shows help, and reports how the run ended.
  core: ['run.ts', 'cli/definition.ts'],
  // What nearly every command needs to ask the service and to print.
  common: [
    'api/same-state.ts',
    'native/faults.ts',
    'contract/issue-words.ts',
    'contract/limits.ts',
    'contract/order-kinds.ts',
    'contract/routes.ts',
    'contract/values.ts',
    'lib/days.ts',
    'output/fields.ts',
    'output/output.ts',
    'output/progress.ts',
    'output/sheet.ts',
    'secrets/secret.ts',
    'settings/completion-values.ts',
    'settings/credential-source.ts',
  ],
  // Reports take the same filters as lists.
  filters: ['orders/filters.ts', 'orders/filter-orders.ts', 'lists/selection.ts'],
  orders: ['commands/orders/list.ts'],
  // Finds orders by their numbers, for `get` and for updates.
  found: ['commands/orders/get.ts'],
  changes: ['commands/orders/create.ts', 'commands/orders/update.ts'],
  // An offline list checks the stored bodies, with no need of the client and Node's HTTP.
  checks: ['generated/response-checks.ts'],
  client: ['context/connect.ts', 'settings/credential-source.ts', 'http/direct-transport.ts'],
  // SQLite, for the mirror and for the sandbox.
  sqlite: ['native/libsql.ts', 'native/database-file.ts'],
  // What reports add up and what the mirror's tables store, without the database.
  mirrored: [
    'insight/formulas.ts',
    'insight/reconcile/clusters.ts',
    'lib/once.ts',
    'mirror/kinds.ts',
    'context/sync-summary.ts',
  ],
  // What payments are matched by, without the database.
  matched: ['insight/reconcile/match.ts', 'insight/reconcile/replay.ts'],
  // Finding out whether there is a mirror, and opening it. Reports read its cards, with no need of the
  // library before they run.
  mirror: ['context/mirror-access.ts', 'mirror/state.ts', 'mirror/group-names.ts'],
  database: ['mirror/open.ts'],
  // Reads an open mirror like the service. Without a mirror it is loaded alone.
  offline: ['mirror/offline.ts'],
  reports: ['commands/report/grouped.ts', 'insight/reports/outstanding.ts'],
  // The payments recorded in an open mirror; their words are in the help of `reconcile` too.
  messages: ['insight/reconcile/messages.ts'],
  ledger: ['mirror/ledger.ts'],
  // The sandbox's service, in this process.
  service: ['service/index.ts'],
};

/** Everything that the modules at these paths import, directly or indirectly. */
function importedBy(paths, context) {
  const closure = new Set();
  const follow = (id) => {
    if (closure.has(id)) return;
    closure.add(id);
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) follow(imported);
  };
  for (const path of paths) {
    if (context.getModuleInfo(`${sources}${path}`) === null) throw new Error(`There is no ${path}`);
    follow(`${sources}${path}`);
  }
  return closure;
}

/** The chunk groups of one build, which remember their modules. */
function chunkGroups() {
  return Object.entries(wholes).map(([name, paths], index, { length }) => {
    let members;
    return {
      debugName: name,
      priority: length - index,
      name: (id, context) => {
        members ??= importedBy(paths, context);
        return members.has(id) ? name : null;
      },
    };
  });
}

/** Input options for every kind of bundle. Native packages stay outside. */
export const inputOptions = {
  platform: 'node',
  external: ['libsql', 'libsql/promise', '@napi-rs/keyring'],
  // The groups below decide what is one file, whatever else imports it statically.
  checks: { ineffectiveDynamicImport: false },
  // Completion scripts, example files, help topics, the skill and the page's style are embedded as text.
  moduleTypes: Object.fromEntries(
    ['.bash', '.zsh', '.fish', '.ps1', '.csv', '.md', '.css'].map((ending) => [ending, 'text']),
  ),
};

/** Packages without the parts that waybill never uses, and that take time or fail. */
export const smallerPackages = [commanderWithoutPrograms, tableWithoutEmoji, confWithoutHome];

/**
 * libsql tells C libraries apart with a diagnostic report of the process, which takes almost half of
 * Node's own start. npm installs only the library that fits, so the first one that loads is right.
 */
const installedLibrary = `const { openInstalled } = require(${JSON.stringify(`${sources}native/installed-library.ts`)});
module.exports = openInstalled();`;

/** The program: CommonJS, minified, with a chunk for every dynamic import. */
export const programInput = {
  ...inputOptions,
  input: { main: `${sources}main.ts` },
  external: ['@napi-rs/keyring'],
  plugins: [...smallerPackages, nativeLibraries({ libsql: installedLibrary })],
  preserveEntrySignatures: false,
};
export const programOutput = {
  dir: 'dist',
  format: 'cjs',
  // `import('node:https')` becomes a require, which doesn't need Node's ES module loader.
  dynamicImportInCjs: false,
  minify: true,
  entryFileNames: '[name].cjs',
  chunkFileNames: 'chunks/[name]-[hash].cjs',
  codeSplitting: { includeDependenciesRecursively: false, groups: chunkGroups() },
};
