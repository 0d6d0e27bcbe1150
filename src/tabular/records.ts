import type { CsvError } from 'csv-parse';
import { usageFailure } from '../failure';
import { findDelimiter } from './delimiter';
import { UnreadableByte } from './encoding';

/** A record of the file: its cells, and the line that it begins in, counted from 1. */
export interface Record {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Characters from which the delimiter is told. */
const sampleSize = 64 * 1024;
/** A cell may be a mebibyte; a quote that is never closed must not swallow the file. */
const largestRecord = 16 * 1024 * 1024;

function lineBreaksIn(cells: readonly string[]): number {
  let count = 0;
  for (const cell of cells) count += cell.match(/\r\n|\r|\n/g)?.length ?? 0;
  return count;
}

function brokenQuote(name: string, line: number, error: CsvError) {
  const { code } = error;
  const what: { readonly [code: string]: string } = {
    CSV_QUOTE_NOT_CLOSED: 'a quoted cell is never closed',
    CSV_MAX_RECORD_SIZE: 'the record is larger than 16 MiB: a quoted cell is never closed',
    CSV_INVALID_CLOSING_QUOTE: 'a quoted cell goes on behind its closing quote',
    INVALID_OPENING_QUOTE: 'a quote stands within a cell that is not quoted',
  };
  return usageFailure(`${name}, line ${line}: ${what[code] ?? 'this is no CSV'}`, {
    hint: 'A cell that holds a quote is written "like ""this""". Nothing was sent.',
  });
}

export interface RecordOptions {
  /** As the user calls the file. */
  readonly name: string;
  /** Found by itself where it is not given. */
  readonly delimiter?: string | undefined;
}

/**
 * The records of a CSV text in UTF-8, some hundreds at a time: quoted cells and line breaks in them
 * (RFC 4180), lines ended by LF, CRLF or CR. Blank lines are none. Throws a usage failure with the
 * line for what is no CSV.
 */
export async function* recordsOf(
  text: AsyncIterable<Buffer>,
  { name, delimiter }: RecordOptions,
): AsyncGenerator<readonly Record[], void> {
  let splitter: Splitter | undefined;
  let parser: Parser | undefined;
  try {
    for await (const chunk of sampledFirst(text)) {
      splitter ??= new Splitter(delimiter ?? findDelimiter(chunk.toString('utf8')));
      if (parser === undefined && !chunk.includes(quote)) {
        yield splitter.feed(chunk);
        continue;
      }
      // From the first quote on, what belongs together is for a parser to say.
      parser ??= await openParser(splitter, name);
      yield await parser.feed(Buffer.concat([splitter.takeRest(), chunk]));
    }
    if (parser !== undefined) yield await parser.feed(undefined);
    else if (splitter !== undefined) yield splitter.end();
  } catch (error) {
    if (!(error instanceof UnreadableByte)) throw error;
    const line = parser?.lineReached ?? splitter?.lineReached ?? 1;
    throw usageFailure(`${name} can't be read: line ${line}, byte ${error.byte} is ${error.what}`, {
      hint: `${error.hint} Nothing was sent.`,
    });
  }
}

const quote = '"';

/** The same text, its first chunk large enough to tell the delimiter from. */
async function* sampledFirst(text: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let held: Buffer[] | undefined = [];
  let size = 0;
  try {
    for await (const chunk of text) {
      if (held === undefined) {
        yield chunk;
        continue;
      }
      held.push(chunk);
      size += chunk.length;
      if (size < sampleSize) continue;
      const sample = Buffer.concat(held);
      held = undefined;
      yield sample;
    }
  } catch (error) {
    if (held !== undefined) yield Buffer.concat(held);
    throw error;
  }
  if (held !== undefined) yield Buffer.concat(held);
}

const lineFeed = 10;
const carriageReturn = 13;

/**
 * Cuts text without a single quote: then every line break ends a record and every delimiter a cell,
 * and no parser is needed to see it. A million such rows take a third of the time.
 */
class Splitter {
  line = 1;
  /** The beginning of a record that the next chunk completes. */
  #rest: Buffer = Buffer.alloc(0);

