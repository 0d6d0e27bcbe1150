import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../test/support/tier';
import {
  type Change,
  changesBetween,
  isSameState,
  type Replayed,
  replay,
  replayable,
  wholeEvent,
} from './events';

const one = { trackingNumber: '1Z1', carrier: 'ups' };
const two = { trackingNumber: '1Z2', carrier: 'ups' };
const three = { trackingNumber: '940', carrier: 'usps' };
const order = { id: 'a', status: 'shipped', notes: 'x', trackingNumbers: [one, two] };
const without = ({ notes: _, ...rest }: typeof order) => rest;

describe('what happened to an order', () => {
  const changed = (old: unknown, now: unknown) => ({
    ...{ type: 'order.changed', field: 'trackingNumbers', old, new: now },
  });
  const added = (tracking: typeof one) => ({
    ...{ type: 'tracking.added', new: tracking.trackingNumber, tracking },
  });
  const removed = (tracking: typeof one) => ({
    ...{ type: 'tracking.removed', old: tracking.trackingNumber, tracking },
  });
  test.each<[string, object, readonly object[]]>([
    ['nothing', { ...order }, []],
    [
      'its status',
      { ...order, status: 'paid' },
      [{ type: 'order.status', field: 'status', old: 'shipped', new: 'paid' }],
    ],
    [
      'another field',
      { ...order, notes: null },
      [{ type: 'order.changed', field: 'notes', old: 'x', new: null }],
    ],
    [
      'a field it had no more',
      without(order),
      [{ type: 'order.changed', field: 'notes', old: 'x', new: undefined }],
    ],
    [
      'a field it did not have',
      { ...order, more: [1] },
      [{ type: 'order.changed', field: 'more', old: undefined, new: [1] }],
    ],
    ['another order of its tracking numbers', { ...order, trackingNumbers: [two, one] }, []],
    [
      'a tracking number added in front',
      { ...order, trackingNumbers: [three, one, two] },
      [added(three)],
    ],
    [
      'one tracking number for another',
      { ...order, trackingNumbers: [three, two] },
      [removed(one), added(three)],
    ],
    ['no tracking numbers', { ...order, trackingNumbers: [] }, [removed(one), removed(two)]],
    [
      'a tracking number listed twice',
      { ...order, trackingNumbers: [one, two, one] },
      [changed([one, two], [one, two, one])],
    ],
    [
      'another carrier, and one number for another',
      { ...order, trackingNumbers: [three, { ...two, carrier: 'dhl' }] },
      [removed(one), added(three), changed([two, three], [three, { ...two, carrier: 'dhl' }])],
    ],
    [
      'tracking numbers that are no list',
      { ...order, trackingNumbers: null },
      [changed([one, two], null)],
    ],
    [
      'a tracking number that is no object',
      { ...order, trackingNumbers: [one, two, 'TBA1', null] },
      [
        { type: 'tracking.added', new: '"TBA1"', tracking: 'TBA1' },
        { type: 'tracking.added', new: 'null', tracking: null },
      ],
    ],
  ])('%s', (_, now, events) => {
    expect(changesBetween('order', order, { ...now })).toEqual(events);
  });

  test('a list of tracking numbers where there was none is one change', () => {
    const none = { ...order, trackingNumbers: null };
    expect(changesBetween('order', none, order)).toEqual([changed(null, [one, two])]);
  });

  test('another list compares in its order', () => {
    const before = { id: 'a', orderLineItems: [one, two] };
    const now = { id: 'a', orderLineItems: [two, one] };
    expect(changesBetween('order', before, now)).toEqual([
      { type: 'order.changed', field: 'orderLineItems', old: [one, two], new: [two, one] },
    ]);
  });

  test('a card has only changed, whatever its field', () => {
    expect(changesBetween('card', { status: 1, name: 'a' }, { status: 2, name: 'a' })).toEqual([
      { type: 'card.changed', field: 'status', old: 1, new: 2 },
    ]);
    expect(changesBetween('giftcard', { status: 1 }, { status: 2 })).toEqual([
      { type: 'order.status', field: 'status', old: 1, new: 2 },
    ]);
  });
});

test('an event of a whole object names what it is', () => {
  expect(wholeEvent('card', 'gone')).toBe('card.gone');
  expect(wholeEvent('order', 'new')).toBe('order.new');
  expect(wholeEvent('giftcard', 'back')).toBe('order.back');
});

