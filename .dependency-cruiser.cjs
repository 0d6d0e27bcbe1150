/** Who may import whom: the table of docs/architecture.md, enforced. */
const leaves =
  '^src/(failure|exit-codes|once|json|waiting-file|world|version|loopback|secrets|generated)([./]|$)|^package\\.json$';

/** A room may import itself, the leaves, the packages named, and the rooms named. */
function room(name, { rooms = [], packages = [] }) {
  const allowed = [
    `^src/${name}(/|\\.ts$)`,
    leaves,
    ...rooms.map((one) => `^src/${one}(/|\\.ts$)`),
  ];
  return {
    name: `room-${name}`,
    severity: 'error',
    from: { path: `^src/${name}/`, pathNot: '\\.test\\.ts$' },
    to: {
      path: '.',
      pathNot: [...allowed, ...packages.map((one) => `node_modules/(@types/)?${one}(/|$)`)],
      dependencyTypesNot: ['core', 'type-only'],
    },
  };
}

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] } },
    },
    {
      name: 'process-in-main-alone',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/main\\.ts$' },
      to: { path: '^(node:)?process$' },
    },
    room('contract', { packages: ['zod'] }),
    room('command', { rooms: ['contract'], packages: ['commander', 'fastest-levenshtein'] }),
    room('http', { rooms: ['contract'], packages: ['undici'] }),
    room('api', { rooms: ['http', 'contract'] }),
    room('upload', {
      rooms: ['contract'],
      packages: [
        'csv-parse',
        'csv-stringify',
        'ts-tracking-number',
        'write-file-atomic',
        'fastest-levenshtein',
      ],
    }),
    room('output', {
      rooms: ['contract', 'command'],
      packages: ['cli-table3', 'chalk', 'csv-stringify', 'string-width', '@clack/prompts'],
    }),
    room('settings', {
      rooms: ['contract', 'command'],
      packages: [
        'conf',
        'env-paths',
        '@napi-rs/keyring',
        'zod',
        'proper-lockfile',
        'write-file-atomic',
      ],
    }),
    room('service', {
      rooms: ['contract'],
      packages: ['hono', '@hono/node-server', 'libsql', 'zod', 'ts-tracking-number'],
    }),
    {
      name: 'commands-leave-http-and-service-alone',
      severity: 'error',
      from: { path: '^src/commands/' },
      to: { path: '^src/(http|service)/', dependencyTypesNot: ['type-only', 'dynamic-import'] },
    },
    {
      name: 'nouns-leave-each-other-alone',
      severity: 'error',
      from: { path: '^src/commands/([^/]+)/' },
      to: { path: '^src/commands/([^/]+)/', pathNot: '^src/commands/($1|shared)/' },
    },
    {
      name: 'service-is-reached-by-a-dynamic-import-alone',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/service/' },
      to: { path: '^src/service/', dependencyTypesNot: ['dynamic-import', 'type-only'] },
    },
    {
      name: 'screens-are-made-in-output-alone',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/output/' },
      to: { path: 'node_modules/(cli-table3|chalk|@clack/prompts)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node'] },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
  },
};
