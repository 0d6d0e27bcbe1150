import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type TestSheet, type WorkbookCell, writeTestWorkbook } from '../support/workbook';
import { sampleAccount } from './account';

const { run, json, seen } = sampleAccount();
const folder = mkdtempSync(join(tmpdir(), 'waybill-test-'));
const order = '800458530';
const createColumns = ['orderNumber', 'orderDate', 'retailer', 'group', 'unitPrice', 'qty'];

function workbook(rows: readonly (readonly WorkbookCell[])[], ...others: readonly TestSheet[]) {
  const path = join(mkdtempSync(join(folder, 'x')), 'x.xlsx');
  return writeTestWorkbook(path, { name: 'Data', rows }, ...others);
}

function text(...lines: readonly string[]): string {
  const path = join(mkdtempSync(join(folder, 'x')), 'x.csv');
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}

function newOrder(number: string, price: WorkbookCell) {
  return [number, '2026-11-01', 'Target', 'bfmr', price, 1];
}

test.each(['mdy', 'dmy'])(
  'beside texts that put the day first, dates may be swapped: --date-format %s',
  async (order) => {
    const date = (number: number) => ({ number, format: 'm/d/yyyy' });
    const days = ['13/11/2026', date(46063), date(46064), date(46067), '2026-02-10'];
    const rows = days.map((day, at) => [`S-${at}`, day, 'Target', 'bfmr', 100 + at, 1]);
    const { stderr } = await run([
      ...['orders', 'create', '--csv', workbook([createColumns, ...rows])],
      ...['--dry-run', '--date-format', order],
    ]);
    // 2026-02-10 and 2026-02-11 have a swapped reading, 2026-02-14 has none.
    const faults = stderr.match(/"2026-\d\d-\d\d" could be 2026-\d\d-\d\d/g);
    expect(faults).toEqual([
      '"2026-02-10" could be 2026-10-02',
      '"2026-02-11" could be 2026-11-02',
    ]);
  },
);

const written = () => seen().filter(({ method }) => method !== 'GET');

