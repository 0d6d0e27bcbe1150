import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type Chunks, commandSizes } from '../../scripts/chunks.mjs';
import { program, projectFolder } from '../support/project';

const chunks: Chunks = JSON.parse(readFileSync(join(projectFolder, 'dist/chunks.json'), 'utf8'));

/** KiB that a command may read before it starts to work: the first pattern that fits counts. */
const budgets: readonly (readonly [command: RegExp, kibibytes: number])[] = [
  [/^--version$/, 6],
  // The ways of a file, taken only with --csv and on top of their commands.
  [/^shared /, 210],
  [/^(orders|giftcards) (create|update)$|^shipments |^api$|^auth login$/, 160],
  [/^(orders|giftcards|cards|auth|doctor)( |$)/, 125],
  [/./, 100],
];

test.each(Object.entries(commandSizes(chunks)))('%s stays within its budget', (command, bytes) => {
  const [, budget] = budgets.find(([pattern]) => pattern.test(command)) ?? [];
  expect(bytes / 1024).toBeLessThan(budget as number);
});

/** Opening a file costs a fiftieth of Node's own start, so what belongs together is in one. */
test.each([
  ['--version', 1],
  ['--help', 3],
  ['orders list --help', 7],
  ['--sandbox orders list --json', 12],
])('waybill %s opens at most %i files of the bundle', async (line, most) => {
  const loaded = await loadedFiles(line.split(' '));
  expect(loaded.filter((file) => file.startsWith('dist/')).length).toBeLessThanOrEqual(most);
});

const home = mkdtempSync(join(tmpdir(), 'waybill-loaded-'));

/** The files that a run loaded, by their path in the project. */
async function loadedFiles(words: readonly string[]): Promise<readonly string[]> {
  const list = join(home, 'loaded.json');
  await promisify(execFile)(
    process.execPath,
    ['--require', join(projectFolder, 'test/shell/loaded-files.cjs'), program, ...words],
    {
      env: { PATH: process.env.PATH, WAYBILL_HOME: home, LOADED_FILES: list },
      cwd: projectFolder,
    },
  );
  const files: string[] = JSON.parse(readFileSync(list, 'utf8'));
  return files.map((file) => file.replace(projectFolder, '').replace(/^.*(?=node_modules\/)/, ''));
}

/** The sources and packages among them, what is bundled included. */
async function loadedBy(words: readonly string[]): Promise<readonly string[]> {
  const files = await loadedFiles(words);
  return files.flatMap((file) => chunks[file.replace(/^dist\//, '')]?.modules ?? [file]);
}

const room = (name: string) => new RegExp(`^src/${name}/`);
const library = (name: string) => new RegExp(`^node_modules/${name}(/|$)`);
const heavy = [
  room('service'),
  room('http'),
  /^src\/(connect|api\/create-api)\.ts$/,
  room('upload'),
  ...['zod', 'undici', 'hono', 'libsql', '@napi-rs/keyring', 'conf', 'ajv', 'csv-parse'].map(
    library,
  ),
  ...['csv-stringify', 'cli-table3', 'cli-progress', '@clack/prompts', 'chalk'].map(library),
];

describe('what is not needed is not loaded', () => {
  test.each([
    ['--version', [...heavy, library('commander'), room('command'), room('commands')]],
    ['--help', heavy],
    ['help exit-codes', heavy],
    ['config list --help', heavy],
    ['orders list --help', heavy],
    ['orders update --help', heavy],
    ['shipments add --help', heavy],
    ['sandbox serve --help', heavy],
    ['completion bash', heavy],
    ['config list', heavy],
  ])('waybill %s', async (line, unwanted) => {
    const loaded = await loadedBy(line.split(' '));
    expect(loaded).toContain('src/main.ts');
    expect(loaded.filter((file) => unwanted.some((pattern) => pattern.test(file)))).toEqual([]);
  });

  test('and what is needed is seen here: this test would notice', async () => {
    const loaded = await loadedBy(['--sandbox', 'sandbox', 'info']);
    for (const pattern of [room('service'), library('libsql')]) {
      expect(loaded.filter((file) => pattern.test(file))).not.toEqual([]);
    }
  });
});
