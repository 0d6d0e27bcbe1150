import fc from 'fast-check';

export interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly minItems?: number;
  readonly additionalProperties?: unknown;
}

function fittingText({ minLength = 0, maxLength = 5, pattern, enum: values }: Schema) {
  if (values !== undefined) return fc.constantFrom(...values);
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const short = fc.string({ minLength, maxLength: Math.max(minLength, 5) });
  return fc.oneof({ weight: 9, arbitrary: short }, fc.constant('x'.repeat(maxLength)));
}

/** Values that fit the schema, including unknown fields where it takes them. */
export function fittingSchema(schema: Schema): fc.Arbitrary<unknown> {
  const { type, properties = {}, required = [], items = {}, anyOf, minimum, maximum } = schema;
  if (anyOf !== undefined) return fc.oneof(...anyOf.map(fittingSchema));
  if (Array.isArray(type)) {
    return fc.oneof(...type.map((one) => fittingSchema({ ...schema, type: one })));
  }
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'string':
      return fittingText(schema);
    case 'integer':
      return fc.maxSafeInteger().map((n) => Math.min(maximum ?? n, Math.max(minimum ?? n, n)));
    case 'number':
      return fc.double({ min: minimum ?? -1e9, noNaN: true, noDefaultInfinity: true });
    case 'array':
      return fc.array(fittingSchema(items), { minLength: schema.minItems ?? 0, maxLength: 3 });
    case 'object': {
      const members: Record<string, fc.Arbitrary<unknown>> = {};
      for (const [name, member] of Object.entries(properties))
        members[name] = fittingSchema(member);
      const known = fc.record(members, { requiredKeys: [...required] });
      if (schema.additionalProperties === false) return known;
      const unknown = fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue({ maxDepth: 1 }));
      return fc.tuple(unknown, known).map(([more, fields]) => ({ ...more, ...fields }));
    }
    default:
      throw new Error(`A schema of type ${String(type)} is not understood`);
  }
}

/** Values that a place hardly fits. */
export const oddities: readonly unknown[] = [
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
export function damaged(sound: fc.Arbitrary<unknown>, odd = oddities): fc.Arbitrary<unknown> {
  const damage = fc.record({
    place: fc.nat(),
    oddity: fc.option(fc.constantFrom(...odd), { nil: undefined }),
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
