import { describe, expect, test } from 'vitest';
import {
  bookXml,
  changed,
  plainParts,
  relation,
  relations,
  sheetXml,
  textsXml,
  withBytes,
} from '../../test/support/workbook-parts';
import type { TableOptions, TableRecord } from './record';
import { recordsOf } from './table';

const [book, bookRelations, sheet, texts, styles] = [
  'xl/workbook.xml',
  'xl/_rels/workbook.xml.rels',
  'xl/worksheets/sheet1.xml',
  'xl/sharedStrings.xml',
  'xl/styles.xml',
];

async function recordsIn(bytes: Buffer, options: TableOptions = {}) {
  async function* chunks() {
    yield bytes;
  }
  const records: TableRecord[] = [];
  for await (const batch of recordsOf({ name: 'a.xlsx', chunks: chunks() }, options)) {
    records.push(...batch);
  }
  return records;
}

async function read(bytes: Buffer, options: TableOptions = {}) {
  return (await recordsIn(bytes, options)).map(({ cells }) => [...cells]);
}

const plain = [
  ['Order', 'Tracking'],
  ['800458530', '1Z12345E6605272234'],
  ['9889303997', '041441760228964'],
];

/** A workbook whose only sheet has these rows. */
const withRows = (rows: string, more?: string) => changed({ [sheet]: sheetXml(rows, more) });
const row = (cells: string, attributes = 'r="1"') => `<row ${attributes}>${cells}</row>`;

describe('reads parts whose names differ only in case', () => {
  const upper = (name: string) => name.toUpperCase();
  const names = [
    ...Object.keys(plainParts).map((name) => ({ [name]: upper(name) })),
    { [texts]: 'xl/SharedStrings.xml' },
    { [sheet]: 'XL/Worksheets/sheet1.xml' },
    Object.fromEntries(Object.keys(plainParts).map((name) => [name, upper(name)])),
  ];
  test.each(names.map((one) => [Object.values(one).join(' '), one] as const))(
    '%s',
    async (_, one) => {
      expect(await read(changed({}, one))).toEqual(plain);
    },
  );

  test('as a relationship names them', async () => {
    const named = plainParts[bookRelations]?.replace(/Target="[^"]*"/g, upper);
    expect(named).not.toBe(plainParts[bookRelations]);
    const bytes = changed({ [bookRelations]: named?.replaceAll('TARGET', 'Target') });
    expect(await read(bytes)).toEqual(plain);
  });

  test('but with the same letters outside ASCII', async () => {
    const named = plainParts[bookRelations]?.replace('sharedStrings.xml', 'ä.xml');
    const bytes = changed({ [bookRelations]: named }, { [texts]: 'xl/Ä.xml' });
    await expect(read(bytes)).rejects.toMatchObject({
      message: expect.stringContaining('xl/ä.xml'),
    });
  });
});

test('reads absolute targets, targets with backslashes and a workbook without a theme or styles', async () => {
  const bytes = changed({
    [bookRelations]: relations(
      relation('r1', 'worksheet', '/xl/worksheets/../worksheets/sheet1.xml'),
      relation('r2', 'sharedStrings', '.\\sharedStrings.xml'),
    ),
    [styles]: undefined,
    [sheet]: plainParts[sheet]?.replace(' s="1"', ' s="0"'),
  });
  expect(await read(bytes)).toEqual([...plain.slice(0, 2), ['9889303997', '41441760228964']]);
});

