import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Shipment } from '../../src/contract/bodies';
import { Failure } from '../../src/failure';
import { shipmentsKind } from '../../src/imports/shipments/shipments-kind';
import type { ReadRow } from '../../src/insight/reconcile/model';
import { reconcile } from '../../src/insight/reconcile/reconcile';
import { keyOf } from '../../src/lib/fold';
import { isStanding } from '../../src/mirror/ledger';
import {
  addPayment,
  recordImport,
  removePayment,
  undoImport,
} from '../../src/mirror/ledger-changes';
import { readEntries, replayLedger } from '../../src/mirror/ledger-store';
import { createOfflineApi } from '../../src/mirror/offline';
import { openToRead, openToWrite } from '../../src/mirror/open';
import { accountOrders, contentHash } from '../../src/mirror/reconcile-input';
import type { UploadOutcome } from '../../src/upload/outcome';
import type { Upload } from '../../src/upload/upload';
import { mirrorFile, reading, rowsOf, synced, syncWorld } from '../mirror/account';
import { soundness } from '../mirror/soundness';
import { all } from '../network/account-api';
import { today } from '../service/in-process';
import {
  emptyLedger,
  type Ledger,
  paymentsOf,
  recordResult,
  removePayment as removeInModel,
  typePayment,
  undoImport as undoInModel,
} from '../support/ledger-model';
import { runs } from '../support/tier';
import { MemoryDisk, type Stop } from '../upload/memory-disk';
import { generator, machine, simulateWith } from '../upload/simulation';
import { createdFile, type OrderFile, ordersByNumber, updatedFile } from './order-files';
import { faults, simulatedAccount } from './simulated-account';

/**
 * One seed drives everything that can happen to a person's account on one machine: other people
 * change orders, requests fail before or after their effect, the machine stops in the middle of an
 * upload or a sync, payout files are recorded and undone. After each step the promises must hold.
 */
const fault = fc.option(fc.constantFrom(...faults), { freq: 2, nil: undefined });
const plan = fc.array(fault, { maxLength: 6 });

/** Of the orders, the one with this place; of the tracking numbers that are ever sent, this one. */
const place = fc.nat(40);
const shipment = fc.record({ order: place, number: fc.nat(30), exists: fc.nat(9) });
const cut = fc.record({ after: fc.nat(80), how: fc.constantFrom<Stop>('killed', 'power lost') });

const isRare = fc.nat(9).map((one) => one === 0);

