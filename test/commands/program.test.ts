import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { waybill } from '../support/waybill';

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
