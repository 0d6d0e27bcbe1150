import type { Api } from '../../../api/api';
import { isInState } from '../../../api/same-state';
import { Failure } from '../../../failure';
import type { Kind, Row } from '../../../upload/kind';
import type { AnyOrder } from '../filter';
import type { OrderKind } from '../kinds';
import { type OrderBody, type Orders, ordersOf } from '../orders-of';
import { type CreateItem, createBody, groupRows } from './create-rows';

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

async function* batchesOf(rows: AsyncIterable<Row<CreateItem>>) {
  const all: Row<CreateItem>[] = [];
  for await (const row of rows) all.push(row);
  yield* groupRows(all);
}

/** Where orders of these numbers stand already. */
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
 * number. An order that stands there already as the file has it is present, not refused.
 */
export function createKind({
  kind,
  api,
  numbers,
}: {
  kind: OrderKind;
  api: Api;
  numbers: readonly string[];
}): Kind<CreateItem> {
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
      // Its answer was lost in an earlier run: a second request would only meet the first one's order.
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