describe('while money is in cents', () => {
  test.each<[string, number, string]>([
    ['"$"#,##0.00', 119, '$119.00'],
    ['[$$-409]#,##0.00', 1119, '$1,119.00'],
    ['#,##0.00\\ [$€-2]', 119, '119.00 €'],
    ['_($* #,##0.00_);_($* (#,##0.00)', 119.5, '$119.50'],
    ['#,##0.00', 119, '119.00'],
    ['"$"#,##0', 119, '$119'],
    ['[$USD] 0.00', 119, 'USD 119.00'],
  ])('a workbook that shows money as %s is refused', async (format, number, shown) => {
    const file = workbook([
      createColumns,
      newOrder('W-1', 100),
      newOrder('W-2', { number, format }),
    ]);
    seen();
    const { exitCode, stdout, stderr } = await run(['orders', 'create', '--csv', file]);
    expect({ exitCode, stdout, written: written() }).toEqual({
      exitCode: 2,
      stdout: '',
      written: [],
    });
    expect(stderr).toContain(`column "unitPrice" takes whole cents, but line 3 has ${shown}`);
    // The other amount may be cents, of which the flag would make dollars.
    expect(stderr).toContain('or $1,234.50 and use --money dollars, or in cents as 123450.');
  });

  test('formats of whole numbers are cents', async () => {
    const formats = ['General', '0', '#,##0', '#,##0;[Red]-#,##0'];
    const rows = formats.map((format, index) =>
      newOrder(`C-${index}`, { number: 11900 + index, format }),
    );
    await json(['orders', 'create', '--csv', workbook([createColumns, ...rows])]);
    const [created] = (await json(['orders', 'get', 'C-1'])).orderLineItems;
    expect(created).toMatchObject({ unitPrice: 11901 });
  });

  test('with --money dollars such a workbook is read as it shows', async () => {
    const price = { number: 119, format: '"$"#,##0.00' };
    const file = workbook([createColumns, newOrder('D-1', price)]);
    await json(['orders', 'create', '--csv', file, '--money', 'dollars']);
    const [created] = (await json(['orders', 'get', 'D-1'])).orderLineItems;
    expect(created).toMatchObject({ unitPrice: 11900 });
  });

  test.each([
    ['a price, over line items', 'E2:E3', '"unitPrice" is merged', ['2', '3']],
    ['a tax, over some rows of an order', 'G2:G3', '"tax" is merged', ['2', '3', '4']],
    ['a tax, over two orders', 'G4:G5', '"tax" is merged', ['2', '3', '4', '5', '6']],
    ['a tax, over all rows of two orders', 'G5:G8', '"tax" is merged', ['5', '6', '7', '8']],
    ['a tax, over the rows of an order', 'G2:G4', 'rows repeat one', ['2', '3', '4']],
  ])('a merged value counts once or not at all: %s', async (_, range, reason, lines) => {
    const rows: WorkbookCell[][] = [
      [...createColumns, 'tax'],
      ...[1, 1, 1, 2, 2, 3, 3].map((number, at) => [...newOrder(`M-${number}`, at + 500), '']),
    ];
    const [top = 0, bottom = 0] = range.match(/\d+/g)?.map(Number) ?? [];
    for (const row of rows.slice(top - 1, bottom)) {
      row[range.charCodeAt(0) - 65] = row === rows[top - 1] ? 900 : '';
    }
    const path = join(mkdtempSync(join(folder, 'x')), 'x.xlsx');
    writeTestWorkbook(path, { name: 'Data', rows, merged: [range] });
    const { stderr } = await run(['orders', 'create', '--csv', path, '--dry-run']);
    const refused = stderr.split('\n').filter((line) => line.includes(reason));
    expect(refused.map((line) => /line (\d+)/.exec(line)?.[1])).toEqual(lines);
  });

  const items = '"[{""unitPrice"":119},{""unitPrice"":19.99}]"';

  test.each([
    ['orders create', () => text(createColumns.join(), 'A,,,,119,1', 'B,,,,19.99,1'), '19.99'],
    ['orders create', () => text(createColumns.join(), 'A,,,,119,1', 'B,,,,$20,1'), '$20'],
    ['orders update', () => text('order,tax', 'X-1,5', `${order},1.50`), '1.50'],
    ['orders update', () => text('order,tax', 'X-1,5', `${order},"1,50"`), '1,50'],
    ['orders update', () => text('order,items', 'X-1,[]', `${order},${items}`), '19.99'],
    [
      'orders update',
      () => text('order,items', 'X-1,[]', `${order},${items.replace('19.99', '299.00')}`),
      '299.00',
    ],
    [
      'orders update',
      () =>
        workbook([
          ['order', 'tax'],
          [order, 5],
          [order, { number: 6, format: '0.00' }],
        ]),
      '6.00',
    ],
  ])('%s sends nothing of a file with dollars', async (command, file, shown) => {
    seen();
    const { exitCode, stderr } = await run([...command.split(' '), '--csv', file()]);
    expect({ exitCode, seen: seen() }).toEqual({ exitCode: 2, seen: [] });
    expect(stderr).toContain(`takes whole cents, but line 3 has ${shown}`);
    expect(stderr).toMatch(/use --money dollars/i);
  });

  test('--money dollars is the way where no amount may be cents', async () => {
    for (const [other, hint] of [
      ['5', 'Write every amount as'],
      ['0', 'Use --money dollars. Nothing was sent.'],
      ['5.00', 'Use --money dollars. Nothing was sent.'],
    ] as const) {
      const file = text('order,tax', `${order},1.50`, `X-1,${other}`);
      expect((await run(['orders', 'update', '--csv', file])).stderr).toContain(hint);
    }
  });

  test.each([...['1.234', '"1.234,50"', '"1234,5"', 'USD 5', '€5', '-1.50', '(1.50)']])(
    '%s is told how to be written, since --money dollars refuses it',
    async (cell) => {
      const words = ['orders', 'update', '--csv', text('order,tax', `${order},${cell}`)];
      const { exitCode, stderr } = await run(words);
      expect(exitCode).toBe(2);
      expect(stderr.replace(/\s+/g, ' ')).toContain(
        'Write every amount as 1234.50 or $1,234.50 and use --money dollars',
      );
      expect((await run([...words, '--money', 'dollars', '--dry-run'])).exitCode).toBe(2);
    },
  );

  test.each([
    [
      'a workbook',
      () =>
        workbook([
          ['description', 'price'],
          ['x', { number: 119, format: '$0' }],
        ]),
    ],
    ['a csv', () => text('description,price', 'x,$119')],
  ])('so do line items of %s', async (_, file) => {
    seen();
    const words = ['orders', 'update', order, '--items-file', file(), '-y'];
    const { exitCode, stderr } = await run(words);
    expect({ exitCode, seen: seen() }).toEqual({ exitCode: 2, seen: [] });
    expect(stderr).toContain('column "price" takes whole cents, but line 2 has $119');
  });
});

