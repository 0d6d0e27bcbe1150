import { type CsvError, Parser } from 'csv-parse';
import type { TableRecord } from './table';

/** A cell may be a mebibyte; a quote that is never closed must not swallow the file. */
const largestRecord = 16 * 1024 * 1024;

/** LF, CRLF and a CR by itself end one line each. */
function lineBreaksIn(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}

function lineBreaksInAll(cells: readonly string[]): number {
  return cells.reduce((count, cell) => count + lineBreaksIn(cell), 0);
}

/** A record that is not CSV. */
export class BrokenRecord extends Error {
  override readonly name = 'BrokenRecord';
  constructor(
    /** csv-parse's code of what is wrong. */
    readonly code: string,
    /** Where the record begins. */
    readonly line: number,
  ) {
    super(code);
  }
}

/**
 * csv-parse's streaming parser, its records taken where it hands them over, with the line of each.
 * Its own way to name the line (`info`) makes an object of counters a record, which takes three times
 * as long as the parsing; its count at the moment a record is pushed costs nothing.
 */
export class CsvReader extends Parser {
  #records: TableRecord[] = [];
  #linesBefore = 1;
  /** Bytes fed, and those of them up to the end of the last record. */
  #bytes = 0;
  #recordEnd = 0;
  /** The chunks from the end of the last record on. */
  #rest: Buffer[] = [];
  #restStart = 0;

  constructor(
    delimiter: string,
    /** Where the next record begins, counted from 1. */
    public line = 1,
  ) {
    super({
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: largestRecord,
    });
    // A quote within a cell that begins without one belongs to it: `="0012"`, `a 55" TV`. Text behind a
    // closing quote stays an error, for the quote that was closed may have swallowed lines. csv-parse
    // allows both or neither, and comes by here only for the second.
    const { field } = (this as unknown as { state: { field: { prepend(): void } } }).state;
    field.prepend = () => {
      throw new BrokenRecord('CSV_INVALID_CLOSING_QUOTE', this.line);
    };
    // `feed` throws the error; without a listener it would be thrown at no one as well.
    this.on('error', () => {});
    // The records never enter the stream, but its end has to leave it.
    this.resume();
  }

  /** The line in which the text fed so far ends. */
  get lineReached(): number {
    const rest = Buffer.concat(this.#rest).subarray(this.#recordEnd - this.#restStart);
    return this.line + lineBreaksIn(rest.toString('latin1'));
  }

  override push(cells: string[] | null): boolean {
    if (cells === null) return super.push(null);
    const { line, info } = this;
    // It counts a CRLF within quotes as two lines.
    this.line += info.lines === this.#linesBefore ? 1 : 1 + lineBreaksInAll(cells);
    this.#linesBefore = info.lines + 1;
    this.#recordEnd = info.bytes;
    // To the parser every record is the first one: each that is longer or shorter than the first
    // would cost it an error object, 30 microseconds, though none is asked for.
    (info as { records: number }).records = 0;
    if (cells.length > 1 || cells[0] !== '') this.#records.push({ line, cells });
    return true;
  }

  /** The records that this chunk completes; undefined is the end. Throws `BrokenRecord`. */
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
    // The parser counts the characters of cells, so not what is nothing but delimiters.
    if (this.#bytes - this.#recordEnd > largestRecord) {
      throw new BrokenRecord('CSV_MAX_RECORD_SIZE', this.line);
    }
    this.#dropRead();
    return this.taken();
  }

  /** The records that are complete and were not taken before. */
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
