import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from './make-folder';

const base = mkdtempSync(join(tmpdir(), 'waybill-folders-'));

test('creates parent folders with the same mode, and leaves existing ones alone', () => {
  const path = join(base, 'a', 'b', 'c');
  makeFolder(path, 0o700);
  makeFolder(path, 0o755);
  for (const one of [path, join(base, 'a')]) expect(statSync(one).mode & 0o777).toBe(0o700);
});

test('throws if a file is in the way', () => {
  writeFileSync(join(base, 'file'), '');
  expect(() => makeFolder(join(base, 'file'))).toThrow('EEXIST');
  expect(() => makeFolder(join(base, 'file', 'below'))).toThrow('ENOTDIR');
});

test.runIf(process.platform === 'linux')('stops where no folder can be created', () => {
  expect(() => makeFolder('/proc/nowhere/below')).toThrow('ENOENT');
});
