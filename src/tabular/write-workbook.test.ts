import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { type WorkbookColumn, type WorkbookValue, writeWorkbook } from './write-workbook';

const columns: readonly WorkbookColumn[] = [
  { heading: 'number', type: 'text' },
  { heading: 'total', type: 'money' },
  { heading: 'day', type: 'date' },
  { heading: 'seen', type: 'moment' },
  { heading: 'count', type: 'number' },
];

const noPause = async () => {};

async function sheetsOf(rows: readonly (readonly WorkbookValue[])[], rowsInSheet?: number) {
  const sheets = [{ name: 'Orders', columns, rows }];
  const { bytes, cut } = await writeWorkbook(sheets, noPause, rowsInSheet);
  const files = Object.entries(unzipSync(bytes)).map(
    ([path, content]) => [path, strFromU8(content)] as const,
  );
  return { files: Object.fromEntries(files), cut };
}

const first = 'xl/worksheets/sheet1.xml';

test.each([
  ['2026-06-15T14:00:00+02:00', 46188.5],
  ['2026-06-15T12:30:00-0530', 46188.75],
  ['2026-06-15 12:00', 46188.5],
  ['2026-06-15', 46188],
])('writes the moment %s in UTC', async (moment, serial) => {
  const { files } = await sheetsOf([[null, null, null, moment, null]]);
  const [, written] = /<c s="5"><v>([\d.]+)<\/v>/.exec(files[first] ?? '') ?? [];
  expect(Number(written)).toBe(serial);
});

test('writes tracking numbers as texts, money in dollars, dates as days, formulas as texts', async () => {
  const row = ['9400111899223197428490', -123456, '2026-06-15', '2026-06-15T12:00:00.000Z', 3];
  const { files } = await sheetsOf([row, ['=1+1', 5, 'soon', null, null]]);
  const sheet = files[first] ?? '';
  expect(sheet).toContain(
    '<c s="2" t="inlineStr"><is><t xml:space="preserve">9400111899223197428490</t>',
  );
  expect(sheet).toContain('<c s="3"><v>-1234.56</v></c><c s="4"><v>46188</v></c>');
  expect(sheet).toContain('<c s="5"><v>46188.5</v></c><c><v>3</v></c>');
  expect(sheet).toContain('<t xml:space="preserve">=1+1</t></is></c><c s="3"><v>0.05</v></c>');
  expect(sheet).toContain('<t xml:space="preserve">soon</t>');
  expect(sheet).not.toContain('<f>');
  expect(sheet).toContain('state="frozen"');
  expect(sheet).toContain('<autoFilter ref="A1:E3"/>');
});

test('drops what XML forbids, and cuts and counts what is too long', async () => {
  const { files, cut } = await sheetsOf([
    ['a\u0000\u0008<b>&\ud800_x0041_\ufffe\u{1f600}', 1, null, null, 1],
    ['x'.repeat(40_000), 1, null, null, 1],
    [`${'y'.repeat(32_766)}\u{1f600}`, 1, null, null, 1],
    [`\u0001${'z'.repeat(32_767)}`, 1, null, null, 1],
    ['\u0001', 1, null, null, 1],
  ]);
  expect(files[first]).toContain('>a&lt;b&gt;&amp;_x005F_x0041_\u{1f600}</t>');
  expect(files[first]).toContain(`>${'x'.repeat(32_767)}</t>`);
  expect(files[first]).toContain(`>${'y'.repeat(32_766)}</t>`);
  expect(files[first]).toContain(`>${'z'.repeat(32_767)}</t>`);
  expect(files[first]).toContain('<row><c/><c s="3"><v>0.01</v>');
  expect(cut).toBe(2);
});

test('continues in a second sheet with its own headings when one is full', async () => {
  const rows = Array.from({ length: 5 }, (_, index) => [`n${index}`, 1, null, null, index]);
  const { files } = await sheetsOf(rows, 3);
  expect(Object.keys(files).filter((path) => path.includes('sheet'))).toHaveLength(3);
  expect(files['xl/workbook.xml']).toContain('name="Orders (3)"');
  expect(files['xl/worksheets/sheet2.xml']).toMatch(/number.*n2.*n3/s);
  expect(files['xl/worksheets/sheet3.xml']).toContain('<autoFilter ref="A1:E2"/>');
  expect(Object.keys((await sheetsOf([])).files)).toContain(first);
});

test('pauses while it writes many rows, and ends with what the pause throws', async () => {
  let read = 0;
  function* rows() {
    for (; read < 100_000; read++) yield ['n'.repeat(100), 1, null, null, read] as const;
  }
  const interruption = new Error('interrupted');
  let pauses = 0;
  const pause = async () => {
    if (++pauses === 3) throw interruption;
  };
  const sheets = [{ name: 'Orders', columns, rows: rows() }];
  await expect(writeWorkbook(sheets, pause)).rejects.toBe(interruption);
  expect(read).toBeLessThan(10_000);
});
