import { type CsvError, Parser } from 'csv-parse';
import { type Failure, usageFailure } from '../failure';
import { unescapedCell } from './cells';
import { peek, sampleSize, UnreadableByte, utf8Of } from './encoding';
import { likelyHeader } from './header';
import { delimiters, type TableOptions, type TableRecord, type TableSource } from './record';

/** A cell may be a mebibyte, but an unclosed quote must not swallow the file. */
const largestRecord = 16 * 1024 * 1024;

/** LF, CRLF and a lone CR each end one line. */
function lineBreaksIn(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}

class BrokenRecord extends Error {
  override readonly name = 'BrokenRecord';
  constructor(
    readonly code: string,
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
class CsvReader extends Parser {
  #records: TableRecord[] = [];
  /** The first record that can't be right; the records behind it are left out. */
  #broken: BrokenRecord | undefined;
  #linesBefore = 1;
  /** Bytes fed so far, and how many of them up to the end of the last record. */
  #bytes = 0;
  #recordEnd = 0;
  /** The chunks since the end of the last record. */
  #rest: Buffer[] = [];
  #restStart = 0;

  constructor(
    private readonly delimiter: string,
    /** The first line of the next record, counted from 1. */
    public line = 1,
    private readonly hasQuotes = true,
  ) {
    super({
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      quote: hasQuotes ? '"' : false,
      relax_column_count: true,
      // A quote inside a cell that does not start with one belongs to it: `="0012"`, `a 55" TV`.
      relax_quotes: true,
      max_record_size: largestRecord,
    });
    // `feed` throws the error; without a listener it would also be thrown uncaught.
    this.on('error', () => {});
    // Records never enter the stream, but its end must leave it.
    this.resume();
  }

  /** The line where the text fed so far ends. */
  get lineReached(): number {
    return this.line + lineBreaksIn(this.#textFrom(this.#recordEnd));
  }

  override push(cells: string[] | null): boolean {
    if (cells === null) return super.push(null);
    const { line, info } = this;
    // csv-parse counts a CRLF inside quotes as two lines.
    this.line += info.lines === this.#linesBefore ? 1 : 1 + lineBreaksIn(cells.join(' '));
    this.#linesBefore = info.lines + 1;
    const mayContinue = this.hasQuotes && cells.some((cell) => cell.startsWith('"'));
    if (mayContinue && this.#continuesAfterQuote(info.bytes)) {
      this.#broken ??= new BrokenRecord('CSV_INVALID_CLOSING_QUOTE', line);
    }
    this.#recordEnd = info.bytes;
    // Makes the parser treat every record as its first: otherwise each that is longer or shorter
    // than the first costs an error object, 30 microseconds, although nothing uses it.
    (info as { records: number }).records = 0;
    if (this.#broken === undefined && (cells.length > 1 || cells[0] !== '')) {
      this.#records.push({ line, cells });
    }
    return true;
  }

  /** The text after this offset of the file's bytes; all characters that matter are ASCII. */
  #textFrom(start: number, end = this.#bytes): string {
    const rest = Buffer.concat(this.#rest);
    return rest.toString('latin1', start - this.#restStart, end - this.#restStart);
  }

  /**
   * True if the record that ends there has text after a closing quote: `"2"3`. The quote that it closed
   * may have swallowed lines. The parser allows that with quotes inside cells, or neither.
   */
  #continuesAfterQuote(end: number): boolean {
    const text = this.#textFrom(this.#recordEnd, end);
    const isEnd = (character: string | undefined) =>
      [this.delimiter, '\r', '\n', undefined].includes(character);
    for (let at = 0; at < text.length; at++) {
      if (text[at] === '"') {
        do at = text.indexOf('"', at + 1) + 1;
        while (text[at] === '"');
        if (!isEnd(text[at])) return true;
      }
      while (!isEnd(text[at])) at++;
    }
    return false;
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
    if (this.#broken !== undefined) throw this.#broken;
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

/** The first records of a sample, split at this delimiter. */
async function recordsWith(sample: Buffer, delimiter: string): Promise<readonly TableRecord[]> {
  const reader = new CsvReader(delimiter);
  return (
    reader
      // Add as many line breaks as the parser looks ahead, so that the last record counts.
      .feed(Buffer.concat([sample, Buffer.alloc(8, '\n')]))
      // With the wrong delimiter a quote may be out of place.
      .catch(() => reader.taken())
  );
}

/**
 * Ranks a delimiter, what counts most first: most records below the header have as many cells as it; the
 * number of wanted fields that it names, of its cells, and of those records.
 */
async function ranksOf(delimiter: string, sample: Buffer, options: TableOptions) {
  const records = await recordsWith(sample, delimiter);
  const { place: found, named } = likelyHeader(records, options);
  const place = found === -1 ? records.findIndex((one) => one.cells.length > 1) : found;
  const cells = records[place]?.cells.length ?? 1;
  const below = place === -1 ? [] : records.slice(place + 1);
  const alike = below.filter((one) => one.cells.length === cells).length;
  const isAlike = cells > 1 && alike * 2 > below.length;
  return [Number(isAlike), named, cells, alike];
}

/**
 * Detects the delimiter from the beginning of a file: the one that cuts the header and the rows below
 * it alike; of several, the one that yields a header with the wanted fields. Failing that, the one
 * that splits the header into the most cells, and on a tie the one that splits the most records alike.
 * A comma if nothing decides.
 */
export async function findDelimiter(sample: Buffer, options: TableOptions = {}): Promise<string> {
  let best = { delimiter: ',', ranks: [0, 0, 1, 0] };
  for (const delimiter of delimiters.filter((one) => sample.includes(one))) {
    const ranks = await ranksOf(delimiter, sample, options);
    const leads = ranks.map((rank, index) => rank - (best.ranks[index] ?? 0));
    if ((leads.find((lead) => lead !== 0) ?? 0) > 0) best = { delimiter, ranks };
  }
  return best.delimiter;
}

/** The line that tells Excel the file's delimiter, including its line break. */
const delimiterLine = /^"?sep=([^\r\n])"?(?:\r\n|\r(?!\n)|\n|$)/i;

/**
 * Makes the reader that the first bytes call for, and counts those that only name the delimiter. A tsv
 * whose columns are all named exactly as waybill exports them is taken for such an export.
 */
async function openReader(first: Buffer, options: TableOptions) {
  const { delimiter, isExported = () => false } = options;
  const sample = first.subarray(0, sampleSize);
  const [line, separator] = delimiterLine.exec(sample.toString('latin1', 0, 16)) ?? [];
  if (line !== undefined) {
    const reader = new CsvReader(delimiter ?? separator ?? ',', 2);
    return { reader, skip: line.length, isExport: false };
  }
  const [header = ''] = sample.toString('utf8').split('\n', 1);
  const names = header.trimEnd().split('\t');
  const isOwn = (names.length > 1 || delimiter === '\t') && names.every(isExported);
  // Cells of an export may contain what looks like quotes or other delimiters.
  const own = isOwn && names.length > 1 ? '\t' : undefined;
  const found = delimiter ?? own ?? (await findDelimiter(sample, options));
  const isExport = found === '\t' && isOwn;
  // Waybill writes no quotes and LF. With CRLF, a spreadsheet saved the file and quoted cells.
  const reader = new CsvReader(found, 1, !isExport || header.endsWith('\r'));
  return { reader, skip: 0, isExport };
}

const faults: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quoted cell is not closed',
  CSV_MAX_RECORD_SIZE: 'the record is larger than 16 MiB',
  CSV_INVALID_CLOSING_QUOTE: 'a quoted cell continues after its closing quote',
};

function asFailure(
  error: unknown,
  name: string,
  byFlags: boolean | undefined,
  lineReached = 1,
): Failure | undefined {
  if (error instanceof BrokenRecord) {
    return usageFailure(`${name}, line ${error.line}: ${faults[error.code] ?? 'this is not CSV'}`, {
      hint: 'If a cell contains a quote, put the cell in quotes and double the quote inside it: "15"" monitor". Nothing was sent.',
    });
  }
  if (!(error instanceof UnreadableByte)) return undefined;
  const { byte, what, isText } = error;
  const or = byFlags ? ', or name its encoding: --encoding windows-1252.' : ' and try again.';
  const next = isText ? `Save it as "CSV UTF-8"${or}` : 'It is not a text file, or it is damaged.';
  return usageFailure(`${name} can't be read: line ${lineReached}, byte ${byte} is ${what}`, {
    hint: `${next} Nothing was sent.`,
  });
}

/**
 * The records of a CSV text: quoted cells with line breaks in them (RFC 4180), lines ending in LF,
 * CRLF or CR, in UTF-8, UTF-16 or Windows-1252, with or without Excel's `sep=` line. Throws a usage
 * failure with the line for anything that is not CSV.
 */
export async function* csvRecords(
  { name, chunks }: TableSource,
  options: TableOptions = {},
): AsyncGenerator<readonly TableRecord[], void> {
  let reader: CsvReader | undefined;
  try {
    const { head, from } = await peek(utf8Of(name, chunks, options.encoding));
    const opened = await openReader(head, options);
    reader = opened.reader;
    const unescaped = ({ line, cells }: TableRecord) => ({ line, cells: cells.map(unescapedCell) });
    const read = (records: readonly TableRecord[]) =>
      opened.isExport ? records.map(unescaped) : records;
    for await (const chunk of from(opened.skip)) yield read(await reader.feed(chunk));
    yield read(await reader.feed(undefined));
  } catch (error) {
    throw asFailure(error, name, options.byFlags, reader?.lineReached) ?? error;
  }
}
