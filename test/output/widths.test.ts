import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'fast-string-width';
import { beforeAll, describe, expect, test } from 'vitest';
import { sampleDay } from '../../src/service/sample/days';
import { shownInTerminal, waybillInTerminal } from '../support/terminal';
import { temporaryHome, waybill } from '../support/waybill';

const env = { WAYBILL_HOME: temporaryHome(), WAYBILL_SANDBOX: '1', PAGER: '' };
const widths = [40, 50, 60, 80, 120, 200];
const hyperlink = /\u001b\]8;;([^\u001b]*)\u001b\\/g;

beforeAll(async () => {
  await waybill(['sandbox', 'reset', '--yes', '--today', sampleDay], { env });
  expect((await waybill(['sync', '-q'], { env })).exitCode).toBe(0);
  const upload = ['shipments', 'add', '--csv', 'examples/shipments.csv', '-q'];
  expect((await waybill(upload, { env })).exitCode).toBe(0);
  const names = [
    '--retailer',
    'ヨドバシカメラ 👨‍👩‍👧 e\u0301',
    '--notes',
    `${'very '.repeat(30)}long`,
  ];
  expect((await waybill(['orders', 'update', '800458530', ...names], { env })).exitCode).toBe(0);
  const note = ['--notes', `${'not '.repeat(30)}long`];
  expect((await waybill(['orders', 'update', '800458530', ...note], { env })).exitCode).toBe(0);
  expect((await waybill(['sync', '-q'], { env })).exitCode).toBe(0);
});

