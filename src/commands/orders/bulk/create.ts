import { isInState } from '../../../api/same-state';
import type { Api } from '../../../api/types';
import type { Context } from '../../../context/context';
import { routes } from '../../../contract/routes';
import type { Ending } from '../../../exit-codes';
import { Failure } from '../../../failure';
import { openInputFile } from '../../../input/input-file';
import { readingOf, type TableFlagValues } from '../../../input/table-flags';
import { plannedRequest } from '../../../output/dry-run';
import type { UploadRow, UploadSpec } from '../../../upload/spec';
import { checkUploadFiles, runUpload, type UploadFlagValues } from '../../uploads/upload';
import { printPlans } from '../change-lines';
import { type AnyOrder, type OrderBody, type OrderKind, type Orders, ordersOf } from '../kinds';
import {
  type CreateItem,
  createBody,
  groupRows,
  readCreateRows,
  repetitionWarning,
} from './create-rows';
import { reportInvalid } from './update';

/**
 * Assigns the issues of a body to rows, by the columns of the file: `orderLineItems.1` is the
 * order's second row, and a field of the order is in its first.
 */
function byRow(error: unknown, headers: ReadonlyMap<string, string>): unknown {
  if (!(error instanceof Failure) || error.issues === undefined) return error;
  const issues = error.issues.map(({ path, message }) => {
    const [, index = '0', member = path] = /^orderLineItems\.(\d+)\.(.+)$/.exec(path) ?? [];
    const header = headers.get(member);
    const column = header === undefined ? member : `column ${header}`;
    return { path: `orderLineItems.${index}`, message: `${column}: ${message}` };
  });
  return error.with({ issues });
}

async function* batchesOf(rows: AsyncIterable<UploadRow<CreateItem>>) {
  const all: UploadRow<CreateItem>[] = [];
  for await (const row of rows) all.push(row);
  yield* groupRows(all);
}

/** The orders that already have these numbers. */
class Existing {
  #read: Promise<ReadonlyMap<string, AnyOrder>> | undefined;

  constructor(
    readonly orders: Orders,
    /** Every number in the file, looked up together. */
    readonly numbers: readonly string[],
  ) {}

  /** The order with this number as it is now, if it matches the body. */
  async now(orderNumber: string, body: OrderBody): Promise<AnyOrder | undefined> {
    return this.#same(await this.orders.findByNumber(orderNumber), body);
  }

  /** The same, from one shared reading of the list: a file sent twice has many such orders. */
  async shared(orderNumber: string, body: OrderBody): Promise<AnyOrder | undefined> {
    this.#read ??= this.orders.findByNumbers(this.numbers);
    const found = (await this.#read).get(orderNumber);
    return found === undefined ? this.now(orderNumber, body) : this.#same(found, body);
  }

  #same(order: AnyOrder | undefined, body: OrderBody): AnyOrder | undefined {
    return order !== undefined && isInState(order, body) ? order : undefined;
  }
}

const resultColumns = { orderNumber: ({ orderNumber }: CreateItem) => orderNumber };

/**
 * Describes creating orders from a file to the upload: one request per order, made of all rows with
 * its number. An order that already exists exactly as in the file is "already present", not
 * refused.
 */
function createSpec({
  kind,
  api,
  numbers,
  headers,
}: {
  kind: OrderKind;
  api: Api;
  numbers: readonly string[];
  /** The column of each field. */
  headers: ReadonlyMap<string, string>;
}): UploadSpec<CreateItem> {
  const orders = ordersOf(api, kind);
  const existing = new Existing(orders, numbers);
  return {
    name: `${kind.noun}-create`,
    columns: resultColumns,
    batches: batchesOf,
    divisible: false,
    async send(items, { beforeTry, again }) {
      const { orderNumber = '' } = items[0] ?? {};
      const body = createBody(items);
      // An earlier run lost its response: sending it again would only conflict with that order.
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
        throw byRow(error, headers);
      }
    },
  };
}

export interface CreateFileFlags extends UploadFlagValues, TableFlagValues {
  readonly csv: string;
}

/** `create --csv`: one line item per row, run as an upload. */
export async function createFromFile(
  flags: CreateFileFlags,
  kind: OrderKind,
  context: Context,
): Promise<Ending> {
  const { money: unit, dryRun } = context.settings();
  const files = dryRun ? {} : await checkUploadFiles(flags, resultColumns, [flags.csv], context);
  const source = openInputFile(flags.csv, context.world);
  const { header, headers, drafts } = await readCreateRows(source, {
    kind,
    unit,
    reading: readingOf(flags, context),
  });
  const repetition = repetitionWarning(source.name, drafts);
  if (repetition !== undefined) context.notices.warning(repetition);
  const sendable = drafts.filter(({ invalid }) => invalid === undefined);
  if (dryRun) {
    const plans = groupRows(sendable).map((rows) => {
      const body = createBody(rows.map(({ item }) => item));
      return { request: plannedRequest(routes[kind.create], body), before: undefined, body };
    });
    await printPlans(plans, kind, context);
    return reportInvalid(drafts, context);
  }
  const numbers = [...new Set(sendable.map(({ item }) => item.orderNumber))];
  async function* all() {
    yield drafts;
  }
  return runUpload(
    {
      spec: createSpec({ kind, api: (await context.session()).api, numbers, headers }),
      drafts: all(),
      header: () => header,
      flags,
      files,
      input: flags.csv,
      unit: 'rows',
    },
    context,
  );
}
