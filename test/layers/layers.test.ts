import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { projectFolder } from '../support/project';

interface Rule {
  readonly name: string;
  readonly to: { readonly pathNot?: readonly string[] };
}
const require = createRequire(import.meta.url);
const { forbidden }: { forbidden: readonly Rule[] } = require('../../.dependency-cruiser.cjs');
const manifest = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'));

/** A rule, a file that breaks it, and the import that does so. */
type Violation = readonly [rule: string, file: string, line: string];

/** What each directory may not import: an example of a neighbor it must not know. */
const directories: readonly (readonly [name: string, other: string])[] = [
  ['contract', 'service'],
  ['generated', 'service'],
  ['native', 'contract'],
  ['lib', 'contract'],
  ['disk', 'contract'],
  ['secrets', 'contract'],
  ['cli', 'output'],
  ['http', 'contract'],
  ['api', 'settings'],
  ['tabular', 'output'],
  ['input', 'output'],
  ['lists', 'settings'],
  ['upload', 'settings'],
  ['mirror', 'upload'],
  ['insight', 'mirror'],
  ['orders', 'mirror'],
  ['imports', 'context'],
  ['page', 'contract'],
  ['assistant', 'cli'],
  ['output', 'upload'],
  ['settings', 'upload'],
  ['service', 'api'],
  ['context', 'generated'],
  ['commands', 'generated'],
];

/** Directories that may import no Node module, and those that may not import some. */
const ofNode: readonly (readonly [name: string, module: string])[] = [
  ...['contract', 'generated', 'cli', 'api', 'lists', 'insight'].map(
    (name) => [name, 'node:path'] as const,
  ),
  ...[
    'native',
    'secrets',
    'page',
    'output',
    'mirror',
    'context',
    'commands',
    'input',
    'upload',
    'orders',
    'imports',
    'lib',
  ].map((name) => [name, 'node:child_process'] as const),
  ['settings', 'node:http'],
  ['disk', 'node:http'],
  ['assistant', 'node:fs'],
  ['leaves', 'node:fs'],
];

const imports = (path: string) => `import '${path}';`;
const fileOf = (name: string) => (name === 'leaves' ? 'src/world.ts' : `src/${name}/of-node.ts`);

const violations: readonly Violation[] = [
  ...directories.map(
    ([name, other]): Violation => [
      `imports-of-${name}`,
      `src/${name}/other.ts`,
      imports(`../${other}/target`),
    ],
  ),
  ...ofNode.map(
    ([name, module]): Violation => [`imports-of-${name}-of-node`, fileOf(name), imports(module)],
  ),
  // Types count like code, and packages like directories.
  ['imports-of-contract', 'src/contract/typed.ts', "import type { A } from '../settings/target';"],
  ['imports-of-insight', 'src/insight/package.ts', imports('zod')],
  ['imports-of-http', 'src/http/package.ts', imports('commander')],
  ['imports-of-output', 'src/output/package.ts', imports('csv-parse')],
  ['imports-of-settings', 'src/settings/package.ts', imports('libsql')],
  ['imports-of-leaves', 'src/failure.ts', imports('./contract/target')],
  ['imports-of-commands', 'src/commands/http.ts', imports('../http/target')],
  ['imports-of-commands', 'src/commands/run.ts', imports('../run')],
  ['no-circular', 'src/api/one.ts', "import { b } from './two'; export const a = b;"],
  ['directories-are-in-the-table', 'src/common/new.ts', imports('../world')],
  ['process-only-in-main', 'src/http/process.ts', imports('node:process')],
  ['http-only-through-api', 'src/connect.ts', imports('./http/target')],
  ['api-is-handed-to-upload', 'src/upload/api.ts', imports('../api/target')],
  ['context-is-handed-to-commands', 'src/cli/context.ts', imports('../context/context')],
  ['service-by-a-dynamic-import', 'src/context/context.ts', imports('../service/target')],
  ['top-without-packages', 'src/program.ts', imports('chalk')],
  ['service-from-one-place', 'src/connect.ts', "export const a = import('./service/target');"],
  ['nouns-leave-other-nouns', 'src/commands/cards/noun.ts', imports('../orders/target')],
  ['neighbors-of-giftcards', 'src/commands/giftcards/noun.ts', imports('../cards/target')],
  ['neighbors-of-shipments', 'src/commands/shipments/noun.ts', imports('../cards/target')],
  ['neighbors-of-report', 'src/commands/report/noun.ts', imports('../cards/target')],
  ['neighbors-of-export', 'src/commands/export/noun.ts', imports('../jobs/target')],
  ['neighbors-of-reconcile', 'src/commands/reconcile/noun.ts', imports('../cards/target')],
  ['neighbors-of-doctor', 'src/commands/doctor/noun.ts', imports('../orders/target')],
];

/** What the rules allow: a rule that forbids everything would pass the rest. */
const allowed: Readonly<Record<string, string>> = {
  'src/main.ts': "import 'node:fs'; process.exitCode = 0;",
  'src/run.ts': 'export {};',
  'src/contract/allowed.ts': "import 'zod'; import '../failure';",
  'src/http/allowed.ts': "import 'undici'; import 'node:https'; import '../secrets/target';",
  'src/settings/allowed.ts': "import 'conf'; import 'node:fs'; import '../contract/target';",
  'src/commands/reconcile/allowed.ts': "import '../payments/target';",
  'src/commands/doctor/allowed.ts': "import '../jobs/target'; import '../../output/target';",
  'src/api/two.ts': "import { a } from './one'; export const b = a;",
};

