import type { Shipment } from '../../src/contract/bodies';
import type { Processes } from '../../src/disk/lock';
import { whyInvalid } from '../../src/imports/shipments/lint';
import { shipmentsKind } from '../../src/imports/shipments/shipments-kind';
import type { Draft, UploadSpec } from '../../src/upload/spec';
import { type Upload, type UploadOptions, upload } from '../../src/upload/upload';
import type { MemoryDisk } from './memory-disk';
import type { SimulatedService } from './simulated-service';

const labels = {
  retailer: 'Column "retailer"',
  orderNumber: 'Column "orderNumber"',
  trackingNumber: 'Column "trackingNumber"',
};

export function draftsOf(shipments: readonly Shipment[]): readonly Draft<Shipment>[] {
  return shipments.map((item, index) => ({
    line: index + 2,
    item,
    cells: [item.retailer, item.orderNumber, item.trackingNumber],
    invalid: whyInvalid(item, labels),
  }));
}

/** A machine on which all earlier runs have ended: their locks are stale. */
export function machine(): { next(): Processes } {
  let processId = 0;
  return {
    next() {
      processId++;
      const mark = { processId, bootId: 'boot', started: 'then' };
      return { own: async () => mark, isAlive: async (other) => other.processId === processId };
    },
  };
}

export interface SimulatedRun extends Partial<UploadOptions<Shipment>> {
  readonly disk: MemoryDisk;
  readonly service: SimulatedService;
  readonly shipments: readonly Shipment[];
  readonly processes: Processes;
}

/** One run of an upload against the simulated service. */
export function simulate({ service, ...options }: SimulatedRun): Promise<Upload> {
  return simulateWith(
    shipmentsKind(async () => service.api()),
    options,
  );
}

/** One run of an upload of shipments, on a disk in memory. */
export function simulateWith(
  kind: UploadSpec<Shipment>,
  { shipments, ...options }: Omit<SimulatedRun, 'service'>,
): Promise<Upload> {
  const header = ['retailer', 'orderNumber', 'trackingNumber'];
  return simulateUpload(kind, { drafts: draftsOf(shipments), header }, options);
}

/** A file as it was read. */
interface ReadFile<Item> {
  readonly drafts: readonly Draft<Item>[];
  readonly header: readonly string[];
}

/** One run of any upload, on a disk in memory. */
export function simulateUpload<Item>(
  kind: UploadSpec<Item>,
  { drafts, header }: ReadFile<Item>,
  options: Partial<UploadOptions<Item>> & Pick<SimulatedRun, 'disk' | 'processes'>,
): Promise<Upload> {
  async function* inOne() {
    yield drafts;
  }
  return upload<Item>({
    jobsFolder: '/jobs',
    owner: { baseUrl: 'https://simulated.invalid', account: 'one' },
    kind,
    drafts: inOne(),
    header: () => header,
    resultsFile: '/results.csv',
    rejectsFile: '/rejects.csv',
    writtenFolder: '/written',
    rawCsv: false,
    restart: false,
    allOrNothing: false,
    verify: false,
    concurrency: 4,
    interruption: new AbortController().signal,
    now: () => 0,
    ...options,
  });
}

/** A small generator with a fixed seed. */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}
