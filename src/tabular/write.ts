export interface TextFormat {
  readonly format: 'csv' | 'tsv';
  /** Leaves texts as they are that a spreadsheet would run as formulas. */
  readonly rawCsv: boolean;
  /** How texts are changed before they are written. */
  text?(text: string): string;
  /** How an exact number is written: as money, say. */
  exact?(value: bigint): string;
}

export type CellValue = string | number | bigint | boolean | null;

/** What would end a value or a record of a tsv, and what it is written as. */
const tsvEscapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
};

function oneLine(text: string): string {
  return text.replace(/[\\\t\n\r]/g, (character) => tsvEscapes[character] ?? character);
}

/**
 * A writer of CSV by RFC 4180, or of one line a record with tabs between the values, nothing quoted. A text that a
 * spreadsheet would run as a formula gets a leading `'`, which reading takes off again (`cells.ts`);
 * numbers, negative ones too, are none.
 */
export async function tableWriter({ format, rawCsv, text, exact = String }: TextFormat) {
  const { stringify } = await import('csv-stringify/sync');
  const changed = text ?? ((value: string) => value);
  const options = {
    delimiter: format === 'csv' ? ',' : '\t',
    record_delimiter: format === 'csv' ? '\r\n' : '\n',
    // Off by default where the delimiter is given, and a break in a note would end the record.
    quote_record_delimiter: true,
    // A tsv needs no quotes: what they are for is escaped.
    quote: format === 'csv',
    escape_formulas: !rawCsv,
    cast: {
      string: (value: string) => (format === 'csv' ? changed(value) : oneLine(changed(value))),
      bigint: exact,
      boolean: String,
    },
  };
  return (rows: readonly (readonly CellValue[])[]): string =>
    // A single empty cell would be an empty line, which many readers skip.
    stringify(rows as CellValue[][], { ...options, quoted_empty: rows[0]?.length === 1 });
}
