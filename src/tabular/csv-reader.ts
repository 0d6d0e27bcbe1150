import { type CsvError, Parser } from 'csv-parse';
import type { TableRecord } from './table';

/** A cell may be a mebibyte, but an unclosed quote must not swallow the file. */
const largestRecord = 16 * 1024 * 1024;

/** LF, CRLF and a lone CR each end one line. */
function lineBreaksIn(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}

function lineBreaksInAll(cells: readonly string[]): number {
  return cells.reduce((count, cell) => count + lineBreaksIn(cell), 0);
}

/** A record that is not valid CSV. */
export class BrokenRecord extends Error {
  override readonly name = 'BrokenRecord';
  constructor(
    /** csv-parse's code for the problem. */
    readonly code: string,
    /** Where the record starts. */
    readonly line: number,
  ) {
    super(code);
  }
}

/**
 * csv-parse's streaming parser, with its records taken when they are pushed, and the line of each.
 * Its own option for line numbers (`info`) creates an object of counters per record, which takes
 * three times as long as parsing; reading its counter when a record is pushed costs nothing.
 */
export class CsvReader extends Parser {
  #records: TableRecord[] = [];
  #linesBefore = 1;
  /** Bytes fed so far, and how many of them up to the end of the last record. */
  #bytes = 0;
  #recordEnd = 0;
  /** The chunks since the end of the last record. */
  #rest: Buffer[] = [];
  #restStart = 0;

  constructor(
    delimiter: string,
    /** Where the next record starts, counted from 1. */
    public line = 1,
    /** False if quotes mean nothing. */
    hasQuotes = true,
  ) {
    super({
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      quote: hasQuotes ? '"' : false,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: largestRecord,
    });
    // A quote inside a cell that does not start with one belongs to it: `="0012"`, `a 55" TV`. Text
    // after a closing quote remains an error, since the quote it closed may have swallowed lines.
    // csv-parse allows both or neither, and calls this only for the second.
    const { field } = (this as unknown as { state: { field: { prepend(): void } } }).state;
    field.prepend = () => {
      throw new BrokenRecord('CSV_INVALID_CLOSING_QUOTE', this.line);
    };
    // `feed` throws the error; without a listener it would also be thrown uncaught.
    this.on('error', () => {});
    // Records never enter the stream, but its end must leave it.
    this.resume();
  }

  /** The line where the text fed so far ends. */
  get lineReached(): number {
    const rest = Buffer.concat(this.#rest).subarray(this.#recordEnd - this.#restStart);
    return this.line + lineBreaksIn(rest.toString('latin1'));
  }

  override push(cells: string[] | null): boolean {
    if (cells === null) return super.push(null);
    const { line, info } = this;
    // csv-parse counts a CRLF inside quotes as two lines.
    this.line += info.lines === this.#linesBefore ? 1 : 1 + lineBreaksInAll(cells);
    this.#linesBefore = info.lines + 1;
    this.#recordEnd = info.bytes;
    // Makes the parser treat every record as its first: otherwise each that is longer or shorter
    // than the first costs an error object, 30 microseconds, although nothing uses it.
    (info as { records: number }).records = 0;
    if (cells.length > 1 || cells[0] !== '') this.#records.push({ line, cells });
    return true;
  }

  /** The records that this chunk completes; undefined means the end. Throws `BrokenRecord`. */
  async feed(chunk: Buffer | undefined): Promise<readonly TableRecord[]> {
    if (chunk !== undefined) {
      this.#bytes += chunk.length;
      this.#rest.push(chunk);
    }
    const error = await new Promise<Error | null | undefined>((resolve) => {
      if (chunk === undefined) this.end(resolve);
      else this.write(chunk, resolve);
    });
    if (error) throw new BrokenRecord((error as CsvError).code, this.line);
    // The parser counts characters in cells, so it misses a record of nothing but delimiters.
    if (this.#bytes - this.#recordEnd > largestRecord) {
      throw new BrokenRecord('CSV_MAX_RECORD_SIZE', this.line);
    }
    this.#dropRead();
    return this.taken();
  }

  /** The complete records that were not taken before. */
  taken(): readonly TableRecord[] {
    const records = this.#records;
    this.#records = [];
    return records;
  }

  #dropRead(): void {
    for (let [first] = this.#rest; first !== undefined; [first] = this.#rest) {
      if (this.#restStart + first.length > this.#recordEnd) return;
      this.#restStart += first.length;
      this.#rest.shift();
    }
  }
}
