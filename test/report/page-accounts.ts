import type { Lists } from '../mirror/model-account';

/** Names that would be more than text if any place forgot to escape them. */
export const hostileNames: readonly string[] = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</text></svg><style>*{display:none}</style>',
  ']]><b>bold</b>',
  '</title></style><iframe src="javascript:alert(1)">',
  '&lt;b&gt;&amp;',
  '{b|rich} {value} {c}',
  'a\u202eevil\u0000\u001b[31m\u009b2J\nsecond line',
  `${'<'.repeat(500)}`,
];

/** One order for each of `count` groups: the first of one dollar, the next of two, and so on. */
export function manyGroups(count: number): Lists {
  const statuses = ['purchased', 'shipped', 'delivered', 'issue'];
  const orders = Array.from({ length: count }, (_, index) => ({
    id: `g${index}`,
    orderNumber: `N-${index}`,
    buyingGroup: `group ${String(index + 1).padStart(3, '0')}`,
    retailer: 'Amazon',
    status: statuses[index % 4],
    orderDate: `2026-0${1 + (index % 3)}-15`,
    total: 100 * (index + 1) - 3,
    expectedPayout: 100 * (index + 1),
    trackingNumbers: [],
    orderLineItems: [],
  }));
  return { orders, giftcards: [], cards: [] };
}