const errorCell = { xml: '<c t="e"><f>NA()</f><v>#N/A</v></c>' };
const uncomputed = { xml: '<c><f>A1&amp;"x"</f></c>' };
const uncomputedToo = { xml: '<c><f>A1&amp;"x"</f><v></v></c>' };
const unsaved =
  'a formula without a stored result: open the file in a spreadsheet program and save it';

describe("a spreadsheet's error is no value", () => {
  test.each(['#N/A', '#REF!', '#VALUE!', '#DIV/0!', '#NAME?', '#NULL!', '#NUM!'])(
    'an order is not created with %s',
    async (error) => {
      const row = `${error},2026-11-01,Target,bfmr,100,1`;
      const words = ['orders', 'create', '--csv', text(createColumns.join(), row)];
      seen();
      const { exitCode, stderr } = await run(words);
      expect({ exitCode, written: written() }).toEqual({ exitCode: 2, written: [] });
      expect(stderr).toContain(
        `line 2: column "orderNumber" contains "${error}", a spreadsheet error`,
      );
    },
  );

  test('an update leaves the row out, but a note may quote one, as may a column that is not sent', async () => {
    const rows = [
      ['order', 'notes', 'retailer', 'total'],
      [order, errorCell, 'Best Buy', 1],
      ['9889303997', 'was #N/A before', 'Staples', errorCell],
    ];
    seen();
    const { exitCode, stderr } = await run(['orders', 'update', '--csv', workbook(rows)]);
    expect(exitCode).toBe(3);
    expect(stderr).toContain('line 2: column "notes" contains "#N/A", a spreadsheet error');
    expect(written().map(({ body }) => body)).toMatchObject([{ notes: 'was #N/A before' }]);
  });

  test('codes are not sent with one', async () => {
    const file = text('code,pin', '6006491234567,#N/A');
    seen();
    const { exitCode, stderr } = await run([
      ...['orders', 'update', order, '--codes-file', file, '-y'],
    ]);
    expect({ exitCode, seen: seen() }).toEqual({ exitCode: 2, seen: [] });
    expect(stderr).toContain('line 2, column pin contains "#N/A", a spreadsheet error');
  });

  test('a shipment with one in any column is invalid', async () => {
    const file = text(
      'retailer,orderNumber,trackingNumber',
      'Best Buy,#REF!,1Z999AA10123456784',
      `#VALUE!,${order},1Z999AA10123456784`,
    );
    const { exitCode, stdout } = await run(['shipments', 'check', file, '--offline']);
    expect(exitCode).toBe(2);
    expect(stdout).toContain('line 2: Column "orderNumber" contains "#REF!", a spreadsheet error');
    expect(stdout).toContain('line 3: Column "retailer" contains "#VALUE!", a spreadsheet error');
  });
});

describe('a formula without a stored result', () => {
  test.each([[uncomputed], [uncomputedToo]])('is no empty cell of shipments: %j', async (cell) => {
    const rows = [
      ['Order', 'Tracking'],
      [order, cell],
      [cell, '1Z999AA10123456784'],
    ];
    const { exitCode, stdout } = await run(['shipments', 'check', workbook(rows), '--offline']);
    expect(exitCode).toBe(2);
    expect(stdout).toContain(`line 2: column "Tracking" contains ${unsaved}`);
    expect(stdout).toContain(`line 3: column "Order" contains ${unsaved}`);
  });

  test('is no empty cell of orders', async () => {
    const [number, ...rest] = newOrder('F-1', 100);
    const create = workbook([createColumns, [number ?? '', ...rest.slice(0, -1), uncomputed]]);
    const update = workbook([
      ['order', 'tax'],
      [order, uncomputed],
      [uncomputed, uncomputed],
    ]);
    seen();
    const created = await run(['orders', 'create', '--csv', create]);
    const updated = await run(['orders', 'update', '--csv', update]);
    expect([created.exitCode, updated.exitCode, written()]).toEqual([2, 2, []]);
    expect(created.stderr).toContain(`line 2: column "qty" contains ${unsaved}`);
    expect(updated.stderr).toContain(`line 2: column "tax" contains ${unsaved}`);
    expect(updated.stderr).toContain(`line 3: column "order" contains ${unsaved}`);
  });

  test('but a formula that results in an empty text is an empty cell', async () => {
    const empty = { xml: '<c t="str"><f>""</f><v></v></c>' };
    const file = workbook([
      ['order', 'notes', 'tax'],
      [order, 'formula', empty],
    ]);
    expect(await json(['orders', 'update', '--csv', file])).toMatchObject({ added: 1 });
  });
});

