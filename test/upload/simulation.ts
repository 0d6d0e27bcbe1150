import type { Shipment } from '../../src/contract/bodies';
import { type Disk, reportingDisk } from '../../src/disk/disk';
import type { Processes } from '../../src/disk/lock';
import { whyInvalid } from '../../src/imports/shipments/lint';
import { shipmentsKind } from '../../src/imports/shipments/shipments-kind';
import type { Draft, UploadSpec, UploadSurroundings, UploadWork } from '../../src/upload/spec';
import { type Upload, type UploadWatch, upload } from '../../src/upload/upload';
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

/** How a simulated run differs from a plain one. */
export interface RunOptions<Item>
  extends Partial<Omit<UploadWork<Item>, 'uploadSpec'>>,
    Partial<Omit<UploadSurroundings, 'disk' | 'processes'>>,
    UploadWatch {
  readonly disk: Disk;
  readonly processes: Processes;
}

export interface SimulatedRun extends RunOptions<Shipment> {
  readonly service: SimulatedService;
  readonly shipments: readonly Shipment[];
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
  uploadSpec: UploadSpec<Shipment>,
  { shipments, ...options }: Omit<SimulatedRun, 'service'>,
): Promise<Upload> {
  const header = ['retailer', 'orderNumber', 'trackingNumber'];
  return simulateUpload(uploadSpec, { drafts: draftsOf(shipments), header }, options);
}

/** A file as it was read. */
interface ReadFile<Item> {
  readonly drafts: readonly Draft<Item>[];
  readonly header: readonly string[];
}

/** One run of any upload, on a disk in memory. */
export function simulateUpload<Item>(
  uploadSpec: UploadSpec<Item>,
  { drafts, header }: ReadFile<Item>,
  options: RunOptions<Item>,
): Promise<Upload> {
  async function* inOne() {
    yield drafts;
  }
  const work = {
    uploadSpec,
    drafts: inOne(),
    header: () => header,
    files: { results: '/results.csv', rejects: '/rejects.csv' },
    restart: false,
    ...options,
  };
  const surroundings = {
    jobsFolder: '/jobs',
    writtenFolder: '/written',
    owner: { baseUrl: 'https://simulated.invalid', account: 'one' },
    origin: { file: 'file.csv', command: 'waybill', folder: '/', profile: 'default' },
    rawCsv: false,
    excel: false,
    concurrency: 4,
    interruption: new AbortController().signal,
    now: () => 0,
    ...options,
    disk: reportingDisk(options.disk),
  };
  return upload<Item>(work, surroundings, options);
}

/** A small generator with a fixed seed. */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}
