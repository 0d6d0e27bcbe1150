import { copyFileSync, linkSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
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
    () => join(elsewhere, 'mirrors', `${basename(mirror)}.lock`),
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
  for (const name of ['page.html', 'mirror.db']) {
    const { exitCode } = await run('report', 'html', join(home, name));
    expect(exitCode).toBe(0);
  }
});
