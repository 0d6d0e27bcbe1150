/** What each spreadsheet in `files/` contains, written by hand. */

const ups = '1Z999AA10123456784';
const usps = '9400111202555842332669';
const fedex = '986578788855';

export interface Expected {
  /** Flags of the command. */
  readonly flags?: readonly string[];
  /** The rows: line, retailer, order number, tracking number. */
  readonly rows?: readonly (readonly [line: number, ...shipment: string[]])[];
  /** What `shipments check --offline` reports: line, severity, code. */
  readonly findings?: readonly string[];
  /** Its exit code, if not 0. */
  readonly exit?: number;
  /** If the file can't be read at all: parts of the error and its hint. */
  readonly refused?: readonly string[];
  /** Parts of the notice about what was skipped. */
  readonly notice?: readonly string[];
}

/** The rows of most files: one, for an order at Target. */
const single = { rows: [[2, 'Target', 'A-1', ups]] } as const;
const two = {
  rows: [
    [2, 'Best Buy', 'BBY01-1', ups],
    [3, 'Target', '902070087790404', usps],
  ],
} as const;
const saveAs = 'Save it as .xlsx or CSV';

/** Texts. */
const texts: Readonly<Record<string, Expected>> = {
  'comma.csv': two,
  'semicolon.csv': two,
  'tab.tsv': two,
  'tab-in-a-txt.txt': two,
  'bar.txt': two,
  'comma-within-semicolons.csv': { rows: [[2, 'Best Buy, Inc.', 'A-1', ups]] },
  'utf8-with-mark.csv': two,
  'utf16-unicode-text.txt': two,
  'utf16-big-endian.csv': two,
  'utf16-without-mark.csv': two,
  'windows-1252.csv': {
    refused: [
      'line 2, byte 28 is 0xE9, which is not UTF-8',
      'Save it as "CSV UTF-8"',
      '--encoding windows-1252',
    ],
  },
  'windows-1252.csv --encoding windows-1252': {
    flags: ['--encoding', 'windows-1252'],
    rows: [[2, 'Café – “Zürich”', 'A-1', ups]],
  },
  'windows-1252-behind-4-kib.csv': { refused: ['line 52, byte', '--encoding windows-1252'] },
  'carriage-returns.csv': two,
  'mixed-line-breaks.csv': {
    rows: [
      [2, 'Target', 'A-1', ups],
      [3, 'Target', 'A-2', fedex],
      [4, 'Target', 'A-3', usps],
    ],
  },
  'no-final-line-break.csv': two,
  'excel-sep-line.csv': { rows: [[3, 'Target, Inc.', 'A-1', ups]] },
  'excel-sep-line-quoted.csv': { rows: [[3, 'Target;A,B', 'A-1', ups]] },
  'excel-sep-tab.txt': { rows: [[3, 'Target', 'A-1', ups]] },
  'equals-quoted-cells.csv': {
    rows: [
      [2, 'Target', '00123456', usps],
      [3, "Lowe's", 'A-2', fedex],
    ],
  },
  'apostrophe-before-a-sign.csv': { rows: [[2, '=Target', '-77', ups]] },
  'leading-zeros.csv': { rows: [[2, 'Target', '000123', '03071790000523483741']] },
  'title-above-the-header.csv': { rows: [[3, 'Target', 'A-1', ups]], notice: ['header is line 2'] },
  'title-and-blank-lines.csv': { rows: [[7, 'Target', 'A-1', ups]], notice: ['header is line 6'] },
  'title-with-commas.csv': { rows: [[3, 'Target', 'A-1', ups]], notice: ['header is line 2'] },
  'header-on-line-15.csv': { rows: [[16, 'Target', 'A-1', ups]], notice: ['header is line 15'] },
  'header-on-line-16.csv': { refused: ['orderNumber and trackingNumber', '"note"'] },
  'no-header.csv': { refused: ['has no header line', '--no-header'] },
  'no-header.csv --no-header': {
    flags: ['--no-header'],
    rows: [
      [1, 'Target', 'A-1', ups],
      [2, 'Target', 'A-2', fedex],
    ],
  },
  'header-po-seller-package.csv': single,
  'header-merchant-order-no.csv': single,
  'header-vendor-tracking-id.csv': single,
  'header-sold-by-shipment.csv': single,
  'header-in-capitals.csv': single,
  'header-with-a-line-break.csv': { rows: [[5, 'Target', 'A-1', ups]] },
  'header-with-odd-spaces.csv': single,
  'header-in-full-width.csv': single,
  'columns-in-another-order.csv': single,
  'german-header.csv': { rows: [[2, 'Müller', 'B-1', ups]] },
  'german-header.csv --map': {
    flags: [
      ...['--map', 'retailer=Händler', '--map', 'orderNumber=bestellnummer'],
      ...['--map', 'trackingNumber=Sendungsnummer'],
    ],
    rows: [[2, 'Müller', 'B-1', ups]],
  },
  'two-order-columns.csv': { refused: ['2 columns called "Order #"'] },
  'order-id-beside-order-number.csv': single,
  'tracking-columns.csv': {
    rows: [
      [2, 'Target', 'A-1', ups],
      [2, 'Target', 'A-1', fedex],
      [3, 'Target', 'A-2', usps],
    ],
  },
  'tracking-and-tracking-2.csv': {
    rows: [
      [2, 'Target', 'A-1', ups],
      [2, 'Target', 'A-1', fedex],
    ],
  },
  'tracking-columns-repeating-one.csv': {
    rows: [
      [2, 'Target', 'A-1', ups],
      [2, 'Target', 'A-1', ups],
    ],
    findings: ['2 note duplicate_row'],
  },
  'several-with-commas.csv': {
    rows: [
      [2, 'Target', 'A-1', ups],
      [2, 'Target', 'A-1', fedex],
    ],
  },
  'several-with-line-breaks.csv': {
    rows: [
      [2, 'Target', 'A-1', ups],
      [2, 'Target', 'A-1', fedex],
      [4, 'Target', 'A-2', usps],
    ],
  },
  'several-with-spaces.csv': {
    rows: [
      [2, 'Target', 'A-1', ups],
      [2, 'Target', 'A-1', fedex],
    ],
  },
  'number-in-groups.csv': { rows: [[2, 'Target', 'A-1', usps]] },
  'blank-lines-between.csv': {
    rows: [
      [3, 'Target', 'A-1', ups],
      [7, 'Target', 'A-2', fedex],
    ],
  },
  'quoted-notes.csv': {
    rows: [
      [2, 'Best Buy, Inc.', 'A-1', ups],
      [4, 'Target', 'A-2', fedex],
    ],
  },
  'quote-never-closed.csv': { refused: ['line 3: a quoted cell is not closed'] },
  'inches-in-a-cell.csv': single,
  'quote-that-swallows-lines.csv': { refused: ['line 3: a quoted cell continues'] },
  'row-with-a-cell-too-many.csv': {
    rows: [
      [2, 'Best Buy', 'Inc.', 'A-1'],
      [3, 'Target', 'A-2', fedex],
    ],
    findings: ['2 error too_many_cells'],
    exit: 2,
  },
  'rows-with-cells-too-few.csv': single,
  'commas-at-the-ends.csv': {
    rows: [
      [2, 'Target', 'A-1', ups],
      [3, 'Target', 'A-2', fedex],
    ],
  },
  'same-row-twice.csv': {
    rows: [
      [2, 'Target', 'A-1', ups],
      [3, 'Target', 'A-1', ups],
    ],
    findings: ['3 note duplicate_row'],
  },
  'power-of-ten.csv': {
    rows: [
      [2, 'Target', 'A-1', '9.40011E+21'],
      [3, 'Target', 'A-3', ups],
    ],
    findings: ['2 error spreadsheet_number'],
    exit: 2,
  },
  'error-values.csv': {
    rows: [
      [2, 'Target', 'A-1', '#N/A'],
      [3, 'Target', 'A-2', '#REF!'],
      [4, 'Target', 'A-3', '########'],
    ],
    findings: [
      '2 error spreadsheet_error',
      '3 error spreadsheet_error',
      '4 error spreadsheet_error',
    ],
    exit: 2,
  },
  'zeros-from-the-16th-digit.csv': {
    rows: [[2, 'Target', 'A-1', '9400111202555840000000']],
    findings: ['2 warning trailing_zeros'],
  },
  'nul-character.csv': { refused: ['line 3, byte 68 is a NUL', 'not a text file'] },
  'one-mebibyte-cell.csv': {
    rows: [
      [2, 'Target', 'A-1', ups],
      [3, 'Target', 'A-2', fedex],
    ],
  },
  'proto-header.csv': single,
  'formulas-in-notes.csv': {
    rows: [
      [2, 'Target', 'A-1', ups],
      [3, 'Target', 'A-2', fedex],
    ],
  },
  'fixed-rejects.csv': single,
  'order-numbers-of-stores.csv': {
    rows: [
      [2, 'Amazon', '112-1234567-1234567', 'TBA000000000000'],
      [3, 'Best Buy', 'BBY01-806999999999', ups],
      [4, 'Home Depot', 'WG12345678', fedex],
    ],
  },
  'accents-and-emoji.csv': { rows: [[2, 'Café Zoë 🎁', 'Ä-1', ups]] },
  'header-only.csv': { rows: [] },
  'nothing.csv': { refused: ['is empty'] },
  'line-breaks-only.csv': { refused: ['is empty'] },
  'web-page-named-as-xls.xls': { refused: ['is a web page', saveAs] },
  'xml-spreadsheet.xls': { refused: ['is an XML document', saveAs] },
};