describe('a workbook of several sheets', () => {
  const codes = [
    ['code', 'pin'],
    ['6006491234567', '1234'],
  ];
  const items = [
    ['description', 'price'],
    ['x', 100],
  ];
  const shipments = [
    ['Order', 'Tracking'],
    [order, '1Z999AA10123456784'],
  ];
  const updates = [
    ['orderNumber', 'notes'],
    [order, 'of a sheet'],
  ];
  const summary = [
    ['Month', 'Units'],
    ['June', 12],
  ];
  const update = ['orders', 'update', order, '-y', '--dry-run'];
  const cases = [
    ['codes', codes, [...update, '--codes-file']],
    ['line items', items, [...update, '--items-file']],
    ['shipments', shipments, ['shipments', 'check', '--offline']],
    ['updates', updates, ['orders', 'update', '--dry-run', '--csv']],
  ] as const;

  test.each(cases)(
    'of %s: warns of rows that are not read, even with -q',
    async (_, rows, words) => {
      const file = workbook(rows, { name: 'July', rows });
      const { exitCode, stderr } = await run([...words, file, '-q']);
      expect(exitCode).toBe(0);
      expect(stderr).toContain('Warning: ');
      expect(stderr.replace(/\s+/g, ' ')).toContain('reading sheet "Data", not "July"');
    },
  );

  test.each(cases)(
    'of %s: says which sheet is read if the other has other things',
    async (_, rows, words) => {
      const file = workbook(rows, { name: 'Summary', rows: summary });
      const { stderr } = await run([...words, file]);
      expect(stderr.replace(/\s+/g, ' ')).toContain('reading sheet "Data", not "Summary"');
      expect(stderr).not.toContain('Warning: ');
      expect((await run([...words, file, '-q'])).stderr).toBe('');
    },
  );
});

test.each([
  [{ hidden: [2] }, 'has 1 hidden row, which is read too.'],
  [{ hidden: [2, 4] }, 'has 2 hidden rows, which are read too.'],
  [{ struck: [3] }, 'has 1 struck-through row, which is read too.'],
  [{ struck: [2, 4] }, 'has 2 struck-through rows, which are read too.'],
])('such rows of a workbook are counted in a notice: %j', async (marked, words) => {
  const rows = [
    ['Order', 'Tracking'],
    [order, '1Z999AA10123456784'],
    [order, '9400111202555842332669'],
    [order, '986578788855'],
  ];
  const path = join(mkdtempSync(join(folder, 'x')), 'x.xlsx');
  const file = writeTestWorkbook(path, { name: 'Data', rows, ...marked });
  const { stderr } = await run(['shipments', 'check', file, '--offline']);
  expect(stderr.replace(/\s+/g, ' ')).toContain(`sheet "Data" ${words}`);
});

test('what a cell of a workbook is refused for is refused again where the rejects are sent as they are', async () => {
  const header = ['Order #', 'Date', 'Store', 'Group', 'Item', 'Price', 'Tax'];
  const of = (number: string, price: WorkbookCell, tax: WorkbookCell = '') => [
    ...[number, '2026-11-01', 'Target', 'bfmr', 'Pen', price, tax],
  ];
  const dated = (number: string, date: WorkbookCell) => of(number, '8.00').with(1, date);
  const path = join(mkdtempSync(join(folder, 'x')), 'x.xlsx');
  const rows = [
    header,
    of('R-1', { number: 119.5, format: '#,##0.00\\ [$€-2]' }),
    of('R-2', '5.00', { xml: '<c><f>A1*2</f></c>' }),
    of('R-3', '6.00', '4.00'),
    of('R-4', '7.00'),
    dated('R-5', '13/11/2026'),
    dated('R-6', { number: 46063, format: 'm/d/yyyy' }),
  ];
  writeTestWorkbook(path, { name: 'Data', rows, merged: ['G4:G5'] });
  const create = (file: string, rejects: string) =>
    run(['orders', 'create', '--csv', file, '--rejects', rejects, '--no-input', '--json']);
  for (const ending of ['csv', 'xlsx']) {
    const rejects = join(folder, `r.${ending}`);
    const first = await create(path, rejects);
    expect(first.exitCode).toBe(2);
    seen();
    const second = await create(rejects, join(folder, `r2.${ending}`));
    expect(second.exitCode).toBe(2);
    expect(written()).toEqual([]);
    for (const { stderr } of [first, second]) {
      for (const line of [2, 3, 4, 5, 6, 7]) expect(stderr).toContain(`line ${line}`);
    }
  }
});
