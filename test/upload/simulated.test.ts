import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Shipment } from '../../src/contract/bodies';
import { Failure } from '../../src/failure';
import { readJob } from '../../src/upload/job/job';
import type { Outcome } from '../../src/upload/outcome';
import { runs } from '../support/tier';
import { MemoryDisk, type Stop } from './memory-disk';
import { type RefusalForm, refusalForms, SimulatedService } from './simulated-service';
import { generator, machine, simulate } from './simulation';

const orders = Array.from({ length: 30 }, (_, index) => ({
  orderNumber: `BBY-${index}`,
  retailer: 'Best Buy',
}));

/** A file: mostly good rows, some that match no order, some invalid, some duplicated. */
interface File {
  readonly shipments: readonly Shipment[];
  readonly form: RefusalForm;
  readonly concurrency: number;
  readonly seed: number;
}

const file: fc.Arbitrary<File> = fc.record({
  form: fc.constantFrom(...refusalForms),
  concurrency: fc.integer({ min: 1, max: 6 }),
  seed: fc.nat(),
  shipments: fc
    .record({
      rows: fc.integer({ min: 0, max: 260 }),
      bad: fc.constantFrom(0, 0.01, 0.1, 0.6),
      seed: fc.nat(),
    })
    .map(({ rows, bad, seed }) => shipmentsOf(rows, bad, generator(seed))),
});

function shipmentsOf(rows: number, bad: number, random: () => number): readonly Shipment[] {
  return Array.from({ length: rows }, (_, row) => {
    const kind = random();
    const order = orders[Math.floor(random() * orders.length)]?.orderNumber ?? '';
    const trackingNumber = `T${random() < 0.02 ? Math.floor(row / 3) : row}`;
    if (kind < bad) {
      return random() < 0.5
        ? { retailer: 'Best Buy', orderNumber: `NONE-${row}`, trackingNumber }
        : { retailer: 'Worst Buy', orderNumber: order, trackingNumber };
    }
    if (kind > 0.99) return { retailer: 'Best Buy', orderNumber: '', trackingNumber };
    return { retailer: 'Best Buy', orderNumber: order, trackingNumber };
  });
}

interface ResultRow {
  readonly shipment: Shipment;
  readonly outcome: Outcome;
}

/** The results file as rows; none of the simulated cells needs quotes. */
function resultRows(disk: MemoryDisk): readonly ResultRow[] {
  const [, ...lines] = (disk.text('/results.csv') ?? '').trimEnd().split('\r\n');
  return lines.map((line) => {
    const [, retailer = '', orderNumber = '', trackingNumber = '', outcome] = line.split(',');
    return { shipment: { retailer, orderNumber, trackingNumber }, outcome: outcome as Outcome };
  });
}

function keyOf({ retailer, orderNumber, trackingNumber }: Shipment): string {
  return `${retailer}|${orderNumber}|${trackingNumber}`;
}

/** The false claim in a row's outcome; undefined if it is true. */
function lie(
  { shipment, outcome }: ResultRow,
  service: SimulatedService,
  before: ReadonlySet<string>,
  contents: ReadonlySet<string>,
): string | undefined {
  const { orderNumber, trackingNumber } = shipment;
  const present = before.has(keyOf(shipment));
  const there = service.matches(shipment) && contents.has(`${orderNumber} ${trackingNumber}`);
  const holds = {
    added: there && !present,
    already_present: there && present,
    accepted: there,
    duplicate: there || !service.matches(shipment),
    invalid: orderNumber === '',
    rejected: !service.matches(shipment),
    not_sent: true,
    unknown: false,
  }[outcome];
  return holds ? undefined : `${keyOf(shipment)} ${outcome}`;
}

test('every row ends as the service sees it, whatever its refusals look like', async () => {
  await fc.assert(
    fc.asyncProperty(file, fc.boolean(), async ({ shipments, form, concurrency, seed }, verify) => {
      const disk = new MemoryDisk();
      const service = new SimulatedService(orders, form);
      const random = generator(seed);
      const before = new Set<string>();
      for (const one of shipments) {
        if (service.matches(one) && random() < 0.1 && service.put(one)) before.add(keyOf(one));
      }
      const processes = machine().next();
      const done = await simulate({ disk, service, shipments, concurrency, processes, verify });
      const {
        rows,
        job: _job,
        requests,
        resultsFile: _r,
        rejectsFile: _f,
        ...parts
      } = done.summary;
      const hopeless = done.stopped instanceof Failure && done.stopped.code === 'nothing_taken';
      const results = resultRows(disk);
      const contents = new Set(service.contents());
      const isNew = ({ shipment, outcome }: ResultRow) =>
        outcome === 'added' || (outcome === 'accepted' && !before.has(keyOf(shipment)));
      expect({
        rows,
        sum: Object.values(parts).reduce((sum, part) => sum + part, 0),
        requests,
        shipments: results.map(({ shipment }) => shipment),
        lies: results.flatMap((row) => lie(row, service, before, contents) ?? []),
        unsettled: hopeless ? 0 : parts.notSent + parts.unknown,
        acceptedAfterReading: verify ? parts.accepted : 0,
        there: contents.size,
      }).toEqual({
        rows: shipments.length,
        sum: shipments.length,
        requests: service.requests.length,
        shipments,
        lies: [],
        unsettled: 0,
        acceptedAfterReading: 0,
        there: before.size + results.filter(isNew).length,
      });
    }),
    { numRuns: runs(1000) },
  );
});