/** Workbooks, and other files of spreadsheet programs. */
const workbooks: Readonly<Record<string, Expected>> = {
  'workbook.xlsx': {
    rows: [
      [2, 'Best Buy', 'BBY01-1', ups],
      [3, 'Target', 'A-2', usps],
    ],
  },
  'workbook-named-as-csv.csv': {
    rows: [
      [2, 'Best Buy', 'BBY01-1', ups],
      [3, 'Target', 'A-2', usps],
    ],
  },
  'csv-saved-as-workbook.xlsx': {
    rows: [[2, 'Target', '123', '3.07179000052348E+18']],
    findings: ['2 error spreadsheet_number'],
    exit: 2,
  },
  'tracking-numbers-as-numbers.xlsx': {
    rows: [
      [2, 'Target', 'A-1', fedex],
      [3, 'Target', 'A-2', '568283610012734'],
    ],
  },
  'long-number-destroyed.xlsx': {
    rows: [
      [2, 'Target', 'A-1', '9.40011120255584E+21'],
      [3, 'Target', 'A-2', ups],
    ],
    findings: ['2 error spreadsheet_number'],
    exit: 2,
  },
  'sixteen-digits-destroyed.xlsx': {
    rows: [[2, 'Target', 'A-1', '6.12999012345679E+15']],
    findings: ['2 error spreadsheet_number'],
    exit: 2,
  },
  'leading-zeros-by-format.xlsx': {
    rows: [
      [2, 'Target', '000123456', ups],
      [3, 'Target', '000098657878', fedex],
    ],
  },
  'order-numbers-as-numbers.xlsx': {
    rows: [
      [2, 'Target', '902070087790404', ups],
      [3, 'Best Buy', '800458530', fedex],
    ],
  },
  'long-order-number-destroyed.xlsx': {
    rows: [[2, 'Target', '2.00012345678901E+19', ups]],
    findings: ['2 warning order_number'],
  },
  'title-above-header.xlsx': { rows: [[5, 'Target', 'A-1', ups]], notice: ['header is line 4'] },
  'title-merged-over-columns.xlsx': {
    rows: [[3, 'Target', 'A-1', ups]],
    notice: ['header is line 2'],
  },
  'starts-in-cell-c5.xlsx': { rows: [[6, 'Target', 'A-1', ups]] },
  'merged-order-cells.xlsx': {
    rows: [
      [2, 'Target', 'A-1', ups],
      [3, 'Target', 'A-1', fedex],
      [4, 'Target', 'A-1', usps],
      [5, 'Best Buy', 'B-1', 'TBA000000000000'],
    ],
  },
  'two-sheets.xlsx': { ...single, notice: ['sheet "June", not "July"', '--sheet <name>'] },
  'two-sheets.xlsx --sheet july': {
    flags: ['--sheet', 'july'],
    rows: [[2, 'Target', 'A-2', fedex]],
  },
  'two-sheets.xlsx --sheet 2': { flags: ['--sheet', '2'], rows: [[2, 'Target', 'A-2', fedex]] },
  'two-sheets.xlsx --sheet 3': {
    flags: ['--sheet', '3'],
    refused: ['has no such sheet', '"June", "July"'],
  },
  'summary-sheet-first.xlsx': { ...single, notice: ['sheet "Shipments", not "Summary"'] },
  'hidden-sheet-before.xlsx': { ...single, notice: ['sheet "Now", not "Summary"'] },
  'hidden-sheet-before.xlsx --sheet Old': {
    flags: ['--sheet', 'Old'],
    rows: [[2, 'Target', 'OLD-1', fedex]],
  },
  'empty-sheets-around.xlsx': single,
  'formulas-with-values.xlsx': {
    rows: [
      [2, 'Target', 'A-1', ups],
      [3, 'Target', '101', fedex],
    ],
  },
  'formulas-in-error.xlsx': {
    rows: [
      [2, 'Target', 'A-1', '#N/A'],
      [3, 'Target', 'A-2', '#DIV/0!'],
      [4, 'Target', 'A-3', ups],
    ],
    findings: ['2 error spreadsheet_error', '3 error spreadsheet_error'],
    exit: 2,
  },
  'dates-in-other-columns.xlsx': single,
  'date-as-tracking-number.xlsx': {
    rows: [[2, 'Target', 'A-1', '2025-06-01']],
    findings: ['2 error date'],
    exit: 2,
  },
  'date-as-order-number.xlsx': { rows: [[2, 'Target', '2025-03-04', ups]] },
  'dates-from-1904.xlsx': { rows: [[2, 'Target', '2025-06-01', ups]] },
  'blank-rows-between.xlsx': {
    rows: [
      [5, 'Target', 'A-1', ups],
      [8, 'Target', 'A-2', fedex],
    ],
  },
  'several-in-a-cell.xlsx': {
    rows: [
      [2, 'Target', 'A-1', ups],
      [2, 'Target', 'A-1', fedex],
      [3, 'Target', 'A-2', usps],
    ],
  },
  'numbered-tracking-columns.xlsx': {
    rows: [
      [2, 'Target', 'A-1', ups],
      [2, 'Target', 'A-1', fedex],
      [3, 'Target', 'A-2', usps],
    ],
  },
  'bold-and-plain-in-a-cell.xlsx': single,
  'links-in-cells.xlsx': single,
  'marks-of-a-text-in-cells.xlsx': { rows: [[2, 'Target', 'A-1', usps]] },
  'proto-as-header.xlsx': single,
  'thirty-kibibytes-in-a-cell.xlsx': single,
  'cell-in-a-far-column.xlsx': { ...single, findings: ['2 error too_many_cells'], exit: 2 },
  'spaces-around-cells.xlsx': single,
  'empty-workbook.xlsx': { refused: ['is empty'] },
  'old-workbook.xls': { refused: ['is an old Office document (.xls)', saveAs] },
  'opendocument.ods': { refused: ['is an OpenDocument spreadsheet (.ods)', saveAs] },
  'document.pdf': { refused: ['is a PDF document', saveAs] },
  'protected-by-a-password.xlsx': { refused: ['is a password-protected workbook', saveAs] },
};