const targets = [
  ...['contract', 'service', 'output', 'http', 'api', 'settings', 'upload', 'mirror', 'generated'],
  ...['secrets', 'commands/orders', 'commands/payments', 'commands/cards', 'commands/jobs'],
];

let folder: string;

function plant(file: string, text: string): void {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${text}\n`, { flag: 'a' });
}

/** Runs one of the project's tools on the planted tree and returns its output, however it ends. */
async function tool(name: string, words: readonly string[]): Promise<string> {
  const program = join(projectFolder, 'node_modules/.bin', name);
  const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024 };
  const run = promisify(execFile)(program, [...words], options);
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  return stdout;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'waybill-layers-'));
  for (const name of ['.dependency-cruiser.cjs', 'biome.json', 'tsconfig.json', 'package.json']) {
    cpSync(join(projectFolder, name), join(folder, name));
  }
  symlinkSync(join(projectFolder, 'node_modules'), join(folder, 'node_modules'));
  for (const target of targets) plant(`src/${target}/target.ts`, 'export type A = 1;');
  for (const [file, text] of Object.entries(allowed)) plant(file, text);
  for (const [, file, line] of violations) plant(file, line);
});

describe('imports', () => {
  test('every rule has a violation here', () => {
    // Directories that may import every Node module have none to plant.
    const unlimited = ['http', 'tabular', 'service'].map((name) => `imports-of-${name}-of-node`);
    const planted = new Set(violations.map(([rule]) => rule));
    const rules = forbidden.map(({ name }) => name).filter((name) => !unlimited.includes(name));
    expect([...planted].sort()).toEqual(rules.sort());
  });

  test('each violation is caught by its rule, and nothing else is', async () => {
    const words = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'src'];
    const { summary } = JSON.parse(await tool('depcruise', words));
    const caught: string[] = summary.violations.map(
      ({ rule, from }: { rule: { name: string }; from: string }) => `${rule.name}: ${from}`,
    );
    const expected = violations.map(([rule, file]) => `${rule}: ${file}`);
    expect(expected.filter((one) => !caught.includes(one))).toEqual([]);
    const files = new Set(violations.map(([, file]) => file));
    const innocent = caught.filter((one) => !files.has(one.replace(/^.*: /, '')));
    expect(innocent).toEqual([]);
  });

  test('the lists name only real dependencies', () => {
    const real = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
    // Their packages come later.
    const later = ['imports-of-mirror', 'imports-of-page'];
    const named = forbidden
      .filter(({ name }) => !later.includes(name))
      .flatMap(({ to }) => to.pathNot ?? [])
      .flatMap((path) => /node_modules\/\)\(@types\/\)\?(.*)\(\//.exec(path)?.[1] ?? []);
    expect(named).toContain('undici');
    expect(named.filter((name) => !real.includes(name))).toEqual([]);
  });
});

const expressions: readonly (readonly [expression: string, isCaught: boolean])[] = [
  ['process.env.HOME', true],
  ['globalThis.process.env.HOME', true],
  ['global.process.env.HOME', true],
  ['((process: { env: unknown }) => process.env)({ env: 1 })', false],
];

test('process is caught outside main.ts, by every name that it has', async () => {
  for (const [index, [expression]] of expressions.entries()) {
    plant(`src/cli/global-${index}.ts`, `export const a = ${expression};`);
  }
  const paths = expressions.map((_, index) => `src/cli/global-${index}.ts`);
  const words = ['lint', '--vcs-enabled=false', '--reporter=json', '--only=noRestrictedGlobals'];
  const { diagnostics } = JSON.parse(await tool('biome', [...words, ...paths, 'src/main.ts']));
  const found = diagnostics.map(
    ({ category, location }: { category: string; location: { path: string } }) =>
      `${category}: ${location.path}`,
  );
  const expected = paths.filter((_, index) => expressions[index]?.[1]);
  expect(found.sort()).toEqual(expected.map((path) => `lint/style/noRestrictedGlobals: ${path}`));
});

/** The files that docs/architecture.md lets three nouns use. */
const drawn: Readonly<Record<string, readonly string[]>> = {
  'src/commands/jobs/kept-jobs.ts': ['doctor', 'jobs', 'report'],
};

test('no file in commands/ is used by three nouns', async () => {
  // What `uploads` has is there for every noun.
  const nounOf = (path: string) => /^src\/commands\/(?!uploads\/)([^/]+)\//.exec(path)?.[1];
  const nounsByFile = new Map<string, Set<string>>();
  for (const name of readdirSync(join(projectFolder, 'src'), {
    recursive: true,
    encoding: 'utf8',
  })) {
    const file = `src/${name}`;
    const noun = nounOf(file);
    if (noun === undefined || !/(?<!\.test)\.ts$/.test(file)) continue;
    const text = readFileSync(join(projectFolder, file), 'utf8');
    for (const [, path = ''] of text.matchAll(/\b(?:from |import\(?)'(\.[^']+)'/g)) {
      const imported = `${join(dirname(file), path)}.ts`;
      if (nounOf(imported) === undefined) continue;
      nounsByFile.set(imported, (nounsByFile.get(imported) ?? new Set()).add(noun));
    }
  }
  const users = [...nounsByFile].map(([file, nouns]) => [file, [...nouns].sort()] as const);
  expect(users.some(([, nouns]) => nouns.length === 2)).toBe(true);
  const ofThree = users.filter(([, nouns]) => nouns.length >= 3);
  expect(Object.fromEntries(ofThree)).toEqual(drawn);
});
