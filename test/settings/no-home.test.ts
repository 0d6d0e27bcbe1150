import { spawn } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { userInfo } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isExecutable, program, projectFolder } from '../support/project';
import { runOf, temporaryHome, waybill } from '../support/waybill';

/** In no passwd file. */
const stranger = 54_321;

/** Only root may run something as another user. */
const isRoot = process.getuid?.() === 0;

/** The program where strangers may read it, which the folder of the other tests is not. */
let copy = '';
let command: readonly string[] = [];
beforeAll(() => {
  copy = mkdtempSync('/tmp/waybill-no-home-');
  const parts = isExecutable ? [program.file] : ['bin', 'dist', 'package.json'];
  for (const part of parts) {
    cpSync(resolve(projectFolder, part), join(copy, basename(part)), { recursive: true });
  }
  command = isExecutable
    ? [join(copy, basename(program.file))]
    : [process.execPath, join(copy, 'bin/waybill.js')];
  chmodSync(copy, 0o755);
});
afterAll(() => rmSync(copy, { recursive: true }));

/** Runs waybill as a user without HOME who is in no passwd file. */
function run(env: Readonly<Record<string, string>>, words: readonly string[], input = '') {
  const [file = '', ...before] = command;
  const child = spawn(file, [...before, ...words], {
    ...{ uid: stranger, gid: stranger, cwd: copy },
    env: { PATH: process.env.PATH, ...env },
  });
  child.stdin.end(input);
  return runOf(child);
}

describe.runIf(isRoot)('a user without a home', () => {
  test('and without a folder for settings gets an error about files, not a bug', async () => {
    expect((await run({}, ['--help'])).stderr).toBe('');
    expect((await run({}, ['config', 'path'])).stdout).toMatch(/^\/\.config\/waybill\//);
    const { exitCode, stderr } = await run({}, ['config', 'set', 'output', 'json']);
    expect(exitCode).toBe(14);
    expect(stderr).toContain('/.config/waybill/config.json');
    expect(stderr).not.toMatch(/uv_|homedir|ENOENT|EACCES/);
  });

  test.each([
    ['WAYBILL_HOME', ['WAYBILL_HOME']],
    ['an XDG folder', ['XDG_CONFIG_HOME']],
    ['all XDG folders', ['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME']],
    ['both', ['WAYBILL_HOME', 'XDG_CONFIG_HOME']],
  ])('but with %s changes settings and credentials', async (_, variables) => {
    const own = mkdtempSync(join(copy, 'own-'));
    chownSync(own, stranger, stranger);
    const env = Object.fromEntries(variables.map((name) => [name, join(own, name)]));
    const secret = 'abc_secret_56789abcdef';
    const login = ['--base-url', 'https://service.example/api/v1', '--api-key', 'abc_key_1234'];
    const kept = ['--secret-stdin', '--store', 'file', '--no-verify'];
    for (const words of [
      ['config', 'set', 'output', 'json'],
      ['config', 'unset', 'output'],
      ['auth', 'login', ...login, ...kept],
      ['auth', 'login', '--profile', 'other', ...login, ...kept],
      ['auth', 'switch', 'other'],
      ['auth', 'rotate', '--secret-stdin', '--no-verify'],
      ['auth', 'logout', '--all', '-y'],
      ['config', 'set', 'pointValue', '1.5'],
    ]) {
      const { exitCode, stderr } = await run(env, words, secret);
      expect({ words, exitCode, stderr }).toMatchObject({ words, exitCode: 0 });
    }
    const folder = variables.includes('WAYBILL_HOME') ? 'WAYBILL_HOME' : 'XDG_CONFIG_HOME/waybill';
    expect(JSON.parse(readFileSync(join(own, folder, 'config.json'), 'utf8'))).toMatchObject({
      profiles: { default: { settings: { pointValue: 1.5 } } },
    });
    expect((await run(env, ['config', 'get', 'pointValue'])).stdout).toContain('1.5');
  });
});

test.each(['', 'home'])('HOME=%j does not lead to the current folder', async (home) => {
  const cwd = temporaryHome();
  const env = { HOME: home, XDG_CACHE_HOME: cwd };
  const done = await waybill(['config', 'path'], { env, cwd });
  expect(done).toMatchObject({ exitCode: 0, stderr: '' });
  // Bun takes a relative HOME for the user's folder.
  const folder = isExecutable && home !== '' ? '/' : userInfo().homedir;
  expect(done.stdout.slice(0, folder.length)).toBe(folder);
});

test.runIf(isRoot && !isExecutable)('a folder that was removed is no bug', async () => {
  const file = join(projectFolder, 'examples/shipments.csv');
  const words = [...program.words, '--sandbox', 'shipments', 'add', '--csv', file];
  const child = spawn('sh', ['-c', 'rmdir "$PWD" && "$@"', 'sh', program.file, ...words], {
    cwd: mkdtempSync(join(copy, 'gone-')),
    env: { PATH: process.env.PATH, WAYBILL_HOME: temporaryHome() },
  });
  child.stdin.end();
  const { exitCode, stderr } = await runOf(child);
  expect(exitCode).toBe(14);
  expect(stderr).toContain('The current folder no longer exists');
});
