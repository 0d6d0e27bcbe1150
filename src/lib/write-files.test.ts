import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder, removeAll, replaceFile } from './write-files';

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

test('replaces a file as a whole, even with a draft of a killed run beside it', () => {
  const folder = mkdtempSync(join(base, 'replaced-'));
  const path = join(folder, 'file');
  writeFileSync(path, 'old', { mode: 0o644 });
  writeFileSync(`${path}.7`, 'half');
  replaceFile(path, 'new', { mode: 0o600, processId: 7 });
  expect(readFileSync(path, 'utf8')).toBe('new');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['file']);
});

test('leaves no draft if the file cannot be replaced', () => {
  const folder = mkdtempSync(join(base, 'kept-'));
  mkdirSync(join(folder, 'file'));
  expect(() => replaceFile(join(folder, 'file'), 'new', { mode: 0o600, processId: 7 })).toThrow();
  expect(readdirSync(folder)).toEqual(['file']);
});

test('removes folders and links, nothing that a link leads to, and nothing that is not there', async () => {
  const base = mkdtempSync(join(tmpdir(), 'remove-'));
  mkdirSync(join(base, 'kept'));
  writeFileSync(join(base, 'kept/file'), '');
  mkdirSync(join(base, 'gone/inner'), { recursive: true });
  writeFileSync(join(base, 'gone/inner/file'), '');
  symlinkSync(join(base, 'kept'), join(base, 'gone/link'));
  symlinkSync(join(base, 'nothing'), join(base, 'gone/dangling'));
  await removeAll(join(base, 'gone'));
  await removeAll(join(base, 'absent'));
  expect(readdirSync(base)).toEqual(['kept']);
  await removeAll(join(base, 'kept/file'));
  expect(existsSync(join(base, 'kept/file'))).toBe(false);
});
