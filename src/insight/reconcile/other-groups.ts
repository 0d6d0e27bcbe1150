import type { Outcome } from './model';
import type { RowOutcome } from './result';

const reaching: ReadonlySet<Outcome> = new Set<Outcome>(['matched', 'amended', 'known']);

/** Payments that reached only orders of groups other than the file's; undefined if there are none. */
export function paymentsOfOthers(
  rows: readonly RowOutcome[],
  group: string,
):
  | { readonly rows: number; readonly cents: number; readonly groups: readonly string[] }
  | undefined {
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
