import { spawn } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isExecutable, program, projectFolder } from '../support/project';
import { isRoot, stranger, strangersProgram } from '../support/stranger';
import { runOf, temporaryHome, waybill } from '../support/waybill';

const { folder, run } = strangersProgram();

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
    const own = mkdtempSync(join(folder(), 'own-'));
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
    const at = variables.includes('WAYBILL_HOME') ? 'WAYBILL_HOME' : 'XDG_CONFIG_HOME/waybill';
    expect(JSON.parse(readFileSync(join(own, at, 'config.json'), 'utf8'))).toMatchObject({
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
    cwd: mkdtempSync(join(folder(), 'gone-')),
    env: { PATH: process.env.PATH, WAYBILL_HOME: temporaryHome() },
  });
  child.stdin.end();
  const { exitCode, stderr } = await runOf(child);
  expect(exitCode).toBe(14);
  expect(stderr).toContain('The current folder no longer exists');
});
