import type { Api } from '../../src/api/types';
import { createSpec } from '../../src/commands/orders/create-spec';
import { updateSpec } from '../../src/commands/orders/update-file';
import type { Session } from '../../src/context/context';
import type { Shipment } from '../../src/contract/bodies';
import { reportingDisk } from '../../src/disk/disk';
import { shipmentsKind } from '../../src/imports/shipments/shipments-kind';
import { readUpdateRows } from '../../src/imports/updates/update-rows';
import { dollars } from '../../src/lib/words';
import { buyingGroupKind as kind } from '../../src/orders/kinds';
import { orderBook, ordersOfBoth } from '../../src/orders/order-book';
import type { UploadOutcome } from '../../src/upload/outcome';
import type { Upload } from '../../src/upload/upload';
import { plan } from '../support/plan-orders';
import { type RunOptions, simulateUpload, simulateWith } from '../upload/simulation';
import type { ModelService } from './model-service';
import { quiet, silence } from './order-files';
import type { Row, Scenario } from './scenario';

/** A row of the results. */
export interface Claim {
  /** The row, as the results name it. */
  readonly row: string;
  readonly outcome: UploadOutcome;
  readonly code: string;
  /** Whether somebody else may have done the same meanwhile. */
  readonly isForeign: boolean;
}

type Options = Omit<RunOptions<unknown>, 'drafts' | 'header'>;

/** A file and the command for it: what it does, and what of it is true. */
export interface Work {
  /** How the results name its rows, in file order. */
  readonly rows: readonly string[];
  readonly header: string;
  start(api: Api, options: Options): Promise<Upload>;
  /** What a request changes, one name for each row or order. */
  namesOf(path: string, body: string): readonly string[];
  /** Remembers how things are now, as a run finds them. */
  look(): void;
  holds(claim: Claim): boolean;
  /** What is not as the file wants it, although nothing is wrong with it. */
  lost(jobs: () => string): readonly string[];
}

async function* inOne<T>(rows: T) {
  yield rows;
}

const retailer = 'Best Buy';

/** `shipments add --csv`. */
export function shipmentsWork(
  rows: readonly Row[],
  service: ModelService,
  { skips }: Scenario,
): Work & { readonly shipments: readonly Shipment[] } {
  const shipments = rows.map(({ order, number, how }) => ({
    retailer: how === 'other retailer' ? 'Worst Buy' : retailer,
    orderNumber: how === 'no order' ? `NONE-${number}` : how === 'invalid' ? '' : `BBY-${order}`,
    trackingNumber: `T${number}`,
  }));
  const nameOf = ({ retailer: store, orderNumber, trackingNumber }: Shipment) =>
    `${store},${orderNumber},${trackingNumber}`;
  const isThere = (one: Shipment) => service.placesOf(one.trackingNumber).includes(one.orderNumber);
  let before: ReadonlySet<string> | undefined;
  return {
    shipments,
    rows: shipments.map(nameOf),
    header: 'retailer,orderNumber,trackingNumber',
    start: (api, options) =>
      simulateWith(
        shipmentsKind(async () => api),
        { ...options, shipments },
      ),
    namesOf: (_, body) => (JSON.parse(body).shipments as Shipment[]).map(nameOf),
    look() {
      // A job that is not finished goes on, so what counts is how things were before it.
      before ??= new Set(shipments.filter(isThere).map(nameOf));
    },
    holds({ row, outcome, code, isForeign }) {
      const [store = '', orderNumber = '', trackingNumber = ''] = row.split(',');
      const one = { retailer: store, orderNumber, trackingNumber };
      const matches = service.matches(one);
      const is = matches && isThere(one);
      const was = matches && before?.has(row) === true;
      const elsewhere = service.placesOf(trackingNumber).some((at) => at !== orderNumber);
      const holds: Readonly<Record<UploadOutcome, boolean>> = {
        added: is && !was,
        already_present: is && (was || isForeign),
        // Accepted by a service that skips what is on another order says no more than that.
        accepted: is || (matches && skips === 'any' && elsewhere),
        rejected: code === 'on_other_order' ? !is && elsewhere : !matches,
        ...{ duplicate: true, invalid: orderNumber === '', unknown: true },
        not_sent: isForeign || is === was,
      };
      return holds[outcome];
    },
    lost: () =>
      shipments
        .filter((one) => one.orderNumber !== '' && service.matches(one))
        .filter((one) => !isThere(one) && service.placesOf(one.trackingNumber).length === 0)
        .map(nameOf),
  };
}

const numberOf = ({ order, number }: Row) => `N${order}-${number % 3}`;
const amountsOf = ({ number }: Row) => {
  const [price, quantity, tax] = [1000 + number, 1 + (number % 4), number % 7];
  return { price, quantity, tax, total: price * quantity + tax };
};
const day = '2025-10-15';