/** Files whose outcomes follow from the rules about what is not a tracking number. */
const junk: Readonly<Record<string, Expected>> = {
  'junk-words.csv': { findings: [2, 3, 4, 5, 6, 7, 8].map((line) => `${line} error`), exit: 2 },
  'junk-order-number-again.csv': { findings: ['2 error'], exit: 2 },
  'junk-power-of-ten-with-a-comma.csv': {
    rows: [
      [2, 'Target', 'A-1', '9,40011E+21'],
      [3, 'Target', 'A-2', ups],
    ],
    findings: ['2 error spreadsheet_number'],
    exit: 2,
  },
  'junk-labels-around.csv': {
    rows: [
      [2, 'Target', 'A-1', ups],
      [3, 'Target', 'A-2', fedex],
    ],
  },
  'junk-tracking-links.csv': {
    rows: [
      [2, 'Target', 'A-1', ups],
      [3, 'Target', 'A-2', fedex],
    ],
  },
  'junk-amazon-export.csv': {
    flags: ['--map', 'trackingNumber=Carrier Name & Tracking Number'],
    rows: [[2, 'Amazon.com', '112-1234567-1234567', 'TBA000000000000']],
  },
  'lower-case-number.csv': single,
  'junk-no-tracking-number.csv': { rows: [[3, 'Target', 'A-2', ups]] },
  'rows-cut-short.xlsx': { rows: [[3, 'Target', 'A-2', ups]] },
  'junk-no-retailer-column.csv': { rows: [[2, '', 'A-1', ups]] },
};

export const expected = { ...texts, ...workbooks };
export const expectedOfJunk = junk;
