import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { shownInTerminal } from '../support/terminal';
import { temporaryHome, waybill } from '../support/waybill';

const sandbox = { WAYBILL_HOME: temporaryHome(), WAYBILL_SANDBOX: '1' };

async function onTerminal(env: Record<string, string>, columns = 80, words: string[] = []) {
  const { exitCode, written } = await shownInTerminal(words, { env, columns });
  const lines = stripVTControlCharacters(written).split(/\r?\n/).filter(Boolean);
  return { exitCode, lines, text: lines.join('\n') };
}

test('waybill alone says how to begin: without an account, without a mirror, and in a pipe', async () => {
  const env = { WAYBILL_HOME: temporaryHome() };
  const newcomer = await onTerminal(env);
  expect(newcomer.exitCode).toBe(0);
  for (const next of ['waybill --sandbox orders list', 'waybill auth login', 'waybill help'])
    expect(newcomer.text).toMatch(new RegExp(`^ {2}${next} +[A-Z]`, 'm'));
  expect(await waybill([], { env })).toMatchObject({ exitCode: 0, stderr: '' });
  expect((await onTerminal(sandbox)).text).toMatch(/^ {2}waybill sync --sandbox +[A-Z]/m);
});

test.each([40, 60, 80, 120])(
  'in %i columns, waybill alone with a mirror is what needs somebody, with the command for each',
  async (columns) => {
    expect((await waybill(['sync', '-q'], { env: sandbox })).exitCode).toBe(0);
    const { exitCode, lines, text } = await onTerminal(sandbox, columns);
    expect(exitCode).toBe(0);
    for (const command of [
      'waybill report unpaid --sandbox',
      'waybill report overdue --sandbox',
      'waybill report audit --finding no_tracking --sandbox',
      'waybill sync --sandbox',
    ]) {
      expect(lines.some((one) => one.endsWith(command))).toBe(true);
      if (command === 'waybill sync --sandbox') continue;
      const { WAYBILL_HOME } = sandbox;
      const { exitCode } = await waybill(command.split(' ').slice(1), { env: { WAYBILL_HOME } });
      expect(exitCode).toBe(0);
    }
    const { stdout } = await waybill(['report', 'summary', '--json'], { env: sandbox });
    const { total } = JSON.parse(stdout);
    expect(text).toContain(`${total.open} open orders`);
    expect(text).toContain(`${total.overdue.orders} orders overdue`);
    const words = ['report', 'audit', '--finding', 'no_tracking', '--json'];
    const { rows } = JSON.parse((await waybill(words, { env: sandbox })).stdout);
    expect(text).toContain(`${rows.length} orders should have a tracking number`);
    if (columns >= 60) for (const one of lines) expect(one.length).toBeLessThanOrEqual(columns);
  },
);

test('what changed since the last look is in it, until it was looked at', async () => {
  const env = { WAYBILL_HOME: temporaryHome(), WAYBILL_SANDBOX: '1' };
  await waybill(['sync', '-q'], { env });
  expect((await onTerminal(env)).text).not.toContain('waybill changes');
  await waybill(['orders', 'update', '800458530', '--status', 'issue'], { env });
  await waybill(['sync', '-q'], { env });
  expect((await onTerminal(env)).text).toMatch(
    /1 change since you last looked: waybill changes --sandbox/,
  );
  const { WAYBILL_HOME } = env;
  const chosen = await onTerminal({ WAYBILL_HOME }, 80, ['--sandbox']);
  expect(chosen.text).toMatch(/1 change since you last looked: waybill changes --sandbox/);
  expect((await waybill(['changes'], { env })).exitCode).toBe(0);
  expect((await onTerminal(env)).text).not.toContain('waybill changes');
});

test('an order that was paid short is found by the command for it', async () => {
  const env = { WAYBILL_HOME: temporaryHome(), WAYBILL_SANDBOX: '1' };
  await waybill(['sync', '-q'], { env });
  const payment = ['payments', 'add', '800458530', '1.00', '--date', 'today', '-q', '-y'];
  expect((await waybill(payment, { env })).exitCode).toBe(0);
  const { text } = await onTerminal(env);
  const [, command = ''] = /^1 order paid short: waybill (.*)$/m.exec(text) ?? [];
  const { stdout } = await waybill([...command.split(' '), '--json'], { env });
  expect(JSON.parse(stdout).rows).toMatchObject([{ orderNumber: '800458530' }]);
});

test('changes are news: what happened, to how many orders and for how much', async () => {
  const env = { WAYBILL_HOME: temporaryHome(), WAYBILL_SANDBOX: '1' };
  await waybill(['sync', '-q'], { env });
  const [one, other] = ['800458530', '1191934186'];
  await waybill(['orders', 'update', one, '--status', 'issue', '--notes', 'called'], { env });
  await waybill(['orders', 'update', other, '--status', 'paid'], { env });
  await waybill(['sync', '-q'], { env });
  const got = await waybill(['orders', 'get', one, other, '--json'], { env });
  const orders: { expectedPayout: number }[] = JSON.parse(got.stdout);
  const cents = orders.reduce((sum, { expectedPayout }) => sum + expectedPayout, 0);
  const dollars = (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
  const { lines } = await onTerminal(env, 40, ['changes']);
  const status = lines.indexOf(`Status: 2 orders, $${dollars} expected`);
  expect(lines.slice(status + 1, status + 3).sort()).toEqual([
    expect.stringMatching(/^ {2}1191934186 {2}\w+ → paid$/),
    expect.stringMatching(/^ {2}800458530 {2}purchased → issue$/),
  ]);
  expect(lines).toContain('  800458530  notes: - → called');
  // A choice of columns asks for the table.
  const table = await onTerminal(env, 80, ['changes', '--since', '30d', '--fields', 'type,new']);
  expect(table.text).toContain('order.status');
});