/** What stood in a line before it was erased: progress, which a busy machine shows. */
const erased = /[^\n]*\r\u001b\[K/g;

/** The text that a person reads, without colors and links. */
function read(written: string): readonly string[] {
  const shown = written.replace(hyperlink, '').replace(erased, '');
  const text = stripVTControlCharacters(shown).replaceAll('\r', '');
  return text.split('\n');
}

interface Screen {
  readonly command: string;
  /** Fields whose every value appears on the screen uncut. */
  readonly identifiers: string;
  /** The same for fields whose column a narrow terminal may drop. */
  readonly optional?: string;
}

const screens: readonly Screen[] = [
  { command: 'orders list', identifiers: 'orderNumber' },
  { command: 'orders list --fields id', identifiers: 'id' },
  { command: 'giftcards list', identifiers: 'orderNumber' },
  { command: 'shipments list', identifiers: 'trackingNumber', optional: 'orderNumber' },
  { command: 'cards list', identifiers: 'lastDigits' },
  { command: 'orders get 111-2645709-0994040', identifiers: 'id,orderNumber' },
  { command: 'orders get 800458530', identifiers: 'id,orderNumber' },
  { command: 'giftcards get 813763113', identifiers: 'id,orderNumber' },
  { command: 'orders list --fields orderNumber,trackingNumbers', identifiers: 'orderNumber' },
  {
    command: 'changes --since 2020-01-01 --type tracking.added,order.changed',
    identifiers: 'orderNumber',
  },
];

test.each([40, 60, 80, 200])(
  'in %i columns, changes show every new tracking number whole',
  async (columns) => {
    const words = ['changes', '--since', '2020-01-01'];
    const ofTrackings = [...words, '--type', 'tracking.added', '--fields', 'new', '-o', 'tsv'];
    const { stdout } = await waybill([...ofTrackings, '--no-header'], { env });
    const added = stdout.split('\n').filter(Boolean);
    expect(added.length).toBeGreaterThan(3);
    const { written } = await shownInTerminal(words, { env, columns });
    const text = read(written).join('\n');
    for (const number of added) expect(text).toContain(number);
  },
);

test('a list in a column shows what people copy, not JSON', async () => {
  const { stdout } = await waybill(
    ['orders', 'get', '111-2645709-0994040', '--fields', 'number,tracking,items'],
    { env },
  );
  expect(stdout).toMatch(/^Tracking +1Z6534690362714260, TBA324448734748/m);
  expect(stdout).not.toMatch(/[[{]/);
});

/** Screens of sentences, and what is typed at a question in them. */
const sentences: readonly { readonly command: string; readonly typed?: string }[] = [
  { command: '' },
  { command: 'report summary' },
  { command: 'changes --since 2020-01-01' },
  { command: 'reconcile examples/payout-bfmr.csv --group bfmr' },
  { command: 'shipments add --csv examples/shipments.csv' },
  { command: 'reconcile examples/payout-bfmr.csv --group bfmr --apply', typed: 'n' },
];

test.each(sentences)(
  '"$command" breaks no word and fits into every terminal',
  async ({ command, typed }) => {
    const shownIn = async (columns: number) => {
      const words = command.split(' ').filter(Boolean);
      const options = { env, columns };
      if (typed === undefined) return read((await shownInTerminal(words, options)).written);
      const session = waybillInTerminal(words, options);
      await session.shows('Yes').then(() => session.type(typed));
      return read((await session.ended).written);
    };
    const wordsOf = (lines: readonly string[]) => lines.flatMap((line) => line.match(/\S+/g) ?? []);
    const whole = typed === undefined ? wordsOf(await shownIn(1000)) : undefined;
    for (const columns of [40, 60, 80, 120]) {
      const lines = await shownIn(columns);
      // A command or a path is copied, so it stays in one line.
      const others = lines.filter((line) => !/^ *(?:waybill |\S+$)/.test(line));
      for (const line of others) expect(stringWidth(line), line).toBeLessThanOrEqual(columns);
      if (whole !== undefined) expect(wordsOf(lines)).toEqual(whole);
    }
  },
);

async function valuesOf(command: string, fields: string): Promise<readonly string[]> {
  const [base = ''] = command.split(' --fields');
  const words = [...base.split(' '), '--fields', fields, '-o', 'tsv', '--no-header'];
  const { stdout } = await waybill(words, { env });
  return stdout.split(/[\t\n]/).filter(Boolean);
}

describe.each(screens)('$command', ({ command, identifiers, optional }) => {
  let whole: readonly string[];
  let others: readonly string[];
  beforeAll(async () => {
    whole = await valuesOf(command, identifiers);
    others = optional === undefined ? [] : await valuesOf(command, optional);
  });

  test.each(widths)('in %i columns, no line is wider and no identifier is cut', async (columns) => {
    const { exitCode, written } = await shownInTerminal(command.split(' '), { env, columns });
    expect(exitCode).toBe(0);
    const lines = read(written);
    // The notice after the table, with the number of rows, is prose.
    const table = lines.filter((line) => !/^Showing /.test(line));
    expect(Math.max(...table.map((line) => stringWidth(line)))).toBeLessThanOrEqual(columns);
    if (columns < 64) expect(written).not.toMatch(/[│┌]/);
    const text = lines.join('\n');
    expect(whole.length).toBeGreaterThan(0);
    for (const value of whole) expect(text).toContain(value);
    const words = new Set(text.split(/[\s│]+/));
    const seen = others.filter((value) => words.has(value));
    expect([0, others.length]).toContain(seen.length);
  });
});

const idsAsked = 'select id, order_number, retailer, group_id, status from orders limit 3';
const eventsAsked =
  "select type, order_number, new from events where type = 'tracking.added' and length(new) = 22 limit 3";
const twoIds = 'select o.id, i.order_id, c.id from orders o, items i, cards c limit 3';

test.each([
  [120, idsAsked, ['id', 'order_number'], ''],
  [80, idsAsked, ['id', 'order_number'], 'status'],
  [50, idsAsked, ['id'], 'order_number, retailer, group_id, status'],
  [60, twoIds, ['id'], 'order_id, id_2'],
  [200, twoIds, ['id', 'order_id', 'id_2'], ''],
  [60, eventsAsked, ['order_number', 'new'], ''],
  [50, eventsAsked, ['order_number', 'new'], 'type'],
  [40, eventsAsked, ['order_number'], 'type, new'],
])('in %i columns, query cuts no identifier: %s', async (columns, sql, whole, dropped) => {
  const { stdout } = await waybill(['query', sql, '--json'], { env });
  const { written } = await shownInTerminal(['query', sql], { env, columns });
  const text = read(written).join('\n');
  for (const row of JSON.parse(stdout) as readonly Record<string, string>[]) {
    for (const name of whole) expect(text).toContain(row[name]);
  }
  const [, named = ''] = /too narrow for (.*?)\. Try/.exec(text.replaceAll('\n', ' ')) ?? [];
  expect(named).toBe(dropped);
});

test('dates are ISO, and the card is shown by its nickname', async () => {
  const words = ['orders', 'get', '111-2645709-0994040'];
  const { written } = await shownInTerminal(words, { env });
  const text = read(written).join('\n');
  expect(text).toContain('Ordered   2025-09-');
  expect(text).toContain('Ink Cash 4417');
  expect(text).not.toContain('7d1c6c0e-3b0f-4f0e-9f54-6a3f0c9e1a01');
});

test("tracking numbers link to their carrier's page, unless color is off", async () => {
  const words = ['shipments', 'list', '-L', '3'];
  const links = async (more: readonly string[], environment: Record<string, string> = {}) => {
    const options = { env: { ...env, ...environment }, columns: 120 };
    const { written } = await shownInTerminal([...words, ...more], options);
    return [...written.matchAll(hyperlink)].flatMap(([, address]) => address || []);
  };
  expect(await links([])).toEqual([
    'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400150815058438022939',
    'https://track.amazon.com/tracking/TBA324623984320',
    'https://wwwapps.ups.com/WebTracking/track?track=yes&trackNums=1Z1892820315729743',
  ]);
  expect(await links(['--color', 'never'])).toEqual([]);
  expect(await links([], { NO_COLOR: '1' })).toEqual([]);
  const piped = await waybill([...words, '--color', 'always'], { env });
  expect(piped.stdout).not.toMatch(hyperlink);
});

describe('a pager', () => {
  const words = ['orders', 'list', '-L', '30'];
  const run = async (environment: Record<string, string>, rows = 20) => {
    const options = { env: { ...env, ...environment }, columns: 120, rows };
    return waybillInTerminal(words, options).ended;
  };
  const numbered = { WAYBILL_PAGER: "sed 's/^/paged /'" };

  test('shows output longer than the terminal, and WAYBILL_PAGER beats PAGER', async () => {
    const { exitCode, written } = await run({ ...numbered, PAGER: 'false' });
    expect(exitCode).toBe(0);
    const lines = read(written).filter((line) => line !== '');
    const paged = lines.filter((line) => line.startsWith('paged '));
    expect(paged).toHaveLength(34);
    // Notices after the list wait until the pager is closed.
    expect(lines.at(-1)).toContain('30 of 151');
  });

  test.each(['help flags', 'help orders list', 'orders list --help'])('shows %s', async (line) => {
    const options = { env: { ...env, ...numbered }, columns: 80, rows: 10 };
    const { exitCode, written } = await waybillInTerminal(line.split(' '), options).ended;
    expect(exitCode).toBe(0);
    const lines = read(written).filter((line) => line !== '');
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.filter((line) => !line.startsWith('paged '))).toEqual([]);
  });

  test.each([
    'reconcile examples/payout-bfmr.csv --group bfmr',
    'shipments check examples/orders.csv --map trackingNumber=retailer',
    'changes --since 2020-01-01',
  ])('shows sentences that are the result: %s', async (line) => {
    const options = { env: { ...env, ...numbered }, columns: 60, rows: 3 };
    const { written } = await waybillInTerminal(line.split(' '), options).ended;
    const piped = await waybill(line.split(' '), { env: { ...env, ...numbered } });
    const paged = read(written).filter((one) => one.startsWith('paged '));
    expect(paged.length).toBeGreaterThan(2);
    expect(piped.stdout.split('\n').length).toBeGreaterThan(2);
    expect(piped.stdout).not.toContain('paged');
  });

  test('is not used for output that fits', async () => {
    expect((await run(numbered, 60)).written).not.toContain('paged');
  });

  test('closed early is not an error', async () => {
    const { exitCode, written } = await run({ WAYBILL_PAGER: 'head -n 2' });
    expect(exitCode).toBe(0);
    expect(written).not.toContain('Error');
    expect(written.match(/┌/g)).toHaveLength(1);
    expect(written).not.toContain('└');
  });

  test.each(['true', 'head -n 1'])(
    'that ends before the output does, such as "%s", ends the run as well',
    async (pager) => {
      const options = { env: { ...env, WAYBILL_PAGER: pager }, columns: 120, rows: 20 };
      for (const line of ['orders list --all', 'orders list --all --json', 'help csv']) {
        const { exitCode, written } = await waybillInTerminal(line.split(' '), options).ended;
        expect({ line, exitCode, written }).toMatchObject({ exitCode: 0 });
        expect(written).not.toContain('Error');
      }
    },
  );

  test.each(['', 'cat', 'no-such-pager'])('named "%s" means no pager', async (pager) => {
    expect((await run({ WAYBILL_PAGER: pager })).written).toContain('└');
  });

  test('is never used in a pipe', async () => {
    const { stdout } = await waybill(words, { env: { ...env, ...numbered } });
    expect(stdout).not.toContain('paged');
  });
});
