import { spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { isExecutable, program, projectFolder } from './project';
import { isFull } from './tier';
import { type Run, runOf } from './waybill';

/** A user in no passwd file. */
export const stranger = 54_321;

/** Only root may run something as another user. */
export const isRoot = process.getuid?.() === 0;
if (isFull && !isRoot) throw new Error('the full tier runs as root: its tests need another user');

/**
 * The program as another user runs it: `folder()` is where strangers may read it, which the folder of the
 * other tests is not, and `run` runs it there without HOME.
 */
export function strangersProgram() {
  let copy = '';
  let command: readonly string[] = [];
  beforeAll(() => {
    copy = mkdtempSync('/tmp/waybill-stranger-');
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
  function run(
    env: Readonly<Record<string, string>>,
    words: readonly string[],
    input = '',
  ): Promise<Run> {
    const [file = '', ...before] = command;
    const child = spawn(file, [...before, ...words], {
      ...{ uid: stranger, gid: stranger, cwd: copy },
      env: { PATH: process.env.PATH, ...env },
    });
    child.stdin.end(input);
    return runOf(child);
  }
  return { folder: () => copy, run };
}
