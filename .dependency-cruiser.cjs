/** Who may import whom: the table of docs/architecture.md, enforced. Types count like code. */

/** What anyone may import, and what imports nothing but each other. */
const leaves = [
  'failure',
  'exit-codes',
  'world',
  'version',
  'loopback',
  'formats',
  'lib',
  'disk',
  'secrets',
];

const any = ['[a-z0-9_/]+'];

/**
 * The directories of src, and what each may import beside itself and the leaves: other directories,
 * packages, Node's own modules, and files of src itself.
 */
const directories = {
  contract: { packages: ['zod', 'ts-tracking-number'] },
  generated: { directories: ['contract'] },
  native: {
    packages: ['libsql', '@napi-rs/keyring'],
    builtins: ['buffer', 'crypto', 'fs', 'module', 'os', 'path'],
  },
  lib: {
    packages: ['fastest-levenshtein'],
    builtins: ['crypto', 'fs', 'fs/promises', 'os', 'path', 'tls'],
  },
  disk: { builtins: ['child_process', 'crypto', 'fs', 'fs/promises', 'net', 'os', 'path', 'util'] },
  secrets: { builtins: ['util'] },
  // The context is named in a command's type; the forms of values are without zod.
  cli: { packages: ['commander'], files: ['src/context/context.ts', 'src/contract/values.ts'] },
  http: { packages: ['undici'], builtins: any },
  api: { directories: ['http', 'contract', 'generated'] },
  tabular: { packages: ['csv-parse', 'csv-stringify', 'yauzl', 'saxes', 'fflate'], builtins: any },
  input: { directories: ['cli', 'tabular'], builtins: ['fs', 'fs/promises', 'path', 'stream'] },
  lists: { directories: ['cli', 'contract', 'output'] },
  upload: {
    directories: ['tabular', 'contract', 'api'],
    packages: ['fastest-levenshtein'],
    builtins: ['crypto', 'fs', 'fs/promises', 'os', 'path', 'util', 'zlib'],
  },
  mirror: {
    directories: ['contract', 'generated', 'insight', 'native', 'api'],
    packages: ['pg', 'pg-connection-string', 'pgpass'],
    builtins: ['crypto', 'fs', 'path', 'stream', 'tls', 'util'],
  },
  insight: { directories: ['contract'] },
  // The noun below its commands.
  orders: {
    directories: ['contract', 'cli', 'api', 'lists', 'output', 'tabular', 'input'],
    builtins: ['path'],
  },
  // A file and what it means; of insight what a payout row is, of an upload its types.
  imports: {
    directories: [
      'tabular',
      'contract',
      'generated',
      'orders',
      'input',
      'cli',
      'api',
      'upload',
      'output',
    ],
    files: ['src/insight/reconcile/model.ts'],
    builtins: ['crypto', 'fs', 'path', 'util'],
  },
  page: { directories: ['insight'], packages: ['echarts', 'hono'] },
  // What an assistant's client asks for over the Model Context Protocol.
  assistant: {
    packages: ['@modelcontextprotocol/server', 'p-limit'],
    builtins: ['child_process', 'events', 'stream'],
  },
  output: {
    directories: ['tabular', 'contract'],
    packages: ['cli-table3', 'chalk', '@clack/prompts', 'fast-string-width'],
    builtins: ['crypto', 'fs/promises', 'path', 'readline', 'stream', 'timers'],
  },
  settings: {
    // A setting is declared and parsed as the global flag that it stands for.
    directories: ['contract', 'native', 'cli'],
    packages: ['conf'],
    builtins: ['child_process', 'crypto', 'fs', 'path', 'stream', 'url'],
  },
  service: {
    directories: ['contract', 'native'],
    packages: ['hono', '@hono/node-server', 'ts-tracking-number', 'zod'],
    builtins: any,
  },
  // What every command receives. The service is loaded by one dynamic import.
  context: {
    directories: [
      ...['contract', 'cli', 'api', 'upload', 'mirror', 'output', 'settings', 'service'],
    ],
    builtins: ['fs', 'fs/promises', 'path'],
  },
  commands: {
    directories: [
      ...['contract', 'cli', 'api', 'tabular', 'input', 'lists', 'upload'],
      ...[
        'mirror',
        'insight',
        'orders',
        'imports',
        'page',
        'assistant',
        'output',
        'settings',
        'context',
      ],
    ],
    files: [...['completions/', 'examples/', 'skills/']],
    builtins: ['dns/promises', 'fs', 'net', 'path'],
  },
};

