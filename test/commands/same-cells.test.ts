import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sampleAccount } from './account';

/*
 * One cell of each kind, through every command that takes a file of rows: it means the same in all of
 * them, or all of them refuse it for the same reason.
 */
const account = sampleAccount();
const [order, giftCard] = ['800458530', '813763113'];
const parcel = '1Z999AA10123456784';

type Cells = Readonly<Record<string, string>>;

const bought = { Order: 'S-1', Date: '2026-02-01', Store: 'Target', Price: '9.00' };
const [create, cards, update, shipments] = [
  ...['orders create', 'giftcards create', 'orders update', 'shipments add'],
] as const;
/** A row that each command takes, to which cells are added. */
const usual: Readonly<Record<string, Cells>> = {
  [create]: { ...bought, Group: 'bfmr' },
  [cards]: { ...bought, Platform: 'qgcg' },
  [update]: { Order: order },
  [shipments]: { Order: order, Tracking: parcel },
};

function fileOf(rows: readonly Cells[]): string {
  const headers = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const line = (cells: readonly string[]) =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
  const lines = [headers, ...rows.map((row) => headers.map((header) => row[header] ?? ''))];
  const path = join(mkdtempSync(join(tmpdir(), 'waybill-test-')), 'f.csv');
  writeFileSync(path, `${lines.map(line).join('\n')}\n`);
  return path;
}

/** What a command would send of its usual row with these cells, or why not. */
async function outcomeOf(command: string, ...rows: readonly Cells[]) {
  const path = fileOf(rows.map((cells) => ({ ...usual[command], ...cells })));
  const words = [...command.split(' '), '--csv', path, '--dry-run', '--json', '--no-input', '-q'];
  const { stdout, stderr } = await account.run(words);
  const [request] = stdout.trim() ? JSON.parse(stdout) : [];
  const last = stderr.trimEnd().split('\n').at(-1) ?? '';
  const { issues, message } = last.startsWith('{') ? JSON.parse(last).error : {};
  const { body = {}, path: at = '' } = request ?? {};
  // An update of one row says it in the message.
  const refused: readonly string[] = (issues ?? [message && { message }])
    .filter(Boolean)
    .map((one: { message: string }) => one.message);
  return { body: body.shipments?.[0] ?? body, at, refused };
}

const dated = [create, cards, update];

test.each<[string, readonly string[], string, unknown, readonly string[]]>([
  [
    'Date',
    [
      ...['3/1/26', '03/01/2026', '2026-3-1', '1-Mar-26', 'Mar 1st, 2026', '46082'],
      ...['Sunday, March 1, 2026', '="2026-03-01"', ' 2026-03-01T00:00 '],
    ],
    ...(['orderDate', '2026-03-01', dated] as const),
  ],
  ['Store', ['Best Buy', 'best-buy', ' BESTBUY '], 'retailer', 'Best Buy', dated],
  ['Store', ['b&h photo', 'B & H  PHOTO'], 'retailer', 'B&H Photo', [shipments]],
  [
    'Sales Tax',
    ['$1,234.56', '1234.560', ' 1,234.56 ', '$ 1234.56', "'1234.56'", '+1234.56'],
    ...(['tax', 123456, dated] as const),
  ],
  ['Buying Group', ['Points 4 Days', 'points-4-days'], 'buyingGroup', 'points_4_days', [update]],
  ['Group', ['Points 4 Days', 'points-4-days'], 'buyingGroup', 'points_4_days', [create]],
  ['Platform', ['Card Center', 'cardcenter'], 'platform', 'card_center', [cards]],
  [
    'Tracking',
    [` ${parcel.toLowerCase()} `, `UPS ${parcel}`, '1Z 999 AA1 01 2345 6784', `="${parcel}"`],
    ...(['trackingNumber', parcel, [shipments]] as const),
  ],
])('%s: %j are one', async (header, cells, field, value, takers) => {
  for (const command of takers) {
    for (const cell of cells) {
      const { body, refused } = await outcomeOf(command, { [header]: cell });
      expect({ command, cell, [field]: body[field], refused }).toEqual({
        ...{ command, cell, [field]: value, refused: [] },
      });
    }
  }
});

test.each<[string, string, RegExp]>([
  ['Date', '13/13/2026', /is not a date/],
  ['Date', 'soon', /is not a date/],
  ['Date', '15/02/2026', /is not a date; try --date-format dmy/],
  ['Sales Tax', '1.234,56', /is not an amount; write it with a decimal point/],
  ['Sales Tax', 'USD 5.00', /is not an amount; write it without the currency/],
  ['Sales Tax', '5.00 EUR', /is not an amount/],
  ['Sales Tax', '€5.00', /is not an amount/],
  ['Currency', 'EUR', /is EUR; waybill takes US dollars only/],
  ['Curr', 'C$', /is C\$; waybill takes US dollars only/],
])('%s: %s is refused everywhere for one reason', async (header, cell, reason) => {
  const reasons = new Set<string>();
  for (const command of dated) {
    const { refused } = await outcomeOf(command, { 'Sales Tax': '1.00', [header]: cell });
    expect({ command, refused }).toEqual({ command, refused: [expect.stringMatching(reason)] });
    for (const one of refused) reasons.add(one);
  }
  expect([...reasons]).toHaveLength(1);
});

test('a date that proves that the day comes first makes the others doubtful everywhere', async () => {
  for (const command of dated) {
    const other = command === update ? { Order: '9889303997' } : { Order: 'S-2' };
    const rows = [{ Date: '03/02/2026' }, { ...other, Date: '15/02/2026' }];
    const { refused } = await outcomeOf(command, ...rows);
    expect({ command, refused }).toEqual({
      ...{ command, refused: [1, 2].map(() => expect.stringContaining('--date-format dmy')) },
    });
  }
});

test.each(['#', '# ', "'", ' '])('an order number after %j is the same order', async (before) => {
  const differs = "The account's order";
  for (const [command, number] of [
    [create, order],
    [cards, giftCard],
  ] as const) {
    const { refused } = await outcomeOf(command, { Order: `${before}${number}` });
    expect(refused).toEqual([expect.stringContaining(`${differs} ${number} differs`)]);
  }
  const plain = await outcomeOf(update, { Notes: 'Two boxes' });
  expect(plain.at).toMatch(/^\/buying-group-orders\//);
  const spelled = { Order: `${before}${order}` };
  expect(await outcomeOf(update, { ...spelled, Notes: 'Two boxes' })).toEqual(plain);
  expect((await outcomeOf(shipments, spelled)).body).toMatchObject({ orderNumber: order });
});
