import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Failure } from '../../src/failure';
import { readShipments } from '../../src/imports/shipments/read-shipments';
import { runs } from '../support/tier';
import { MemoryDisk } from './memory-disk';
import { refusalForms, SimulatedService } from './simulated-service';
import { machine, simulate } from './simulation';

const orders = ['1', '2', '3'].map((orderNumber) => ({ orderNumber, retailer: 'B' }));

/** Cells that make every kind of row likely: good, unmatched, invalid, damaged, several numbers. */
const cell = fc.oneof(
  {
    arbitrary: fc.constantFrom(
      'B',
      '1',
      '2',
      'TBA000000000001',
      'TBA000000000002',
      '9400111202555842332669',
    ),
    weight: 8,
  },
  fc.constantFrom(
    '',
    ' ',
    'TBA000000000001, TBA000000000002',
    'TBA000000000003;TBA000000000004 TBA000000000005',
    '9.4E+21',
    '#N/A',
    '=1+1',
    "'=T",
    '__proto__',
  ),
  fc.constantFrom('"x"', '"a\nb"', '"a""b"', 'é', '\u00a0', 'x'.repeat(101)),
);
const line = fc.array(cell, { maxLength: 5 });
/** Random bytes, and text that a shipments file could contain. */
const bytes = fc.oneof(
  { arbitrary: fc.uint8Array({ maxLength: 200 }).map((all) => Buffer.from(all)), weight: 1 },
  {
    weight: 9,
    arbitrary: fc
      .record({
        header: fc.constantFrom('Store,Order,Tracking', 'retailer,orderNumber,trackingNumber,note'),
        lines: fc.array(line, { maxLength: 25 }),
        delimiter: fc.constantFrom(',', ';', '\t', '|'),
        lineBreak: fc.constantFrom('\n', '\r\n', '\r'),
        encoding: fc.constantFrom<BufferEncoding>('utf8', 'utf16le', 'latin1'),
      })
      .map(({ header, lines, delimiter, lineBreak, encoding }) => {
        const head = header.replaceAll(',', delimiter);
        const text = [head, ...lines.map((cells) => cells.join(delimiter))].join(lineBreak);
        return Buffer.from(encoding === 'utf16le' ? `\uFEFF${text}` : text, encoding);
      }),
  },
);

test('10,000 random files: a usage failure, or outcomes that add up to the rows', async () => {
  const seen = { refused: 0, uploaded: 0, rows: 0 };
  await fc.assert(
    fc.asyncProperty(
      bytes,
      fc.boolean(),
      fc.constantFrom(...refusalForms),
      fc.integer({ min: 1, max: 300 }),
      async (content, hasHeader, form, size) => {
        async function* chunks() {
          for (let from = 0; from < content.length; from += size) {
            yield content.subarray(from, from + size);
          }
        }
        const disk = new MemoryDisk();
        const service = new SimulatedService(orders, form);
        const processes = machine().next();
        try {
          const source = await readShipments(
            { name: 'f.csv', chunks: chunks() },
            { map: [], hasHeader, command: 'waybill' },
          );
          const { drafts, header } = source;
          const done = await simulate({ disk, service, shipments: [], processes, drafts, header });
          const {
            job: _,
            requests,
            resultsFile: _r,
            rejectsFile: _f,
            rows,
            ...parts
          } = done.summary;
          const sum = Object.values(parts).reduce((total, part) => total + part, 0);
          const lines = (disk.text('/results.csv') ?? '').match(/\r\n/g)?.length;
          const quoted = (disk.text('/results.csv') ?? '').includes('"');
          if (sum !== rows || requests !== service.requests.length)
            throw new Error('does not add up');
          if (!quoted && lines !== rows + 1) throw new Error(`${lines} lines for ${rows} rows`);
          seen.uploaded++;
          seen.rows += rows;
        } catch (error) {
          if (!(error instanceof Failure) || error.ending !== 'usage') throw error;
          if (service.requests.length > 0) throw new Error('sent before it was refused');
          seen.refused++;
        }
      },
    ),
    { numRuns: runs(10_000) },
  );
  // Both ends must be common, so that neither is tested only by chance.
  expect(seen.refused).toBeGreaterThan(runs(500));
  expect(seen.uploaded).toBeGreaterThan(runs(2_000));
  expect(seen.rows).toBeGreaterThan(runs(5_000));
}, 240_000);
