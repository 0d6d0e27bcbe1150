import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryHome, waybill } from '../support/waybill';

/** What a link leads to is not waybill's own, whoever owns it: its mode is never changed. */
let home: string;
let target: string;
let mirror: string;
const run = (...words: string[]) =>
  waybill(['--sandbox', ...words], { env: { WAYBILL_HOME: home } });
const modeOf = (path: string) => statSync(path).mode & 0o777;

beforeEach(async () => {
  home = join(temporaryHome(), 'home');
  target = join(temporaryHome(), 'target');
  mirror = (await run('mirror', 'path')).stdout.trim();
});

function link(at: string): void {
  // A run may have kept compiled code there.
  rmSync(at, { recursive: true, force: true });
  mkdirSync(dirname(at), { recursive: true });
  symlinkSync(target, at);
}

describe('a link in the place of the mirror', () => {
  test('to a file: it is used, with the mode that it has', async () => {
    writeFileSync(target, '');
    chmodSync(target, 0o644);
    link(mirror);
    expect(await run('sync')).toMatchObject({ exitCode: 0, stderr: '' });
    expect((await run('payments', 'add', '800458530', '1', '--date', '2025-11-01')).exitCode).toBe(
      0,
    );
    expect(modeOf(target)).toBe(0o644);
    expect(lstatSync(mirror).isSymbolicLink()).toBe(true);
  });

  test.each(['', '.lock.1', '-wal', '-journal'])(
    'to a FIFO, "%s": exit 14 at once',
    async (more) => {
      execFileSync('mkfifo', ['-m', '0666', target]);
      link(mirror + more);
      const ended = await run('sync');
      expect(ended.exitCode).toBe(14);
      expect(ended.stderr).toContain('is not a regular file');
      expect(modeOf(target)).toBe(0o666);
    },
  );

  // A device of the test's own: the machine's must survive a failure of this test.
  test.skipIf(process.getuid?.() !== 0)('to a device: exit 14, and the device stays', async () => {
    execFileSync('mknod', ['-m', '0666', target, 'c', '1', '3']);
    link(mirror);
    for (const words of [['sync'], ['orders', 'list', '--offline'], ['mirror', 'reset', '-y']]) {
      expect((await run(...words)).exitCode, words.join(' ')).toBe(14);
    }
    expect(modeOf(target)).toBe(0o666);
    expect(statSync(target).isCharacterDevice()).toBe(true);
  });

  test('to nothing: exit 14', async () => {
    link(mirror);
    expect((await run('sync')).exitCode).toBe(14);
  });
});

test('a mirror that others may read is made private', async () => {
  expect((await run('sync')).exitCode).toBe(0);
  chmodSync(mirror, 0o644);
  expect((await run('sync')).exitCode).toBe(0);
  expect(modeOf(mirror)).toBe(0o600);
});

test.each([
  ['settings', '', ['config', 'set', 'output', 'json']],
  ['upload jobs', 'jobs', ['shipments', 'add', '--csv', 'examples/shipments.csv']],
])(
  'a link in the place of the folder of the %s: its target keeps its mode',
  async (_, name, words) => {
    mkdirSync(target);
    chmodSync(target, 0o755);
    link(join(home, name));
    expect([0, 3, 6]).toContain((await run(...words)).exitCode);
    expect(modeOf(target)).toBe(0o755);
  },
);