const step = fc.oneof(
  fc.record({
    what: fc.constant('upload' as const),
    rows: fc.array(shipment, { maxLength: 60 }),
    cuts: fc.array(cut, { maxLength: 2 }),
    ...{ plan, verify: fc.boolean() },
  }),
  fc.record({
    what: fc.constant('create' as const),
    rows: fc.array(
      fc.record({ number: fc.nat(9), price: fc.integer({ min: 1, max: 3 }), isInvalid: isRare }),
      { minLength: 1, maxLength: 8 },
    ),
    ...{ cuts: fc.array(cut, { maxLength: 2 }), plan },
  }),
  fc.record({
    what: fc.constant('update' as const),
    rows: fc.uniqueArray(fc.record({ order: place, note: fc.nat(3), isUnknown: isRare }), {
      ...{ minLength: 1, maxLength: 8, selector: ({ order }) => order },
    }),
    ...{ cuts: fc.array(cut, { maxLength: 2 }), plan },
  }),
  fc.record({ what: fc.constant('sync' as const), plan, quick: fc.boolean(), day: fc.nat(5) }),
  fc.record({
    what: fc.constant('someone' as const),
    order: place,
    status: fc.constantFrom('shipped', 'received', 'paid', 'cancelled', 'issue'),
    payout: fc.option(fc.nat(20_000), { nil: undefined }),
    number: fc.option(fc.nat(30), { nil: undefined }),
  }),
  fc.record({
    what: fc.constant('record' as const),
    file: fc.nat(3),
    rows: fc.array(
      fc.record({
        order: place,
        /** Another order that the row names, so that its amount is split. */
        other: fc.option(place, { freq: 1, nil: undefined }),
        isByTracking: fc.boolean(),
        /** Of what is expected: all, less, more, nothing that fits. */
        amount: fc.constantFrom('all' as const, 'less' as const, 'more' as const, 100, -500),
        reference: fc.option(fc.nat(4), { nil: undefined }),
        day: fc.nat(3),
        state: fc.constantFrom('paid' as const, 'paid' as const, 'received' as const),
      }),
      { minLength: 1, maxLength: 8 },
    ),
  }),
  fc.record({ what: fc.constant('undo' as const), which: fc.nat(5) }),
  fc.record({
    what: fc.constant('type' as const),
    order: place,
    cents: fc.integer({ min: 1, max: 20_000 }),
    reference: fc.option(fc.nat(4), { nil: undefined }),
  }),
  fc.record({ what: fc.constant('remove' as const), which: fc.nat(5) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const trackingNumber = (number: number) => `1Z${String(number).padStart(8, '0')}`;

/** Steps that don't concern the mirror. */
const isElsewhere: ReadonlySet<string> = new Set(['upload', 'create', 'update', 'someone']);

/** An account, a machine with its disk and mirror, and what they must agree on. */
async function world(seed: number) {
  const account = await simulatedAccount(seed);
  const path = mirrorFile();
  const processes = machine();
  const random = generator(seed);
  /** What was recorded and typed, kept in memory. */
  let ledger: Ledger = emptyLedger;
  let imports = 0;
  let files = 0;

  const orders = async () => {
    const { body } = await account.ask('GET', '/buying-group-orders?limit=100');
    return (body.data as Sent[]).filter(({ orderNumber }) => orderNumber !== null);
  };
  const onOrders = async () =>
    new Set(
      (await orders()).flatMap(({ orderNumber, trackingNumbers }) =>
        trackingNumbers.map((one) => `${orderNumber} ${one.trackingNumber}`),
      ),
    );
  const writing = <T>(work: (database: ReturnType<typeof openToWrite>) => T): T => {
    const database = openToWrite(path);
    try {
      return work(database);
    } finally {
      database.close();
    }
  };
  const hasMirror = () => {
    const database = openToRead(path);
    database?.close();
    return database !== undefined;
  };

  const steps = {
    async someone({ order, status, payout, number }: Of<'someone'>) {
      const list = await orders();
      const { id, retailer, orderNumber, orderLineItems } = at(list, order);
      const items = orderLineItems.map((item) => ({ id: item.id, expectedUnitPayout: payout }));
      const body = { status, ...(payout === undefined ? {} : { orderLineItems: items }) };
      expect((await account.ask('PATCH', `/buying-group-orders/${id}`, body)).status).toBe(200);
      if (number === undefined) return;
      const shipments = [{ retailer, orderNumber, trackingNumber: trackingNumber(number) }];
      await account.ask('POST', '/shipments', { shipments });
    },

    async upload({ rows, cuts, plan, verify }: Of<'upload'>) {
      const list = await orders();
      const shipments: readonly Shipment[] = rows.map(({ order, number, exists }) => {
        const { retailer, orderNumber } = at(list, order);
        const named = exists === 0 ? `NONE${number}` : String(orderNumber);
        return { retailer, orderNumber: named, trackingNumber: trackingNumber(number) };
      });
      const before = await onOrders();
      const disk = new MemoryDisk();
      // Each run is a new process: what an earlier one has read is forgotten.
      const run = () => {
        const kind = shipmentsKind(async () => account.api);
        return simulateWith(kind, { disk, shipments, processes: processes.next(), verify });
      };
      const isHopeless = await through(disk, run, { cuts, plan }, async () => {
        expect(lies(disk, before, await onOrders())).toEqual([]);
      });
      const now = await onOrders();
      expect(outcomesIn(disk)).toHaveLength(shipments.length);
      const lost = shipments.filter(
        (one) =>
          !one.orderNumber.startsWith('NONE') &&
          !now.has(`${one.orderNumber} ${one.trackingNumber}`),
      );
      expect(isHopeless ? [] : lost).toEqual([]);
    },

    create: async ({ rows, ...trouble }: Of<'create'>) =>
      throughOrders(await createdFile(rows, account.api), trouble),

    async update({ rows, ...trouble }: Of<'update'>) {
      const list = await orders();
      const named = rows.map(({ order, note, isUnknown }) => {
        return { number: isUnknown ? `NONE${order}` : `${at(list, order).orderNumber}`, note };
      });
      // Several places may be one order, which a file names once.
      const once = new Map(named.map((row) => [row.number, row]));
      await throughOrders(await updatedFile([...once.values()], account.api), trouble);
    },

    async sync({ plan, quick, day }: Of<'sync'>) {
      account.fail(plan);
      const time = syncWorld(today + (day - 2) * 86_400_000);
      const done = await synced(account.api, path, { quick, ...time }).catch((error: unknown) => {
        if (!(error instanceof Failure)) throw error;
        return undefined;
      });
      account.fail([]);
      if (done === undefined || !done.complete || plan.length > 0) return;
      await agrees();
    },

    async record({ file, rows }: Of<'record'>) {
      if (!hasMirror()) return;
      const known = reading(path, accountOrders).filter(({ group }) => group === 'bfmr');
      if (known.length === 0) return;
      const read: ReadRow[] = rows.map((row, line) => {
        const named = new Set([at(known, row.order), at(known, row.other ?? row.order)]);
        const trackings = [...named].flatMap((order) => order.trackings.slice(0, 1));
        const isByTracking = row.isByTracking && trackings.length > 0;
        const numbers = [...named].flatMap(({ orderNumber }) => orderNumber ?? []);
        const expected = [...named].reduce((sum, order) => sum + order.expected, 0);
        const amounts = { all: expected, less: expected - 1500, more: expected + 2500 };
        return {
          ...{ file: `file-${file}-${files}`, line, format: 'bfmr' as const, state: row.state },
          trackings: isByTracking ? trackings.map(keyOf) : [],
          order: isByTracking ? null : numbers.join(', ') || null,
          amount: (typeof row.amount === 'number' ? row.amount : amounts[row.amount]) || 1,
          paidOn: `2025-11-0${row.day + 1}`,
          reference: row.reference === undefined ? null : `R${row.reference}`,
          ...{ item: null, quantity: null, destroyed: [] },
        };
      });
      // Some files are read again, as people do.
      if (file > 0) files++;
      const contents = new Map(read.map((row) => [row.file, JSON.stringify([file, rows])]));
      const options = {
        ...{ contents, group: 'bfmr', tolerance: 2, grace: 30, today: '2025-11-21' },
        hash: contentHash,
      };
      const result = reading(path, (database) =>
        reconcile(read, accountOrders(database), readEntries(database), options),
      );
      const paid = result.rows.reduce((sum, { allocations }) => sum + sumOf(allocations), 0);
      const allocated = result.rows
        .filter(({ outcome, allocations }) => outcome === 'matched' || allocations.length > 0)
        .reduce((sum, { cents }) => sum + cents, 0);
      expect(paid).toBe(allocated);
      const inModel = reconcile(read, reading(path, accountOrders), ledger, options);
      expect(inModel.rows.map(({ outcome }) => outcome)).toEqual(
        result.rows.map(({ outcome }) => outcome),
      );
      if (!result.isImport) return;
      const done = writing((database) =>
        recordImport(database, { file: 'f', rows: read.length, run: result.run, at: now }),
      );
      imports = done?.id ?? imports;
      ledger = recordResult(ledger, result, imports);
    },

    async undo({ which }: Of<'undo'>) {
      if (!hasMirror()) return;
      const ids = rowsOf(path, `SELECT id FROM imports WHERE ${isStanding} ORDER BY id`).map(
        (row) => Object(row).id,
      );
      const id = ids[which % ids.length];
      if (id === undefined) return;
      writing((database) => undoImport(database, id, now));
      ledger = undoInModel(ledger, id);
    },

    async type({ order, cents, reference }: Of<'type'>) {
      if (!hasMirror()) return;
      const known = reading(path, accountOrders).filter(({ group }) => group === 'bfmr');
      if (known.length === 0) return;
      const { id: orderId, group } = at(known, order);
      const typed = {
        ...{ orderId, group, paidOn: '2025-11-05' },
        reference: reference === undefined ? null : `R${reference}`,
      };
      writing((database) => addPayment(database, { ...typed, cents }, now));
      ledger = typePayment(ledger, { ...typed, amount: cents });
    },

    async remove({ which }: Of<'remove'>) {
      if (!hasMirror()) return;
      const recorded = reading(path, (database) => replayLedger(database).ledger().payments);
      const [payment, inModel] = [recorded, paymentsOf(ledger)].map((all) => at(all, which));
      if (payment === undefined || inModel === undefined) return;
      writing((database) =>
        removePayment(database, Number(payment.id), { isRemoved: true, at: now }),
      );
      ledger = removeInModel(ledger, inModel.identity);
    },
  };

  /**
   * Runs an upload until it is through, stopped at times and then without trouble; whether the service
   * took nothing at all, so that it gave up.
   */
  async function through(
    disk: MemoryDisk,
    run: () => Promise<Upload>,
    { cuts, plan }: Pick<Of<'create'>, 'cuts' | 'plan'>,
    judge: () => Promise<void>,
  ): Promise<boolean> {
    for (const { after, how } of cuts) {
      let left = after;
      disk.beforeChange = () => {
        if (left-- <= 0) throw new Stopped();
      };
      account.fail(plan);
      await run().catch(() => disk.stop(how, random));
    }
    disk.beforeChange = () => {};
    account.fail(plan);
    // A run that has to stop says so in its results too.
    const first = await run();
    account.fail([]);
    await judge();
    const last = first.stopped === undefined ? first : await run();
    await judge();
    const { notSent, unknown } = last.summary;
    const isHopeless = last.stopped instanceof Failure && last.stopped.code === 'nothing_taken';
    expect({ notSent, unknown }).toEqual({ notSent: isHopeless ? notSent : 0, unknown: 0 });
    return isHopeless;
  }

  async function throughOrders(file: OrderFile, trouble: Pick<Of<'create'>, 'cuts' | 'plan'>) {
    const before = await ordersByNumber(account.api);
    const disk = new MemoryDisk();
    let start = before;
    const run = async () => {
      start = await account.calmly(() => ordersByNumber(account.api));
      return file.run(disk, processes.next());
    };
    const isHopeless = await through(disk, run, trouble, async () => {
      const now = await ordersByNumber(account.api);
      const isFalse = ([row, outcome]: Claim) => !file.holds(row, outcome, { before, start, now });
      expect(claimsIn(disk).filter(isFalse)).toEqual([]);
    });
    const lost = file.lost(before, await ordersByNumber(account.api));
    expect(isHopeless ? [] : lost).toEqual([]);
  }

  /** The mirror is what the service has. */
  async function agrees() {
    const database = openToRead(path);
    if (database === undefined) throw new Error('there is no mirror');
    const offline = createOfflineApi(database);
    const here = await all(offline.buyingGroupOrders.each());
    const there = await all(account.api.buyingGroupOrders.each());
    expect(here).toEqual(there);
    database.close();
  }

  /** What must hold after every step. */
  async function holds() {
    if (!hasMirror()) return;
    const { check, payments } = reading(path, (database) => ({
      check: soundness(database),
      payments: replayLedger(database).ledger().payments,
    }));
    expect(check).toEqual({ ok: true, problems: [] });
    const figures = (all: readonly Figure[]) =>
      all
        .map(({ amount, allocations, reference }) => {
          const shares = allocations.map((share) => JSON.stringify(share)).sort();
          return JSON.stringify([amount, shares, reference]);
        })
        .sort();
    expect(figures(payments)).toEqual(figures(paymentsOf(ledger)));
  }

  return {
    async take(one: Step) {
      await (steps[one.what] as (given: Step) => Promise<void>)(one);
      if (!isElsewhere.has(one.what)) await holds();
    },
    async end() {
      await steps.sync({ what: 'sync', plan: [], quick: false, day: 2 });
      await holds();
      account.close();
      rmSync(dirname(dirname(path)), { recursive: true });
    },
  };
}

class Stopped extends Error {}

type Of<What> = Extract<Step, { readonly what: What }>;
type Figure = ReturnType<typeof paymentsOf>[number];

interface Sent {
  readonly id: string;
  readonly retailer: string;
  readonly orderNumber: string | null;
  readonly orderLineItems: readonly { readonly id: string }[];
  readonly trackingNumbers: readonly { readonly trackingNumber: string }[];
}

const now = new Date(today).toISOString();
const sumOf = (allocations: readonly { readonly cents: number }[]) =>
  allocations.reduce((sum, { cents }) => sum + cents, 0);

function at<T>(list: readonly T[], place: number): T {
  return list[place % list.length] as T;
}

function outcomesIn(disk: MemoryDisk): readonly (readonly [string, UploadOutcome])[] {
  const [, ...lines] = (disk.text('/results.csv') ?? '').trimEnd().split('\r\n');
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [, , orderNumber, number, outcome] = line.split(',');
      return [`${orderNumber} ${number}`, outcome as UploadOutcome];
    });
}

type Claim = readonly [row: string, outcome: UploadOutcome];

/** What the results say of each row of a file of orders. */
function claimsIn(disk: MemoryDisk): readonly Claim[] {
  const [, ...lines] = (disk.text('/results.csv') ?? '').trimEnd().split('\r\n');
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [, row = '', outcome] = line.split(',');
      return [row, outcome as UploadOutcome];
    });
}

