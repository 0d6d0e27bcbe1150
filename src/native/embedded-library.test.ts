import { execFileSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openEmbedded } from './embedded-library';
import { keepLibrariesIn } from './library-folder';

test('a FIFO in place of an unpacked library is replaced, and never waited for', () => {
  const path = mkdtempSync(join(tmpdir(), 'libraries-'));
  const file = join(path, 'packed.node');
  writeFileSync(file, 'library');
  const library = { name: 'database', file, hash: '0000000000000007' };
  const unpacked = join(path, `${library.name}-${library.hash}.node`);
  execFileSync('mkfifo', [unpacked]);
  keepLibrariesIn(() => ({
    ...{ path, processId: process.pid, userId: process.getuid?.(), advice: '' },
    hash: (bytes, seed) => seed + BigInt(bytes.length),
    open: (opened) => ({ opened: readFileSync(opened, 'utf8') }),
  }));
  expect(openEmbedded(library)).toEqual({ opened: 'library' });
  expect(lstatSync(unpacked).isFile()).toBe(true);
});
