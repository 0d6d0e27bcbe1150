import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { projectFolder } from '../support/project';

const scratch = mkdtempSync(join(tmpdir(), 'waybill-same-bytes-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** A small file in place of the executable: nothing here looks inside. */
function executable(mode: number, time: number): string {
  const file = join(mkdtempSync(join(scratch, 'made-')), 'waybill');
  writeFileSync(file, 'a program');
  chmodSync(file, mode);
  utimesSync(file, time, time);
  return file;
}

/** Packs it in a process with its own umask and time zone; returns the sum of the output. */
function packed(kind: string, file: string, umask: string, zone: string): string {
  const archive = join(mkdtempSync(join(scratch, 'packed-')), `archive.${kind}`);
  const call = {
    'tar.xz': `import('./scripts/package/staging.mjs').then(({ makeTarball }) => makeTarball(files, archive))`,
    zip: `import('./scripts/package/staging.mjs').then(({ makeZip }) => makeZip(files, archive))`,
    deb: `import('./scripts/package/debian.mjs').then(({ makeDebianPackage }) => makeDebianPackage(archive, { target: 'linux-x64', executable: file, licenses: 'none' }))`,
  }[kind];
  const script = `const [archive, file] = process.argv.slice(1);
    const files = [{ path: 'b/waybill', from: file, executable: true }, { path: 'a/LICENSE', from: 'LICENSE' }, { path: 'c', content: 'text' }];
    ${call}`;
  execFileSync(
    'sh',
    ['-c', `umask ${umask}; exec "$0" -e "$1" "$2" "$3"`, process.execPath, script, archive, file],
    { cwd: projectFolder, env: { ...process.env, TZ: zone, SOURCE_DATE_EPOCH: '1750000000' } },
  );
  return createHash('sha256').update(readFileSync(archive)).digest('hex');
}

test.each(['tar.xz', 'zip', 'deb'])('the same executable makes the same %s', (kind) => {
  const one = packed(kind, executable(0o755, 1_000_000_000), '022', 'UTC');
  const other = packed(kind, executable(0o700, 1_600_000_000), '077', 'Asia/Tokyo');
  expect(other).toBe(one);
});
