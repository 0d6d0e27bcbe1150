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
    if (item.id === undefined) {
      return item.unitPrice === undefined
        ? [{ path: `orderLineItems.${index}.unitPrice`, message: 'is required on a new line item' }]
        : [];
    }
    const twice = seen.has(item.id);
    seen.add(item.id);
    return twice
      ? [{ path: `orderLineItems.${index}.id`, message: 'This line item appears twice' }]
      : [];
  });
}

/** Depth of the deepest text in a body (`orderLineItems.0.description`); deeper fields are unknown. */
const deepest = 3;

/** Finds text that SQLite could not return as sent: a NUL, or half of a surrogate pair. */
function unkeepableText(value: unknown, path: readonly (string | number)[]): FailureIssue[] {
  if (typeof value === 'string') {
    return /[\0\p{Surrogate}]/u.test(value)
      ? [
          {
            path: path.join('.'),
            message: "The text is not well-formed: it contains a character that can't be stored",
          },
        ]
      : [];
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
