import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { Shipment } from '../../src/contract/bodies';
import { shipmentsKind } from '../../src/imports/shipments/shipments-kind';
import type { UploadOutcome } from '../../src/upload/outcome';
import type { Upload } from '../../src/upload/upload';
import { accountApi, askInProcess, networkTime } from '../network/account-api';
import {
  type Fault,
  jsonResponse,
  startFaultyService,
  wireResponse,
} from '../support/faulty-service';
import { runs } from '../support/tier';
import { MemoryDisk } from './memory-disk';
import { machine, simulateWith } from './simulation';

/**
 * Uploads over a wire on which requests and responses are lost, cut off, or replaced by errors and
 * pages, before or after the request was carried out. Whatever a run claims about a row is compared
 * with what the service holds at that moment.
 */
const faulty = await startFaultyService();
afterAll(() => faulty.stop());

const page = '<html><body>Something went wrong</body></html>';
const html = (status: number) =>
  wireResponse(
    status,
    { 'content-type': 'text/html', 'content-length': String(page.length) },
    page,
  );
const empty = (status: number) => wireResponse(status, { 'content-length': '0' }, '');
const refusal = (status: number, code: string) =>
  jsonResponse(status, { error: { code, message: 'Something went wrong' } });

/** Possible responses both to a request that was carried out and to one that was not. */
const ambiguous: readonly Buffer[] = [
  ...[500, 502, 504, 520].flatMap((status) => [refusal(status, 'internal_error'), html(status)]),
  html(200),
  empty(200),
  jsonResponse(200, { ok: true }),
];
/** Possible responses only to a request that was not carried out. */
const refusals: readonly Buffer[] = [
  html(503),
  refusal(503, 'unavailable'),
  html(400),
  html(404),
  html(403),
  empty(413),
  empty(418),
  refusal(400, 'bad_request'),
  refusal(401, 'unauthorized'),
  refusal(403, 'plan_required'),
];

const fault: fc.Arbitrary<Fault | undefined> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 400 }).map((cutRequest) => ({ cutRequest })) },
  {
    weight: 3,
    arbitrary: fc.record({
      cutResponse: fc.integer({ min: 0, max: 250 }),
      cutBy: fc.constantFrom('reset' as const, 'end' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ instead: fc.constantFrom(...ambiguous), carriedOut: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ instead: fc.constantFrom(...refusals) }) },
);

const schedule = fc.record({
  orders: fc.integer({ min: 1, max: 5 }),
  /** By order (some rows of the sixth name one that does not exist) and tracking number. */
  rows: fc.array(fc.record({ order: fc.nat(5), number: fc.nat(150) }), { maxLength: 130 }),
  /** Rows that are on their orders beforehand. */
  before: fc.constantFrom(0, 0.1, 0.5, 1),
  /** For each run, what happens to its requests to add shipments. */
  posts: fc.array(fc.array(fault, { maxLength: 12 }), { maxLength: 3 }),
  /** For each run, what happens to its reads; without any the orders can be read. */
  lists: fc.array(fc.constantFrom('fine', 'fine', 'down', 'page'), { maxLength: 4 }),
  verify: fc.array(fc.boolean(), { maxLength: 4 }),
  concurrency: fc.integer({ min: 1, max: 4 }),
});

async function standing(): Promise<ReadonlySet<string>> {
  const { data } = await askInProcess(faulty.service, '/buying-group-orders?limit=100&offset=0');
  return new Set(
    (data as { orderNumber: string; trackingNumbers: { trackingNumber: string }[] }[]).flatMap(
      ({ orderNumber, trackingNumbers }) =>
        trackingNumbers.map(({ trackingNumber }) => `${orderNumber} ${trackingNumber}`),
    ),
  );
}

function outcomesIn(disk: MemoryDisk): readonly (readonly [string, UploadOutcome])[] {
  const [, ...lines] = (disk.text('/results.csv') ?? '').trimEnd().split('\r\n');
  return lines.map((line) => {
    const [, , orderNumber, trackingNumber, outcome] = line.split(',');
    return [`${orderNumber} ${trackingNumber}`, outcome as UploadOutcome];
  });
}

/** The false claims about rows. */
function lies(
  disk: MemoryDisk,
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): readonly string[] {
  return outcomesIn(disk).flatMap(([row, outcome]) => {
    const [was, is] = [before.has(row), after.has(row)];
    const exists = !row.startsWith('NONE');
    const holds: Readonly<Record<UploadOutcome, boolean>> = {
      added: is && !was,
      already_present: was,
      accepted: is,
      rejected: !exists,
      duplicate: true,
      invalid: false,
      not_sent: is === was,
      unknown: true,
    };
    return holds[outcome] ? [] : [`${row} ${outcome}: there before: ${was}, there: ${is}`];
  });
}

test('claims nothing that the service does not hold, whatever the faults', async () => {
  await fc.assert(
    fc.asyncProperty(schedule, async ({ orders, rows, before, posts, lists, verify, ...rest }) => {
      faulty.plan(() => undefined);
      faulty.service.reset();
      const { data } = await askInProcess(
        faulty.service,
        '/buying-group-orders?limit=100&offset=0',
      );
      const shipments: readonly Shipment[] = rows.map(({ order, number }) => {
        const { retailer, orderNumber } = data.filter(
          (one: { orderNumber: string | null }) => one.orderNumber !== null,
        )[order % orders];
        const exists = order < 5 || number % 10 > 0;
        return {
          retailer,
          orderNumber: exists ? orderNumber : `NONE${number}`,
          trackingNumber: `1Z${String(number).padStart(8, '0')}`,
        };
      });
      const there = shipments.filter(
        ({ orderNumber }, row) => !orderNumber.startsWith('NONE') && row < rows.length * before,
      );
      for (let first = 0; first < there.length; first += 50) {
        const body = { shipments: there.slice(first, first + 50) };
        await askInProcess(faulty.service, '/shipments', { method: 'POST', body });
      }
      const previously = await standing();
      const disk = new MemoryDisk();
      const { next } = machine();
      const run = async (index: number): Promise<Upload> => {
        const faults = [...(posts[index] ?? [])];
        const list = (index < posts.length && lists[index]) || 'fine';
        faulty.plan(({ method }) => {
          if (method === 'POST') return faults.shift();
          return list === 'fine' ? undefined : { instead: list === 'page' ? html(404) : html(503) };
        });
        const api = accountApi({ baseUrl: faulty.baseUrl, time: networkTime() });
        try {
          return await simulateWith(
            shipmentsKind(async () => api),
            { disk, shipments, processes: next(), verify: verify[index] ?? false, ...rest },
          );
        } finally {
          await api.close();
        }
      };
      for (let index = 0; index < posts.length; index++) {
        const { summary } = await run(index);
        const parts = outcomesIn(disk).length;
        expect({ index, parts, lies: lies(disk, previously, await standing()) }).toEqual({
          index,
          parts: summary.rows,
          lies: [],
        });
      }
      const last = await run(posts.length);
      const after = await standing();
      expect({
        lies: lies(disk, previously, after),
        unknown: last.summary.unknown,
        notSent: last.summary.notSent,
        lost: shipments.filter(
          ({ orderNumber, trackingNumber }) =>
            !orderNumber.startsWith('NONE') && !after.has(`${orderNumber} ${trackingNumber}`),
        ),
      }).toEqual({ lies: [], unknown: 0, notSent: 0, lost: [] });
    }),
    { numRuns: runs(2000) },
  );
}, 900_000);
