import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { runs } from '../../test/support/tier';
import { csvRecords, findDelimiter } from './csv';
import { delimiters, type Reading, type TableRecord } from './record';

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function read(
  text: string | Buffer,
  { size = 7, ...reading }: Reading & { size?: number } = {},
): Promise<TableRecord[]> {
  const records: TableRecord[] = [];
  const source = { name: 'file.csv', chunks: pieces(Buffer.from(text), size) };
  for await (const some of csvRecords(source, reading)) records.push(...some);
  return records;
}

/** A text of `count` mebibytes, in chunks, never in memory as a whole. */
async function* mebibytes(count: number, filler: string, first = ''): AsyncGenerator<Buffer> {
  yield Buffer.from(first);
  const piece = Buffer.alloc(1 << 16, filler);
  for (let pieces = 0; pieces < count * 16; pieces++) yield piece;
}

const cellsOf = (records: readonly TableRecord[]) => records.map(({ cells }) => cells);
const cell = fc.string({
  unit: fc.constantFrom('a', 'é', '😀', ' ', '"', ',', ';', '\n', '\r\n', '\r'),
});
const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { maxLength: 12 });

describe('records', () => {
  test('reads back what a writer wrote, whatever the line breaks, encoding and chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.constantFrom('utf8', 'utf8 with mark', 'utf-16le', 'utf-16be'),
        fc.integer({ min: 1, max: 40 }),
        fc.boolean(),
        async (rows, lineBreak, encoding, size, finalBreak) => {
          const whole = stringify([['first', 'second'], ...rows], {
            record_delimiter: lineBreak,
            eof: finalBreak,
            quoted_match: /[\r\n]/,
          });
          const little = Buffer.from(`\uFEFF${whole}`, 'utf16le');
          const bytes = {
            utf8: Buffer.from(whole),
            'utf8 with mark': Buffer.from(`\uFEFF${whole}`),
            'utf-16le': little,
            'utf-16be': Buffer.from(little).swap16(),
          }[encoding];
          const [, ...records] = await read(bytes ?? '', { size, delimiter: ',' });
          expect(cellsOf(records)).toEqual(rows);
        },
      ),
      { numRuns: runs(400) },
    );
  });

  test('counts lines as an editor does', async () => {
    const text = 'a,b\r\n\r\n1,"x\r\ny\nz"\n2,"u\rv"\r3,4\n\n5,6';
    for (const size of [1, 3, 1000]) {
      expect((await read(text, { size })).map(({ line }) => line)).toEqual([1, 3, 6, 8, 10]);
    }
  });

  test('gives every record the line of its cell in the text', async () => {
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 30 }), async (rows, size) => {
        const marked = rows.map((cells, index) => [`row${index}`, ...cells]);
        const text = stringify([['head', 'er'], ...marked], { quoted_match: /[\r\n]/ });
        const [, ...records] = await read(text, { size, delimiter: ',' });
        for (const { line, cells } of records) {
          const before = text.slice(0, text.search(new RegExp(`^${cells[0]},`, 'm')));
          expect(line).toBe(before.split(/\r\n|\r|\n/).length);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  test.each([
    ['a,b,c\n1,2,3\n', ','],
    ['a;b;c\n"1,5";2;3\n', ';'],
    ['a\tb\tc\n1\t2\t3\n', '\t'],
    ['a|b|c\n1|2|3\n', '|'],
    ['Best, Buy;b;c\n1;2;3', ';'],
  ])('finds the delimiter of %j', async (text) => {
    const [first] = await read(text);
    expect(first?.cells.length).toBe(3);
  });

  test.each([
    ['a,="0012",b', ['a', '="0012"', 'b']],
    ['TV 55" black,"5"" pipe",=""', ['TV 55" black', '5" pipe', '=""']],
    ['"""a""",b"', ['"a"', 'b"']],
  ])('keeps a quote inside a cell that does not start with one: %s', async (line, cells) => {
    expect(cellsOf(await read(`${line}\nx,y,z`, { delimiter: ',' }))[0]).toEqual(cells);
  });

  test('reads a cell of one mebibyte', async () => {
    const large = `${'x"'.repeat(1 << 19)}`;
    const records = await read(stringify([['a', large]]), { size: 65_536, delimiter: ',' });
    expect(records[0]?.cells[1]).toBe(large);
  });

  test('creates no errors for records longer or shorter than the first', async () => {
    const traced = vi.spyOn(Error, 'captureStackTrace');
    const rows = Array.from({ length: 100 }, (_, row) => `a,${row}`).join('\n');
    const records = await read(`title\n${rows}`, { delimiter: ',' });
    expect(records.at(-1)).toEqual({ line: 101, cells: ['a', '99'] });
    expect(traced).not.toHaveBeenCalled();
    traced.mockRestore();
  });

  test.each(['', '\n', '\r\n\r\n', '\uFEFF'])('finds no record in %j', async (text) => {
    expect(await read(text)).toEqual([]);
  });
});

