import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bars } from '../../src/commands/report/report-table';
import { readShipments } from '../../src/imports/shipments/read-shipments';
import { measured } from '../support/peak-memory';
import { temporaryHome, waybill } from '../support/waybill';
import { changed, sheetXml, textsXml } from '../support/workbook-parts';

const folder = mkdtempSync(join(tmpdir(), 'waybill-test-'));

function written(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const header = ['order_number', 'tracking_id', 'status', 'total', 'paid', 'receipt_id'];

function payout(index: number): readonly string[] {
  const order = `113-${String(1_000_000 + index)}-0000001`;
  return [order, `TBA3${10_000_000_000 + index}`, 'verified', '12.34', 'true', `R${index}`];
}

function csvOf(count: number): Buffer {
  const rows = Array.from({ length: count }, (_, index) => payout(index));
  return Buffer.from([header, ...rows].map((cells) => `${cells.join(',')}\n`).join(''));
}

const cellXml = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;

function workbookOf(count: number): Buffer {
  const rows = Array.from({ length: count }, (_, index) => payout(index));
  const xml = [header, ...rows].map((cells) => `<row>${cells.map(cellXml).join('')}</row>`);
  return changed({ 'xl/worksheets/sheet1.xml': sheetXml(xml.join('')) });
}

test('a workbook of 150,000 rows is read like any other', async () => {
  const path = written('many.xlsx', workbookOf(150_000));
  const { stderr, exitCode } = await waybill(['shipments', 'check', path, '--offline', '-q']);
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
});

describe('reconcile', async () => {
  const env = { WAYBILL_HOME: temporaryHome() };
  await waybill(['--sandbox', 'sync', '-q'], { env });
  const words = (path: string) => [
    ...['--sandbox', 'reconcile', path, '--group', 'buying_group', '--json', '-q'],
  ];
  const most = 20_000;

  test.each([
    ['most.csv', csvOf(most)],
    ['most.xlsx', workbookOf(most)],
  ])('reads %s, as many rows as it takes, within 200 MiB', async (name, content) => {
    const run = await measured(words(written(name, content)), env);
    expect(run).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(run.stdout).files).toMatchObject([{ rows: most }]);
    expect(run.peak).toBeLessThan(200);
  });

  test.each([
    ['more.csv', csvOf(300_000)],
    ['more.xlsx', workbookOf(300_000)],
  ])('refuses %s, which has more, and names the limit', async (name, content) => {
    const run = await measured(words(written(name, content)), env);
    expect(run).toMatchObject({ stdout: '', exitCode: 2 });
    expect(JSON.parse(run.stderr).error).toMatchObject({
      code: 'usage',
      message: expect.stringContaining(`${name} has more than 20,000 rows`),
    });
    expect(run.peak).toBeLessThan(200);
  });

  test('counts the rows of all its files', async () => {
    const [one, other] = [written('a.csv', csvOf(most)), written('b.csv', csvOf(1))];
    const run = await waybill([...words(one), other], { env });
    expect(run).toMatchObject({ stdout: '', exitCode: 2 });
    expect(run.stderr).toContain('20,000');
  });
});

test('a cell may hold more numbers than a function takes arguments', async () => {
  const numbers = Array.from({ length: 150_000 }, (_, index) => `TBA3${10_000_000_000 + index}`);
  async function* chunks() {
    yield Buffer.from(`Order,Tracking\nA-12345,"${numbers.join(';')}"\n`);
  }
  const reading = { map: [], hasHeader: true, command: 'waybill' };
  let count = 0;
  const { drafts } = await readShipments({ name: 'a.csv', chunks: chunks() }, reading);
  for await (const batch of drafts) {
    count += batch.length;
  }
  expect(count).toBe(numbers.length);
});

test('a column of bars may have more of them than a function takes arguments', () => {
  const amounts = Array.from({ length: 200_000 }, (_, index) => index);
  expect(bars(amounts, 12, false)(199_999)).toBe('#'.repeat(12));
});

const shared = (uses: number, text: string) =>
  changed({
    'xl/sharedStrings.xml': textsXml('Order', 'Tracking', text),
    'xl/worksheets/sheet1.xml': sheetXml(
      `<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>${'<row><c t="s"><v>2</v></c><c><v>986578788855</v></c></row>'.repeat(uses)}`,
    ),
  });

test('text that cells share is counted as often as it is used', async () => {
  const path = written('shared.xlsx', shared(200_000, 'A-1'.repeat(10_000)));
  const run = await measured(['shipments', 'check', path, '--offline', '--json'], {});
  expect(run).toMatchObject({ stdout: '', exitCode: 2 });
  expect(run.stderr).toContain('has more than 200 MiB of text in its cells');
});

const trackingRow = '<row r="2"><c t="inlineStr"><is><t>A-1</t></is></c></row>';

test.each([
  ['27 million empty cells', 'cells and tags', `<row>${'<c/>'.repeat(300)}</row>`.repeat(90_000)],
  ['two million rows', 'cells', trackingRow.repeat(2_000_000)],
])('a small workbook of %s is refused before it takes much', async (_, of, rows) => {
  const path = written('bomb.xlsx', changed({ 'xl/worksheets/sheet1.xml': sheetXml(rows) }));
  const run = await measured(['shipments', 'check', path, '--offline'], {});
  expect(run).toMatchObject({ stdout: '', exitCode: 2 });
  expect(run.stderr).toMatch(new RegExp(`has more than \\d+ million ${of}\n`));
  expect(run.peak).toBeLessThan(200);
});
