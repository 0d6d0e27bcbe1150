import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { shell } from '../support/shell';
import { runOf, start, temporaryHome, waybill } from '../support/waybill';

let home: string;
let pipe: string;
let env: Record<string, string>;

beforeEach(() => {
  home = realpathSync(temporaryHome());
  pipe = join(home, 'pipe');
  execFileSync('mkfifo', [pipe]);
  env = { WAYBILL_HOME: join(home, '.waybill'), at: home };
  mkdirSync(join(home, '.waybill'));
});

/** Resolves when the process has the file open. */
async function hasOpened(processId: number | undefined, path: string): Promise<void> {
  const folder = `/proc/${processId}/fd`;
  const isOpen = (name: string) => {
    try {
      return readlinkSync(join(folder, name)) === path;
    } catch {
      return false;
    }
  };
  while (!readdirSync(folder).some(isOpen)) await new Promise((resolve) => setImmediate(resolve));
}

/** Reads all its input, and sends nothing since the rows match no order. */
const upload = '--sandbox shipments add --all-or-nothing --json --csv'.split(' ');
const rows = 'retailer,orderNumber,trackingNumber\nBest Buy,NONE-1,TBA000000000001\n';

describe('a FIFO without a writer', () => {
  test.each([
    ['the settings', ['config', 'list'], '.waybill/config.json'],
    ['the sandbox database', ['sandbox', 'info', '--db', 'AT/other'], 'other'],
    [
      'the certificates',
      ['orders', 'list', '--ca-file', 'AT/other', '--base-url', 'https://localhost:1'],
      'other',
    ],
  ])('in the place of %s: exit 14 that names it', async (_, words, name) => {
    const path = join(home, name);
    execFileSync('mkfifo', [path]);
    const credentials = { WAYBILL_API_KEY: 'k', WAYBILL_API_SECRET: 's' };
    const typed = words.map((word) => word.replace('AT', home));
    const ended = await waybill(typed, { env: { ...env, ...credentials } });
    expect(ended.exitCode).toBe(14);
    expect(ended.stderr).toContain(path);
  });

  test('in the place of a saved mapping: exit 14 that names it', async () => {
    const file = join(home, 'payouts.csv');
    writeFileSync(file, 'order,amount\nA-1,12.00\n');
    const mapping = join(home, '.waybill/mappings/acme.json');
    mkdirSync(dirname(mapping));
    execFileSync('mkfifo', [mapping]);
    const words = ['--sandbox', 'reconcile', '--group', 'acme', file];
    const ended = await waybill(words, { env, alone: true });
    expect(ended.exitCode).toBe(14);
    expect(ended.stderr).toContain(mapping);
  });

  test('in the place of completion values: nothing is offered, and lists go on', async () => {
    const cache = join(home, '.waybill/cache/completion');
    mkdirSync(cache, { recursive: true });
    const file = join(cache, 'sandbox.json');
    execFileSync('mkfifo', [file]);
    const complete = ['complete', '--', '--sandbox', 'orders', 'get', ''];
    expect(await waybill(complete, { env, alone: true })).toMatchObject({
      exitCode: 0,
      stdout: '',
    });
    const list = await waybill(['--sandbox', 'orders', 'list', '-q'], { env, alone: true });
    expect(list.exitCode).toBe(0);
  });

  test('in the place of a manifest does not keep doctor waiting', async () => {
    const job = join(home, '.waybill/jobs/0123');
    mkdirSync(job, { recursive: true });
    writeFileSync(join(job, 'journal.ndjson'), '');
    execFileSync('mkfifo', [join(job, 'manifest.json')]);
    const { stdout } = await waybill(['doctor', '--sandbox'], { env });
    expect(stdout).toContain('manifest.json could not be read: it is not a regular file');
  });

  test.each([
    ['SIGINT', 130, []],
    ['SIGTERM', 143, []],
    ['SIGTERM', 143, ['exec 9>"$0"']],
  ] as const)('as input: %s ends it with %i', async (signal, exitCode, writers) => {
    const silent = writers.map((line) => spawn('bash', ['-c', `${line}; exec sleep 60`, pipe]));
    const child = start([...upload, pipe], { env });
    child.stdin?.end();
    const ended = runOf(child);
    await hasOpened(child.pid, pipe);
    child.kill(signal);
    expect(await ended).toMatchObject({ exitCode, signal: null });
    for (const one of silent) one.kill();
  });
});

describe('input from', () => {
  test('a FIFO whose writer comes late, and stops in between', async () => {
    const run = waybill([...upload, pipe], { env });
    const [first, second] = [rows.slice(0, 50), rows.slice(50)];
    const line = 'sleep 0.3; exec 9>"$0"; printf %s "$1" >&9; sleep 0.3; printf %s "$2" >&9';
    spawn('bash', ['-c', line, pipe, first, second]);
    expect((await run).stdout).toContain('"rows":1');
  });

  test('<(a command), however much it writes', async () => {
    const line = `waybill ${upload.join(' ')} <(echo retailer,orderNumber,trackingNumber`;
    const lines = 'for i in $(seq 20000); do echo "Best Buy,NONE-$i,T$i"; done)';
    const { stdout } = await shell(`${line}; ${lines}`, env);
    expect(stdout).toContain('"rows":20000');
  });

  test('<(a command) that writes nothing ends as an empty file', async () => {
    const { exitCode, stderr } = await shell(`waybill ${upload.join(' ')} <(true)`, env);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('/dev/fd/');
  });
});