/** Nouns that use another noun's parts. */
const neighbors = {
  giftcards: ['orders/'],
  shipments: ['orders/'],
  report: ['orders/', 'jobs/'],
  export: ['orders/', 'report/'],
  reconcile: ['orders/', 'payments/'],
  doctor: ['jobs/'],
};

const escaped = (path) => path.replaceAll('.', '\\.');
const noTest = '\\.test\\.ts$';
const leafPaths = [`^src/(${leaves.join('|')})(/|\\.ts$)`, '^package\\.json$'];

const inPackages = (names) => names.map((name) => `(^|node_modules/)(@types/)?${name}(/|$)`);
const inBuiltins = (names) => names.map((name) => `^(node:)?${name}$`);

/** Everything outside the list is forbidden; Node's own modules are matched by name. */
function onlyImports(name, from, allowed) {
  const { directories = [], packages = [], builtins = [], files = [] } = allowed;
  const paths = [
    ...leafPaths,
    ...directories.map((directory) => `^src/${directory}/`),
    ...files.map((file) => `^${escaped(file)}`),
    ...inPackages(packages),
  ];
  const forbidden = { severity: 'error', from };
  return [
    { name, ...forbidden, to: { pathNot: paths, dependencyTypesNot: ['core'] } },
    {
      name: `${name}-of-node`,
      ...forbidden,
      to: { pathNot: inBuiltins(builtins), dependencyTypes: ['core'] },
    },
  ];
}

function directoryRules([name, allowed]) {
  return onlyImports(
    `imports-of-${name}`,
    { path: `^src/${name}/`, pathNot: noTest },
    { ...allowed, directories: [name, ...(allowed.directories ?? [])] },
  );
}

function neighborRule([noun, parts]) {
  return {
    name: `neighbors-of-${noun}`,
    severity: 'error',
    from: { path: `^src/commands/${noun}/`, pathNot: noTest },
    to: {
      path: '^src/commands/[^/]+/',
      pathNot: [noun, 'uploads/', ...parts].map((part) => `^src/commands/${part}`),
    },
  };
}

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    },
    {
      name: 'directories-are-in-the-table',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: `^src/(${Object.keys(directories).join('|')})/` },
      to: {},
    },
    ...Object.entries(directories).flatMap(directoryRules),
    ...onlyImports(
      'imports-of-leaves',
      { path: `^src/(${leaves.join('|')})\\.ts$` },
      { builtins: ['stream'] },
    ),
    {
      name: 'top-without-packages',
      severity: 'error',
      from: { path: '^src/[^/]+\\.ts$' },
      to: { path: '(^|/)node_modules/', pathNot: 'node_modules/@types/node/' },
    },
    {
      name: 'process-only-in-main',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/main\\.ts$' },
      to: { path: '^(node:)?process$' },
    },
    {
      name: 'http-only-through-api',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/(http|api)/', noTest] },
      to: { path: '^src/http/' },
    },
    {
      name: 'api-is-handed-to-upload',
      severity: 'error',
      from: { path: '^src/upload/', pathNot: noTest },
      to: { path: '^src/api/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'context-is-handed-to-commands',
      severity: 'error',
      from: { path: '^src/(cli|commands)/', pathNot: noTest },
      to: { path: '^src/context/(create-)?context\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'service-by-a-dynamic-import',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/service/', noTest] },
      to: { path: '^src/service/', dependencyTypesNot: ['dynamic-import', 'type-only'] },
    },
    {
      name: 'service-from-one-place',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: ['^src/service/', '^src/context/(create-)?context\\.ts$', noTest],
      },
      to: { path: '^src/service/' },
    },
    {
      name: 'nouns-leave-other-nouns',
      severity: 'error',
      from: {
        path: '^src/commands/([^/]+)/',
        pathNot: [`^src/commands/(${Object.keys(neighbors).join('|')})/`, noTest],
      },
      to: { path: '^src/commands/[^/]+/', pathNot: '^src/commands/($1|uploads)/' },
    },
    ...Object.entries(neighbors).map(neighborRule),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node'] },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
  },
};
