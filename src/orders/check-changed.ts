import { unchangedFields } from '../api/same-state';
import { Failure } from '../failure';
import type { LabeledBody } from './body';
import type { Updated } from './change-lines';
import type { OrderKind } from './kinds';

/** The fields that the service stores exactly as sent, or not at all. */
function exactFields({ fields }: OrderKind): ReadonlySet<string> {
  const exact = fields.filter(({ type }) => type === 'status' || type === 'money');
  return new Set(exact.map(({ field }) => field));
}

/** Throws if the service accepted the update but left a field as it was. */
export function checkChanged(
  { before, after, body, labels }: Updated & LabeledBody,
  kind: OrderKind,
): void {
  const unchanged = unchangedFields(body, { before, after }, exactFields(kind));
  if (unchanged.length === 0) return;
  throw new Failure({
    ending: 'refused',
    code: 'not_changed',
    message: 'The service accepted the update, but the order was not changed as requested',
    issues: unchanged.map((field) => ({
      path: labels.nameOf(field),
      message: 'does not have the value that was sent',
    })),
    hint: `To see the order, run waybill ${kind.noun} get ${after.id}.`,
  });
}
