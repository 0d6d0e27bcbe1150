import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAssignments } from './assignments';

const keys = ['description', 'model', 'price', 'qty', 'unit-value'] as const;
const read = (typed: string) =>
  Object.fromEntries(readAssignments(typed, '--item', keys).map(({ key, value }) => [key, value]));

test.each<[string, Record<string, string>]>([
  ['qty=2', { qty: '2' }],
  ['description=Echo Dot,qty=2', { description: 'Echo Dot', qty: '2' }],
  ['description=Echo Dot, 5th gen,qty=2', { description: 'Echo Dot, 5th gen', qty: '2' }],
  ['price=$1,234.56,qty=2', { price: '$1,234.56', qty: '2' }],
  ['description=a=b,qty=1', { description: 'a=b', qty: '1' }],
  ['description="a,qty=9",qty=1', { description: 'a,qty=9', qty: '1' }],
  ['description="27"" monitor",qty=1', { description: '27" monitor', qty: '1' }],
  ['description=27" monitor,qty=1', { description: '27" monitor', qty: '1' }],
  [' qty = 2 , model = X-1 ', { qty: '2', model: 'X-1' }],
  ['QTY=2,Unit-Value=5', { qty: '2', 'unit-value': '5' }],
  ['description=,qty=1', { description: '', qty: '1' }],
  ['description="",qty=1', { description: '', qty: '1' }],
  ['description=x,', { description: 'x,' }],
])('%s', (typed, expected) => {
  expect(read(typed)).toEqual(expected);
});

test.each([
  ['', 'takes key=value pairs, not ""'],
  ['Echo Dot', 'takes key=value pairs, not "Echo Dot"'],
  [',qty=1', 'takes key=value pairs, not ",qty=1"'],
  ['qyt=1', 'has an unknown key "qyt"'],
  ['description=a,size=3', 'has an unknown key "size"'],
  ['qty=1,qty=2', 'names qty twice'],
  ['description="a,qty=1', 'has an unclosed quote: ""a,qty=1"'],
  ['description="a" b,qty=1', 'has text after a closing quote: "b,qty=1"'],
])('%j is refused', (typed, message) => {
  expect(() => read(typed)).toThrow(`--item ${message}`);
});

test('quoted values are read back unchanged, whatever they contain', () => {
  const values = fc.dictionary(fc.constantFrom(...keys), fc.string(), {
    minKeys: 1,
    noNullPrototype: true,
  });
  fc.assert(
    fc.property(values, (wanted) => {
      const typed = Object.entries(wanted).map(
        ([key, value]) => `${key}="${value.replaceAll('"', '""')}"`,
      );
      expect(read(typed.join(','))).toEqual(wanted);
    }),
  );
});
