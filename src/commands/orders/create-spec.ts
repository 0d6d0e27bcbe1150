import { isInState } from '../../api/same-state';
import type { Api } from '../../api/types';
import { Failure } from '../../failure';
import { batchesOf, bodyOf } from '../../imports/orders/plan';
import { differing, standing } from '../../imports/orders/standing';
import type { OrderItem } from '../../imports/orders/types';
import { type AnyOrder, type OrderKind, ordersOf, otherKind } from '../../orders/kinds';
import type { AllOrders } from '../../orders/order-book';
import type { SendResult, UploadSpec } from '../../upload/spec';

/**
 * Assigns the issues of a body to rows, by the columns of the file: `orderLineItems.1` is in the
 * row with that line item, and a field of the order is in its first.
 */
function byRow(
  error: unknown,
  items: readonly OrderItem[],
  columns: ReadonlyMap<string, string>,
): unknown {
  if (!(error instanceof Failure) || error.issues === undefined) return error;
  const issues = error.issues.map(({ path, message }) => {
    const [, index, member = path] = /^orderLineItems\.(\d+)\.(.+)$/.exec(path) ?? [];
    const row = items.findIndex(({ at }) => at === Number(index));
    const header = columns.get(member);
    const column = header === undefined ? member : `column ${header}`;
    return { path: `orderLineItems.${Math.max(0, row)}`, message: `${column}: ${message}` };
  });
  return error.with({ issues });
}

export const createdColumns = { orderNumber: ({ orderNumber }: OrderItem) => orderNumber };

interface CreateOptions {
  readonly kind: OrderKind;
  readonly api: Api;
  readonly account: AllOrders;
  /** The column of each field. */
  readonly columns: ReadonlyMap<string, string>;
}

/**
 * Describes creating orders from a file to the upload: one request per order, made of all rows with
 * its number. An order that the account has is already present if it is the same one, and refused
 * if not; nothing is sent for either.
 */
export function createSpec({ kind, api, account, columns }: CreateOptions): UploadSpec<OrderItem> {
  const orders = ordersOf(api, kind);
  return {
    name: `${kind.noun}-create`,
    columns: createdColumns,
    batches: batchesOf,
    divisible: false,
    // What was there before is not taken for what a lost request created.
    async survey(rows) {
      const known = await account.index();
      const present = new Set<number>();
      for await (const { index, item } of rows) {
        if (known.meant(item.orderNumber).length > 0) present.add(index);
      }
      return present;
    },
    async send(items, { beforeTry, again }) {
      const [first] = items;
      if (first === undefined) return { added: 0, repeated: false };
      const { orderNumber } = first;
      const body = bodyOf(items);
      const settled = (found: AnyOrder): SendResult => {
        // A request of an earlier run, whose response was lost, may have created it.
        if (again && isInState(found, body)) return { added: items.length, repeated: true };
        const now = standing({ ...first, body }, found);
        if (now.kind === 'differs') throw now.failure;
        return { added: 0, repeated: false };
      };
      const [known] = (await account.index()).meant(orderNumber);
      if (known !== undefined) return settled(known);
      try {
        const { recovered } = await orders.create(body, { beforeTry });
        return { added: items.length, repeated: recovered };
      } catch (error) {
        if (!(error instanceof Failure) || error.ending !== 'conflict') {
          throw byRow(error, items, columns);
        }
        const withNumber = async (one: OrderKind) =>
          (await ordersOf(api, one).findByNumbers([orderNumber])).get(orderNumber);
        const order = await withNumber(kind);
        if (order !== undefined) return settled(order);
        const other = otherKind(kind);
        throw (await withNumber(other)) === undefined
          ? error
          : differing(orderNumber, `it is a ${other.words}`);
      }
    },
  };
}
