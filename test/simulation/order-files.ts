import type { Api } from '../../src/api/types';
import { createSpec } from '../../src/commands/orders/create-spec';
import { updateSpec } from '../../src/commands/orders/update-file';
import type { Context, Session } from '../../src/context/context';
import type { BuyingGroupOrder } from '../../src/contract/responses';
import { reportingDisk } from '../../src/disk/disk';
import type { Processes } from '../../src/disk/lock';
import { readUpdateRows } from '../../src/imports/updates/update-rows';
import { dollars } from '../../src/lib/words';
import { buyingGroupKind as kind } from '../../src/orders/kinds';
import { orderBook, ordersOfBoth } from '../../src/orders/order-book';
import { Redactor } from '../../src/secrets/secret';
import type { UploadOutcome } from '../../src/upload/outcome';
import type { Upload } from '../../src/upload/upload';
import { plan } from '../support/plan-orders';
import type { MemoryDisk } from '../upload/memory-disk';
import { simulateUpload } from '../upload/simulation';

/** The account's orders by number: all of them, so that one made twice shows. */
export async function ordersByNumber(api: Api): Promise<ReadonlyMap<string, BuyingGroupOrder[]>> {
  const found = new Map<string, BuyingGroupOrder[]>();
  for await (const order of api.buyingGroupOrders.each()) {
    const number = order.orderNumber ?? '';
    found.set(number, [...(found.get(number) ?? []), order]);
  }
  return found;
}

type Orders = Awaited<ReturnType<typeof ordersByNumber>>;

/** The account before the first run of a file, before the last one, and after that. */
interface Times {
  readonly before: Orders;
  readonly start: Orders;
  readonly now: Orders;
}

/** A file of orders and its command, in an account that a simulation may disturb. */
export interface OrderFile {
  run(disk: MemoryDisk, processes: Processes): Promise<Upload>;
  /** Whether what the results say of a row is true. */
  holds(row: string, outcome: UploadOutcome, times: Times): boolean;
  /** What is not as the file wants it, although nothing is wrong with it. */
  lost(before: Orders, now: Orders): readonly string[];
}

export const quiet: Pick<Context, 'progress'> = {
  progress: (_, work) => work({ advance: () => {}, expect: () => {} }),
};

export interface CreatedRow {
  readonly number: number;
  /** Cents. */
  readonly price: number;
  readonly isInvalid: boolean;
}

/** `orders create --csv`: rows with one number are one order. */
export async function createdFile(rows: readonly CreatedRow[], api: Api): Promise<OrderFile> {
  const lines = rows.map(({ number, price, isInvalid }) => {
    const cells = [`N${number}`, '2025-10-15', 'Best Buy', 'bfmr', 'Thing'];
    return [...cells, isInvalid ? '' : dollars(price), 2, dollars(price + 500)].join();
  });
  const read = await plan(['Order #,Date,Store,Group,Item,Price,Qty,Payout each', ...lines]);
  const totals = new Map<string, number>();
  for (const { number, price } of rows) {
    totals.set(`N${number}`, (totals.get(`N${number}`) ?? 0) + 2 * price);
  }
  const invalid = new Set(
    read.orders.filter(({ body }) => body === undefined).map((one) => one.orderNumber),
  );
  const isRight = (number: string, now: Orders) => {
    const [order, ...others] = now.get(number) ?? [];
    return others.length === 0 && order?.total === totals.get(number);
  };
  return {
    run: (disk, processes) => {
      const account = ordersOfBoth(async () => api, kind, quiet.progress);
      const { columns, drafts, rejectsHeader: header } = read;
      const uploadSpec = createSpec({ kind, api, account, columns });
      return simulateUpload(uploadSpec, { drafts, header }, { disk, processes });
    },
    holds(number, outcome, { before, now }) {
      const [was, is] = [before.has(number), now.has(number)];
      const holds: Readonly<Record<UploadOutcome, boolean>> = {
        added: !was && isRight(number, now),
        ...{ already_present: was, rejected: was, invalid: invalid.has(number) },
        ...{ accepted: false, duplicate: false, unknown: true, not_sent: is === was },
      };
      return holds[outcome] && (now.get(number)?.length ?? 0) <= 1;
    },
    lost: (before, now) =>
      [...totals.keys()].filter((number) =>
        before.has(number) ? false : invalid.has(number) ? now.has(number) : !isRight(number, now),
      ),
  };
}

export interface UpdatedRow {
  readonly number: string;
  readonly note: number;
}

export const silence = {
  notices: { notice: () => {}, warning: () => {} },
  redactor: new Redactor(),
} as unknown as Context;

/** `orders update --csv`: the notes of orders that are named by number. */
export async function updatedFile(rows: readonly UpdatedRow[], api: Api): Promise<OrderFile> {
  const text = ['orderNumber,notes', ...rows.map(({ number, note }) => `${number},note ${note}`)];
  async function* chunks() {
    yield Buffer.from(text.join('\n'));
  }
  const read = await readUpdateRows(
    { name: 'updates.csv', chunks: chunks() },
    { kind, money: 'cents', by: 'number', dateOrder: 'mdy', clear: [], today: '2099-01-01' },
  );
  const wanted = new Map(
    read.drafts.map(({ item, invalid }) => [
      item.order,
      invalid === undefined ? item.body.notes : undefined,
    ]),
  );
  const isAsWanted = (number: string, orders: Orders) =>
    orders.get(number)?.every(({ notes }) => notes === wanted.get(number)) ?? false;
  return {
    run: (disk, processes) => {
      const session = { api, settings: { money: 'cents', concurrency: 4 } } as Session;
      const named = read.drafts
        .filter(({ invalid }) => invalid === undefined)
        .map(({ item }) => item.order);
      const uploadSpec = updateSpec({
        ...{
          kind,
          session,
          ifStatus: undefined,
          context: silence,
          headers: read.fields,
          disk: reportingDisk(disk),
        },
        book: orderBook(named, api, { kind, by: 'number', verb: 'update', together: true }),
      });
      return simulateUpload(uploadSpec, read, { disk, processes });
    },
    holds(number, outcome, { start, now }) {
      // A file that is through may be run again, which is another job.
      const [was, is] = [isAsWanted(number, start), isAsWanted(number, now)];
      const holds: Readonly<Record<UploadOutcome, boolean>> = {
        ...{ added: is, already_present: is, rejected: !now.has(number), not_sent: is === was },
        ...{ invalid: true, duplicate: true, unknown: true, accepted: false },
      };
      return holds[outcome];
    },
    lost: (_, now) =>
      [...wanted].flatMap(([number, notes]) =>
        notes === undefined || !now.has(number) || isAsWanted(number, now) ? [] : number,
      ),
  };
}
