import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FaultyService, startFaultyService } from '../support/faulty-service';
import { shell } from '../support/shell';
import { temporaryHome, waybill } from '../support/waybill';

/**
 * The mirror's folder on a separate disk. Only root may mount one, so this runs in a temporary
 * namespace.
 */
const mayMount = spawnSync('unshare', ['-m', 'true']).status === 0;

let service: FaultyService;
beforeAll(async () => {
  service = await startFaultyService();
});
afterAll(() => service.stop());

function environment(): Readonly<Record<string, string>> {
  const { apiKey, apiSecret } = service.service.credentials;
  const home = temporaryHome();
  return {
    ...{ WAYBILL_HOME: home, at: home, WAYBILL_BASE_URL: service.baseUrl },
    ...{ WAYBILL_API_KEY: apiKey, WAYBILL_API_SECRET: apiSecret },
  };
}

/**
 * Runs lines of shell with the mirrors on a disk of that size; `status` prints a command's exit
 * code.
 */
function onDisk(size: string, lines: string) {
  const script = `export -f waybill; mkdir "$at/mirrors"; unshare -m bash -uc '
    mount --make-rprivate /
    mount -t tmpfs -o mode=700,size=${size} none "$at/mirrors"
    status() { "$@"; echo "status $?"; }
    fill() { dd if=/dev/zero of="$at/mirrors/filled" bs=4k 2>/dev/null; }
    ${lines}'`;
  return shell(script, environment());
}

const changeOrder = 'waybill orders update 800458530 --notes "$RANDOM $RANDOM" -q >/dev/null';

describe.skipIf(!mayMount)('the disk', () => {
  test('full at the first sync: exit 14, names the mirror, and leaves no mirror', async () => {
    const { stdout, stderr } = await onDisk(
      '64k',
      'status waybill sync; status waybill query "select 1" --offline',
    );
    expect(stdout).toBe('status 14\nstatus 14\n');
    expect(stderr).toMatch(/mirror .*disk is full/);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  test('full later: exit 14, keeps the file whole and the last complete state, and continues with room', async () => {
    const count =
      'waybill query "select count(*) as n from orders" --offline -o csv --no-header -q';
    const { stdout, stderr } = await onDisk(
      '8m',
      `waybill sync -q; ${changeOrder}; fill
       status waybill sync
       status ${count}
       rm "$at/mirrors/filled"
       status waybill mirror check
       status waybill sync -q
       waybill changes -o csv --fields type --no-header; status waybill mirror check -q`,
    );
    expect(stdout.replaceAll('\r', '')).toBe(
      [
        ...['status 14', '151', 'status 0', 'No problems found.', 'status 0', 'status 0'],
        ...['order.changed', 'No problems found.', 'status 0', ''],
      ].join('\n'),
    );
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  test('full when a payment is added: records nothing of it', async () => {
    const { stdout } = await onDisk(
      '8m',
      `waybill sync -q; fill
       status waybill payments add 800458530 12.34 --date 2025-11-01 -q
       rm "$at/mirrors/filled"
       waybill payments list --json`,
    );
    expect(stdout).toBe('status 14\n[]\n');
  });

  test('full when a backup or an export is written: exit 14, and leaves no file', async () => {
    const { stdout } = await onDisk(
      '8m',
      `waybill sync -q; fill
       status waybill mirror backup "$at/mirrors/copy.db" -q
       status waybill export "$at/mirrors/account.xlsx" -q
       ls -A "$at/mirrors" | grep -c -E "copy|account|tmp|waybill$"`,
    );
    expect(stdout).toBe('status 14\nstatus 14\n0\n');
  });

  test('read-only: a sync exits 14, and reading still works', async () => {
    const { stdout, stderr } = await onDisk(
      '8m',
      `waybill sync -q; mount -o remount,ro "$at/mirrors"
       status waybill query "select count(*) as n from cards" -o csv --no-header -q
       status waybill report unpaid --offline -q >/dev/null && echo read
       status waybill sync
       status waybill payments add 800458530 1 --date 2025-11-01`,
    );
    expect(stdout.replaceAll('\r', '')).toBe('4\nstatus 0\nread\nstatus 14\nstatus 14\n');
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});

test('/dev/full as standard output ends in exit 14 and does not move the cursor of changes', async () => {
  const env = environment();
  const run = await shell(
    `waybill sync -q; ${changeOrder}; waybill sync -q
     waybill changes > /dev/full; echo "status $?"
     waybill query "select * from orders" --json > /dev/full; echo "status $?"
     waybill changes -o csv --fields type --no-header; waybill changes`,
    env,
  );
  expect(run.stdout.replaceAll('\r', '')).toBe('status 14\nstatus 14\norder.changed\n');
});

// Root can read and write everywhere.
if (process.getuid?.() !== 0) {
  test('a folder without permission is not reported as a bug', async () => {
    const env = environment();
    const folder = join(env.WAYBILL_HOME ?? '', 'mirrors');
    expect((await waybill(['sync'], { env })).exitCode).toBe(0);
    chmodSync(folder, 0);
    expect((await waybill(['query', 'select 1'], { env })).exitCode).toBe(14);
    chmodSync(folder, 0o700);
    expect(existsSync(folder) && readdirSync(folder).length).toBeGreaterThan(0);
  });
}