describe('whether two states are the same', () => {
  const state = replayable(order);
  const swapped = replayable({ ...order, trackingNumbers: [two, one] });
  test.each<[string, Replayed, Replayed, boolean]>([
    ['nothing twice', undefined, undefined, true],
    ['nothing and something', undefined, state, false],
    ['nothing and an object without members', undefined, new Map(), false],
    ['another order of tracking numbers', state, swapped, true],
    ['another status', state, replayable({ ...order, status: 'paid' }), false],
    ['a member less', state, replayable(without(order)), false],
    ['tracking numbers that are no list', new Map([['trackingNumbers', 'x']]), state, false],
    ['another order of another list', new Map([['a', [1, 2]]]), new Map([['a', [2, 1]]]), false],
  ])('%s', (_, left, right, isSame) => {
    expect(isSameState(left, right)).toBe(isSame);
    expect(isSameState(right, left)).toBe(isSame);
  });
});

describe('replaying an event', () => {
  const state = replayable(order);
  const holding = (change: object) => replayable({ ...order, ...change });
  test.each<[string, Replayed, Change, Replayed, string | undefined]>([
    ['a new order', undefined, { type: 'order.new', new: order }, state, undefined],
    ['a card that is back', undefined, { type: 'card.back', new: order }, state, undefined],
    ['a new order that exists', state, { type: 'order.new', new: {} }, state, 'that exists'],
    ['a card back that exists', state, { type: 'card.back', new: {} }, state, 'that exists'],
    ['an order that is gone', state, { type: 'order.gone', old: order }, undefined, undefined],
    ['a card that is gone', state, { type: 'card.gone', old: order }, undefined, undefined],
    [
      'another order that is gone',
      state,
      { type: 'order.gone', old: { ...order, notes: 'y' } },
      undefined,
      'order.gone of a different state',
    ],
    [
      'a change of nothing',
      undefined,
      { type: 'order.changed', field: 'notes', old: 'x', new: 'y' },
      undefined,
      "order.changed of an object that doesn't exist",
    ],
    [
      'a change',
      state,
      { type: 'order.changed', field: 'notes', old: 'x', new: 'y' },
      holding({ notes: 'y' }),
      undefined,
    ],
    [
      'a change from another value',
      state,
      { type: 'order.changed', field: 'notes', old: 'z', new: 'y' },
      state,
      'order.changed of notes from a different value',
    ],
    [
      'a field it has no more',
      state,
      { type: 'order.changed', field: 'notes', old: 'x' },
      replayable(without(order)),
      undefined,
    ],
    [
      'a list of tracking numbers in another order',
      state,
      { type: 'order.changed', field: 'trackingNumbers', old: [two, one], new: [one] },
      holding({ trackingNumbers: [one] }),
      undefined,
    ],
    [
      'a tracking number more',
      state,
      { type: 'tracking.added', new: '940', tracking: three },
      holding({ trackingNumbers: [one, two, three] }),
      undefined,
    ],
    [
      'the first tracking number',
      replayable({ trackingNumbers: null }),
      { type: 'tracking.added', new: '940', tracking: three },
      replayable({ trackingNumbers: [three] }),
      undefined,
    ],
    [
      'the first tracking number removed',
      state,
      { type: 'tracking.removed', old: '1Z1', tracking: one },
      holding({ trackingNumbers: [two] }),
      undefined,
    ],
    [
      'the second tracking number removed',
      state,
      { type: 'tracking.removed', old: '1Z2', tracking: two },
      holding({ trackingNumbers: [one] }),
      undefined,
    ],
    [
      'a tracking number removed that it does not have',
      state,
      { type: 'tracking.removed', old: '940', tracking: three },
      state,
      "tracking.removed of a number the order doesn't have",
    ],
  ])('%s', (_, before, change, after, problem) => {
    const result = replay(before, change);
    // As a pair: an absent state is not the same as an empty one.
    expect([isSameState(result.state, after), result.state === undefined]).toEqual([
      true,
      after === undefined,
    ]);
    expect(result.state).toEqual(after && expect.any(Map));
    if (problem === undefined) expect(result.problem).toBe(undefined);
    else expect(result.problem).toContain(problem);
    if (before !== undefined) expect(state).toEqual(replayable(order));
  });
});

test('the events between two states lead from one to the other, and none are between equal ones', () => {
  const tracking = fc.record({
    trackingNumber: fc.constantFrom('1Z1', '1Z2', '940'),
    carrier: fc.constantFrom('ups', 'usps'),
  });
  const trackingNumbers = fc.option(fc.array(tracking, { maxLength: 4 }));
  const values = { status: fc.nat(2), notes: fc.option(fc.nat(2)), trackingNumbers };
  const sent = fc.record(values, { requiredKeys: [] });
  fc.assert(
    fc.property(sent, sent, (before, now) => {
      const changes = changesBetween('order', before, now);
      let state: Replayed = replayable(before);
      for (const change of changes) {
        const step: ReturnType<typeof replay> = replay(state, change);
        expect(step.problem).toBe(undefined);
        state = step.state;
      }
      expect(isSameState(state, replayable(now))).toBe(true);
      expect(changes.length === 0).toBe(isSameState(replayable(before), replayable(now)));
    }),
    { numRuns: runs(5_000) },
  );
});
