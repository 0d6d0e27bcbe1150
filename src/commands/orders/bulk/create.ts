import type { Api } from '../../../api/api';
import { isInState } from '../../../api/same-state';
import type { Context } from '../../../context';
import { routes } from '../../../contract/routes';
import type { Ending } from '../../../exit-codes';
import { Failure } from '../../../failure';
import { openInputFile } from '../../../input/input-file';
import { readingOf, type TableFlagValues } from '../../../input/table-flags';
import { plannedRequest, printRequests } from '../../../output/dry-run';
import type { UploadRow, UploadSpec } from '../../../upload/spec';
import { type AnyOrder, type OrderBody, type OrderKind, type Orders, ordersOf } from '../kinds';
import { type CreateItem, createBody, groupRows, readCreateRows } from './create-rows';
import { tellInvalid } from './update';
import { runUpload, type UploadFlagValues } from './upload';

/** The issues of a body by the row that they are about: `orderLineItems.1` is the order's second. */
function byRow(error: unknown, kind: OrderKind): unknown {
  if (!(error instanceof Failure) || error.issues === undefined) return error;
  const issues = error.issues.map(({ path, message }) => {
    const [, index, member] = /^orderLineItems\.(\d+)\.(.+)$/.exec(path) ?? [];
    if (index === undefined) return { path, message };
    const key = kind.items.find(({ field }) => field === member)?.key ?? member;
    return { path: `orderLineItems.${index}`, message: `column ${key}: ${message}` };
  });
  return error.with({ issues });
}

async function* batchesOf(rows: AsyncIterable<UploadRow<CreateItem>>) {
  const all: UploadRow<CreateItem>[] = [];
  for await (const row of rows) all.push(row);
  yield* groupRows(all);
}

/** The orders that have these numbers already. */
class Existing {
  #read: Promise<ReadonlyMap<string, AnyOrder>> | undefined;

  constructor(
    readonly orders: Orders,
    /** Every number of the file, looked for together. */
    readonly numbers: readonly string[],
  ) {}

  /** The order of this number as it is now, where it is the one that the body asks for. */
  async now(orderNumber: string, body: OrderBody): Promise<AnyOrder | undefined> {
    return this.#same(await this.orders.findByNumber(orderNumber), body);
  }

  /** The same, from a reading of the list that all share: a file sent twice has many. */
  async shared(orderNumber: string, body: OrderBody): Promise<AnyOrder | undefined> {
    this.#read ??= this.orders.findByNumbers(this.numbers);
    const found = (await this.#read).get(orderNumber);
    return found === undefined ? this.now(orderNumber, body) : this.#same(found, body);
  }

  #same(order: AnyOrder | undefined, body: OrderBody): AnyOrder | undefined {
    return order !== undefined && isInState(order, body) ? order : undefined;
  }
}

/**
 * Orders made by a file, for the upload's machinery: an order a request, made of all rows with its
 * number. An order that exists already as the file has it is present, not refused.
 */
function createSpec({
  kind,
  api,
  numbers,
}: {
  kind: OrderKind;
  api: Api;
  numbers: readonly string[];
}): UploadSpec<CreateItem> {
  const orders = ordersOf(api, kind);
  const existing = new Existing(orders, numbers);
  return {
    name: `${kind.noun}-create`,
    columns: { orderNumber: ({ orderNumber }) => orderNumber },
    batches: batchesOf,
    divisible: false,
    async send(items, { beforeTry, again }) {
      const { orderNumber = '' } = items[0] ?? {};
      const body = createBody(items);
      // Its response was lost in an earlier run: a second request would only meet the first one's order.
      if (again && (await existing.now(orderNumber, body)) !== undefined) {
        return { added: items.length, repeated: true };
      }
      try {
        const { recovered } = await orders.create(body, { beforeTry });
        return { added: items.length, repeated: recovered };
      } catch (error) {
        if (error instanceof Failure && error.ending === 'conflict') {
          const same = await existing.shared(orderNumber, body);
          if (same !== undefined) return { added: 0, repeated: false };
        }
        throw byRow(error, kind);
      }
    },
  };
}

export interface CreateFileFlags extends UploadFlagValues, TableFlagValues {
  readonly csv: string;
}

/** `create --csv`: a line item a row, with everything that uploads have. */
export async function createFromFile(
  flags: CreateFileFlags,
  kind: OrderKind,
  context: Context,
): Promise<Ending> {
  const { money: unit, dryRun } = context.settings();
  const { header, drafts } = await readCreateRows(openInputFile(flags.csv, context.world), {
    kind,
    unit,
    today: context.today(),
    reading: readingOf(flags, context),
  });
  const sendable = drafts.filter(({ invalid }) => invalid === undefined);
  if (dryRun) {
    const requests = groupRows(sendable).map((rows) =>
      plannedRequest(routes[kind.create], createBody(rows.map(({ item }) => item))),
    );
    await printRequests(await context.output(), requests);
    return tellInvalid(drafts, context);
  }
  const numbers = [...new Set(sendable.map(({ item }) => item.orderNumber))];
  async function* all() {
    yield drafts;
  }
  return runUpload(
    {
      spec: createSpec({ kind, api: (await context.session()).api, numbers }),
      drafts: all(),
      header: () => header,
      flags,
      input: flags.csv,
      unit: 'rows',
      taken: 'created',
    },
    context,
  );
}
