import type { DocumentMembers, DocumentShape, Documents, TreeCommand } from '../../cli/definition';
import { type ContractField, withPaths } from '../../contract/fields';
import type { OrderNoun } from '../../contract/order-kinds';
import { exitCodes } from '../../exit-codes';
import { isObject } from '../../lib/json';
import { fieldAt, kindByType } from '../../output/fields';
import type { Field, FieldKind, View } from '../../output/view';

/** The JSON Schemas (2020-12) of what `--json` and `-o ndjson` print, made from what is declared. */

export type JsonSchema = Readonly<Record<string, unknown>>;

const plain: Readonly<Record<FieldKind, JsonSchema>> = {
  text: { type: 'string' },
  id: { type: 'string' },
  status: { type: 'string' },
  bar: { type: 'string' },
  date: { type: 'string', 'x-unit': 'YYYY-MM-DD' },
  moment: { type: 'string', 'x-unit': 'ISO 8601' },
  number: { type: 'integer' },
  overdue: { type: 'integer' },
  money: { type: 'integer', 'x-unit': 'cents' },
  rate: { type: 'number' },
  yesNo: { type: 'boolean' },
  object: { type: 'object' },
  list: { type: 'array' },
  any: {},
};

type Fields = DocumentMembers['fields'];
const fieldIn = (fields: Fields, path: string): Partial<Field> =>
  fieldAt({ fields: fields as View<unknown>['fields'] }, path) ?? {};

/** The fields below a member, by their paths from there. */
const inside = (fields: Fields, name: string): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([path, field]) =>
      path.startsWith(`${name}.`) ? [[path.slice(name.length + 1), field]] : [],
    ),
  );

function shapeOf({ kind = 'object', of = 'any', decimals }: Partial<Field>, fields: Fields) {
  const own = Object.keys(fields).length > 0 ? objectSchema({ fields }) : undefined;
  if (kind === 'list') return { type: 'array', items: own ?? plain[of] };
  if (kind === 'object') return own ?? { type: 'object', additionalProperties: plain[of] };
  return decimals === undefined ? plain[kind] : { type: 'number' };
}

function memberSchema(field: Partial<Field>, fields: Fields): JsonSchema {
  const { means, orNull, values, unit } = field;
  const shape: JsonSchema = shapeOf(field, fields);
  const { type } = shape;
  return {
    ...shape,
    ...(orNull && type !== undefined && { type: [type, 'null'] }),
    ...(values && { enum: [...values, ...(orNull ? [null] : [])] }),
    ...(means !== undefined && { description: means }),
    ...(unit === 'd' && { 'x-unit': 'days' }),
  };
}

function objectSchema({ fields, open }: DocumentMembers): JsonSchema {
  const names = [...new Set(Object.keys(fields).map((path) => path.split('.')[0] ?? path))];
  const shown = names.filter((name) => fieldIn(fields, name).computed === undefined);
  return {
    type: 'object',
    properties: Object.fromEntries(
      shown.map((name) => [name, memberSchema(fieldIn(fields, name), inside(fields, name))]),
    ),
    required: shown.filter((name) => fieldIn(fields, name).optional === undefined),
    additionalProperties: open === true,
  };
}

type Mutable = Record<string, unknown>;
const below = (schema: unknown, name: string): Mutable | undefined => {
  if (!isObject(schema)) return undefined;
  const { properties, items, anyOf } = schema as Mutable;
  if (isObject(properties) && isObject(properties[name])) return properties[name] as Mutable;
  return [items, ...(Array.isArray(anyOf) ? anyOf : [])]
    .map((one) => below(one, name))
    .find((found) => found !== undefined);
};

/** Adds to zod's schema of what the service sends the meanings and units of its fields. */
function withMeanings(schema: object, fields: readonly ContractField[], kind?: OrderNoun) {
  for (const [path, { type, describe, means = describe }] of withPaths(fields, kind)) {
    const found = path
      .split('.')
      .reduce<Mutable | undefined>((outer, name) => below(outer, name), schema as Mutable);
    if (found === undefined) continue;
    const { 'x-unit': unit } = plain[kindByType[type].kind];
    Object.assign(found, { description: means }, unit !== undefined && { 'x-unit': unit });
  }
  return schema as JsonSchema;
}

