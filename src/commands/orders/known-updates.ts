import type { Context } from '../../context/context';
import { routes } from '../../contract/routes';
import { type Ending, worstEnding } from '../../exit-codes';
import { Failure } from '../../failure';
import type { UpdateItem } from '../../imports/updates/update-rows';
import type { StatusUpdate } from '../../insight/reconcile/result';
import { inOne } from '../../lib/once';
import { orderKindList } from '../../orders/kinds';
import { orderBook } from '../../orders/order-book';
import { type PlannedRequest, plannedRequest } from '../../output/dry-run';
import { runUpload, type UploadTask } from '../uploads/upload';
import { updateSpec } from './update-file';

/** The requests that the updates would send. Sends nothing itself. */
export function requestsOf(updates: readonly StatusUpdate[]): readonly PlannedRequest[] {
  return orderKindList.flatMap((kind) =>
    updates
      .filter(({ order }) => order.kind === kind.stored)
      .map(({ order, status }) => plannedRequest(routes[kind.update], { status }, order.id)),
  );
}

/** With these columns, the rejects file is an input of `update --csv`. */
const header = ['order', 'orderNumber', 'status', 'ifStatus'];

/** Statuses of an order that is received and more. */
const afterReceived = ['partially_paid', 'paid'];

/** An update as the job keeps it, with the number that people know the order by. */
interface KnownItem extends UpdateItem {
  readonly orderNumber?: string | null;
}

/** Sends the updates, one job per kind: the same command resumes. Exit 3 for those in another status. */
export async function sendUpdates(
  updates: readonly StatusUpdate[],
  context: Context,
): Promise<Ending> {
  const endings: Ending[] = [];
  let refused: Failure | undefined;
  for (const kind of orderKindList) {
    const rows = updates.filter(({ order }) => order.kind === kind.stored);
    if (rows.length === 0) continue;
    const { notices } = context;
    const drafts = rows.map(({ order, status }, index) => ({
      // These rows come from no file, so they are numbered from 1.
      line: index + 1,
      item: {
        order: order.id,
        orderNumber: order.orderNumber,
        body: { status },
        ifStatus: [order.status],
        ...(status === 'received' && { unlessStatus: afterReceived }),
      } satisfies KnownItem,
      cells: [order.id, order.orderNumber ?? '', status, order.status],
    }));
    const session = await context.session();
    const names = drafts.map(({ item }) => item.order);
    const book = orderBook(names, session.api, { kind, by: 'id', verb: 'update', together: true });
    const uploadSpec = updateSpec({ kind, session, ifStatus: undefined, context, book });
    const task: UploadTask<KnownItem> = {
      uploadSpec,
      drafts: inOne(drafts),
      header: () => header,
      restart: false,
      files: {},
      input: undefined,
      undo: kind.noun,
      unit: 'orders',
      nameOf: ({ item }) => item.orderNumber ?? item.order,
      onSummary: notices.notice,
    };
    try {
      endings.push(await runUpload(task, context));
    } catch (error) {
      // Still update the orders of the other kind.
      if (!(error instanceof Failure) || error.ending !== 'partly') throw error;
      refused ??= error;
    }
  }
  if (refused !== undefined) {
    const advice = 'If the statuses have changed, run waybill sync, then run this command again.';
    throw refused.with({ hint: [refused.hint ?? [], advice].flat().join(' ') });
  }
  return worstEnding(endings);
}
