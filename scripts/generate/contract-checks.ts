import { z } from 'zod';
import { bodySchemas } from '../../src/contract/bodies';
import * as responses from '../../src/contract/responses';

/** The part of JSON Schema that the contract uses; anything else stops the generator. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: object | false;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly minItems?: number;
  readonly maxItems?: number;
}

const understood = new Set<string>([
  ...['type', 'properties', 'required', 'additionalProperties', 'items', 'anyOf'],
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'enum', 'minItems', 'maxItems'],
  // These don't affect validity.
  ...['$schema', 'knownValues', 'format'],
]);

/**
 * The name of every schema that the contract exports, by its JSON text: each becomes a function.
 */
type Names = ReadonlyMap<string, string>;

function toSchema(schema: z.ZodType, io: 'input' | 'output' = 'output'): Schema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io }) as Schema & { $schema?: string };
  return rest;
}

function resources(): ReadonlyMap<string, Schema> {
  const entries = Object.entries(responses).flatMap(([name, value]) =>
    value instanceof z.ZodType ? [[name, toSchema(value)] as const] : [],
  );
  return new Map(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

const functionName = (name: string) => `is${name.charAt(0).toUpperCase()}${name.slice(1)}`;

function numberCheck({ minimum, maximum }: Schema, at: string, integer: boolean): string {
  const safe = Number.MAX_SAFE_INTEGER;
  const bounds = [
    ...(minimum === undefined || (integer && minimum === -safe) ? [] : [`${at} >= ${minimum}`]),
    ...(maximum === undefined || (integer && maximum === safe) ? [] : [`${at} <= ${maximum}`]),
  ];
  const kind = integer ? `isInteger(${at})` : `isNumber(${at})`;
  return bounds.length === 0 ? kind : `(${[kind, ...bounds].join(' && ')})`;
}

function objectCheck(schema: Schema, at: string, names: Names): string {
  const { properties = {}, required = [], additionalProperties } = schema;
  const isStrict = additionalProperties === false;
  if (!isStrict && JSON.stringify(additionalProperties) !== '{}') {
    throw new Error('Unknown fields pass, or they do not: nothing else is understood');
  }
  const only = `hasOnly(${at}, ${JSON.stringify(Object.keys(properties))})`;
  const members = Object.entries(properties).map(([name, member]) => {
    const check = expression(member, `${at}.${name}`, names);
    return required.includes(name) ? check : `(${at}.${name} === undefined || ${check})`;
  });
  return [`isObject(${at})`, ...(isStrict ? [only] : []), ...members].join(' &&\n    ');
}

/** Spaces around a text may be trimmed, so they don't count to the least that it needs. */
function textCheck(schema: Schema, at: string): string {
  const { minLength, maxLength, pattern, enum: values } = schema;
  if (values !== undefined) return `isOneOf(${at}, ${JSON.stringify(values)})`;
  const checks = [
    `typeof ${at} === 'string'`,
    ...(minLength === undefined ? [] : [`${at}.trim().length >= ${minLength}`]),
    ...(maxLength === undefined ? [] : [`${at}.length <= ${maxLength}`]),
    ...(pattern === undefined ? [] : [`/${pattern.replaceAll('/', '\\/')}/.test(${at})`]),
  ];
  return checks.length === 1 ? checks.join() : `(${checks.join(' && ')})`;
}

function listCheck({ items = {}, minItems, maxItems }: Schema, at: string, names: Names): string {
  const checks = [
    `isArray(${at}, (one) => ${expression(items, 'one', names)})`,
    ...(minItems === undefined ? [] : [`${at}.length >= ${minItems}`]),
    ...(maxItems === undefined ? [] : [`${at}.length <= ${maxItems}`]),
  ];
  return checks.length === 1 ? checks.join() : `(${checks.join(' && ')})`;
}

/** An expression that is true if `at` is valid. */
function expression(schema: Schema, at: string, names: Names): string {
  const odd = Object.keys(schema).find((keyword) => !understood.has(keyword));
  if (odd !== undefined) throw new Error(`Unknown schema keyword ${odd}`);
  const name = names.get(JSON.stringify(schema));
  if (name !== undefined) return `${functionName(name)}(${at})`;
  const { type, anyOf } = schema;
  if (anyOf !== undefined) {
    return `(${anyOf.map((one) => expression(one, at, names)).join(' || ')})`;
  }
  if (Array.isArray(type)) {
    return `(${type.map((one) => expression({ ...schema, type: one }, at, names)).join(' || ')})`;
  }
  switch (type) {
    case 'null':
      return `${at} === null`;
    case 'string':
      return textCheck(schema, at);
    case 'number':
    case 'integer':
      return numberCheck(schema, at, type === 'integer');
    case 'array':
      return listCheck(schema, at, names);
    case 'object':
      return objectCheck(schema, at, names);
    default:
      throw new Error(`Unknown schema type ${type}`);
  }
}

const helpers = {
  isArray: `function isArray(
  value: unknown,
  isElement: (one: unknown) => boolean,
): value is readonly unknown[] {
  return Array.isArray(value) && value.every(isElement);
}`,
  isInteger: `function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}`,
  isNumber: `function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}`,
  isOneOf: `function isOneOf(value: unknown, all: readonly string[]): boolean {
  return typeof value === 'string' && all.includes(value);
}`,
  hasOnly: `function hasOnly(value: object, names: readonly string[]): boolean {
  return Object.keys(value).every((name) => names.includes(name));
}`,
};

/** A file of predicates: those of the schemas by name, of which some are in a table. */
function checksFile(
  { source, imports }: { readonly source: string; readonly imports: readonly string[] },
  all: ReadonlyMap<string, Schema>,
  table: string,
): string {
  const names = new Map([...all].map(([name, schema]) => [JSON.stringify(schema), name]));
  const functions = [...all].map(
    ([name, schema]) =>
      `function ${functionName(name)}(value: unknown): boolean {\n  return (\n    ${objectCheck(schema, 'value', names)}\n  );\n}\n`,
  );
  const used = Object.entries(helpers).filter(([name]) =>
    functions.some((text) => text.includes(`${name}(`)),
  );
  return [
    `// Generated from ${source} by \`npm run generate\`: do not edit.`,
    ...imports,
    "import { isObject } from '../lib/json';\n",
    ...used.map(([, text]) => text),
    '',
    [...functions, table].join('\n'),
  ].join('\n');
}

/**
 * `src/generated/response-checks.ts`: the contract's responses as plain predicates, so that
 * checking a response needs neither zod's loading nor its run time. zod only names the field that
 * is wrong.
 */
export function responseChecks(): string {
  const all = new Map(resources());
  for (const [name, schema] of Object.entries(responses.responseSchemas)) {
    all.set(`${name}Response`, toSchema(schema));
  }
  const table = Object.keys(responses.responseSchemas).map(
    (name) => `  ${name}: ${functionName(`${name}Response`)},\n`,
  );
  return checksFile(
    {
      source: 'src/contract/responses.ts',
      imports: ["import type { ResponseName } from '../contract/responses';"],
    },
    all,
    `/** Whether a response fits its description, by the response's name. */\nexport const responseChecks: Readonly<Record<ResponseName, (value: unknown) => boolean>> = {\n${table.join('')}};\n`,
  );
}

/**
 * `src/generated/body-checks.ts`: the bodies that create an order as plain predicates: a file has
 * thousands of them. A body with spaces around a text may fit although its predicate is false.
 */
export function bodyChecks(): string {
  const { buyingGroupOrderCreate, giftCardOrderCreate } = bodySchemas;
  const all = Object.entries({ buyingGroupOrderCreate, giftCardOrderCreate });
  const table = all.map(([name]) => `  ${name}: ${functionName(name)},\n`);
  return checksFile(
    { source: 'src/contract/bodies.ts', imports: [] },
    new Map(all.map(([name, schema]) => [name, toSchema(schema, 'input')])),
    `/** True only of a body that fits; of one that is false, the contract itself says what it lacks. */\nexport const bodyChecks = {\n${table.join('')}};\n`,
  );
}
