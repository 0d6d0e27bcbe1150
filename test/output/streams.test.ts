import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { preloading, projectFolder } from '../support/project';
import { shell } from '../support/shell';
import { temporaryHome } from '../support/waybill';

const env = { WAYBILL_HOME: temporaryHome() };

describe.each([
  '--version',
  '--help',
  'config list --help',
  'config list',
  'config list --json',
  'config list -o ndjson',
  'config list -o csv',
  'config path',
])('waybill %s', (words) => {
  test('to a full disk is reported on stderr: exit 14', async () => {
    const { exitCode, stderr } = await shell(`waybill ${words} >/dev/full`, env);
    expect(exitCode).toBe(14);
    expect(stderr).toContain('no space left on device');
    expect(stderr).not.toContain('    at ');
  });

  test('to a reader that goes away is quiet: exit 0', async () => {
    const line = `waybill ${words} | true; echo "\${PIPESTATUS[0]}"`;
    expect(await shell(line, env)).toMatchObject({ stdout: '0\n', stderr: '' });
  });

  test('still works with stderr on a full disk', async () => {
    const { exitCode, stdout } = await shell(`waybill ${words} 2>/dev/full`, env);
    expect(exitCode).toBe(0);
    expect(stdout).not.toBe('');
  });
});

test("an error whose text can't be written keeps its exit code", async () => {
  expect((await shell('waybill config lst 2>/dev/full', env)).exitCode).toBe(2);
  expect((await shell('waybill config lst 2>&-', env)).exitCode).toBe(2);
});

test('an upload finishes even if its reader goes away', async () => {
  const sandbox = { WAYBILL_HOME: temporaryHome(), WAYBILL_SANDBOX: '1' };
  const upload = 'waybill shipments add --csv examples/shipments.csv -q';
  const first = await shell(`${upload} | true; echo "\${PIPESTATUS[0]}"`, sandbox);
  expect(first).toMatchObject({ stdout: '0\n', stderr: '' });
  const again = await shell(`${upload} --restart --json`, sandbox);
  expect(JSON.parse(again.stdout)).toMatchObject({ rows: 120, added: 0 });
});

test("an upload whose summary can't be written reports that, and is complete", async () => {
  const sandbox = { WAYBILL_HOME: temporaryHome(), WAYBILL_SANDBOX: '1' };
  const upload = 'waybill shipments add --csv examples/shipments.csv';
  expect((await shell(`${upload} >/dev/full`, sandbox)).exitCode).toBe(14);
  const again = await shell(`${upload} --restart --json`, sandbox);
  expect(JSON.parse(again.stdout)).toMatchObject({ rows: 120, added: 0 });
});

test("a created order whose fields can't be written is said to be created", async () => {
  const sandbox = { WAYBILL_HOME: temporaryHome(), WAYBILL_SANDBOX: '1' };
  const list = await shell('waybill orders list >/dev/full', sandbox);
  const create = 'waybill orders create --from-json examples/order.json';
  const created = await shell(`${create} >/dev/full`, sandbox);
  const says = 'The service has already carried out what was sent.';
  expect([list, created]).toMatchObject([
    { exitCode: 14, stderr: expect.not.stringContaining(says) },
    { exitCode: 14, stderr: expect.stringContaining(says) },
  ]);
});

test('a run that can never end does not look like success', async () => {
  const deaf = preloading(join(projectFolder, 'test/output/deaf-stdout.cjs'));
  const ended = await shell('waybill config path >/dev/null', { ...env, ...deaf });
  expect(ended.exitCode).toBe(1);
});
