import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryHome, waybill } from '../support/waybill';

let home = '';
beforeEach(() => {
  home = temporaryHome();
});

function config(...words: string[]) {
  return waybill(['config', ...words], { env: { WAYBILL_HOME: home } });
}

async function effective(key: string, env: Record<string, string> = {}, ...flags: string[]) {
  const { stdout } = await waybill(['config', 'get', key, '--json', ...flags], {
    env: { WAYBILL_HOME: home, ...env },
  });
  const { value, from } = JSON.parse(stdout);
  return [value, from];
}

describe('config', () => {
  test('keeps, shows and forgets a setting', async () => {
    expect(await effective('concurrency')).toEqual([4, 'default']);
    expect(await config('set', 'concurrency', '8')).toMatchObject({ exitCode: 0, stdout: '' });
    expect(await effective('concurrency')).toEqual([8, 'profile']);
    expect(await effective('concurrency', { WAYBILL_CONCURRENCY: '3' })).toEqual([
      3,
      'environment',
    ]);
    expect(
      await effective('concurrency', { WAYBILL_CONCURRENCY: '3' }, '--concurrency', '2'),
    ).toEqual([2, 'flag']);
    expect(await effective('concurrency', {}, '--profile', 'other')).toEqual([4, 'default']);
    await config('unset', 'concurrency');
    expect(await effective('concurrency')).toEqual([4, 'default']);
  });

  test.each(['', '  '])(
    'refuses an empty caFile (%j), which would be the current folder',
    async (value) => {
      const { exitCode, stderr } = await config('set', 'caFile', value);
      expect({ exitCode, stderr }).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining('caFile is empty'),
      });
      expect(await effective('caFile')).toEqual([null, 'default']);
    },
  );

  test('says that a profile is new, unless it is the only one', async () => {
    expect((await config('set', 'output', 'json')).stderr).toBe('');
    const { exitCode, stderr } = await config('set', 'output', 'csv', '--profile', 'wrok');
    expect(exitCode).toBe(0);
    expect(stderr).toBe('Created profile wrok, which has no credentials yet.\n');
    expect((await config('set', 'output', 'tsv', '--profile', 'wrok')).stderr).toBe('');
  });

  test('lists every setting with its origin', async () => {
    await config('set', 'money', 'dollars');
    const { stdout } = await config('list', '--json');
    const settings: { key: string }[] = JSON.parse(stdout);
    expect(settings.find(({ key }) => key === 'money')).toEqual({
      key: 'money',
      value: 'dollars',
      from: 'profile',
    });
    expect(settings.map(({ key }) => key)).toContain('credentialCommand');
  });

  test.each([
    'https://u:hunter22pw@h:99999/api',
    'https://u:hunter22pw@h/api',
    'https//u:hunter22pw@h',
    'https://h/api?key=hunter22pw',
  ])('shows no password in a base URL (%s)', async (baseUrl) => {
    const settings = { baseUrl };
    writeFileSync(join(home, 'config.json'), JSON.stringify({ profiles: { work: { settings } } }));
    const env = { WAYBILL_HOME: home, WAYBILL_BASE_URL: baseUrl };
    const runs = [
      [['cards', 'list'], env],
      [['cards', 'list', '--base-url', baseUrl], { WAYBILL_HOME: home }],
      [['cards', 'list', '--profile', 'work'], { WAYBILL_HOME: home }],
      [['config', 'list'], env],
      [['config', 'get', 'baseUrl', '--json'], env],
      [['config', 'set', 'baseUrl', baseUrl], env],
      [['auth', 'list'], env],
      [['doctor', '--json'], env],
    ] as const;
    for (const [words, given] of runs) {
      const { stdout, stderr } = await waybill(words, { env: given });
      expect(stdout + stderr).not.toBe('');
      expect(stdout + stderr).not.toContain('hunter22pw');
    }
  });

  test.each([
    [['set', 'basUrl', 'x'], 'Did you mean baseUrl?'],
    [['set', 'timeout', 'soon'], 'timeout takes a number of seconds'],
    [['set', 'baseUrl', 'http://api.example/'], 'https'],
    [['set', 'credentialCommand', ' '], 'takes a command'],
    [['set', 'output', 'json', '--profile', 'a b'], 'is not a valid profile name'],
    [['set', 'output', 'json', '--dry-run'], '--dry-run does not work with this command'],
  ])('%j is a usage error and changes nothing', async (words, message) => {
    const { exitCode, stderr } = await config(...words);
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
    expect((await config('list', '--json')).stdout).not.toContain('profile');
  });

  test('names a value broken by hand, which can be fixed', async () => {
    writeFileSync(
      join(home, 'config.json'),
      JSON.stringify({ profiles: { default: { settings: { output: 'xml' } } } }),
    );
    const bad = await config('list');
    expect(bad.exitCode).toBe(2);
    expect(bad.stderr).toContain('the setting output of profile "default"');
    expect((await config('set', 'output', 'json')).exitCode).toBe(0);
    expect((await config('list')).exitCode).toBe(0);
  });

  test.each([
    ['credentialCommand', ''],
    ['credentialCommand', null],
    ['credentialCommand', 5],
    ['output', null],
    ['output', ['json']],
    ['concurrency', {}],
    ['baseUrl', null],
    ['pointValue', 'much'],
    ['overdueAfter.bfmr', []],
  ])('names %s edited by hand to %j, which is never a bug and can be fixed', async (key, value) => {
    writeFileSync(
      join(home, 'config.json'),
      JSON.stringify({ profiles: { default: { settings: { [key]: value } } } }),
    );
    const runs = [
      ['orders', 'list'],
      ['config', 'list'],
      ['auth', 'status'],
    ];
    for (const words of runs) {
      const { exitCode, stderr } = await waybill(words, { env: { WAYBILL_HOME: home } });
      expect(stderr).toContain(`The setting ${key} of profile "default"`);
      expect(exitCode).toBe(2);
    }
    expect((await config('unset', key)).exitCode).toBe(0);
    expect((await config('list')).exitCode).toBe(0);
  });

  test('keeps what reports calculate with, also for one group', async () => {
    await config('set', 'overdue-after', '40d');
    await config('set', 'overdueAfter.bfmr', '50');
    await config('set', 'pointValue', '1.25');
    expect(await effective('overdueAfter.bfmr')).toEqual([50, 'profile']);
    expect(await effective('overdueAfter.other')).toEqual([40, 'profile']);
    expect(await effective('pointValue')).toEqual([1.25, 'profile']);
    expect(await effective('mirrorStale')).toEqual(['24h', 'default']);
    expect((await config('list', '--json')).stdout).toContain('overdueAfter.bfmr');
    expect((await config('set', 'mirrorStale', '24')).exitCode).toBe(2);
  });

  test('keeps what a newer waybill put into the file', async () => {
    const file = join(home, 'config.json');
    writeFileSync(file, JSON.stringify({ future: 1, profiles: { default: { future: 2 } } }));
    await config('set', 'output', 'json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      future: 1,
      profiles: { default: { future: 2, settings: { output: 'json' } } },
    });
  });

  test('prints where the file is, even if it does not exist yet', async () => {
    expect((await config('path')).stdout).toBe(`${join(home, 'config.json')}\n`);
  });
});
