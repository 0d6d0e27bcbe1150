import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { programInShell } from '../support/project';
import { inTerminal, keys, waybillInTerminal } from '../support/terminal';
import { temporaryHome, waybill } from '../support/waybill';

/** waybill asks before it replaces all items of an order. */
const question = 'Replace all';
const replacing = ['orders', 'update', '800458530', '--item', 'description=Cable,price=1,qty=1'];

function sandbox() {
  return { WAYBILL_HOME: temporaryHome(), WAYBILL_SANDBOX: '1' };
}

async function items(env: Record<string, string>) {
  const { stdout } = await waybill(['orders', 'get', '800458530', '--json'], { env });
  return JSON.parse(stdout).orderLineItems.map((item: { description: string }) => item.description);
}

test('acts after a yes and not after a no', async () => {
  const env = sandbox();
  const before = await items(env);
  const refusing = waybillInTerminal(replacing, { env });
  await refusing.shows(question);
  refusing.type('n');
  await refusing.ended;
  expect(await items(env)).toEqual(before);
  const confirming = waybillInTerminal(replacing, { env });
  await confirming.shows(question);
  confirming.type('y');
  expect((await confirming.ended).exitCode).toBe(0);
  expect(await items(env)).toEqual(['Cable']);
});

test('says that it can not prompt once the terminal was read to its end', async () => {
  const session = waybillInTerminal(['orders', 'update', '800458530', '--items-file', '-'], {
    env: sandbox(),
  });
  session.type(`description,price,qty\rCable,1,1\r${keys.ctrlD}`);
  const { exitCode, written } = await session.ended;
  expect(written).toContain("Can't prompt here to confirm: Replace all");
  expect(exitCode).toBe(2);
});

test('asks for everything that an order needs, and shows nothing else', async () => {
  const session = waybillInTerminal(['giftcards', 'create', '--dry-run'], { env: sandbox() });
  const answers = [
    ['Order date', 'today'],
    ['Store name', ''],
    ['Order number', 'G-1'],
    ['Resale platform', ''],
    ['Credit card', keys.down],
    ['description', 'Gift card'],
    ['unit price', '100'],
    ['quantity', '2'],
    ['expected payout', '97'],
    ['unit value', '100'],
  ] as const;
  for (const [prompt, answer] of answers) {
    await session.shows(prompt);
    session.type(answer + keys.enter);
  }
  const { exitCode, written } = await session.ended;
  expect(exitCode).toBe(0);
  expect(written).toContain('G-1');
  // What Node prints if the prompts leave their listeners behind.
  expect(written).not.toContain('Warning');
});

