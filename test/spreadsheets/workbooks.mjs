/** The spreadsheets that are workbooks, each with one peculiarity, which is its name. */

const ups = '1Z999AA10123456784';
const usps = '9400111202555842332669';
const fedex = '986578788855';
const header = ['Store', 'Order', 'Tracking'];
const covered = { covered: true };
const one = (...rows) => ({ sheets: [{ name: 'Sheet1', rows }] });
const plain = [header, ['Best Buy', 'BBY01-1', ups], ['Target', 'A-2', usps]];

export const workbooks = {
  'workbook.xlsx': one(...plain),
  'tracking-numbers-as-numbers.xlsx': one(
    header,
    ['Target', 'A-1', 986578788855],
    ['Target', 'A-2', 568283610012734],
  ),
  'long-number-destroyed.xlsx': one(
    header,
    ['Target', 'A-1', 9400111202555842332669n],
    ['Target', 'A-2', ups],
  ),
  'sixteen-digits-destroyed.xlsx': one(header, ['Target', 'A-1', 6129990123456789n]),
  'leading-zeros-by-format.xlsx': one(
    header,
    ['Target', { number: 123456, digits: 9 }, ups],
    ['Target', { number: 98657878, digits: 12 }, fedex],
  ),
  'order-numbers-as-numbers.xlsx': one(
    header,
    ['Target', 902070087790404, ups],
    ['Best Buy', 800458530, fedex],
  ),
  'long-order-number-destroyed.xlsx': one(header, ['Target', 20001234567890123456n, ups]),
  'title-above-header.xlsx': one(['Shipments for June'], 2, header, ['Target', 'A-1', ups]),
  'title-merged-over-columns.xlsx': one(
    [{ text: 'Order tracking', columns: 3 }, covered, covered],
    header,
    ['Target', 'A-1', ups],
  ),
  'starts-in-cell-c5.xlsx': one(4, [null, null, ...header], [null, null, 'Target', 'A-1', ups]),
  'merged-order-cells.xlsx': one(
    header,
    [{ text: 'Target', rows: 3 }, { text: 'A-1', rows: 3 }, ups],
    [covered, covered, fedex],
    [covered, covered, usps],
    ['Best Buy', 'B-1', 'TBA000000000000'],
  ),
  'two-sheets.xlsx': {
    sheets: [
      { name: 'June', rows: [header, ['Target', 'A-1', ups]] },
      { name: 'July', rows: [header, ['Target', 'A-2', fedex]] },
    ],
  },
  'summary-sheet-first.xlsx': {
    sheets: [
      {
        name: 'Summary',
        rows: [
          ['Month', 'Units'],
          ['June', 12],
        ],
      },
      { name: 'Shipments', rows: [header, ['Target', 'A-1', ups]] },
    ],
  },
  'hidden-sheet-before.xlsx': {
    sheets: [
      { name: 'Summary', rows: [['Month', 'Units']] },
      { name: 'Old', hidden: true, rows: [header, ['Target', 'OLD-1', fedex]] },
      { name: 'Now', rows: [header, ['Target', 'A-1', ups]] },
    ],
  },
  'empty-sheets-around.xlsx': {
    sheets: [
      { name: 'Sheet1', rows: [] },
      { name: 'Sheet2', rows: [header, ['Target', 'A-1', ups]] },
      { name: 'Sheet3', rows: [] },
    ],
  },
  'formulas-with-values.xlsx': one(
    header,
    ['Target', { formula: '=CONCATENATE("A-";1)' }, { formula: `=UPPER("${ups.toLowerCase()}")` }],
    ['Target', { formula: '=100+1' }, { formula: `=VALUE("${fedex}")` }],
  ),
  'formulas-in-error.xlsx': one(
    header,
    ['Target', 'A-1', { formula: '=NA()' }],
    ['Target', 'A-2', { formula: '=1/0' }],
    ['Target', 'A-3', ups],
  ),
  'dates-in-other-columns.xlsx': one(
    ['Date', ...header, 'Paid', 'Done'],
    [{ date: '2025-06-01' }, 'Target', 'A-1', ups, { currency: 1234.5 }, true],
  ),
  'date-as-tracking-number.xlsx': one(header, ['Target', 'A-1', { date: '2025-06-01' }]),
  'date-as-order-number.xlsx': one(header, ['Target', { date: '2025-03-04' }, ups]),
  'dates-from-1904.xlsx': {
    from1904: true,
    sheets: [{ name: 'Sheet1', rows: [header, ['Target', { date: '2025-06-01' }, ups]] }],
  },
  'blank-rows-between.xlsx': one(header, 3, ['Target', 'A-1', ups], 2, ['Target', 'A-2', fedex]),
  'several-in-a-cell.xlsx': one(
    header,
    ['Target', 'A-1', `${ups}\n${fedex}`],
    ['Target', 'A-2', usps],
  ),
  'numbered-tracking-columns.xlsx': one(
    ['Store', 'PO #', 'Tracking 1', 'Tracking 2'],
    ['Target', 'A-1', ups, 986578788855],
    ['Target', 'A-2', usps, null],
  ),
  'bold-and-plain-in-a-cell.xlsx': one(header, [
    'Target',
    'A-1',
    { bold: '1Z999', text: 'AA10123456784' },
  ]),
  'links-in-cells.xlsx': one(header, [
    'Target',
    'A-1',
    { text: ups, link: `https://www.ups.com/track?tracknum=${ups}` },
  ]),
  'marks-of-a-text-in-cells.xlsx': one(header, ['Target', `="A-1"`, `="${usps}"`]),
  'proto-as-header.xlsx': one(
    ['__proto__', 'constructor', ...header],
    ['a', 'b', 'Target', 'A-1', ups],
  ),
  'thirty-kibibytes-in-a-cell.xlsx': one(
    [...header, 'Notes'],
    ['Target', 'A-1', ups, 'note '.repeat(6000)],
  ),
  'cell-in-a-far-column.xlsx': one(header, ['Target', 'A-1', ups, ...Array(300).fill(null), 'x']),
  'spaces-around-cells.xlsx': one(header, ['  Target ', ' A-1', `\u00a0${ups} `]),
  'rows-cut-short.xlsx': one(header, ['Target', 'A-1'], ['Target', 'A-2', ups]),
  'empty-workbook.xlsx': one(),
  'old-workbook.xls': one(...plain),
  'opendocument.ods': one(...plain),
  'document.pdf': { ...one(...plain), format: 'pdf' },
};