/** The claims in an upload's results that are not true. */
function lies(disk: MemoryDisk, before: ReadonlySet<string>, after: ReadonlySet<string>) {
  return outcomesIn(disk).filter(([row, outcome]) => {
    const [was, is] = [before.has(row), after.has(row)];
    const holds: Readonly<Record<UploadOutcome, boolean>> = {
      added: is && !was,
      already_present: was,
      accepted: is,
      rejected: row.startsWith('NONE'),
      ...{ duplicate: true, invalid: false, unknown: true },
      not_sent: is === was,
    };
    return !holds[outcome];
  });
}

/** Few random cases may miss a kind of step. */
const oneOfEach = new Map(
  fc.sample(step, { numRuns: 200, seed: 1 }).map((one) => [one.what, one] as const),
);

test('whatever happens, nothing is lost, doubled or claimed falsely, and the books agree', async () => {
  const met = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      fc.array(step, { minLength: 1, maxLength: 10 }),
      async (seed, steps) => {
        const one = await world(seed);
        for (const taken of steps) {
          met.set(taken.what, (met.get(taken.what) ?? 0) + 1);
          await one.take(taken);
        }
        await one.end();
      },
    ),
    // To make the case smaller would take longer than the test may.
    { numRuns: runs(500), endOnFailure: true, examples: [[1, [...oneOfEach.values()]]] },
  );
  expect(met.size).toBe(9);
}, 3_600_000);
