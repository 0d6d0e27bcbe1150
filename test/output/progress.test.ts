import { afterAll, beforeAll, expect, test } from 'vitest';
import { programInShell } from '../support/project';
import { type Sandbox, serveSandbox } from '../support/sandbox';
import { inTerminal, waybillInTerminal } from '../support/terminal';
import { temporaryHome, waybill } from '../support/waybill';

/** Every page is slow enough that a list of several shows a bar. */
let sandbox: Sandbox;
const home = { WAYBILL_HOME: temporaryHome() };
const everything = ['orders', 'list', '--all', '--concurrency', '1'];

beforeAll(async () => {
  sandbox = await serveSandbox({ flags: ['--latency', '250'] });
});
afterAll(() => sandbox.stop());

const bar = /\r\u001b\[K[━─]+ Reading: [\d,]+ of 151 buying group orders/;

test('a terminal shows a bar and removes it before the table', async () => {
  const env = { ...sandbox.env, ...home };
  const { exitCode, written } = await waybillInTerminal(everything, { env }).ended;
  expect(exitCode).toBe(0);
  expect(written).toMatch(bar);
  const table = written.indexOf('┌');
  expect(written.slice(0, table)).toMatch(/\r\u001b\[K$/);
  expect(written.slice(table)).not.toContain('Reading');
});

test('with stdout redirected, the terminal shows only the bar, which is then removed', async () => {
  const line = `${programInShell} ${everything.join(' ')} -o csv | wc -l > "$WAYBILL_HOME/lines"; cat "$WAYBILL_HOME/lines"`;
  const env = { ...sandbox.env, ...home };
  const { written } = await inTerminal('sh', ['-c', line], { env }).ended;
  expect(written).toMatch(bar);
  expect(written.slice(written.lastIndexOf('\r\u001b[K'))).toBe('\r\u001b[K152\r\n');
});

test('-q shows no bar, and neither does a pipe for a short time', async () => {
  const env = { ...sandbox.env, ...home };
  const { written } = await waybillInTerminal([...everything, '-q', '-o', 'table'], { env }).ended;
  expect(written).not.toContain('Reading');
  expect(await waybill([...everything, '-o', 'csv'], { env })).toMatchObject({ stderr: '' });
});
