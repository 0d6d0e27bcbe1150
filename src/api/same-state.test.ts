import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asksForUnreadable, isInState, unchangedFields } from './same-state';

const order = {
  id: 'o',
  orderDate: '2025-05-01',
  orderTime: '09:30:00',
  retailer: 'Target',
  orderNumber: '1-2',
  retailerAccount: null,
  shipping: 0,
  cardEarnRate: 1.235,
  notes: null,
  orderLineItems: [
    {
      id: 'i1',
      description: 'A',
      model: null,
      unitPrice: 100,
      quantity: 1,
      expectedUnitPayout: 90,
    },
    { id: 'i2', description: 'A', model: 'M', unitPrice: 100, quantity: 2, expectedUnitPayout: 90 },
  ],
};

describe('an order is in the requested state', () => {
  test.each<[string, Record<string, unknown>, boolean]>([
    ['nothing requested', {}, true],
    ['the same value', { retailer: 'Target' }, true],
    ['another value', { retailer: 'Walmart' }, false],
    ['one of two differs', { retailer: 'Target', shipping: 1 }, false],
    ['spaces around a number', { orderNumber: ' 1-2 ' }, true],
    ['a time without seconds', { orderTime: '09:30' }, true],
    ['another time', { orderTime: '09:31' }, false],
    ['cleared', { notes: null }, true],
    ['an empty text counts as none', { notes: '' }, true],
    ['not cleared', { orderTime: null }, false],
    ['an earn rate as it is rounded', { cardEarnRate: 1.2345 }, true],
    ['another earn rate', { cardEarnRate: 1.234 }, false],
    ['a field that is not read back', { redemptionCodes: [{ code: 'x' }] }, true],
    ['a field that the response does not carry', { platform: 'qgcg' }, true],
    ['a number instead of a text', { retailer: 5 }, false],
  ])('%s: %j', (_, body, expected) => {
    expect(isInState(order, body)).toBe(expected);
  });
});

describe('line items', () => {
  const inState = (...orderLineItems: object[]) => isInState(order, { orderLineItems });

  test('match by id, in any order', () => {
    expect(inState({ id: 'i2' }, { id: 'i1' })).toBe(true);
  });
  test('one too many, one too few', () => {
    expect(inState({ id: 'i1' })).toBe(false);
    expect(inState({ id: 'i1' }, { id: 'i2' }, { description: 'A' })).toBe(false);
  });
  test('a new one matches once its fields do', () => {
    expect(inState({ id: 'i1' }, { description: 'A', quantity: 2 })).toBe(true);
    expect(inState({ id: 'i1' }, { description: 'A', quantity: 3 })).toBe(false);
  });
  test('an item matches only one wanted item', () => {
    expect(inState({ quantity: 2 }, { quantity: 2 })).toBe(false);
  });
  test('an item that fits several leaves the only match to the one that needs it', () => {
    expect(inState({ description: 'A' }, { description: 'A', quantity: 1 })).toBe(true);
    expect(inState({ description: 'A', quantity: 1 }, { description: 'A' })).toBe(true);
  });
  test('ten identical items do not take forever', () => {
    const items = Array.from({ length: 10 }, (_, index) => ({ id: `${index}`, unitPrice: 1 }));
    const wanted = [...items.slice(1).map(() => ({ unitPrice: 1 })), { unitPrice: 2 }];
    expect(isInState({ orderLineItems: items }, { orderLineItems: wanted })).toBe(false);
  });

  test('finds what was sent in any order of items, but not if one differs', () => {
    const item = fc.record({ unitPrice: fc.nat(3), quantity: fc.nat(3) }, { requiredKeys: [] });
    const items = fc.array(item, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(items, fc.nat(), (wanted, turn) => {
        const found = wanted.map((one, index) => ({ id: `${index}`, ...one }));
        const turned = found.map((_, index) => found[(index + turn) % found.length]);
        expect(isInState({ orderLineItems: turned }, { orderLineItems: wanted })).toBe(true);
        const [first, ...rest] = turned;
        const changed = [{ ...first, unitPrice: 9, quantity: 9 }, ...rest];
        const asked = wanted.map((one) => ({ unitPrice: 0, quantity: 0, ...one }));
        expect(isInState({ orderLineItems: changed }, { orderLineItems: asked })).toBe(false);
      }),
    );
  });
});

test("only redemption codes can't be read back", () => {
  expect(asksForUnreadable({ notes: 'x' })).toBe(false);
  expect(asksForUnreadable({ redemptionCodes: [] })).toBe(true);
});

describe('a field is left as it was', () => {
  const exact = new Set(['status']);
  test.each<[string, object, object | undefined, object, readonly string[]]>([
    ['the old value', { status: 'b' }, { status: 'a' }, { status: 'a' }, ['status']],
    ['the sent value', { status: 'b' }, { status: 'a' }, { status: 'b' }, []],
    ['neither', { retailer: 'b' }, { retailer: 'a' }, { retailer: 'B Inc.' }, []],
    ['not cleared', { notes: null }, { notes: 'a' }, { notes: 'a' }, ['notes']],
    ['not filled', { notes: 'b' }, { notes: null }, { notes: null }, ['notes']],
    ['line ends apart', { notes: 'a\r\nb' }, { notes: 'a\nb' }, { notes: 'a\nb' }, []],
    ['not in the response', { platform: 'b' }, { platform: 'a' }, {}, []],
    ['never returned', { redemptionCodes: ['b'] }, { redemptionCodes: [] }, {}, []],
    ['an unknown old status', { status: 'b' }, undefined, { status: 'a' }, ['status']],
    ['an unknown old text', { notes: 'b' }, undefined, { notes: 'a' }, []],
    [
      'one of two',
      { status: 'b', tax: 1 },
      { status: 'a', tax: 0 },
      { status: 'b', tax: 0 },
      ['tax'],
    ],
  ])('%s', (_, body, before, after, unchanged) => {
    const orders = { before: before as Record<string, unknown>, after: { ...after } };
    expect(unchangedFields({ ...body }, orders, exact)).toEqual(unchanged);
  });
});
