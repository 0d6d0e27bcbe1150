import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeAll } from './disk-steps';

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
