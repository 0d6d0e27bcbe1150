import { isWrapped, plainCell, tsvEscapes } from './cells';

export interface TextFormat {
  readonly format: 'csv' | 'tsv';
  /** Leaves texts unchanged even if a spreadsheet would run them as formulas. */
  readonly rawCsv: boolean;
  /** The texts are cells of a file: `="…"` in them is the user's wrapping and stays. */
  readonly asCells?: boolean;
  /** Writes csv that survives Excel: a byte order mark, and long numbers as `="…"`. */
  readonly excel?: boolean | undefined;
  text?(text: string): string;
  /** Makes texts safe to show, after the format's own escapes, which are clearer. */
  safe?(text: string): string;
  /** Formats an exact number, such as money. */
  exact?(value: bigint): string;
}

export type CellValue = string | number | bigint | boolean | null;

/**
 * Numbers that Excel would change when it opens a csv: it keeps 15 digits of a number and shows 11, drops
 * leading zeros, and takes digits around an E for a power of ten.
 */
const changedByExcel = /^[+-]?(?:\d{12,}(?:\.\d*)?|0\d+|\d+(?:\.\d+)?E[+-]?\d+)$/i;

/** A cell of a file that is a number with a sign: a spreadsheet adds it up and runs nothing. */
const signedNumber = /^[+-]\$?\d[\d,]*(?:\.\d+)?$/;

/** A cell that Excel shows unchanged: a formula whose value is the text. */
function excelCell(text: string) {
  return changedByExcel.test(text) ? { value: `="${text}"`, escape_formulas: false } : text;
}

/**
 * Writes CSV as in RFC 4180, or one line per record with tabs between the values and no quotes. A
 * text that a spreadsheet would run as a formula gets a leading `'`, which the reader removes again
 * (`cells.ts`); numbers, even negative ones, are not formulas.
 */
export async function tableWriter({
  format,
  rawCsv,
  excel = false,
  asCells = false,
  text = (value) => value,
  safe = (value) => value,
  exact = String,
}: TextFormat) {
  const { stringify } = await import('csv-stringify/sync');
  const forExcel = excel && format === 'csv';
  const string = (value: string) => {
    if (asCells && isWrapped(value)) return { value, escape_formulas: false };
    const escaped = (character: string) => tsvEscapes[character] ?? character;
    const shown = safe(
      format === 'tsv' ? text(value).replace(/[\\\t\n\r]/g, escaped) : text(value),
    );
    if (forExcel && changedByExcel.test(shown)) return excelCell(shown);
    return asCells && signedNumber.test(shown) ? { value: shown, escape_formulas: false } : shown;
  };
  const number = (value: number) => excelCell(String(value));
  const options = {
    delimiter: format === 'csv' ? ',' : '\t',
    record_delimiter: format === 'csv' ? '\r\n' : '\n',
    // Off by default if the delimiter is given, and a line break in a note would end the record.
    quote_record_delimiter: true,
    // A tsv needs no quotes: everything they protect is escaped.
    quote: format === 'csv',
    escape_formulas: !rawCsv,
    cast: { string, ...(forExcel && { number }), bigint: exact, boolean: String },
  };
  let mark = forExcel ? '\uFEFF' : '';
  return (rows: readonly (readonly CellValue[])[]): string => {
    // A single empty cell would be an empty line, which many readers skip.
    const written = stringify(rows as CellValue[][], {
      ...options,
      quoted_empty: rows[0]?.length === 1,
    });
    const begun = mark + written;
    mark = '';
    return begun;
  };
}

/**
 * A writer for a file with this name, whose first row is the header: a workbook if it ends in
 * `.xlsx`, otherwise CSV. `add` returns the text of the rows, if the format stores rows in sequence.
 */
export async function tableFile(
  name: string,
  options: Pick<TextFormat, 'rawCsv' | 'excel' | 'asCells'>,
) {
  if (!/\.xlsx$/i.test(name))
    return { add: await tableWriter({ format: 'csv', ...options }), end: async () => '' };
  const { writeWorkbook } = await import('./write-workbook');
  const added: (readonly string[])[] = [];
  return {
    add(rows: readonly (readonly string[])[]) {
      added.push(...rows.map((row) => row.map((cell) => plainCell(cell))));
      return '';
    },
    async end() {
      const [header = [], ...rows] = added;
      const columns = header.map((heading) => ({ heading, type: 'text' as const }));
      return (await writeWorkbook([{ name: 'Sheet1', columns, rows }], async () => {})).bytes;
    },
  };
}
