import { typedWords } from '../../lib/words';
import { nameOf, paymentIds, settlingText } from './messages';
import {
  type Outcome,
  outcomes,
  quietVerdicts,
  type ReadRow,
  type Verdict,
  verdicts,
} from './model';
import type { Reconciliation } from './reconcile';
import type { DoubtInRun, OrderVerdict, RecordedRun, RowOutcome } from './result';

/** The circumstances of a reconciliation; money in cents. */
export interface ReportOptions {
  readonly files: readonly (Pick<ReadRow, 'file' | 'format'> & { readonly rows: number })[];
  /** Cents that the bank received; null without --deposit. */
  readonly deposit: number | null;
  /** The recorded run; undefined if nothing was recorded. */
  readonly done: RecordedRun | undefined;
  readonly accountFlags: string;
}

function countRows(rows: readonly RowOutcome[]) {
  const counts = outcomes.map((outcome) => {
    const own = rows.filter((one) => one.outcome === outcome);
    return [outcome, { count: own.length, cents: own.reduce((sum, { cents }) => sum + cents, 0) }];
  });
  return Object.fromEntries(counts) as Record<Outcome, { count: number; cents: number }>;
}

/** Each payment in doubt that has a number. */
function doubtfulPayments(one: DoubtInRun, { done, accountFlags }: ReportOptions) {
  const idOf = paymentIds(done);
  const settled = settlingText(one, done, accountFlags);
  return [...one.doubt.before, ...one.doubt.after].flatMap((payment) => {
    const id = idOf(payment);
    if (id === null) return [];
    return {
      file: null,
      line: null,
      outcome: null,
      cents: payment.amount,
      detail: `${one.text}${settled}`,
      suggestions: [],
      payment: id,
    };
  });
}

/** The object that `--json` prints. It has every outcome and every verdict, even if 0. */
export type ReconcileReport = ReturnType<typeof reconcileReport>;

export function reconcileReport(result: Reconciliation, options: ReportOptions) {
  const { deposit } = options;
  return {
    group: result.group,
    files: options.files,
    rows: countRows(result.rows),
    orders: Object.fromEntries(
      verdicts.map((one) => [one, result.verdicts.filter(({ verdict }) => verdict === one).length]),
    ) as Record<Verdict, number>,
    verdicts: result.verdicts.map(({ order, verdict, paid, detail, rows }) => ({
      id: order.id,
      kind: order.kind,
      orderNumber: order.orderNumber,
      verdict,
      expected: order.expected,
      paid,
      // Of this order; negative if it is short.
      difference: paid - order.expected,
      detail,
      rows: rows.map(({ line }) => line),
    })),
    needsAPerson: [
      ...result.needsAPerson,
      ...result.doubts.flatMap((one) => doubtfulPayments(one, options)),
    ],
    deposit: {
      expected: deposit,
      found: result.found,
      difference: deposit === null ? null : result.found - deposit,
      // Cents of rows that another file had before, which are not in `found`.
      recordedBefore: result.recordedBefore,
    },
    recorded: options.done?.recorded ?? 0,
    import: options.done?.id ?? null,
  };
}

export const needsAttention = ({ verdict, doubts, isDenied }: OrderVerdict) =>
  doubts.length > 0 || isDenied || !quietVerdicts.has(verdict);

/** True if `--exit-code` has a finding: exit 15. */
export function hasFinding(result: Reconciliation, deposit: number | null): boolean {
  if (deposit !== null && result.found !== deposit) return true;
  if (result.needsAPerson.length + result.doubts.length > 0) return true;
  return result.verdicts.some(needsAttention);
}

/** The columns that `--results` adds after a file's own. */
export const resultHeaders = typedWords(
  'waybill_line waybill_outcome waybill_orders waybill_message',
);

export function resultCells({ row, outcome, orders, message }: RowOutcome): string[] {
  return [String(row.line), outcome, orders.map(nameOf).join('; '), message];
}

/** Outcomes of rows that are payments: the verdicts of their orders explain them. */
export const reaching: ReadonlySet<Outcome> = new Set<Outcome>(['matched', 'amended', 'known']);

/** Payments that reached only orders of groups other than the file's; undefined if there are none. */
export function paymentsOfOthers(rows: readonly RowOutcome[], group: string) {
  const others = rows.filter(
    ({ outcome, orders }) =>
      reaching.has(outcome) && orders.length > 0 && orders.every((order) => order.group !== group),
  );
  if (others.length === 0) return undefined;
  return {
    rows: others.length,
    cents: others.reduce((sum, { cents }) => sum + cents, 0),
    groups: [...new Set(others.flatMap(({ orders }) => orders.map((order) => order.group)))].map(
      (name) => name || 'no group',
    ),
  };
}
