import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { userInfo } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { isExecutable, program, projectFolder } from '../support/project';
import { temporaryHome, waybill } from '../support/waybill';

/** In no passwd file. */
const stranger = 54_321;

// Only root may run something as another user.
test.runIf(process.getuid?.() === 0)(
  'a user without HOME who is not in passwd gets an error about files, not a bug',
  async () => {
    // Strangers can't enter the folder of the other tests.
    const copy = mkdtempSync('/tmp/waybill-no-home-');
    onTestFinished(() => rmSync(copy, { recursive: true }));
    const parts = isExecutable ? [program.file] : ['bin', 'dist', 'package.json'];
    for (const part of parts) {
      cpSync(resolve(projectFolder, part), join(copy, basename(part)), { recursive: true });
    }
    const [file, ...before] = isExecutable
      ? [join(copy, basename(program.file))]
      : [process.execPath, join(copy, 'bin/waybill.js')];
    chmodSync(copy, 0o755);
    const run = (...words: string[]) =>
      promisify(execFile)(file as string, [...before, ...words], {
        uid: stranger,
        gid: stranger,
        env: { PATH: process.env.PATH },
        cwd: copy,
      });
    expect((await run('--help')).stderr).toBe('');
    expect((await run('config', 'path')).stdout).toMatch(/^\/\.config\/waybill\//);
    await expect(run('config', 'set', 'output', 'json')).rejects.toMatchObject({ code: 14 });
  },
);

test.each(['', 'home'])('HOME=%j does not lead to the current folder', async (home) => {
  const cwd = temporaryHome();
  const env = { HOME: home, XDG_CACHE_HOME: cwd };
  const done = await waybill(['config', 'path'], { env, cwd });
  expect(done).toMatchObject({ exitCode: 0, stderr: '' });
  // Bun takes a relative HOME for the user's folder.
  const folder = isExecutable && home !== '' ? '/' : userInfo().homedir;
  expect(done.stdout.slice(0, folder.length)).toBe(folder);
});