describe('a text that is not CSV is a usage failure with its place', () => {
  const header = 'retailer,orderNumber,trackingNumber';
  test.each<[string, Buffer | string, string]>([
    [
      'Windows-1252',
      Buffer.concat([Buffer.from(`${header}\nCaf`), Buffer.from([0xe9]), Buffer.from(',1,2\n')]),
      'line 2, byte 40 is 0xE9, which is not UTF-8',
    ],
    [
      'Windows-1252 after a quoted line break',
      Buffer.concat([Buffer.from(`${header}\n"a\r\nb",1,2\nCaf`), Buffer.from([0xe9])]),
      'line 4, byte 51 is 0xE9',
    ],
    ['a NUL', `${header}\nBest Buy,1,2\0\n`, 'line 2, byte 49 is a NUL'],
    ['a truncated character', Buffer.from('a,b\n€').subarray(0, 6), 'line 2, byte 5 is 0xE2'],
    [
      'UTF-16 with half a pair',
      Buffer.from('\uFEFFa,b\n\ud83dx,1\n', 'utf16le'),
      'line 2, byte 11 is half a character',
    ],
    [
      'UTF-16 truncated in a unit',
      Buffer.from('\uFEFFa,b\n1,2', 'utf16le').subarray(0, 15),
      'line 2, byte 15',
    ],
    ['an open quote', `${header}\n1,"2,3\n4,5,6\n`, 'line 2: a quoted cell is not closed'],
    ['text after a quote', `${header}\n1,"2"3,4\n`, 'line 2: a quoted cell continues'],
  ])('%s', async (_, text, reported) => {
    for (const size of [1, 5, 4096, 1 << 20]) {
      const ended = await read(text, { size }).catch((error: unknown) => error);
      expect(ended).toMatchObject({ ending: 'usage' });
      expect((ended as Error).message).toContain(reported);
    }
  });

  test.each([
    ['Café', [0x43, 0x61, 0x66, 0xc3, 0xa9]],
    ['Á, whose second byte is nothing in Windows-1252', [0xc3, 0x81]],
    ['€', [0xe2, 0x82, 0xac]],
  ])('UTF-8 that --encoding calls Windows-1252: %s', async (_, letters) => {
    const text = Buffer.concat([Buffer.from(`${header}\n`), Buffer.from(letters)]);
    for (const size of [1, 5, 4096]) {
      await expect(read(text, { size, encoding: 'windows-1252' })).rejects.toMatchObject({
        ending: 'usage',
        message: 'file.csv is UTF-8, not windows-1252',
        hint: 'Leave out --encoding. Nothing was sent.',
      });
    }
  });

  test.each([
    ['of letters only', 'a,b\n1,2\n', []],
    ['with a lone é', 'a,b\n1,', [0xe9]],
    ['with one UTF-8 letter among its own', 'a,b\n1,', [0xc3, 0xa9, 0xe9]],
  ])('but not Windows-1252 %s', async (_, start, end) => {
    const text = Buffer.concat([Buffer.from(start), Buffer.from(end)]);
    for (const size of [1, 4096]) {
      const records = await read(text, { size, encoding: 'windows-1252' });
      expect(records[1]?.cells.at(-1)).toBe(
        end.length === 0 ? '2' : Buffer.from(end).toString('latin1'),
      );
    }
  });

  test.each([
    ['without quotes', 'x', ''],
    ['with an open quote', 'x', 'a,"'],
    ['of line breaks inside quotes', '\n', 'a,"'],
    ['of nothing but delimiters', ',', ''],
  ])('rejects a record of 17 MiB %s', async (_, filler, first) => {
    const source = { name: 'file.csv', chunks: mebibytes(17, filler, `a,b\n${first}`) };
    const reading = async () => {
      for await (const _records of csvRecords(source, { delimiter: ',' }));
    };
    await expect(reading()).rejects.toMatchObject({
      ending: 'usage',
      message: 'file.csv, line 2: the record is larger than 16 MiB',
    });
  });
});

describe('the delimiter', () => {
  test.each(delimiters)('finds %j', async (delimiter) => {
    const text = `a${delimiter}b${delimiter}c\n1${delimiter}2${delimiter}3\n`;
    expect(await findDelimiter(Buffer.from(text))).toBe(delimiter);
  });

  test.each([
    ['nothing to go by', '', ','],
    ['a single column', 'a\nb\n', ','],
    ['only a header', 'a;b', ';'],
    ['the header and the rows cut alike, not the most cells', 'a;b;c,d\n1,2\n', ','],
    ['commas in the words of a header', 'a (b, c, d);e (f, g)\n1;2\n', ';'],
    ['commas in a title', 'June, 2026, all of it\na;b;c\n1;2;3\n4;5;6\n', ';'],
    ['commas in the header and in a row', 'a (b, c);d\n1;2\n3, 4;5\n', ';'],
    ['decimal commas', 'a|b\n1,5|2\n3,5|4\n', '|'],
    ['rows that none cuts like the header', 'a,b,c;d\n1\n2\n', ','],
    ['on a tie, the one that splits most lines alike', 'a,b;c\n1;2\n3;4\n', ';'],
    ['delimiters inside quotes', '"a;b;c",d,e,f\n', ','],
    ['line breaks inside quotes', '"a\n;\n;",b,c\n1,2,3\n', ','],
    ['blank lines, and CRLF', '\r\n\r\na;b\r\n1;2\r\n', ';'],
    ['a sample that ends inside quotes', 'a;b\n1;2\n3;"4,5', ';'],
  ])('%s', async (_, sample, delimiter) => {
    expect(await findDelimiter(Buffer.from(sample))).toBe(delimiter);
  });

  test('of those that cut alike, it is the one with the wanted header', async () => {
    const fields = [{ field: 'a', names: [], required: true }];
    const sample = Buffer.from('a,b;c;d\n1,2;3;4\n');
    expect(await findDelimiter(sample)).toBe(';');
    expect(await findDelimiter(sample, { fields })).toBe(',');
    const isHeader = ([first]: readonly string[]) => first === 'a';
    expect(await findDelimiter(sample, { isHeader })).toBe(',');
  });
});
