import { Failure } from '../../failure';
import type { OrderKind } from './kinds';
import type { Origins } from './origins';

/**
 * The service's refusal of a body in the user's terms: its issues under the names that were typed.
 * Anything that is not the body's fault is returned as it is.
 */
export function inTypedNames(
  error: unknown,
  { origins, kind }: { origins: Origins; kind: OrderKind },
): unknown {
  if (!(error instanceof Failure)) return error;
  if (error.code === 'duplicate_order_number' && error.hint === undefined) {
    return error.with({
      hint: `${origins.nameOf('orderNumber')} must be unique among all orders: waybill ${kind.noun} get <order number> shows the one that has it.`,
    });
  }
  const { status = 0, issues } = error;
  if (issues === undefined || status < 400 || status >= 500) return error;
  return error.with({ issues: origins.rename(issues) });
}
