import { choice } from '../../cli/flag';
import { usageFailure } from '../../failure';

/** How `<order>` is to be read: by the service's id or by the order number. */
export type Reference = { readonly id: string } | { readonly orderNumber: string };

const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isUuid(typed: string): boolean {
  return uuidForm.test(typed.trim());
}

export const byFlag = choice('<reading>', 'Read <order> as an id or as an order number', [
  'id',
  'number',
]);

/** Reads `<order>`: a uuid is an id, anything else an order number, unless `by` forces one. */
export function readReference(typed: string, by: 'id' | 'number' | undefined): Reference {
  const text = typed.trim();
  if (text === '') throw usageFailure('An order was named by an empty text');
  if (by === 'number') return { orderNumber: text };
  if (isUuid(text)) return { id: text };
  if (by === 'id') throw usageFailure(`"${typed}" is no order id: an id is a uuid`);
  return { orderNumber: text };
}
