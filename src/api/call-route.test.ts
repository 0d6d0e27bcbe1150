import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isFull, runs } from '../../test/support/tier';
import { type ResponseName, responseSchemas } from '../contract/responses';
import { responseChecks } from '../generated/response-checks';
import { checkResponse } from './call-route';

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Values that fit the schema, including unknown fields. */
function fitting(schema: Schema): fc.Arbitrary<unknown> {
  const { type, properties = {}, required = [], items = {}, anyOf, minimum, maximum } = schema;
  if (anyOf !== undefined) return fc.oneof(...anyOf.map(fitting));
  if (Array.isArray(type)) {
    return fc.oneof(...type.map((one) => fitting({ ...schema, type: one })));
  }
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'string':
      return fc.string({ maxLength: 5 });
    case 'integer':
      return fc.maxSafeInteger().map((n) => Math.min(maximum ?? n, Math.max(minimum ?? n, n)));
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'array':
      return fc.array(fitting(items), { maxLength: 3 });
    case 'object': {
      const members: Record<string, fc.Arbitrary<unknown>> = {};
      for (const [name, member] of Object.entries(properties)) members[name] = fitting(member);
      const known = fc.record(members, { requiredKeys: [...required] });
      const unknown = fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue({ maxDepth: 1 }));
      return fc.tuple(unknown, known).map(([more, fields]) => ({ ...more, ...fields }));
    }
    default:
      throw new Error(`A schema of type ${String(type)} is not understood`);
  }
}

const oddities: readonly unknown[] = [
  ...[null, true, '', 'text', [], {}, [null]],
  ...[-1, 0, 1.5, 2 ** 53, -(2 ** 53), 1e308 * 10],
];

type Container = Record<string, unknown>;

/** Every place in the value where a member could be removed or replaced. */
function placesIn(value: unknown): readonly (readonly [Container, string])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    [value as Container, name] as const,
    ...placesIn(member),
  ]);
}

/** The value, damaged in up to three places. */
function damaged(sound: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const damage = fc.record({
    place: fc.nat(),
    oddity: fc.option(fc.constantFrom(...oddities), { nil: undefined }),
  });
  return fc.tuple(sound, fc.array(damage, { maxLength: 3 })).map(([value, damages]) => {
    const copy = structuredClone(value);
    for (const { place, oddity } of damages) {
      const places = placesIn(copy);
      const [container, name] = places[place % places.length] ?? [];
      if (container === undefined || name === undefined) continue;
      if (oddity !== undefined) container[name] = structuredClone(oddity);
      else if (Array.isArray(container)) container.splice(Number(name), 1);
      else delete container[name];
    }
    return copy;
  });
}

const names = Object.keys(responseSchemas) as ResponseName[];

describe('the generated checks and the contract agree', () => {
  test.each(names)('%s', (name) => {
    const schema = responseSchemas[name];
    const sound = fitting(z.toJSONSchema(schema) as Schema);
    const verdicts = { fits: 0, not: 0 };
    fc.assert(
      fc.property(damaged(sound), (value) => {
        const fits = schema.safeParse(value).success;
        verdicts[fits ? 'fits' : 'not']++;
        expect(responseChecks[name](value)).toBe(fits);
      }),
      { numRuns: runs(name.endsWith('List') ? 700 : 2000) },
    );
    // One in ten to one in four does not fit: too few of a reduced count to promise any.
    if (!isFull) return;
    expect(verdicts.fits).toBeGreaterThan(50);
    expect(verdicts.not).toBeGreaterThan(50);
  });

  test.each(names)('%s is an object: rejects text, a number, a list or nothing', (name) => {
    for (const value of [...oddities, undefined]) {
      expect(responseChecks[name](value)).toBe(responseSchemas[name].safeParse(value).success);
    }
  });
});

const page = {
  data: [{ id: 'a', subCards: [{ id: 'b' }] }],
  pagination: { limit: 25, offset: 0, totalCount: 1 },
};
const response = (body: unknown) => ({
  status: 200,
  headers: { 'x-request-id': 'r-1' },
  body,
  unreadable: undefined,
});

describe('a response that does not match', () => {
  test('names the field, the status and the request', async () => {
    const body = { ...page, data: [page.data[0], { subCards: [] }] };
    await expect(
      checkResponse('creditCardList', response(body), 'GET /credit-cards'),
    ).rejects.toMatchObject({
      ending: 'unexpectedResponse',
      status: 200,
      requestId: 'r-1',
      message: expect.stringContaining('data.1.id'),
      issues: [{ path: 'data.1.id' }],
    });
  });

  test('rejects an integer beyond 2^53, which has already lost digits', async () => {
    const body = JSON.parse('{"data":{"addedCount":9007199254740993}}');
    await expect(
      checkResponse('shipmentsAdded', response(body), 'POST /shipments'),
    ).rejects.toMatchObject({ message: expect.stringContaining('data.addedCount') });
  });

  test('passes unknown fields and values through unchanged', async () => {
    const body = { ...page, more: { of: ['it'] } };
    expect(await checkResponse('creditCardList', response(body), 'GET /credit-cards')).toBe(body);
  });
});
