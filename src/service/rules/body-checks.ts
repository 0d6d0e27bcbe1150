import type { BodyName } from '../../contract/bodies';
import type { FailureIssue } from '../../failure';
import { isObject, type Members } from '../../lib/json';

/**
 * The service's requirements of a body beyond the contract, where the reference says "not shown"
 * (docs/service-choices.md). They look at the body as sent, so that their issues are reported together with
 * the contract's.
 */
const required: Partial<Record<BodyName, readonly string[]>> = {
  buyingGroupOrderCreate: ['orderDate', 'retailer', 'buyingGroup', 'orderLineItems'],
  giftCardOrderCreate: ['orderDate', 'retailer', 'platform', 'orderLineItems'],
};

function lineItemIssues({ orderLineItems }: Members): readonly FailureIssue[] {
  if (!Array.isArray(orderLineItems)) return [];
  const seen = new Set<unknown>();
  return orderLineItems.flatMap((item: unknown, index) => {
    if (!isObject(item)) return [];
    const path = `orderLineItems.${index}`;
    if (item.id === undefined) {
      if (item.unitPrice !== undefined) return [];
      return [{ path: `${path}.unitPrice`, message: 'is required on a new line item' }];
    }
    if (seen.has(item.id)) return [{ path: `${path}.id`, message: 'This line item appears twice' }];
    seen.add(item.id);
    return [];
  });
}

/** Depth of the deepest text in a body (`orderLineItems.0.description`); deeper fields are unknown. */
const deepest = 3;

/** Finds text that SQLite could not return as sent: a NUL, or half of a surrogate pair. */
function unkeepableText(value: unknown, path: readonly (string | number)[]): FailureIssue[] {
  if (typeof value === 'string') {
    if (!/[\0\p{Surrogate}]/u.test(value)) return [];
    const message = "The text is not well-formed: it contains a character that can't be stored";
    return [{ path: path.join('.'), message }];
  }
  if (typeof value !== 'object' || value === null || path.length === deepest) return [];
  return Object.entries(value).flatMap(([key, member]) => unkeepableText(member, [...path, key]));
}

export function serviceIssues(name: BodyName, body: unknown): readonly FailureIssue[] {
  if (!isObject(body)) return [];
  const missing = (required[name] ?? []).filter((field) => body[field] === undefined);
  const absent = missing.map((path) => ({ path, message: 'is required' }));
  return [...absent, ...lineItemIssues(body), ...unkeepableText(body, [])];
}
