import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Shipment } from '../../src/contract/bodies';
import { readJob } from '../../src/upload/job/job';
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
