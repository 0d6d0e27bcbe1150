import {
  chmodSync,
  chownSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { ownProcesses } from '../support/processes';
import { namesIn, temporaryHome, waybill } from '../support/waybill';

let home = '';
let file = '';
beforeEach(() => {
  home = join(temporaryHome(), 'waybill');
  file = join(home, 'config.json');
});

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const mode = (path: string) => statSync(path).mode & 0o777;
const config = (...words: string[]) =>
  waybill(['config', ...words], { env: { WAYBILL_HOME: home } });
const set = (value = 'json', profile = 'default') =>
  config('set', 'output', value, '--profile', profile);

describe('the settings file', () => {
  test('is created as 0600 in a 0700 folder under any umask', async () => {
    const before = process.umask(0o000);
    try {
      // Nothing had to be tightened.
      expect(await set()).toMatchObject({ exitCode: 0, stderr: '' });
    } finally {
      process.umask(before);
    }
    expect([mode(home), mode(file)]).toEqual([0o700, 0o600]);
  });

  test('gets a wider mode tightened with a notice, even when only read', async () => {
    await set();
    chmodSync(file, 0o644);
    chmodSync(home, 0o755);
    // Neither a mistake nor the tab key could say so.
    await waybill(['orders', 'lst'], { env: { WAYBILL_HOME: home } });
    await waybill(['complete', '--', '--profile', ''], { env: { WAYBILL_HOME: home } });
    const read = await config('list');
    expect(read.exitCode).toBe(0);
    expect(read.stderr).toContain(`${file} was readable by others (mode 0644)`);
    expect(mode(file)).toBe(0o600);
    const written = await set();
    expect(written.stderr).toContain(`${home} was open to others (mode 0755)`);
    expect(mode(home)).toBe(0o700);
  });

  test('keeps the mode of a shared folder', async () => {
    mkdirSync(home);
    chmodSync(home, 0o1777);
    expect((await set()).exitCode).toBe(0);
    expect(statSync(home).mode & 0o7777).toBe(0o1777);
    expect(mode(file)).toBe(0o600);
  });

  test('is neither read nor written through a symbolic link', async () => {
    mkdirSync(home);
    const target = join(home, 'elsewhere.json');
    writeFileSync(target, '{"profiles":{}}', { mode: 0o644 });
    chmodSync(target, 0o644);
    symlinkSync(target, file);
    for (const run of [await set(), await config('list')]) {
      expect(run.exitCode).toBe(14);
      expect(run.stderr).toContain('is a symbolic link');
    }
    expect(readFileSync(target, 'utf8')).toBe('{"profiles":{}}');
    expect(mode(target)).toBe(0o644);
  });

  test.runIf(userInfo().uid === 0)('is refused if it belongs to someone else', async () => {
    await set();
    chownSync(file, 12345, 12345);
    const before = readFileSync(file, 'utf8');
    for (const run of [await set('csv'), await config('list')]) {
      expect(run.exitCode).toBe(14);
      expect(run.stderr).toContain('belongs to someone else');
    }
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  test.each([
    ['{"profiles":{"a":{"credentials":{"apiSecret":"abc_secret_1', 'it is not valid JSON'],
    ['[]', 'it is not a JSON object'],
    ['{"profiles":[]}', '"profiles" is not an object'],
    ['{"profiles":{"a":{"credentials":{"store":"attic"}}}}', '"store" is neither'],
    ['', 'it is not valid JSON'],
    [`{"profiles":{},"x":${nested(3_000)}}`, 'it is nested more than 200 levels deep'],
  ])('is named and never overwritten if damaged: %s', async (text, what) => {
    mkdirSync(home);
    writeFileSync(file, text);
    chmodSync(file, 0o600);
    const read = await config('list');
    expect(read.exitCode).toBe(2);
    expect(read.stderr).toContain(`${file} is damaged: `);
    expect(read.stderr).toContain(what);
    const written = await set();
    expect(written.exitCode).toBe(2);
    await set();
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(read.stderr + written.stderr).not.toContain('abc_secret_1');
    expect(namesIn(home)).toEqual(['config.json']);
  });

  test.each([{}, { SNAP: '/snap/editor/1' }])('is replaced, never overwritten: %j', async (env) => {
    await set();
    const before = statSync(file).ino;
    await waybill(['config', 'set', 'output', 'csv'], {
      env: { WAYBILL_HOME: home, ...env },
      alone: true,
    });
    expect(JSON.parse(readFileSync(file, 'utf8')).profiles.default.settings.output).toBe('csv');
    expect(statSync(file).ino).not.toBe(before);
    expect(namesIn(home)).toEqual(['config.json']);
  });

  test('is not blocked by what a killed writer left behind', async () => {
    await set();
    writeFileSync(`${file}.tmp-12ab`, '{"profiles":{"old":');
    const killed = { ...(await ownProcesses.own()), started: 'long ago' };
    for (const end of ['1', 'claim-7-1']) {
      writeFileSync(`${file}.lock.${end}`, JSON.stringify(killed));
    }
    expect((await set('csv')).exitCode).toBe(0);
    expect(JSON.parse(readFileSync(file, 'utf8')).profiles.default.settings.output).toBe('csv');
    expect(namesIn(home)).toEqual(['config.json']);
  });

  test("exits with 14 if it can't be written", async () => {
    mkdirSync(file, { recursive: true });
    const { exitCode, stderr } = await set();
    expect(exitCode).toBe(14);
    expect(stderr).toMatch(/is not a regular file\n.*WAYBILL_HOME/);
  });

  test('loses nothing with 20 writers at once', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `profile-${index}`);
    const runs = await Promise.all(names.map((name) => set('json', name)));
    expect(runs.map(({ exitCode }) => exitCode)).toEqual(names.map(() => 0));
    const { profiles } = JSON.parse(readFileSync(file, 'utf8'));
    expect(Object.keys(profiles).sort()).toEqual([...names].sort());
    expect(namesIn(home)).toEqual(['config.json']);
  });
});