/** Shapes that several commands print, by the names that their documents use. */
export async function sharedSchemas(): Promise<Readonly<Record<string, JsonSchema>>> {
  const { sentSchemas } = await import('../../contract/sent-schemas');
  const sent = Object.entries(sentSchemas).map(([name, { schema, fields, kind }]) => [
    name,
    withMeanings(schema(), fields, kind),
  ]);
  return {
    ...Object.fromEntries(sent),
    request: objectSchema({
      fields: {
        method: { kind: 'text', means: 'The method' },
        path: { kind: 'text', means: 'The path below the base URL' },
        body: { kind: 'any', means: 'The body, with codes masked; null without one' },
      },
    }),
    count: objectSchema({ fields: { count: { kind: 'number', means: 'How many there are' } } }),
    path: objectSchema({ fields: { path: { kind: 'text', means: 'Where the file is' } } }),
  };
}

const reference = (name: string) => ({ $ref: `#/$defs/${name}` });
const objectOf = (shape: DocumentShape) =>
  typeof shape === 'string' ? reference(shape) : objectSchema(shape);
const isList = (shape: Documents[string]): shape is readonly DocumentShape[] =>
  Array.isArray(shape);
const oneOf = (schemas: readonly JsonSchema[]) =>
  schemas.length === 1 ? schemas[0] : { anyOf: schemas };

export const schemaName = ({ path }: Pick<TreeCommand, 'path'>) => `${path.join('-')}.json`;

/** The schema of a command's JSON, and as `$defs/line` of a line of its ndjson; null if it prints none. */
export async function commandSchema({
  path,
  documents,
}: Pick<TreeCommand, 'path' | 'documents'>): Promise<JsonSchema | null> {
  if (documents === undefined) return null;
  const { line, ...printed } = typeof documents === 'function' ? await documents() : documents;
  const shapes = Object.entries(printed);
  const alternatives = shapes.map(([title, shape]) => ({
    title,
    ...(isList(shape) ? { type: 'array', items: oneOf(shape.map(objectOf)) } : objectOf(shape)),
  }));
  // As ndjson, a count is a bare number and a path a bare text.
  const lines = [...new Set([line ?? shapes.map(([, shape]) => shape)].flat(2))].filter(
    (one) => one !== 'count' && one !== 'path',
  ) as readonly DocumentShape[];
  const own = { ...oneOf(alternatives) };
  const lineSchema = lines.length === 0 ? {} : { line: oneOf(lines.map(objectOf)) };
  const text = JSON.stringify([own, lineSchema]);
  const used = Object.entries(await sharedSchemas()).filter(([name]) =>
    text.includes(`"#/$defs/${name}"`),
  );
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:waybill:${schemaName({ path })}`,
    ...own,
    $defs: { ...lineSchema, ...Object.fromEntries(used) },
  };
}

const codes = Object.values(exitCodes).map(({ code }) => code);

/** The document that any command prints on stderr as it fails, with `-o json` and `-o ndjson`. */
export const errorDocuments: Documents = {
  'An error': {
    fields: {
      error: 'object',
      'error.code': { kind: 'text', means: "A stable word: waybill's, or the service's own code" },
      'error.message': { kind: 'text', means: 'The fault in words' },
      'error.status': { kind: 'number', optional: true, means: 'The status of the response' },
      'error.issues': { kind: 'list', optional: true, means: 'Each bad field' },
      'error.issues.path': { kind: 'text', means: 'The name of the field, as it was typed' },
      'error.issues.message': { kind: 'text', means: 'The fault of the field' },
      'error.hint': { kind: 'text', optional: true, means: 'The next thing to do' },
      'error.requestId': { kind: 'text', optional: true, means: 'The id of the response' },
      'error.exitCode': { kind: 'number', means: `One of ${codes.join(', ')}` },
    },
  },
};