/** `orders create --csv`: some of the orders are there before, as in the file or not. */
export async function createWork(
  rows: readonly Row[],
  service: ModelService,
  { before }: Scenario,
): Promise<Work> {
  const lines = rows.map((row, line) => {
    const { price, quantity, tax, total } = amountsOf(row);
    const cells = [numberOf(row), day, retailer, 'bfmr', `Item ${line}`];
    const amounts = [row.how === 'invalid' ? '' : dollars(price), quantity];
    return [...cells, ...amounts, dollars(tax), dollars(total)].join();
  });
  const read = await plan(['Order #,Date,Store,Group,Item,Price,Qty,Tax,Total', ...lines]);
  const names = rows.map(numberOf);
  const invalid = new Set(rows.filter(({ how }) => how === 'invalid').map(numberOf));
  /** What the orders come to, to the cent. */
  const totals = new Map<string, number>();
  for (const row of rows) {
    const name = numberOf(row);
    totals.set(name, (totals.get(name) ?? 0) + amountsOf(row).total);
  }
  const first = new Map<string, 'same' | 'differs'>();
  for (const { orderNumber, body } of read.orders) {
    const place = names.indexOf(orderNumber);
    if (body === undefined || !before.includes(place)) continue;
    const differs = rows[place]?.how === 'other retailer';
    service.add({ ...body, ...(differs && { orderDate: '2025-09-01' }) });
    first.set(orderNumber, differs ? 'differs' : 'same');
  }
  const isThere = (name: string) => service.order(name) !== undefined;
  return {
    rows: names,
    header: 'orderNumber',
    start: (api, options) => {
      const account = ordersOfBoth(async () => api, kind, quiet.progress);
      const { columns, drafts, rejectsHeader } = read;
      const uploadSpec = createSpec({ kind, api, account, columns });
      return simulateUpload(uploadSpec, { drafts, header: rejectsHeader }, options);
    },
    namesOf: (_, body) => [JSON.parse(body).orderNumber],
    look: () => {},
    holds({ row, outcome, code }) {
      const [was, is] = [first.get(row), isThere(row)];
      const isRight = is && service.order(row)?.total === totals.get(row);
      const holds: Readonly<Record<UploadOutcome, boolean>> = {
        added: isRight && was === undefined,
        already_present: was === 'same',
        rejected: was === 'differs' && code === 'differs',
        ...{ accepted: false, duplicate: false, invalid: invalid.has(row), unknown: true },
        not_sent: is === (was !== undefined),
      };
      return holds[outcome];
    },
    lost: () =>
      names.filter((name) => {
        if (invalid.has(name)) return isThere(name);
        const isOwn = first.get(name) !== 'differs';
        return isOwn && service.order(name)?.total !== totals.get(name);
      }),
  };
}

/** `orders update --csv`: notes and tax of orders that are named by number. */
export async function updateWork(rows: readonly Row[], service: ModelService): Promise<Work> {
  const names = rows.map(({ order, how, number }) =>
    how === 'no order' || how === 'other retailer' ? `NONE-${number}` : `BBY-${order}`,
  );
  const lines = rows.map(({ number, how }, line) => {
    const tax = how === 'invalid' ? 'much' : number % 50;
    return `${names[line]},note ${number % 5},${tax}`;
  });
  const text = ['orderNumber,notes,tax', ...lines].join('\n');
  const read = await readUpdateRows(
    { name: 'updates.csv', chunks: inOne(Buffer.from(text)) },
    { kind, money: 'cents', by: 'number', dateOrder: 'mdy', clear: [], today: '2099-01-01' },
  );
  const isAsWanted = (line: number) => {
    const order = service.order(names[line] ?? '');
    const body = read.drafts[line]?.item.body ?? {};
    return (
      order !== undefined && Object.entries(body).every(([field, value]) => order[field] === value)
    );
  };
  for (const { fields } of service.orders) {
    const name = String(fields.orderNumber);
    if (name.startsWith('BBY')) service.set(name, { notes: `old ${name}`, tax: 77 });
  }
  let line = -1;
  let before: readonly boolean[] = [];
  return {
    rows: names,
    header: 'order',
    start: (api, options) => {
      const session = { api, settings: { money: 'cents', concurrency: 4 } } as Session;
      const named = read.drafts
        .filter(({ invalid }) => invalid === undefined)
        .map(({ item }) => item.order);
      const uploadSpec = updateSpec({
        ...{ kind, session, ifStatus: undefined, context: silence, headers: read.fields },
        disk: reportingDisk(options.disk),
        book: orderBook(named, api, { kind, by: 'number', verb: 'update', together: true }),
      });
      return simulateUpload(uploadSpec, read, options);
    },
    namesOf: (path) => [path.slice(-12)],
    look() {
      before = names.map((_, at) => isAsWanted(at));
    },
    holds({ row, outcome }) {
      // The results have the rows of the file in their order.
      line = (line + 1) % names.length;
      const exists = service.order(row) !== undefined;
      const is = isAsWanted(line);
      const isInvalid = read.drafts[line]?.invalid !== undefined;
      const holds: Readonly<Record<UploadOutcome, boolean>> = {
        ...{ added: is, already_present: is, rejected: !exists, invalid: isInvalid },
        ...{ accepted: false, duplicate: true, unknown: true, not_sent: is === before[line] },
      };
      return holds[outcome];
    },
    lost: (jobs) => {
      const kept = jobs();
      return names.flatMap((name, at) => {
        const { invalid } = read.drafts[at] ?? {};
        if (invalid !== undefined || service.order(name) === undefined) return [];
        if (!isAsWanted(at)) return `${name} is not as wanted`;
        return kept.includes(`old ${name}`) ? [] : `the old values of ${name}`;
      });
    },
  };
}
