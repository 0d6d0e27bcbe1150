import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { temporaryHome, waybill } from '../support/waybill';

test('--version and -V print the version of the package', async () => {
  for (const flag of ['--version', '-V']) {
    expect(await waybill([flag])).toEqual({
      exitCode: 0,
      signal: null,
      stdout: `${manifest.version}\n`,
      stderr: '',
    });
  }
});

test('an unknown command is a usage error on stderr only', async () => {
  const { exitCode, stdout, stderr } = await waybill(['ordres', 'list']);
  expect(exitCode).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toContain('Unknown command "ordres"');
});

test.each([
  ['sandbox examples -', "Several files can't be written to standard output\nName a folder."],
  ['help --man -', "Several files can't be written to standard output\nName a folder."],
  ['report aging --buckets 100000', '--buckets takes numbers of days below 100000, not "100000"'],
  ['report aging --buckets 30,14', '--buckets takes increasing numbers of days'],
  ['config show', 'Use waybill config list.'],
])('waybill %s is a usage error', async (line, message) => {
  const env = { WAYBILL_HOME: temporaryHome(), WAYBILL_SANDBOX: '1' };
  const { exitCode, stdout, stderr } = await waybill(line.split(' '), { env });
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
});

test('a lone word after api is the path', async () => {
  const env = { WAYBILL_HOME: temporaryHome(), WAYBILL_SANDBOX: '1' };
  const { exitCode, stderr } = await waybill(['api', 'shipments'], { env });
  expect(exitCode).toBe(8);
  expect(stderr).toContain('/api/v1/shipments takes POST, not GET');
  expect((await waybill(['api', 'get'], { env })).stderr).toContain('needs <path>');
});