/** Where a run is cut off: after this many steps involving the disk and the service. */
interface Cut {
  readonly after: number;
  readonly how: Stop;
}

class Crash extends Error {}

/** Lets everything fail from a step on, as if the machine had stopped. */
function cutOff(disk: MemoryDisk, service: SimulatedService, after: number): { steps: number } {
  const counter = { steps: 0 };
  const step = () => {
    counter.steps++;
    if (counter.steps > after) throw new Crash();
  };
  disk.beforeChange = step;
  service.beforeRequest = step;
  service.afterRequest = step;
  return counter;
}

interface Finished {
  readonly disk: MemoryDisk;
  readonly service: SimulatedService;
  readonly gaveUp: boolean;
}

/**
 * How many requests each worker may repeat. While one is in progress the next is announced, and its
 * response is written without waiting for the disk: if that is lost with the power, so are two
 * responses.
 */
function repeatable(cuts: readonly Cut[]): number {
  return cuts.reduce((sum, { how }) => sum + (how === 'power lost' ? 2 : 1), 0);
}

async function runThrough(
  shipments: readonly Shipment[],
  file: Omit<File, 'shipments'>,
  cuts: readonly Cut[],
): Promise<Finished> {
  const disk = new MemoryDisk();
  const service = new SimulatedService(orders, file.form);
  const { next } = machine();
  const random = generator(file.seed);
  const { concurrency } = file;
  for (const { after, how } of cuts) {
    cutOff(disk, service, after);
    // A run that finishes before its cut is repeated by the next one.
    await simulate({ disk, service, shipments, concurrency, processes: next() }).catch(() => {
      disk.stop(how, random);
    });
  }
  cutOff(disk, service, Number.POSITIVE_INFINITY);
  const done = await simulate({ disk, service, shipments, concurrency, processes: next() });
  return { disk, service, gaveUp: done.stopped !== undefined };
}

test('ends with the same results and repeats little when cut off anywhere, again and again', async () => {
  const cut = fc.record({
    after: fc.integer({ min: 0, max: 150 }),
    how: fc.constantFrom<Stop>('killed', 'power lost'),
  });
  await fc.assert(
    fc.asyncProperty(
      file,
      fc.array(cut, { maxLength: 4 }),
      async ({ shipments, ...file }, cuts) => {
        const whole = await runThrough(shipments, file, []);
        // If the run gives up, how far the other requests have come is a matter of chance.
        fc.pre(file.concurrency === 1 || !whole.gaveUp);
        const broken = await runThrough(shipments, file, cuts);
        const extra = broken.service.requests.length - whole.service.requests.length;
        expect({
          results: broken.disk.text('/results.csv'),
          rejects: broken.disk.text('/rejects.csv'),
          contents: broken.service.contents(),
          repeatedTooOften: Math.max(0, extra - repeatable(cuts) * file.concurrency),
        }).toEqual({
          results: whole.disk.text('/results.csv'),
          rejects: whole.disk.text('/rejects.csv'),
          contents: whole.service.contents(),
          repeatedTooOften: 0,
        });
      },
    ),
    { numRuns: runs(1000) },
  );
});

test('a job that is read back has the outcomes that its upload reported', async () => {
  // Too many orders to read, so nothing proves that the number was there before.
  const many = Array.from({ length: 1100 }, (_, index) => ({
    orderNumber: `BBY-${index}`,
    retailer: 'Best Buy',
  }));
  const disk = new MemoryDisk();
  const service = new SimulatedService(many, 'issues');
  const shipment = { retailer: 'Best Buy', orderNumber: 'BBY-1', trackingNumber: 'T1' };
  service.put(shipment);
  const processes = machine().next();
  const { summary } = await simulate({ disk, service, shipments: [shipment], processes });
  expect(summary).toMatchObject({ rows: 1, accepted: 1 });
  const { ledger } = await readJob(disk, `/jobs/${summary.job}`);
  expect(ledger.counts()).toMatchObject({ rows: 1, accepted: 1, alreadyPresent: 0 });
});
