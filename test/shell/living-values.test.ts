import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { temporaryHome, waybill } from '../support/waybill';

const WAYBILL_HOME = temporaryHome();
const ask = (kind: string, ...words: string[]) =>
  waybill(['__complete', kind, '--', ...words], { env: { WAYBILL_HOME } });

const quiet = { exitCode: 0, signal: null, stdout: '', stderr: '' };

test.each([
  ['order', /^[^\t\n]+\t[^\t\n]+, (purchased|shipped|paid)$/m],
  ['giftcard', /^[^\t\n]+\t[^\t\n]+, (purchased|submitted|paid)$/m],
  ['card', /^[0-9a-f-]{36}\t.+ \d{4}$/m],
  ['subcard', /^[0-9a-f-]{36}\t.+ \d{4}$/m],
])('%s values of the account that the line would use, a line each', async (kind, line) => {
  for (const words of [
    ['--sandbox', 'orders', 'get'],
    ['orders', 'get', '--json', '--sandbox'],
  ]) {
    const { stdout, ...ended } = await ask(kind, ...words);
    expect({ ...ended, stdout: '' }).toEqual(quiet);
    expect(stdout).toMatch(line);
  }
});

test('profiles come from the settings alone', async () => {
  const set = ['config', 'set', 'output', 'json', '--profile'];
  for (const name of ['work', 'home']) {
    await waybill([...set, name], { env: { WAYBILL_HOME } });
  }
  expect((await ask('profile')).stdout).toBe('work\t\nhome\t\n');
});

test.each([
  ['no account', ['orders', 'get']],
  ['a service that is not there', ['--base-url', 'http://127.0.0.1:9/api/v1']],
  ['a line that makes no sense yet', ['--profile', '--base-url', 'orders', 'gt', '--wrong']],
  ['a flag that lacks its value', ['orders', 'get', '--profile']],
])('nothing is offered and nothing is said: %s', async (_, words) => {
  expect(await ask('order', ...words)).toEqual(quiet);
});

test('a password manager is not asked for the credentials', async () => {
  const command = `touch ${WAYBILL_HOME}/asked; echo '{"apiKey":"a_key_1","apiSecret":"a_secret_1"}'`;
  const profile = ['--profile', 'vault'];
  await waybill(['config', 'set', 'credentialCommand', command, ...profile], {
    env: { WAYBILL_HOME },
  });
  const line = ['--base-url', 'http://127.0.0.1:9/api/v1', ...profile, 'orders', 'get'];
  expect(await ask('order', ...line)).toEqual(quiet);
  const { stdout } = await waybill(['config', 'get', 'credentialCommand', ...profile], {
    env: { WAYBILL_HOME },
  });
  expect(stdout).toContain('touch');
  expect(existsSync(`${WAYBILL_HOME}/asked`)).toBe(false);
});
