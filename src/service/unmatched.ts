import type { Shipment } from '../contract/bodies';
import { Refusal } from './refusal';

/**
 * How the service answers when a shipment matches no order. The reference does not show it, so a
 * client has to cope with every one of these; a person meets the first.
 *
 * - `issues`: 404 `not_found`, `issues` at each shipment that matches nothing
 * - `code`: 404 `not_found` without `issues`
 * - `bare`: 400 `invalid_input` that does not say which
 */
export const unmatchedAnswers = ['issues', 'code', 'bare'] as const;
export type UnmatchedAnswer = (typeof unmatchedAnswers)[number];

export function unmatchedRefusal(
  form: UnmatchedAnswer,
  shipments: readonly Shipment[],
  unmatched: readonly number[],
): Refusal {
  if (form === 'bare') return new Refusal('invalid_input', 'The shipments could not be added');
  const message = 'A shipment matches no buying group order, nothing was added';
  if (form === 'code') return new Refusal('not_found', message);
  return new Refusal(
    'not_found',
    message,
    unmatched.map((index) => ({
      path: `shipments.${index}.orderNumber`,
      message: `No buying group order ${shipments[index]?.orderNumber} at ${shipments[index]?.retailer}`,
    })),
  );
}
