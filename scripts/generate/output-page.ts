import { commandsOf, type ProgramTree } from '../../src/cli/definition';
import { schemaName, sharedSchemas } from '../../src/commands/help/schemas';
import { alternativesOf, membersIn, schemaFiles } from './schemas';

const titles: Readonly<Record<string, string>> = {
  order: 'A buying group order',
  giftcard: 'A gift card order',
  card: 'A credit card',
  item: 'A line item with its order',
  giftcardItem: 'A line item with its gift card order',
  tracking: 'A tracking number with its order',
  request: 'A request of a dry run',
  count: 'A count',
  path: 'A path',
};
const anchor = (title: string) => title.toLowerCase().replaceAll(' ', '-');
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '\\<');

function table(schema: Parameters<typeof membersIn>[0]): string[] {
  const rows = [...membersIn(schema)].map(
    ({ path, type, unit, means }) =>
      `| \`${path}\` | ${cell(type)} | ${cell(unit)} | ${cell(means)} |`,
  );
  return rows.length === 0
    ? []
    : [['| Member | Type | Unit | Meaning |', '|---|---|---|---|', ...rows].join('\n')];
}

function section(schema: ReturnType<typeof alternativesOf>[number]): string[] {
  const { title, $ref, items } = schema;
  const shared = ($ref ?? items?.$ref)?.replace('#/$defs/', '');
  const name = shared === undefined ? undefined : titles[shared];
  if (name === undefined)
    return [...(title === undefined ? [] : [`**${title}**`]), ...table(schema)];
  const list = items === undefined ? '' : 'a list; each is: ';
  return [`**${title ?? 'It'}**: ${list}[${name.toLowerCase()}](#${anchor(name)})`];
}

/** `docs/output.md`: each member of each JSON document, from the schemas. */
export async function outputPage(tree: ProgramTree): Promise<string> {
  const files = await schemaFiles(tree);
  const commands = commandsOf(tree).flatMap((command) => {
    const { $defs: _, ...schema } = files[schemaName(command)] ?? {};
    if (Object.keys(schema).length === 0) return [];
    return [`## waybill ${command.path.join(' ')}`, ...alternativesOf(schema).flatMap(section)];
  });
  const shared = Object.entries(await sharedSchemas()).flatMap(([name, schema]) => [
    `## ${titles[name]}`,
    ...table(schema),
  ]);
  return `${[
    '<!-- Generated from the schemas by `npm run generate`. -->',
    '# JSON output',
    'What each command prints with `--json`, from its schema in `schemas/` (JSON Schema 2020-12). With `-o ndjson` a line is one element of the list, or what `$defs/line` in the schema says. `waybill <command> --help --json` prints the schema as `output`. `--fields` chooses other members.',
    'Money is in cents. `[]` means each element of a list. What the service sends may have members that are not listed here; what waybill makes has none. [What scripts may rely on](compatibility.md).',
    ...commands,
    '## Errors',
    'On stderr, with `-o json` or `-o ndjson`.',
    ...table(files['error.json'] ?? {}),
    ...shared,
  ].join('\n\n')}\n`;
}
