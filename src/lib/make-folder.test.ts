import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from './make-folder';

const base = mkdtempSync(join(tmpdir(), 'waybill-folders-'));

test('folders on the way are made with the same mode, and one that is there stays', () => {
  const path = join(base, 'a', 'b', 'c');
  makeFolder(path, 0o700);
  makeFolder(path, 0o755);
  for (const one of [path, join(base, 'a')]) expect(statSync(one).mode & 0o777).toBe(0o700);
});

test('a file in the place of a folder is an error', () => {
  writeFileSync(join(base, 'file'), '');
  expect(() => makeFolder(join(base, 'file'))).toThrow('EEXIST');
  expect(() => makeFolder(join(base, 'file', 'below'))).toThrow('ENOTDIR');
});

test.runIf(process.platform === 'linux')('where nothing can be made it ends', () => {
  expect(() => makeFolder('/proc/nowhere/below')).toThrow('ENOENT');
});
