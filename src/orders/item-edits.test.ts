import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Failure } from '../failure';
import type { LineItemInput } from './fields';
import { editedItems, identifiedEdits, identifiedItems, unmetEdits } from './item-edits';
import type { AnyOrder } from './kinds';

const members = ['description', 'model', 'unitPrice', 'quantity', 'expectedUnitPayout'];
const existing = (id: string, more: object = {}) => ({
  id,
  description: `item ${id}`,
  model: null,
  unitPrice: 100,
  quantity: 1,
  expectedUnitPayout: 120,
  ...more,
});
const before = [existing('a'), existing('b'), existing('c')];
const none = { add: [], set: [], remove: [] };

test('the line items of an order are its own, each with its id', () => {
  const items = (orderLineItems?: unknown) => identifiedItems({ orderLineItems } as AnyOrder);
  expect(items([existing('a'), { id: 'b' }])).toEqual([existing('a'), { id: 'b' }]);
  expect(items()).toEqual([]);
  expect(() => items([existing('a'), { description: 'x' }])).toThrow(
    expect.objectContaining({
      ending: 'unexpectedResponse',
      hint: expect.stringContaining('--items-file'),
    }),
  );
});

test('lists the items to keep by id only, in their original order', () => {
  expect(editedItems(before, none)).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
  expect(
    editedItems(before, {
      add: [{ description: 'new', quantity: 2 }],
      set: [
        { id: 'b', quantity: 5 },
        { id: 'b', unitPrice: 7 },
      ],
      remove: ['a'],
    }),
  ).toEqual([
    { id: 'b', quantity: 5, unitPrice: 7 },
    { id: 'c' },
    { description: 'new', quantity: 2 },
  ]);
});

describe('a line item', () => {
  const items = ['7b0c1', '7b0d2', '1f', '9e'].map((id) => existing(id, { description: `${id}.` }));
  const idOf = (named: string) =>
    identifiedEdits({ ...none, remove: [named] }, items).remove.join();

  test.each([
    ['7b0d2', '7b0d2'],
    ['7B0D', '7b0d2'],
    ['1f', '1f'],
    ['1', '7b0c1'],
    ['4', '9e'],
    ['9E', '9e'],
  ])('"%s" is %s', (named, id) => {
    expect(idOf(named)).toBe(id);
    const set = [{ id: named, quantity: 2 }];
    expect(identifiedEdits({ ...none, set }, items).set).toEqual([{ id, quantity: 2 }]);
  });

  const hint = 'Its line items: 1 7b0c1. (7b0c1); 2 7b0d2. (7b0d2); 3 1f. (1f); 4 9e. (9e).';
  test.each([
    ['0', 'notFound', 'the order has no line item "0"'],
    ['5', 'notFound', 'the order has no line item "5"'],
    ['x', 'notFound', 'the order has no line item "x"'],
    // A number past the end must not change another item, whose id happens to begin with it.
    ['9', 'notFound', 'the order has no line item "9"'],
    ['7', 'notFound', 'the order has no line item "7"'],
    ['7b0', 'usage', '"7b0" matches 2 ids: type more of it'],
  ])('"%s" is refused, and the hint lists the line items', (named, ending, message) => {
    const issues = [{ path: '--remove-item', message }];
    expect(() => idOf(named)).toThrow(expect.objectContaining({ ending, issues, hint }));
  });

  test('is listed by its id if it has no description, and an order may have none', () => {
    const hintOf = (list: typeof items) => {
      try {
        identifiedEdits({ ...none, remove: ['x'] }, list);
      } catch (error) {
        return (error as Failure).hint;
      }
      return 'found';
    };
    expect(hintOf([existing('1f', { description: null })])).toBe('Its line items: 1 1f.');
    expect(hintOf([])).toBe('Its line items: none.');
  });

  test('that is not found decides how the command ends, beside one that is not clear', () => {
    const remove =
      (...named: string[]) =>
      () =>
        identifiedEdits({ ...none, remove: named }, items);
    for (const named of [
      ['x', '7b0'],
      ['7b0', 'x'],
    ]) {
      expect(remove(...named)).toThrow(
        expect.objectContaining({
          ...{ ending: 'notFound', code: 'not_found' },
          message: 'The order has no such line item',
          issues: named.map((one) =>
            expect.objectContaining({ message: expect.stringContaining(one) }),
          ),
        }),
      );
    }
    expect(remove('7b0')).toThrow(
      expect.objectContaining({
        code: 'usage',
        message: 'It is not clear which line item or change is meant',
      }),
    );
  });

  test('has each of its members changed once, whatever it is called', () => {
    const set = (second: LineItemInput) => [{ id: '2', quantity: 2 }, second];
    expect(() =>
      identifiedEdits({ ...none, set: set({ id: '7b0d', quantity: 3 }) }, items),
    ).toThrow(
      expect.objectContaining({
        ending: 'usage',
        issues: [{ path: '--set-item', message: expect.stringContaining('"7b0d"') }],
      }),
    );
    const both = identifiedEdits({ ...none, set: set({ id: '7b0d', model: 'M' }) }, items);
    expect(editedItems(items, both)).toContainEqual({ ...both.set[0], ...both.set[1] });
  });

  test('can be changed or removed, not both, whatever it is called', () => {
    const edits = { ...none, set: [{ id: '2', quantity: 2 }], remove: ['7b0d'] };
    expect(() => identifiedEdits(edits, items)).toThrow(
      expect.objectContaining({
        ending: 'usage',
        issues: [{ path: '--remove-item', message: '--set-item also changes "7b0d"' }],
      }),
    );
  });
});

