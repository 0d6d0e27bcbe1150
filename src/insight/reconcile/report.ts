import { nameOf } from './messages';
import {
  type Outcome,
  outcomes,
  quietVerdicts,
  type Reconciliation,
  type RowOutcome,
  type Verdict,
  verdicts,
} from './model';

export interface ReadFile {
  readonly file: string;
  readonly format: string;
  readonly rows: number;
}

/** The circumstances of a reconciliation; money in cents. */
export interface ReportOptions {
  readonly files: readonly ReadFile[];
  /** What the bank received; null without --deposit. */
  readonly deposit: number | null;
  /** How many payments were recorded; then the id of their import. */
  readonly recorded: number;
  readonly importId: number | null;
}

function countRows(rows: readonly RowOutcome[]) {
  const counts = outcomes.map((outcome) => [outcome, { count: 0, cents: 0 }] as const);
  const byOutcome = Object.fromEntries(counts) as Record<Outcome, { count: number; cents: number }>;
  for (const { outcome, cents } of rows) {
    byOutcome[outcome].count++;
    byOutcome[outcome].cents += cents;
  }
  return byOutcome;
}

function countVerdicts(result: Reconciliation): Record<Verdict, number> {
  const counts = Object.fromEntries(verdicts.map((verdict) => [verdict, 0]));
  for (const { verdict } of result.verdicts) counts[verdict] = (counts[verdict] ?? 0) + 1;
  return counts as Record<Verdict, number>;
}

/** The object that `--json` prints. It has every outcome and every verdict, even if 0. */
export type ReconcileReport = ReturnType<typeof reconcileReport>;

export function reconcileReport(result: Reconciliation, options: ReportOptions) {
  const { deposit } = options;
  return {
    group: result.group,
    files: options.files,
    rows: countRows(result.rows),
    orders: countVerdicts(result),
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
    needsAPerson: result.needsAPerson,
    deposit: {
      expected: deposit,
      found: result.found,
      difference: deposit === null ? null : result.found - deposit,
      // Cents of rows that another file had before, which are not in `found`.
      recordedBefore: result.recordedBefore,
    },
    recorded: options.recorded,
    import: options.importId,
  };
}

/** Whether `--exit-code` has a finding: exit 15. */
export function hasFinding(result: Reconciliation, deposit: number | null): boolean {
  if (deposit !== null && result.found !== deposit) return true;
  if (result.needsAPerson.length > 0) return true;
  return result.verdicts.some(
    ({ verdict, doubts }) => doubts.length > 0 || !quietVerdicts.has(verdict),
  );
}

/** The columns that `--results` adds after a file's own. */
export const resultHeaders = [
  'waybill_line',
  'waybill_outcome',
  'waybill_orders',
  'waybill_message',
] as const;

/** A row's cells under `resultHeaders`. */
export function resultCells({ row, outcome, orders, message }: RowOutcome): string[] {
  return [String(row.line), outcome, orders.map(nameOf).join('; '), message];
}
