import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectFolder } from '../support/project';
import { type Sandbox, serveSandbox } from '../support/sandbox';
import { runs } from '../support/tier';
import { runAsProcesses, start, temporaryHome, waybill } from '../support/waybill';

runAsProcesses();

let service: Sandbox;
beforeAll(async () => {
  service = await serveSandbox();
});
afterAll(() => service.stop());

const readers = [
  ['orders', 'list', '--offline'],
  ['report', 'unpaid', '--offline'],
  ['payments', 'list', '--offline'],
];

/** Without a finished first sync there is no mirror: exit 14 where nothing may be read, never a bug. */
async function expectNoneOrWhole(env: Readonly<Record<string, string>>): Promise<void> {
  const endings = new Set<number | null>();
  for (const words of readers) {
    const { exitCode, stderr } = await waybill(words, { env });
    expect([0, 14], `${words.join(' ')}: ${stderr}`).toContain(exitCode);
    expect(stderr).not.toContain('damaged');
    endings.add(exitCode);
  }
  expect(endings.size).toBe(1);
  expect((await waybill(['report', 'unpaid'], { env })).exitCode).toBe(0);
  expect(await waybill(['mirror', 'check'], { env })).toMatchObject({ exitCode: 0 });
}

/** Milliseconds in which a first sync of the sample account is over. */
const longest = 400;

test('a first sync killed at any point leaves no mirror or a whole one', {
  timeout: 600_000,
}, async () => {
  const points = runs(60, 4);
  for (let point = 0; point < points; point++) {
    const env = { ...service.env, WAYBILL_HOME: temporaryHome() };
    const child = start(['sync', '-q'], { env });
    await wait((point * longest) / points);
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    await expectNoneOrWhole(env);
  }
});

/** Writes half of a transaction that makes a mirror, as a process that is killed leaves it. */
const half = `
  const Libsql = require('libsql');
  const database = new Libsql(process.argv[1]);
  database.exec('PRAGMA cache_size = 1; BEGIN IMMEDIATE; CREATE TABLE base_orders (x)');
  const insert = database.prepare('INSERT INTO base_orders VALUES (?)');
  for (let row = 0; row < 2000; row++) insert.run('x'.repeat(500));
  process.kill(process.pid, 'SIGKILL');
`;

test('a file whose making was cut off in the middle of its writes is no mirror', async () => {
  const env = { ...service.env, WAYBILL_HOME: temporaryHome() };
  const { stdout } = await waybill(['mirror', 'path'], { env });
  const path = stdout.trim();
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const { signal } = spawnSync(process.execPath, ['-e', half, path], { cwd: projectFolder });
  expect(signal).toBe('SIGKILL');
  expect(existsSync(`${path}-journal`) && statSync(path).size > 0).toBe(true);
  await expectNoneOrWhole(env);
});