test.each<[string, LineItemInput[], object[], string[]]>([
  ['kept unchanged', [{ id: 'a' }], [existing('a')], []],
  ['gone', [{ id: 'a' }, { id: 'b' }], [existing('a')], ['line item b is gone']],
  [
    'changed without a request',
    [{ id: 'a' }],
    [existing('a', { quantity: 2 })],
    ['line item a differs from the request'],
  ],
  ['changed as requested', [{ id: 'a', quantity: 2 }], [existing('a', { quantity: 2 })], []],
  [
    'not changed',
    [{ id: 'a', quantity: 2 }],
    [existing('a')],
    ['line item a differs from the request'],
  ],
  ['not removed', [{ id: 'a' }], [existing('a'), existing('b')], ['line item b was not removed']],
  ['added', [{ id: 'a' }, { quantity: 3 }], [existing('a'), existing('n', { quantity: 3 })], []],
  [
    'not added',
    [{ id: 'a' }, { quantity: 3 }],
    [existing('a')],
    ['the added line item {"quantity":3} is missing or different'],
  ],
  [
    'added twice',
    [{ id: 'a' }, { quantity: 3 }],
    [existing('a'), existing('n', { quantity: 3 }), existing('m', { quantity: 3 })],
    ['line item m was not requested'],
  ],
  [
    'a field that waybill does not know changes by itself',
    [{ id: 'a' }],
    [existing('a', { updatedAt: 'now' })],
    [],
  ],
])('%s', (_, wanted, answered, unmet) => {
  const removed = before.filter(({ id }) => ['a', 'b'].includes(id));
  expect(unmetEdits(removed, wanted, answered as typeof before, members)).toEqual(unmet);
});

test('a new item with few fields does not match in place of one with more', () => {
  const wanted = [{ quantity: 1 }, { quantity: 1, description: 'x' }];
  const answered = [
    existing('n', { quantity: 1, description: 'x' }),
    existing('m', { quantity: 1, description: null }),
  ];
  for (const list of [wanted, wanted.toReversed()]) {
    expect(unmetEdits([], list, answered as typeof before, members)).toEqual([]);
  }
});

test('finds no unmet edit if the service does what the list says', () => {
  const ids = fc.subarray(['a', 'b', 'c']);
  const input = fc.record(
    { quantity: fc.integer({ min: 1, max: 3 }), description: fc.constantFrom('x', 'y') },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(
      ids,
      ids,
      fc.array(input, { maxLength: 4 }),
      input,
      (remove, changed, add, change) => {
        const set = changed.map((id) => ({ id, ...change }));
        const list = editedItems(before, { add, set, remove });
        const answered = list.map(({ id, ...item }, index) => ({
          ...existing(id ?? `new-${index}`),
          ...before.find((one) => one.id === id),
          ...item,
        }));
        expect(unmetEdits(before, list, answered.toReversed(), members)).toEqual([]);
        expect(list.filter(({ id }) => id !== undefined).map(({ id }) => id)).toEqual(
          ['a', 'b', 'c'].filter((id) => !remove.includes(id)),
        );
      },
    ),
  );
});
