import { stripVTControlCharacters } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { shownInTerminal } from '../support/terminal';
import { temporaryHome, waybill } from '../support/waybill';
import { account, mirrorOf, payments } from './fixture';

let mirror = '';
beforeAll(async () => {
  mirror = await mirrorOf(account, payments);
});
const home = temporaryHome();
const line = (words: string) => [
  ...['report', ...words.split(' ')],
  ...['--mirror', mirror, '--today', '2026-03-31'],
];

async function onTerminal(
  words: string,
  env: Readonly<Record<string, string>> = {},
  columns = 130,
) {
  const shown = await shownInTerminal(line(words), {
    env: { WAYBILL_HOME: home, LANG: 'C.UTF-8', ...env },
    columns,
  });
  const lines = stripVTControlCharacters(shown.written).split(/\r?\n/);
  return { ...shown, lines };
}

describe('on a terminal', () => {
  test('bars are shares of the largest amount, in eighths of a block', async () => {
    const { lines } = await onTerminal('exposure');
    const barOf = (name: string) =>
      /[█▉▊▋▌▍▎▏]+/.exec(lines.find((one) => one.includes(name)) ?? '')?.[0];
    expect(barOf('bfmr')).toBe('█'.repeat(12));
    // 5,300 of 29,500 of 96 eighths: 17.
    expect(barOf('card_center')).toBe('██▏');
    expect(barOf('Total')).toBeUndefined();
    const { written } = await onTerminal('exposure', { LANG: 'C' });
    expect(written).not.toMatch(/[█▉▊▋▌▍▎▏]/);
    expect(written).toContain('#'.repeat(12));
  });

  test.each(['unpaid', 'overdue', 'exposure', 'rewards', 'received --by month'])(
    '%s has bars beside the amounts that they draw, unless a name or a title would be cut',
    async (words) => {
      const { written } = await onTerminal(words, {}, 120);
      expect(stripVTControlCharacters(written)).toMatch(/\$[\d,.]+ *│ *[█▉▊▋▌▍▎▏]/);
      const lines = stripVTControlCharacters(written).split(/\r?\n/);
      const titles = lines[lines.findIndex((one) => one.startsWith('┌')) + 1];
      expect(titles).toMatch(/│ *(\w[^│]*?) *│ *\1 *│/);
      for (const columns of [60, 80, 120])
        expect((await onTerminal(words, {}, columns)).written).not.toMatch(/….*█/s);
      const { stdout } = await waybill(line(words), {
        env: { WAYBILL_HOME: home, LANG: 'C.UTF-8' },
      });
      expect(stdout).not.toMatch(/[█▉▊▋▌▍▎▏]/);
      expect(stdout).not.toMatch(/#/);
    },
  );

  test('boxes and bars are ASCII in a locale without others', async () => {
    const { written } = await onTerminal('unpaid', { LC_ALL: 'C' }, 100);
    const lines = stripVTControlCharacters(written).split(/\r?\n/);
    expect(lines.join('').replace(/[ -~]/g, '')).toBe('');
    const box = lines.filter((one) => /^[+|]/.test(one));
    expect(box[0]).toMatch(/^\+-[-+]*-\+$/);
    expect(box[1]).toMatch(/^\|.*\|$/);
  });

  test('a number of days overdue says that it is one', async () => {
    expect((await onTerminal('overdue')).lines.join('\n')).toMatch(/ 50 d/);
  });

  test.each(['unpaid', 'rewards'])(
    'a bar of %s is whole, or its column is dropped',
    async (words) => {
      for (let columns = 44; columns <= 100; columns += 4) {
        const { written } = await onTerminal(words, {}, columns);
        expect({ columns, cut: /[█▉▊▋▌▍▎▏]…/.test(written) }).toEqual({ columns, cut: false });
      }
    },
  );

  test('the last line has the totals, and below it is the time of the figures', async () => {
    for (const words of ['unpaid', 'overdue', 'aging', 'margin', 'pnl', 'rewards', 'turnaround']) {
      const { lines } = await onTerminal(words);
      const rows = lines.filter((one) => /[│|]|Total/.test(one) && !/[┌├└]/.test(one));
      expect({ words, last: rows.at(-1) }).toEqual({
        words,
        last: expect.stringContaining('Total'),
      });
      expect(lines.some((one) => /As of 2025-11-21 \d\d:\d\d/.test(one))).toBe(true);
    }
  });

  test('what is overdue is red, in the report and in the summary', async () => {
    const red = /\u001b\[31m[^\u001b]*50/;
    expect((await onTerminal('overdue')).written).toMatch(red);
    expect((await onTerminal('overdue --color never')).written).not.toContain('\u001b[31m');
    expect((await onTerminal('summary')).written).toMatch(/\u001b\[31m[^\u001b]*1/);
  });

  test('shows a minimum age for a status that may be older than the mirror', async () => {
    expect((await onTerminal('overdue')).lines.join('\n')).toMatch(/≥ \d+ d/);
  });

  test('the summary says what to do next', async () => {
    const { lines } = await onTerminal('summary');
    const shown = lines.join('\n');
    expect(shown).toContain('1 order overdue, $');
    expect(shown).toContain('1 order should have a tracking number but has none');
    expect(shown).toContain('2 orders paid short: waybill report audit');
  });
});

test('the chosen fields of the summary are one object', async () => {
  const { stdout } = await waybill(line('summary --fields open,overdue.orders --json'), {
    env: { WAYBILL_HOME: home },
  });
  expect(Object.keys(JSON.parse(stdout))).toEqual(['open', 'overdue.orders']);
});

test('--sort takes only what the rows of the report have', async () => {
  const run = (words: string) => waybill(line(words), { env: { WAYBILL_HOME: home } });
  for (const words of ['unpaid --sort overdueDays', 'pnl --sort realized', 'unpaid --sort card']) {
    const { exitCode, stderr } = await run(words);
    expect({ words, exitCode, stderr }).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('no row of this report has'),
    });
  }
  for (const words of ['unpaid --by card --sort card', 'pnl --sort realized.profit']) {
    expect(await run(words)).toMatchObject({ exitCode: 0 });
  }
});

describe('on a narrow terminal', () => {
  const consoles = ['Console with a disc drive', 'Console with a game', 'Console without a drive'];
  const amounts = { total: 1_200_000, expectedPayout: 1_250_000 };
  const dates = ['2026-03-30', '2026-03-10', '2026-02-10', '2026-01-20', '2025-12-01'];
  const orders = dates.map((orderDate, index) => ({
    ...{ id: `${index}`, orderNumber: `N-${index}`, buyingGroup: 'a_group_with_a_long_name' },
    ...{ retailer: 'Amazon', status: 'delivered', orderDate, ...amounts, trackingNumbers: [] },
    orderLineItems: [{ description: consoles[index % 3], quantity: 1, unitPrice: 1_200_000 }],
  }));
  const unnumbered = '0b9f2f0e-7f0f-4b52-9d0c-2f6a1f0d7e11';
  const other = { ...orders[0], id: unnumbered, orderNumber: null, buyingGroup: 'other' };
  let wide = '';
  beforeAll(async () => {
    wide = await mirrorOf({ orders: [...orders, other], giftcards: [], cards: [] });
  });

  async function screen(words: string, columns: number) {
    const typed = [...['report', ...words.split(' ')], '--mirror', wide, '--today', '2026-03-31'];
    const env = { WAYBILL_HOME: home, LANG: 'C.UTF-8' };
    const { written } = await shownInTerminal(typed, { env, columns });
    return stripVTControlCharacters(written).replaceAll('\r', '');
  }

  test.each([60, 80])('what to group by stays readable in %i columns', async (columns) => {
    const shown = await screen('margin --by item', columns);
    for (const name of consoles) expect(shown).toContain(name.slice(0, 18));
    expect(shown).toContain('Profit');
  });

  test.each([60, 80])('an audit names every order and is whole in %i columns', async (columns) => {
    const shown = await screen('audit', columns);
    expect(shown).toContain(unnumbered);
    expect(shown).not.toContain('…');
    expect(shown.replaceAll(/[│\s]+/g, ' ')).toContain('has no order number');
    const numbered = await screen('audit --group a_group_with_a_long_name', columns);
    expect(numbered).toMatch(/no_tracking.*N-0/);
    const words = numbered.split(/[│\s]+/);
    expect(words.filter((word) => word === 'tracking')).toHaveLength(orders.length);
  });

  test('amounts add up to their total, or a notice names what was dropped', async () => {
    const whole = await screen('aging', 120);
    for (const bucket of ['0-14', '15-30', '31-60', '61-90', '91+'])
      expect(whole).toContain(bucket);
    expect(whole).toContain('a_group_with_a_long_name');
    expect(whole).not.toContain('too narrow');
    const dropped = await screen('aging', 60);
    expect(dropped).toContain('The terminal is too narrow for 0-14, 15-30');
    expect(dropped).toContain('a_group_with_a_long_name');
    expect(dropped).toContain('Total');
    expect(await screen('exposure', 48)).toContain('The terminal is too narrow for Buying');
  });
});

test.each([
  ['exposure', 'share', 1],
  ['margin', 'marginPercent', 2],
])(
  'percentages of %s line up in a table and are numbers elsewhere',
  async (report, field, count) => {
    const env = { WAYBILL_HOME: home, TZ: 'UTC' };
    const values = async (format: string) => {
      const words = [...line(report), '--fields', field, '-o', format];
      return (await waybill(words, { env })).stdout.trim().split(/\r?\n/).slice(1);
    };
    const numbers = (await values('csv')).map(Number);
    const shown = (await values('table')).map((one) => one.trim());
    // The table ends with the total.
    expect(shown.slice(0, -1)).toEqual(numbers.map((one) => one.toFixed(count)));
    expect(await values('csv')).toEqual(numbers.map(String));
  },
);

const reports = [
  ...['summary', 'unpaid', 'overdue', 'aging', 'exposure', 'margin', 'pnl', 'pnl --basis cash'],
  ...['rewards', 'received', 'turnaround', 'trackings', 'trackings --unpaid', 'audit'],
  ...['unpaid --by none', 'pnl --by none', 'margin --by month,group'],
];

describe.each(reports)('%s', (words) => {
  const env = { WAYBILL_HOME: home, TZ: 'UTC' };

  test.each(['table', 'json'])('-q hides nothing of a %s', async (format) => {
    const loud = await waybill([...line(words), '-o', format], { env });
    const quiet = await waybill([...line(words), '-o', format, '-q'], { env });
    expect(quiet).toEqual({ ...loud, stderr: '' });
    expect(quiet.stdout).not.toBe('');
  });

  test('csv, tsv and ndjson have the rows of the json and no total', async () => {
    const { stdout } = await waybill([...line(words), '--json'], { env });
    const { rows, total } = JSON.parse(stdout);
    const expected = words === 'summary' ? [total] : rows;
    const ndjson = await waybill([...line(words), '-o', 'ndjson'], { env });
    const parsed = ndjson.stdout.split('\n').filter(Boolean);
    expect(parsed.map((one) => JSON.parse(one))).toEqual(expected);
    for (const format of ['csv', 'tsv']) {
      const delimited = await waybill([...line(words), '-o', format], { env });
      expect(delimited.stdout.split(/\r?\n/).filter(Boolean)).toHaveLength(expected.length + 1);
    }
  });
});