  constructor(readonly delimiter: string) {}

  feed(chunk: Buffer): readonly Record[] {
    const text = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    // A CR at the very end may be half of a CRLF.
    const last = text.at(-1) === carriageReturn ? text.length - 2 : text.length - 1;
    const end =
      Math.max(text.lastIndexOf(lineFeed, last), text.lastIndexOf(carriageReturn, last)) + 1;
    this.#rest = text.subarray(end);
    return end === 0 ? [] : this.#cut(text.toString('utf8', 0, end), true);
  }

  /** The line in which the text read so far ends. */
  get lineReached(): number {
    return this.line + (this.#rest.at(-1) === carriageReturn ? 1 : 0);
  }

  takeRest(): Buffer {
    const rest = this.#rest;
    this.#rest = Buffer.alloc(0);
    return rest;
  }

  end(): readonly Record[] {
    const rest = this.takeRest().toString('utf8');
    return rest === '' ? [] : this.#cut(rest, false);
  }

  #cut(text: string, ended: boolean): readonly Record[] {
    const lines = text.includes('\r') ? text.split(/\r\n|\r|\n/) : text.split('\n');
    if (ended) lines.pop();
    const records: Record[] = [];
    for (const content of lines) {
      const line = this.line++;
      if (content !== '') records.push({ line, cells: content.split(this.delimiter) });
    }
    return records;
  }
}

/** Line breaks so far: LF, CRLF and a CR by itself are one each. */
class LineCounter {
  #afterReturn = false;
  constructor(public line: number) {}
  count(text: Buffer): void {
    for (let index = 0; index < text.length; index++) {
      const byte = text[index];
      if (byte === carriageReturn || (byte === lineFeed && !this.#afterReturn)) this.line++;
      this.#afterReturn = byte === carriageReturn;
    }
  }
}

interface Parser {
  /** The line in which the text read so far ends. */
  readonly lineReached: number;
  /** The records that this chunk completes; undefined is the end. */
  feed(chunk: Buffer | undefined): Promise<readonly Record[]>;
}

/** A parser that goes on where the splitter stands. */
async function openParser(splitter: Splitter, name: string): Promise<Parser> {
  const { Parser } = await import('csv-parse');

  /**
   * csv-parse makes an object of counters a record when asked where it is, which takes three times
   * as long as the parsing. Its own count at the moment a record is pushed costs nothing.
   */
  class Reader extends Parser {
    records: Record[] = [];
    line = splitter.line;
    #counted = 1;
    override push(cells: string[] | null): boolean {
      if (cells === null) return super.push(null);
      const { line } = this;
      const counted = this.info.lines;
      // It counts a CRLF within quotes as two lines.
      this.line += counted === this.#counted ? 1 : 1 + lineBreaksIn(cells);
      this.#counted = counted + 1;
      if (cells.length > 1 || cells[0] !== '') this.records.push({ line, cells });
      return true;
    }
  }

  const reader = new Reader({
    delimiter: splitter.delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: largestRecord,
  });
  // Whoever writes is told; without a listener the error would be thrown at nobody.
  reader.on('error', () => {});
  // The records never enter the stream, but its end has to leave it.
  reader.resume();
  const lines = new LineCounter(splitter.line);
  return {
    get lineReached() {
      return lines.line;
    },
    async feed(chunk) {
      if (chunk !== undefined) lines.count(chunk);
      const error = await new Promise<CsvError | null | undefined>((resolve) => {
        const done = (problem?: Error | null) => resolve(problem as CsvError | null | undefined);
        if (chunk === undefined) reader.end(done);
        else reader.write(chunk, done);
      });
      if (error) throw brokenQuote(name, reader.line, error);
      const { records } = reader;
      reader.records = [];
      return records;
    },
  };
}
