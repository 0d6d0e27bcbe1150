import { stripVTControlCharacters } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { sampleDay } from '../../src/service/sample/days';
import { keys, shownInTerminal, waybillInTerminal } from '../support/terminal';
import { temporaryHome, waybill } from '../support/waybill';

const home = { WAYBILL_HOME: temporaryHome(), WAYBILL_SANDBOX: '1' };
const env = { ...home, WAYBILL_ACCESSIBLE: '1' };
/** What moves the cursor or erases. Colors are not among them. */
const redrawing = /\u001b(?!\[[\d;]*m)|\r(?!\r?\n)/;

const readAloud = (written: string) => stripVTControlCharacters(written).replaceAll('\r', '');

beforeAll(async () => {
  await waybill(['sandbox', 'reset', '--yes', '--today', sampleDay], { env });
  expect((await waybill(['sync', '-q'], { env })).exitCode).toBe(0);
});

describe('a screen reader is told', () => {
  test.each([40, 80, 200])('rows as lines with a label, whole, in %i columns', async (columns) => {
    const { written } = await shownInTerminal(['cards', 'list'], { env, columns });
    const [first, second] = readAloud(written).split('\n\n');
    expect(first?.split('\n')).toEqual([
      ...['Nickname: Ink Cash', 'Digits: 4417', 'Name: Ink Business Cash', 'Issuer: Chase'],
      ...['Owner: Dana Reyes', 'Rate: 1.5x', 'Fee: $0.00', expect.stringMatching('Opened: 20')],
      'Below it: Ink Cash (Sam), 8820, employee',
    ]);
    expect(second).not.toContain('Closed');
  });

  test('an order with its items and tracking numbers', async () => {
    const words = ['orders', 'get', '111-2645709-0994040'];
    const { written } = await shownInTerminal(words, { env, columns: 40 });
    const lines = readAloud(written).split('\n');
    expect(lines).toContain('  Card: Ink Cash 4417, 1.5x');
    expect(lines).toContain('  Number: 1');
    expect(lines).toContain('  Tracking number: 1Z6534690362714260');
  });

  test.each([
    'orders list -L 30',
    'giftcards get 813763113',
    'shipments list -L 5',
    'report unpaid',
    'report margin --by order',
    'report pnl',
    'report summary',
    'report audit',
    'reconcile examples/payout-bfmr.csv --group bfmr',
    'orders update 800458530 --status shipped',
    'orders update 800458530 --status delivered --dry-run',
    'changes --since 2020-01-01',
    'auth status',
    'jobs list',
    'doctor',
    '',
  ])('no symbol without its word, and nothing twice: %s', async (command) => {
    const words = command.split(' ').filter(Boolean);
    const { written } = await waybillInTerminal(words, { env, columns: 80 }).ended;
    const text = readAloud(written);
    expect(text).not.toMatch(/[→≥×·−•…│┌█▏━]|(^|\s)-\$|\d d$|(^|: )-$/m);
    expect(written).not.toMatch(redrawing);
  });

  test('the same in every machine format', async () => {
    for (const format of ['json', 'ndjson', 'csv', 'tsv']) {
      const words = ['orders', 'list', '-o', format, '-L', '5'];
      const said = await waybill(words, { env });
      expect(said.stdout).toBe((await waybill(words, { env: home })).stdout);
    }
  });
});

test.each([
  ['doctor', /\u001b\[32mok\u001b\[39m {4}waybill/],
  ['', /\u001b\[31m\d+ orders overdue\u001b\[39m/],
  ['reconcile examples/payout-bfmr.csv --group bfmr', /\u001b\[33m *paid short\u001b\[39m/],
])('%s: color marks what its words say', async (command, marked) => {
  const words = command.split(' ').filter(Boolean);
  const { written } = await waybillInTerminal(words, { env: home }).ended;
  expect(written).toMatch(marked);
  const plain = await waybillInTerminal(words, { env: { ...home, NO_COLOR: '1' } }).ended;
  expect(stripVTControlCharacters(written)).toBe(stripVTControlCharacters(plain.written));
});

test('a setting or a flag turns it on, and a variable off', async () => {
  const own = { WAYBILL_HOME: temporaryHome(), WAYBILL_SANDBOX: '1' };
  const words = ['orders', 'list', '-L', '1'];
  const isOn = async (more: readonly string[] = [], variables = {}) =>
    (await waybill([...words, ...more], { env: { ...own, ...variables } })).stdout.startsWith(
      'Date: ',
    );
  expect(await isOn()).toBe(false);
  expect(await isOn(['--accessible'])).toBe(true);
  expect((await waybill(['config', 'set', 'accessible', 'on'], { env: own })).exitCode).toBe(0);
  expect(await isOn()).toBe(true);
  expect(await isOn([], { WAYBILL_ACCESSIBLE: '0' })).toBe(false);
});

describe.each([
  ['accessible', env],
  ['TERM=dumb', { ...home, TERM: 'dumb' }],
])('questions, %s', (_, variables) => {
  test('are numbered lines that are printed once', async () => {
    const session = waybillInTerminal(['orders', 'get'], { env: variables });
    await session.shows('Type a number from 1 to 20');
    session.type(`what${keys.enter}`);
    await session.shows('what\r\r\nType a number');
    session.type(`800458530${keys.enter}`);
    const { exitCode, written } = await session.ended;
    expect(exitCode).toBe(0);
    expect(written).toContain('B&H Photo 800458530');
    expect(written.match(/Which buying group order/g)).toHaveLength(1);
    expect(written).toMatch(/^1\. \S/m);
    expect(written).not.toMatch(redrawing);
  });

  test('a yes is typed in full, and Enter alone is a no', async () => {
    const words = ['orders', 'update', '9889303997', '--item', 'description=Cable,price=1,qty=1'];
    const answered = async (answer: string) => {
      const session = waybillInTerminal(words, { env: variables });
      await session.shows('Enter alone means no.');
      session.type(answer + keys.enter);
      return session;
    };
    const { exitCode } = await (await answered('')).ended;
    expect(exitCode).toBe(2);
    const pasted = await answered('waybill report unpaid');
    await pasted.shows('unpaid\r\r\nType yes or no');
    pasted.type(keys.ctrlC);
    expect((await pasted.ended).exitCode).toBe(130);
    expect((await (await answered('yes')).ended).exitCode).toBe(0);
  });

  test('a secret is not shown', async () => {
    const login = ['auth', 'login', '--base-url', 'https://service.example/api/v1', '--no-verify'];
    const more = ['--store', 'file', '--api-key', 'acme_key_0123456789abcdef'];
    const session = waybillInTerminal([...login, ...more], {
      env: { ...variables, WAYBILL_SANDBOX: '', WAYBILL_HOME: temporaryHome() },
    });
    await session.shows('What you type is not shown.');
    session.type(`acme_secret_0123456789abcdef${keys.enter}`);
    const { exitCode, written } = await session.ended;
    expect(exitCode).toBe(0);
    expect(written).not.toContain('acme_secret');
    expect(written).not.toMatch(redrawing);
  });

  test('Ctrl-D ends the run', async () => {
    const session = waybillInTerminal(['orders', 'create', '--dry-run'], { env: variables });
    await session.shows('Order date');
    session.type(keys.ctrlD);
    expect((await session.ended).exitCode).toBe(130);
  });

  test('progress is lines, not a bar', async () => {
    const many = { ...variables, WAYBILL_HOME: temporaryHome() };
    await waybill(['sandbox', 'seed', '--orders', '3000'], { env: many });
    const { exitCode, written } = await waybillInTerminal(['sync'], { env: many }).ended;
    expect(exitCode).toBe(0);
    expect(written).not.toMatch(redrawing);
  });
});