describe('reports as damaged', () => {
  const isMissing = { code: 'usage', ending: 'usage' };
  const cell = (attributes: string, inner: string) =>
    withRows(row(`<c ${attributes}>${inner}</c>`));
  const manyTexts = relation('r9', 'sharedStrings', 'other.xml');
  const cases: Record<string, Buffer> = {
    'a workbook part that is missing': changed({ [book]: undefined }),
    'relations that are missing': changed({ [bookRelations]: undefined }),
    'a sheet that is missing': changed({ [sheet]: undefined }),
    'a hidden sheet that is missing': changed({
      [book]: bookXml(['Sheet1', 'r1'], ['Old" state="hidden', 'r5']),
      [bookRelations]: plainParts[bookRelations]?.replace(
        '</Rel',
        `${relation('r5', 'worksheet', 'worksheets/old.xml')}</Rel`,
      ),
    }),
    'a sheet without a relation': changed({ [book]: bookXml(['Sheet1', 'r1'], ['Old', 'r7']) }),
    'shared texts that are missing': changed({ [texts]: undefined }),
    'shared texts that no relation names': changed({
      [bookRelations]: plainParts[bookRelations]?.replace('/sharedStrings"', '/theme"'),
    }),
    'styles that are missing': changed({ [styles]: undefined }),
    'two parts of shared texts': changed({
      [bookRelations]: plainParts[bookRelations]?.replace('</Rel', `${manyTexts}</Rel`),
      'xl/other.xml': textsXml('Order'),
    }),
    'an empty part': changed({ [texts]: '' }),
    'a part that is cut off': changed({ [texts]: plainParts[texts]?.slice(0, -10) }),
    'bytes that are not UTF-8': changed({
      [texts]: Buffer.from(textsXml('Order', 'Tracking', 'Zoë'), 'latin1'),
    }),
    'a character cut off at the end': changed({
      [texts]: Buffer.concat([
        Buffer.from(plainParts[texts] ?? ''),
        Buffer.from('ë').subarray(0, 1),
      ]),
    }),
    'a part twice': withBytes(
      changed({ 'xl/sharedStringz.xml': textsXml('a', 'b', 'c') }),
      'sharedStringz',
      'sharedStrings',
    ),
    'a part twice in two cases': changed({ 'xl/SHAREDSTRINGS.xml': textsXml('a', 'b', 'c') }),
    'a path out of the workbook': withBytes(changed({ 'aa/bb': 'c' }), 'aa/bb', '../bb'),
    ...Object.fromEntries(
      ['3', '99', '-1', '1.5', '0x1', '1e0', 'abc', '4294967296', '0 1'].map((index) => [
        `text ${index} of three`,
        cell('t="s"', `<v>${index}</v>`),
      ]),
    ),
    ...Object.fromEntries(
      ['2', '-1', '1.0', 'x'].map((index) => [
        `style ${index} of two`,
        cell(`s="${index}"`, '<v>1</v>'),
      ]),
    ),
    'a cell of an unknown type': cell('t="S"', '<v>0</v>'),
    ...Object.fromEntries(
      ['1A', 'A0', 'XFE1', 'AAAA1', 'A1048577', 'A', '$', '../A1'].map((place) => [
        `a cell ${place}`,
        cell(`r="${place}"`, '<v>1</v>'),
      ]),
    ),
    ...Object.fromEntries(
      ['0', '-1', '1.5', 'x', '1048577'].map((line) => [
        `a row ${line}`,
        withRows(row('<c><v>1</v></c>', `r="${line}"`)),
      ]),
    ),
    'a cell twice': withRows(row('<c r="A1"><v>1</v></c><c r="A1"><v>2</v></c>')),
    'an entity of its own': changed({
      [texts]: `<!DOCTYPE sst [<!ENTITY a "Order">]>${textsXml('&a;', 'Tracking', 'x')}`,
    }),
    'elements nested without end': withRows('<row>'.repeat(5000)),
  };
  test.each(Object.entries(cases))('%s', async (_, bytes) => {
    await expect(read(bytes)).rejects.toMatchObject({
      ...isMissing,
      message: expect.stringContaining('a.xlsx is damaged: '),
    });
  });

  test('a wrong checksum', async () => {
    const bytes = changed({});
    const name = bytes.lastIndexOf(texts);
    const checksum = name - 46 + 16;
    bytes.writeUInt32LE((bytes.readUInt32LE(checksum) ^ 1) >>> 0, checksum);
    await expect(read(bytes)).rejects.toMatchObject({
      message: expect.stringContaining('damaged'),
    });
  });
});

test('an empty cell of any type is empty', async () => {
  const cells = ['s', 'n', 'str', 'b', 'e', 'inlineStr'].map(
    (t) => `<c t="${t}"/><c t="${t}"><v/></c>`,
  );
  const bytes = withRows(row(`${cells.join('')}<c><v>1</v></c>`));
  expect(await read(bytes)).toEqual([[...Array.from({ length: 12 }, () => ''), '1']]);
});

test('text where another type has it is not lost', async () => {
  const bytes = withRows(
    row('<c t="inlineStr"><v>a</v></c><c t="str"><is><t>b</t></is></c><c><is><t>c</t></is></c>'),
  );
  expect(await read(bytes)).toEqual([['a', 'b', 'c']]);
});

test('rows and cells out of order are read in theirs', async () => {
  const bytes = withRows(
    row('<c r="B7"><v>4</v></c><c r="a7"><v>3</v></c>', 'r="7"') +
      row('<c r="B2"><v>2</v></c><c r="A2"><v>1</v></c>', 'r="2"'),
  );
  expect(await read(bytes)).toEqual([
    ['1', '2'],
    ['3', '4'],
  ]);
});

test('the value of a merged cell is that of all its rows, which say so', async () => {
  const cells = ['<c><v>1</v></c>', '<c/><c><v>2</v></c>', '<c><v>3</v></c>'];
  const rows = cells.map((one) => row(one, '')).join('');
  const records = await recordsIn(withRows(rows, '<mergeCell ref="A1:A2"/>'));
  expect(records.map(({ cells, merged }) => [cells, merged])).toEqual([
    [['1'], new Map([[0, { rows: 2 }]])],
    [['1', '2'], new Map([[0, { rows: 2 }]])],
    [['3'], undefined],
  ]);
});

test('a part that 400 sheets name is read once, and its rows are there once', async () => {
  const names = Array.from({ length: 400 }, (_, index) => [`S${index}`, 'r1'] as const);
  const rows = '<row><c><v>1</v></c></row>'.repeat(20_000);
  const bytes = changed({ [book]: bookXml(...names), [sheet]: sheetXml(rows) });
  expect(await read(bytes)).toHaveLength(20_000);
});

test.each([
  ['cells far to the right', '<row><c r="XFD1048576"><v>1</v></c></row>'.repeat(1000)],
  ['merged cells over all rows', `${'<row><c/><c><v>1</v></c></row>'.repeat(1000)}`],
])('%s take no more cells than a workbook may have', async (what, rows) => {
  const merged = '<mergeCell ref="B1:B1048576"/>'.repeat(20);
  const bytes = withRows(rows, what.startsWith('merged') ? merged : '');
  await expect(read(bytes)).rejects.toMatchObject({
    ending: 'usage',
    message: 'a.xlsx has more than 5 million cells',
  });
});
