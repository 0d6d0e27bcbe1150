import { commandsOf, type ProgramTree } from '../../src/cli/definition';
import {
  commandSchema,
  errorDocuments,
  type JsonSchema,
  schemaName,
} from '../../src/commands/help/schemas';
import { exitCodes } from '../../src/exit-codes';

const error = { path: ['error'], documents: errorDocuments };

/** The schemas of all JSON documents by file name. */
export async function schemaFiles(
  tree: ProgramTree,
): Promise<Readonly<Record<string, JsonSchema>>> {
  const files = await Promise.all(
    [error, ...commandsOf(tree)].map(async (one) => [schemaName(one), await commandSchema(one)]),
  );
  return Object.fromEntries(files.filter(([, schema]) => schema !== null));
}

/** A member of a document, by its path: `rows[].total`. */
export interface DescribedMember {
  readonly path: string;
  readonly type: string;
  readonly unit: string;
  readonly means: string;
}

interface Described {
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | null)[];
  readonly anyOf?: readonly Described[];
  readonly items?: Described;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Described;
  readonly knownValues?: readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Described>>;
  readonly 'x-unit'?: string;
}

/** `array of integer`, `string or null: file, keychain`, `string, such as api`. */
function typeText(schema: Described, isRequired = true): string {
  const { type = [], anyOf = [], items, knownValues, additionalProperties: rest } = schema;
  const types = [type].flat().concat(anyOf.map((one) => typeText(one)));
  const [inner] = [items, typeof rest === 'object' && !schema.properties ? rest : undefined].filter(
    (one) => one !== undefined,
  );
  const of = inner === undefined || typeText(inner) === 'any' ? '' : ` of ${typeText(inner)}`;
  const values = schema.enum?.filter((one) => one !== null) ?? [];
  return [
    types.join(' or ') || 'any',
    of,
    isRequired ? '' : ', may be absent',
    values.length > 0 ? `: ${values.join(', ')}` : '',
    knownValues === undefined ? '' : `, such as ${knownValues.join(', ')}`,
  ].join('');
}

/** All members of a schema, those of objects and of a list's elements below them. */
export function* membersIn(
  schema: Described,
  defs: Described['$defs'] = {},
  at = '',
): Generator<DescribedMember> {
  const { $ref = '', anyOf = [], items, properties = {}, required = [] } = schema;
  const referred = defs[$ref.replace('#/$defs/', '')];
  if (referred !== undefined) yield* membersIn(referred, defs, at);
  for (const one of anyOf) yield* membersIn(one, defs, at);
  if (items !== undefined) yield* membersIn(items, defs, `${at}[]`);
  for (const [name, member] of Object.entries(properties)) {
    const path = at === '' ? name : `${at}.${name}`;
    const { 'x-unit': unit = '', description = '' } = member;
    yield { path, type: typeText(member, required.includes(name)), unit, means: description };
    yield* membersIn(member, defs, path);
  }
}

/** The alternatives of a document, or the only one. */
export const alternativesOf = (schema: Described): readonly Described[] => schema.anyOf ?? [schema];

/** Every promise to scripts by its name: commands, flags, exit codes, columns, and members of JSON. */
export async function contractOf(tree: ProgramTree): Promise<Readonly<Record<string, string>>> {
  const facts = new Map<string, string>();
  for (const { label, placeholder = '', choices = [] } of tree.globalFlags) {
    facts.set(`flag ${label}`, [placeholder, ...choices].join(' '));
  }
  for (const { code, meaning } of Object.values(exitCodes)) facts.set(`exit ${code}`, meaning);
  for (const { path, flags, fields = [] } of commandsOf(tree)) {
    const command = path.join(' ');
    facts.set(`command ${command}`, '');
    for (const { label, placeholder = '', choices = [] } of flags) {
      facts.set(`flag ${command} ${label}`, [placeholder, ...choices].join(' '));
    }
    for (const field of fields) facts.set(`field ${command} ${field}`, '');
  }
  for (const [file, schema] of Object.entries(await schemaFiles(tree))) {
    const { $defs, ...printed }: Described = schema;
    for (const one of [...alternativesOf(printed), { title: 'ndjson', ...$defs?.line }]) {
      for (const { path, type, unit } of membersIn(one, $defs)) {
        const name = `json ${file} ${one.title ?? ''}: ${path}`;
        // One path may be a member of several alternatives below it.
        const before = facts.get(name);
        const own = [type, unit].filter(Boolean).join('; ');
        facts.set(name, before === undefined || before === own ? own : `${before} | ${own}`);
      }
    }
  }
  return Object.fromEntries([...facts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
