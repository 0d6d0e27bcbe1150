import { expect, test } from 'vitest';
import { bodySchemas } from './bodies';
import { issueWords } from './issue-words';

const order = bodySchemas.buyingGroupOrderUpdate;

test.each([
  [{ notes: 5 }, 'must be text, not a number'],
  [{ tax: 1.5 }, 'must be a whole number, not a fraction'],
  [{ tax: Infinity }, 'must be a number, not infinite'],
  [{ cardEarnRate: -Infinity }, 'must be a number, not infinite'],
  [{ tax: null }, 'must be a number, not null'],
  [{ tax: -1 }, 'must be at least 0'],
  [{ tax: 2 ** 53 }, 'must be at most 9007199254740991'],
  [{ orderNumber: 'x'.repeat(101) }, 'must have at most 100 characters'],
  [{ orderNumber: ' ' }, 'must not be empty'],
  [{ orderDate: '2026-02-30' }, 'must be a day that exists, as YYYY-MM-DD'],
  [{ orderTime: '25:00' }, 'must be a time, HH:mm or HH:mm:ss'],
  [{ orderLineItems: [] }, 'must have at least 1 line item'],
  [{ orderLineItems: {} }, 'must be a list, not an object'],
  [{ redemptionCodes: Array(51).fill({ code: 'c' }) }, 'must have at most 50 codes'],
  [{ redemptionCodes: [{}] }, 'is required'],
  [
    { redemptionCodes: [{ code: 'c', kind: 'x' }] },
    'must be one of gift_card, voucher, credit, other',
  ],
  [[], 'must be an object, not a list'],
])('%j %s', (body, words) => {
  const { error } = order.safeParse(body, { error: issueWords });
  expect(error?.issues.map(({ message }) => message)).toEqual([words]);
});
