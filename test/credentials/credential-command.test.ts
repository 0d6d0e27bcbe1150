import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Sandbox, serveSandbox } from '../support/sandbox';
import { runOf, start } from '../support/waybill';
import { Machine } from './machine';

let sandbox: Sandbox;
let machine: Machine;
beforeAll(async () => {
  sandbox = await serveSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  machine = new Machine();
  await machine.run(['config', 'set', 'baseUrl', sandbox.baseUrl]);
});

const set = (command: string) => machine.run(['config', 'set', 'credentialCommand', command]);

describe('credentialCommand', () => {
  test('provides the credentials, and its stderr goes to the user', async () => {
    const file = join(machine.home, 'pair.json');
    const { apiKey, apiSecret } = sandbox;
    writeFileSync(file, JSON.stringify({ apiKey, apiSecret }));
    await set(`echo unlocking the vault >&2; cat '${file}'`);
    // The command writes to the stderr of the process.
    const status = await machine.run(['auth', 'status', '--json'], { alone: true });
    expect(status).toMatchObject({ exitCode: 0, stderr: 'unlocking the vault\n' });
    expect(JSON.parse(status.stdout)).toMatchObject({ store: 'command', status: 'ok' });
    expect(readFileSync(machine.configFile, 'utf8')).not.toContain(apiSecret);
    const list = await machine.run(['auth', 'list', '--json']);
    expect(JSON.parse(list.stdout)).toMatchObject([{ store: 'command', apiKey: null }]);
  });

  test.each([
    ['UTF-8 with a mark', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16, big end first', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ])('may print %s', async (_, encode) => {
    const { apiKey, apiSecret } = sandbox;
    const file = join(machine.home, 'pair.json');
    writeFileSync(file, encode(`${JSON.stringify({ apiKey, apiSecret })}\r\n`));
    await set(`cat '${file}'`);
    const { account, stderr } = await machine.status();
    expect(account, stderr).toMatchObject({ store: 'command', status: 'ok' });
  });

  test('is told that it prints UTF-16 without a byte order mark, and none of it', async () => {
    const file = join(machine.home, 'pair.json');
    const pair = { apiKey: 'abc_key_1', apiSecret: 'abc_secret_CANARY' };
    writeFileSync(file, Buffer.from(JSON.stringify(pair), 'utf16le'));
    await set(`cat '${file}'`);
    const { exitCode, stderr } = await machine.run(['auth', 'status']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('UTF-16 (LE) without a byte order mark');
    expect(stderr.replaceAll('\0', '')).not.toContain('CANARY');
  });

  test('gets nothing from standard input', async () => {
    await set('cat >&2; exit 3');
    const { stderr } = await machine.run(['auth', 'status'], { input: 'rows of a file' });
    expect(stderr).toContain('ended with exit code 3');
    expect(stderr).not.toContain('rows of a file');
  });

  test('may fail without a message of its own', async () => {
    await set('echo x; exit 3');
    const { stderr } = await machine.run(['auth', 'status']);
    expect(stderr).toContain('ended with exit code 3');
    expect(stderr).toContain('If it wrote messages, they are above.');
  });

  test.each([
    ['exit 7', 'ended with exit code 7'],
    ['kill -9 $$', 'ended with SIGKILL'],
    ['echo CANARY-4711', 'did not print {"apiKey","apiSecret"} as JSON'],
    [`echo '{"apiKey":"CANARY-4711"}'`, 'did not print {"apiKey","apiSecret"} as JSON'],
    [`echo '["CANARY-4711"]'`, 'did not print'],
    ['yes CANARY-4711', 'printed too much'],
    ['no-such-program-anywhere', 'ended with exit code 127'],
  ])('%s: exit 4, and none of its output', async (command, message) => {
    await set(command);
    const { exitCode, stderr, stdout } = await machine.run(['auth', 'status', '--json', '--debug']);
    expect(stderr).toContain(message.replaceAll('"', '\\"'));
    expect(exitCode).toBe(4);
    expect(stdout).toBe('');
    expect(stderr).not.toContain('CANARY');
  });

  test('is refused before anything is sent if it prints a secret with a line break', async () => {
    const file = join(machine.home, 'pair.json');
    const pair = { apiKey: 'abc_key_1', apiSecret: 'abc_secret_CANARY\n2' };
    writeFileSync(file, JSON.stringify(pair));
    await set(`cat '${file}'`);
    const { exitCode, stderr } = await machine.run(['auth', 'status']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('contains a line break');
    expect(stderr).not.toContain('CANARY');
  });

  test('exits with 2 if it prints JSON of 3,000 levels, and shows none of its output', async () => {
    const file = join(machine.home, 'deep.json');
    const nested = '['.repeat(3_000) + ']'.repeat(3_000);
    writeFileSync(file, `{"apiKey":"abc_key_1","apiSecret":"abc_secret_CANARY","x":${nested}}`);
    await set(`cat '${file}'`);
    const { exitCode, stderr } = await machine.run(['auth', 'status', '--debug']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('nested more than 200 levels deep');
    expect(stderr).not.toContain('CANARY');
  });

  test('of a profile without a base URL is not run for any other: exit 4', async () => {
    const bare = new Machine();
    const ran = join(bare.home, 'ran');
    await bare.run(['config', 'set', 'credentialCommand', `touch '${ran}'`]);
    const byFlag = await bare.status('--base-url', sandbox.baseUrl);
    expect(byFlag.exitCode).toBe(4);
    expect(byFlag.stderr).toContain('config set baseUrl');
    const env = { WAYBILL_BASE_URL: sandbox.baseUrl };
    expect((await bare.run(['orders', 'list'], { env })).exitCode).toBe(4);
    expect(existsSync(ran)).toBe(false);
  });

  test.each([
    ['SIGTERM', 143, 'wait'],
    ['SIGINT', 130, 'exit'],
  ] as const)('ends with everything that it started at %s', async (signal, exitCode, then) => {
    const file = join(machine.home, 'child');
    await set(`sleep 600 & echo $! > '${file}'; ${then}`);
    const child = start(['auth', 'status'], { env: { WAYBILL_HOME: machine.home } });
    child.stdin?.end();
    const ended = runOf(child);
    await vi.waitUntil(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'));
    child.kill(signal);
    expect((await ended).exitCode).toBe(exitCode);
    const id = Number(readFileSync(file, 'utf8'));
    const isThere = () =>
      existsSync(`/proc/${id}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${id}/status`, 'utf8'));
    await vi.waitUntil(() => !isThere(), { timeout: 5000 });
  });

  test("can't be rotated, and gives way to a login", async () => {
    await set('exit 1');
    const rotate = ['auth', 'rotate', '--secret-stdin'];
    const { exitCode, stderr } = await machine.run(rotate, { input: sandbox.apiSecret });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('replace the secret where that command reads it');
    expect(stderr).not.toContain('auth login');
    expect((await machine.login(sandbox, '--store', 'file')).exitCode).toBe(0);
    expect((await machine.status()).account).toMatchObject({ store: 'file', status: 'ok' });
  });
});