describe('an order that is made by prompts', () => {
  const given = ['--date', 'today', '--item', 'description=Cable,price=12.5,qty=2'];
  const create = ['orders', 'create', ...given, '--order-number', 'P-1'];

  /** Picks the store Staples by a part of its name, the group bfmr, and no card. */
  async function picked(env: Record<string, string>, words = create) {
    const session = waybillInTerminal(words, { env });
    for (const [prompt, typed] of [
      ['Store name', 'stap'],
      // That store, and the way to type another one.
      ['2 matches', keys.enter],
      ['Buying group', keys.down + keys.down + keys.enter],
      ['Credit card', keys.enter],
    ] as const) {
      await session.shows(prompt);
      session.type(typed);
    }
    await session.shows('Create it in the sandbox?');
    return session;
  }

  test('is shown without a total if an item has no quantity, as the service decides that', async () => {
    const refused = await picked(
      sandbox(),
      create.map((word) => word.replace(/,qty=\d+/, '')),
    );
    refused.type('n');
    const { written } = await refused.ended;
    expect(written).toMatch(/Staples P-1.*bfmr.*Cable.*Create it/s);
    expect(written).not.toContain('Total');
  });

  test('is shown with its total, and sent only after a yes', async () => {
    const env = sandbox();
    const refused = await picked(env);
    refused.type('n');
    const { exitCode, written } = await refused.ended;
    expect(exitCode).toBe(2);
    expect(written).toMatch(/Staples P-1.*bfmr.*\$25\.00.*Cable.*Create it/s);
    // What an order has only once it exists.
    expect(written).not.toMatch(/\bId\b|None yet/);
    expect(written).toContain('Cancelled. Nothing was sent.');
    expect((await waybill(['orders', 'get', 'P-1'], { env })).exitCode).toBe(6);
    const confirmed = await picked(env);
    confirmed.type('y');
    expect((await confirmed.ended).exitCode).toBe(0);
    const { stdout } = await waybill(['orders', 'get', 'P-1', '--json'], { env });
    expect(JSON.parse(stdout)).toMatchObject({ retailer: 'Staples', buyingGroup: 'bfmr' });
  });

  test('a picker of orders shows what people know them by, and filters', async () => {
    const session = waybillInTerminal(['orders', 'get'], { env: sandbox() });
    await session.shows('800458530  bfmr  purchased  $199.98');
    session.type('0045853');
    await session.shows('1 match');
    session.type(keys.enter);
    expect((await session.ended).written).toContain('B&H Photo 800458530');
  });

  test('questions have no color with --color never', async () => {
    const session = waybillInTerminal([...create, '--color', 'never'], { env: sandbox() });
    await session.shows('Store name');
    session.type(keys.ctrlC);
    expect((await session.ended).written).not.toMatch(/\u001b\[\d+(;\d+)*m/);
  });
});

test.each([
  ['Ctrl-C', keys.ctrlC],
  ['Ctrl-D', keys.ctrlD],
])('%s at a question changes nothing and restores the terminal: exit 130', async (_, pressed) => {
  const env = sandbox();
  const before = await items(env);
  const home = env.WAYBILL_HOME;
  const words = [...replacing].map((word) => `'${word}'`).join(' ');
  const line = `stty -a > "$WAYBILL_HOME/before"
    ${programInShell} ${words}; echo "exit $?"
    stty -a > "$WAYBILL_HOME/after"`;
  const session = inTerminal('sh', ['-c', line], { env });
  await session.shows(question);
  session.type(pressed);
  const { written } = await session.ended;
  expect(written).toContain('exit 130');
  expect(readFileSync(join(home, 'after'), 'utf8')).toBe(
    readFileSync(join(home, 'before'), 'utf8'),
  );
  const hidden = '\u001b[?25l';
  expect(written.lastIndexOf('\u001b[?25h')).toBeGreaterThan(written.lastIndexOf(hidden));
  expect(await items(env)).toEqual(before);
});

test.each([
  ['Order date', ['orders', 'create', '--dry-run']],
  ['API key', ['auth', 'login', '--base-url', 'https://waybill.example/api/v1']],
  ['Which buying group order?', ['orders', 'get']],
])('Ctrl-D instead of an answer to "%s" ends the run: exit 130', async (asked, words) => {
  const env = { ...sandbox(), ...(words[0] === 'auth' ? { WAYBILL_SANDBOX: '' } : {}) };
  const session = waybillInTerminal(words, { env });
  await session.shows(asked);
  session.type(keys.ctrlD);
  const { exitCode, written } = await session.ended;
  expect(exitCode).toBe(130);
  expect(written).toContain('Cancelled. Nothing was sent.');
  expect(written).not.toContain('Error');
});

test.each(['SIGTERM', 'SIGINT'])('%s at a question restores the terminal', async (signal) => {
  const env = sandbox();
  const session = waybillInTerminal(replacing, { env });
  await session.shows(question);
  session.kill(signal);
  const { exitCode, written } = await session.ended;
  expect(exitCode).toBe(signal === 'SIGINT' ? 130 : 143);
  expect(written.lastIndexOf('\u001b[?25h')).toBeGreaterThan(written.lastIndexOf('\u001b[?25l'));
});

test("names the flag if it can't prompt; --yes answers", async () => {
  const env = sandbox();
  const asked = await waybill(replacing, { env });
  expect(asked).toMatchObject({ exitCode: 2, stdout: '' });
  expect(asked.stderr).toContain('--yes');
  const { exitCode, written } = await waybillInTerminal([...replacing, '--no-input'], { env })
    .ended;
  expect(exitCode).toBe(2);
  expect(written).toContain('--yes');
  expect((await waybill([...replacing, '--yes'], { env })).exitCode).toBe(0);
});
