import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isExecutable, programInShell } from '../support/project';
import { runOf, temporaryHome, waybill } from '../support/waybill';

const env = { WAYBILL_HOME: temporaryHome() };

/** Command lines that fail at every stage: finding the command, parsing, settings, running. */
const failing: readonly (readonly string[])[] = [
  ['ordres', 'list'],
  ['config', 'lst'],
  ['config', 'list', '--nonsense'],
  ['config', 'list', 'surplus'],
  ['config', 'list', '--retries', 'many'],
  ['config', 'get', 'nonsense'],
  ['config', 'list', '--fields', 'nonsense'],
  ['config', 'list', '--fields', ','],
];

test.each(failing)(
  '%s %s %s %s is reported only on stderr, in words or as json',
  async (...words) => {
    const typed = words.filter((word) => word !== undefined);
    const reported = await waybill(typed, { env });
    expect(reported).toMatchObject({ exitCode: 2, stdout: '' });
    expect(reported.stderr).toMatch(/^Error: .+\n/);
    for (const asked of [['--json'], ['-o', 'ndjson'], ['-qojson'], ['--output=json']]) {
      const run = await waybill([...typed, ...asked], { env });
      expect(run).toMatchObject({ exitCode: 2, stdout: '' });
      expect(run.stderr.trimEnd()).not.toContain('\n');
      const { error } = JSON.parse(run.stderr);
      expect(error).toMatchObject({ code: 'usage', exitCode: 2 });
      expect(reported.stderr).toContain(error.message);
    }
  },
);

test.each([
  'export',
  'report html',
  'mirror backup',
  'sandbox examples',
  'shipments check',
  'reconcile',
])(
  '%s refuses an empty name for its file, instead of using the current folder',
  async (command) => {
    const cwd = temporaryHome();
    const run = await waybill([...command.split(' '), '', '--sandbox', '--yes'], { env, cwd });
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toMatch(/^Error: <\w+> is empty\n/);
    expect(readdirSync(cwd)).toEqual([]);
  },
);

test('the format of an error may come from the environment', async () => {
  const run = await waybill(['ordres'], { env: { ...env, WAYBILL_OUTPUT: 'json' } });
  expect(JSON.parse(run.stderr).error.exitCode).toBe(2);
  const words = await waybill(['ordres', '-o', 'table'], {
    env: { ...env, WAYBILL_OUTPUT: 'json' },
  });
  expect(words.stderr).toMatch(/^Error: /);
});

test('the format of an error may come from the profile', async () => {
  const home = { WAYBILL_HOME: temporaryHome() };
  await waybill(['config', 'set', 'output', 'json', '--profile', 'scripts'], { env: home });
  for (const words of [
    ['ordres', '--profile', 'scripts'],
    ['config', 'get', 'nonsense', '--profile=scripts'],
  ]) {
    const run = await waybill(words, { env: home });
    expect(JSON.parse(run.stderr).error.exitCode).toBe(2);
  }
});

test('an invalid variable is reported in the format that the command line asks for', async () => {
  const run = await waybill(['config', 'list', '--json'], {
    env: { ...env, WAYBILL_RETRIES: 'many' },
  });
  expect(run.exitCode).toBe(2);
  expect(JSON.parse(run.stderr).error.message).toContain('WAYBILL_RETRIES');
});

test('no stack trace is shown unless --debug asks for it', async () => {
  const { stderr } = await waybill(['config', 'get', 'nonsense'], { env });
  expect(stderr).not.toContain('    at ');
  const debugged = await waybill(['config', 'get', 'nonsense', '--debug'], { env });
  expect(debugged.stderr).toContain('    at ');
});

test('escape sequences in arguments are shown, not obeyed', async () => {
  const { stderr } = await waybill(['config', 'get', 'a\u001b]0;owned\u0007\u202eb'], { env });
  expect(stderr).toContain('a\\x1b]0;owned\\x07\\u202eb');
});

// Node itself needs about twenty, the executable fewer; somewhere in this range there are enough.
const mayBeEnough = isExecutable ? 28 : 36;
test.skipIf(process.platform === 'win32').each([21, 24, 28, 32, 36])(
  'a run that may open only %i files reports it or succeeds',
  async (files) => {
    const line = `ulimit -n ${files} && exec ${programInShell} --sandbox orders list --json`;
    const child = spawn('sh', ['-c', line], { env: { PATH: process.env.PATH, ...env } });
    child.stdin.end();
    const run = await runOf(child);
    if (files >= mayBeEnough && run.exitCode === 0) return;
    expect(run).toMatchObject({ exitCode: 14, stdout: '' });
    expect(JSON.parse(run.stderr).error.hint).toContain('ulimit -n');
  },
);

test('advice about a secret on the command line appears once', async () => {
  const secret = 'sandbox_secret_0123456789abcdef0123456789';
  const login = ['auth', 'login', '--base-url', 'https://service.example/api/v1'];
  const typed = [...login, '--api-key', secret, '--secret-stdin', '--store', 'file', '--no-verify'];
  const { exitCode, stderr } = await waybill(typed, { env, input: secret });
  expect(exitCode).toBe(2);
  expect(stderr.match(/Others can see a secret/g)).toHaveLength(1);
});

test.each(['reset', 'seed --orders 1'])('sandbox %s prints nothing with -q', async (verb) => {
  const own = { WAYBILL_HOME: temporaryHome() };
  const run = (...more: string[]) =>
    waybill(['sandbox', ...verb.split(' '), ...more], { env: own });
  expect(await run('-q')).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
  expect((await run('-q', '--json')).stdout).toContain('"orders"');
});
