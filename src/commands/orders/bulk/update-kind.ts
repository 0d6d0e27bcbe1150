import type { Api } from '../../../api/api';
import type { Notices } from '../../../output/notices';
import type { Kind, Row } from '../../../upload/kind';
import type { OrderKind } from '../kinds';
import { type OrderFinder, orderFinder } from '../lookup';
import { ordersOf } from '../orders-of';
import { Origins } from '../origins';
import { performUpdate, type Update } from '../update-order';
import { type UpdateItem, updateIdentity } from './update-rows';

export interface UpdateKindOptions {
  readonly kind: OrderKind;
  readonly api: Api;
  readonly by: 'id' | 'number' | undefined;
  readonly ifStatus: readonly string[] | undefined;
  readonly notices: Notices;
  /** Every order that the file names; complete before the first is sent. */
  readonly orders: readonly string[];
}

/** The update of one row, its issues to be told by the file's columns. */
export function rowUpdate(
  { body }: UpdateItem,
  { kind, ifStatus }: Pick<UpdateKindOptions, 'kind' | 'ifStatus'>,
): Update {
  const origins = new Origins(kind);
  for (const field of Object.keys(body)) {
    origins.set(field, (rest) => [`column ${field}`, ...rest].join(' '));
  }
  return { kind, body, origins, edits: undefined, ifStatus };
}

async function* oneByOne(rows: AsyncIterable<Row<UpdateItem>>) {
  for await (const row of rows) yield [row];
}

/**
 * Updates by a file, for the upload's machinery: a row a request. Repeating one is safe, for it sets
 * the same fields to the same values.
 */
export function updateKind(options: UpdateKindOptions): Kind<UpdateItem> {
  const { kind, api, by, notices } = options;
  let finder: OrderFinder | undefined;
  return {
    name: `${kind.noun}-update`,
    columns: { order: ({ order }) => order },
    identity: updateIdentity,
    batches: oneByOne,
    divisible: false,
    async send([item], { beforeTry }) {
      if (item === undefined) return { added: 0, repeated: false };
      finder ??= orderFinder(options.orders, { kind, api, by, fresh: true });
      const doors = { finder, orders: ordersOf(api, kind), notices, beforeTry };
      await performUpdate(item.order, rowUpdate(item, options), doors);
      return { added: 1, repeated: false };
    },
  };
}
