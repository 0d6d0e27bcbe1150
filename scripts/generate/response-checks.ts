import { z } from 'zod';
import * as responses from '../../src/contract/responses';

/** The part of JSON Schema that the contract's responses use; anything else stops the generator. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: object;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
}

const understood = new Set<string>([
  ...['type', 'properties', 'required', 'additionalProperties', 'items', 'anyOf'],
  ...['minimum', 'maximum'],
  // These don't affect validity.
  ...['$schema', 'knownValues'],
]);

/**
 * The name of every schema that the contract exports, by its JSON text: each becomes a function.
 */
type Names = ReadonlyMap<string, string>;

function toSchema(schema: z.ZodType): Schema {
  const { $schema, ...rest } = z.toJSONSchema(schema) as Schema & { $schema?: string };
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
  if (JSON.stringify(additionalProperties) !== '{}') {
    throw new Error('A response schema must be loose: unknown fields pass');
  }
  const members = Object.entries(properties).map(([name, member]) => {
    const check = expression(member, `${at}.${name}`, names);
    return required.includes(name) ? check : `(${at}.${name} === undefined || ${check})`;
  });
  return [`isObject(${at})`, ...members].join(' &&\n    ');
}

/** An expression that is true if `at` is valid. */
function expression(schema: Schema, at: string, names: Names): string {
  const odd = Object.keys(schema).find((keyword) => !understood.has(keyword));
  if (odd !== undefined) throw new Error(`Unknown schema keyword ${odd}`);
  const name = names.get(JSON.stringify(schema));
  if (name !== undefined) return `${functionName(name)}(${at})`;
  const { type, anyOf, items } = schema;
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
      return `typeof ${at} === 'string'`;
    case 'number':
    case 'integer':
      return numberCheck(schema, at, type === 'integer');
    case 'array':
      return `isArray(${at}, (one) => ${expression(items ?? {}, 'one', names)})`;
    case 'object':
      return objectCheck(schema, at, names);
    default:
      throw new Error(`Unknown schema type ${type}`);
  }
}

const head = `// Generated from src/contract/responses.ts by \`npm run generate\`: do not edit.
import type { ResponseName } from '../contract/responses';
import { isObject } from '../lib/json';

function isArray(value: unknown, isElement: (one: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isElement);
}
function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}
`;

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
  const names = new Map([...all].map(([name, schema]) => [JSON.stringify(schema), name]));
  const functions = [...all].map(
    ([name, schema]) =>
      `function ${functionName(name)}(value: unknown): boolean {\n  return (\n    ${objectCheck(schema, 'value', names)}\n  );\n}\n`,
  );
  const table = Object.keys(responses.responseSchemas).map(
    (name) => `  ${name}: ${functionName(`${name}Response`)},\n`,
  );
  return [
    head,
    ...functions,
    `/** Whether a response fits its description, by the response's name. */\nexport const responseChecks: Readonly<Record<ResponseName, (value: unknown) => boolean>> = {\n${table.join('')}};\n`,
  ].join('\n');
}
