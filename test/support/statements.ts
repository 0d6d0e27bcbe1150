import type { RecordedPayment } from '../../src/insight/reconcile/ledger';
import type { AccountOrder, ReadRow } from '../../src/insight/reconcile/model';
import { reconcile } from '../../src/insight/reconcile/reconcile';
import { orderOf, reconcileOptions } from './facts';
import {
  acceptOrder,
  emptyLedger,
  type Ledger,
  recordResult,
  removePayment,
  sumOf,
  undoImport,
} from './ledger-model';
import { readLines } from './payout-lines';

const map = { order: 'O', amount: 'Net', paidOn: 'D' };

/** The rows of a file of these lines, whose cells have no commas. */
async function rowsOf(lines: readonly string[], file: string): Promise<readonly ReadRow[]> {
  const cells = lines.map((line) => line.split(','));
  const rows = await readLines(cells, lines[0] === 'O,Net,D' ? { map } : {});
  return rows.map((row) => ({ ...row, file }));
}

/**
 * The account of `doubtAccount` in the test's own process: orders N-1 to N-4 of group `g`, of which
 * $495.00 each is expected. Payments are numbered as the program does.
 */
export function statementAccount(box: string) {
  const orderNumbers = [1, 2, 3, 4].map((number) => `N-${number}`);
  let orders: readonly AccountOrder[] = orderNumbers.map((orderNumber) =>
    orderOf(orderNumber, {
      ...{ orderNumber, group: 'g', status: 'delivered', expected: 49_500 },
      trackings: orderNumber === 'N-1' ? [box] : [],
    }),
  );
  let ledger: Ledger = emptyLedger;
  let imports = 0;
  const ids = new Map<string, number>();
  const idOf = ({ identity }: RecordedPayment) => ids.get(identity);
  /** Records files that come in one run, and with `apply` sets what it may to paid. */
  async function record(files: readonly (readonly string[])[], apply = false) {
    const rows = await Promise.all(files.map((lines, place) => rowsOf(lines, `${place}.csv`)));
    const contents = new Map(files.map((lines, place) => [`${place}.csv`, lines.join('\n')]));
    const result = reconcile(rows.flat(), orders, ledger, { ...reconcileOptions, contents });
    if (result.isImport) ledger = recordResult(ledger, result, ++imports);
    for (const { identity } of result.toRecord) ids.set(identity, Math.max(0, ...ids.values()) + 1);
    const closed = apply ? result.toApply.map(({ order }) => order) : [];
    orders = orders.map((order) => (closed.includes(order) ? { ...order, status: 'paid' } : order));
    return result;
  }
  return {
    record,
    accept: (orderId: string) => {
      ledger = acceptOrder(ledger, orderId, { orders });
    },
    remove: (id: number, isRemoved = true) => {
      const [identity] = [...ids].find(([, own]) => own === id) ?? [];
      ledger = removePayment(ledger, identity ?? '', isRemoved);
    },
    undo: (importId: number) => {
      ledger = undoImport(ledger, importId);
    },
    /** See `doubtAccount`. */
    state() {
      const { payments, doubts } = sumOf(ledger, orders);
      const ofFirst = payments.filter(({ allocations }) =>
        allocations.some(({ orderId }) => orderId === 'N-1'),
      );
      const doubted = new Set(
        doubts
          .filter(({ isSettled }) => !isSettled)
          .flatMap(({ before, after }) => [...before, ...after].map(idOf)),
      );
      return {
        paid: ofFirst.reduce((sum, { amount }) => sum + amount, 0),
        closed: orders.flatMap(({ id, status }) => (status === 'paid' ? [id] : [])),
        doubted: [...doubted].sort(),
      };
    },
  };
}
