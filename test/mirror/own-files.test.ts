import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { temporaryHome, waybill } from '../support/waybill';

const home = temporaryHome();
const run = (...words: readonly string[]) =>
  waybill(['--sandbox', ...words, '-y'], { env: { WAYBILL_HOME: home } });
const payout = ['reconcile', 'examples/payout-bfmr.csv', '--group', 'bfmr'];
const upload = ['shipments', 'add', '--csv', 'examples/shipments.csv'];

let mirror = '';
const elsewhere = join(home, 'elsewhere');
beforeAll(async () => {
  mirror = JSON.parse((await run('sync', '--json')).stdout).mirror;
  await run('config', 'set', 'retries', '1');
  mkdirSync(elsewhere);
  linkSync(mirror, join(elsewhere, 'hard.xlsx'));
  symlinkSync(mirror, join(elsewhere, 'soft.csv'));
  symlinkSync(`${mirror}-journal`, join(elsewhere, 'dangling.csv'));
  symlinkSync(dirname(mirror), join(elsewhere, 'mirrors'));
  copyFileSync(mirror, join(elsewhere, 'other.db'));
  copyFileSync(mirror, join(dirname(mirror), 'profile-other.db'));
});

test.each<[string, (to: string) => readonly string[], () => string]>([
  ['the mirror', (to) => ['report', 'html', to], () => mirror],
  ["the mirror's log", (to) => ['report', 'html', to], () => `${mirror}-wal`],
  [
    'the mirror in a linked folder',
    (to) => ['report', 'html', to],
    () => join(elsewhere, 'mirrors', basename(mirror)),
  ],
  [
    "another profile's mirror",
    (to) => ['report', 'html', to],
    () => join(dirname(mirror), 'profile-other.db'),
  ],
  [
    'the mirror that it reads',
    (to) => ['report', 'html', to, '--mirror', to],
    () => join(elsewhere, 'other.db'),
  ],
  ['a second name of the mirror', (to) => ['export', to], () => join(elsewhere, 'hard.xlsx')],
  ['the mirror', (to) => [...payout, '--results', to], () => mirror],
  ['a link to the mirror', (to) => [...payout, '--results', to], () => join(elsewhere, 'soft.csv')],
  [
    "a link to the mirror's journal",
    (to) => [...upload, '--results', to],
    () => join(elsewhere, 'dangling.csv'),
  ],
  ['the mirror', (to) => [...upload, '--rejects', to], () => mirror],
  ['the sandbox', (to) => [...upload, '--results', to], () => join(home, 'sandbox.db')],
  ['the settings', (to) => ['report', 'html', to], () => join(home, 'config.json')],
])('a result is never written over %s', async (_, line, target) => {
  const before = readFileSync(mirror);
  const { stderr, exitCode } = await run(...line(target()));
  expect({ stderr, exitCode }).toEqual({
    stderr: expect.stringContaining(`${target()} is one of waybill's own files`),
    exitCode: 2,
  });
  expect(readFileSync(mirror).equals(before)).toBe(true);
});

test('a result may be beside them', async () => {
  for (const [command, name] of [
    ['report html', 'page.html'],
    ['mirror backup', 'mirror.db'],
  ] as const) {
    const { exitCode } = await run(...command.split(' '), join(home, name));
    expect(exitCode).toBe(0);
  }
});

test.each([
  ['export', 'nowhere/account.xlsx'],
  ['report html', 'nowhere/report.html'],
  ['mirror backup', 'nowhere/copy.db'],
])('%s into a missing folder: exit 14, and no folder', async (command, path) => {
  const { exitCode, stderr } = await run(...command.split(' '), join(home, path));
  expect(exitCode).toBe(14);
  expect(stderr).toContain('no such file or folder');
  expect(existsSync(join(home, 'nowhere'))).toBe(false);
});

test('the results of reconcile replace only their own', async () => {
  const results = join(home, 'results.csv');
  const words = ['--sandbox', ...payout, '--results', results];
  const env = { WAYBILL_HOME: home };
  writeFileSync(results, 'mine');
  expect((await waybill(words, { env })).exitCode).toBe(2);
  expect(readFileSync(results, 'utf8')).toBe('mine');
  expect((await waybill([...words, '-y'], { env })).exitCode).toBe(0);
  const written = readFileSync(results, 'utf8');
  writeFileSync(results, `${written}edited`);
  expect((await waybill(words, { env })).exitCode).toBe(0);
  expect(readFileSync(results, 'utf8')).toBe(written);
  expect((await waybill([...words.slice(0, -1), '/dev/null'], { env })).exitCode).toBe(0);
});

test('a name may be as long as the file system allows', async () => {
  for (const [name, ...line] of [
    ['.html', 'report', 'html'],
    ['.csv', ...payout, '--results'],
    ['.csv', ...upload, '--rejects'],
  ] as const) {
    const file = join(elsewhere, '団'.repeat(83) + name);
    const { exitCode, stderr } = await run(...line, file);
    expect([0, 3], stderr).toContain(exitCode);
    expect(existsSync(file)).toBe(true);
  }
  const { exitCode, stderr } = await run('report', 'html', join(elsewhere, '団'.repeat(90)));
  expect({ exitCode, stderr }).toMatchObject({
    exitCode: 14,
    stderr: expect.stringContaining('could not be written: the name is too long\n'),
  });
});
