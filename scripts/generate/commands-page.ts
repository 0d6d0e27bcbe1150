import {
  explainedFlags,
  flagGroups,
  flagNotes,
  flagTerm,
  type ProgramTree,
  sharedFlagLines,
  type TreeCommand,
  type TreeFlag,
  type TreeNoun,
  usageLine,
} from '../../src/cli/definition';

/** Escapes text that Markdown would take for HTML or emphasis. */
const plain = (text: string) => text.replace(/[<*]/g, '\\$&');
/** Escapes bars, which would end a table cell. */
const unbarred = (text: string) => text.replaceAll('|', '\\|');
const cell = (text: string) => unbarred(plain(text));
const code = (text: string) => `\`${unbarred(text)}\``;

function table(head: readonly [string, string], rows: readonly (readonly [string, string])[]) {
  return [
    `| ${head.join(' | ')} |`,
    '|---|---|',
    ...rows.map(([term, text]) => `| ${term} | ${text} |`),
  ].join('\n');
}

function flagTables(flags: readonly TreeFlag[]): string[] {
  return [...flagGroups(flags)].map(([group, members]) =>
    table(
      [group, ''],
      members.map((flag) => [
        code(flagTerm(flag).trim()),
        cell(`${flag.describe}${flagNotes(flag)}`),
      ]),
    ),
  );
}

/** Paragraphs as they are; text that help indents is preformatted here too. */
function paragraphs(text: string): string[] {
  return text
    .split(/\n{2,}/)
    .map((paragraph) =>
      /^\s/.test(paragraph) ? ['```text', paragraph, '```'].join('\n') : plain(paragraph),
    );
}

function commandSection(command: TreeCommand, heading: '#' | '##'): string[] {
  const { path, aliases, summary, describe, flags, examples } = command;
  return [
    `${heading} waybill ${path.join(' ')}`,
    `${summary}.`,
    ['```text', usageLine(command), '```'].join('\n'),
    ...(describe === '' ? [] : paragraphs(describe)),
    ...(aliases.length === 0 ? [] : [`Also: ${aliases.map(code).join(', ')}.`]),
    ...(command.arguments.length === 0
      ? []
      : [
          table(
            ['Arguments', ''],
            command.arguments.map(({ name, describe: text, choices }) => [
              code(name),
              cell(choices === undefined ? text : `${text} (${choices.join(', ')})`),
            ]),
          ),
        ]),
    ...flagTables(explainedFlags(flags)),
    ...sharedFlagLines(flags),
    ...(examples.length === 0
      ? []
      : [
          [
            '```sh',
            examples.map(({ command: line, explains }) => `# ${explains}\n${line}`).join('\n'),
            '```',
          ].join('\n'),
        ]),
  ];
}

const generated = '<!-- Generated from the command tree by `npm run generate`. -->';
const page = (blocks: readonly string[]) => `${[generated, ...blocks].join('\n\n')}\n`;
const toIndex = '[All commands, and the flags that each of them takes](README.md)';

function nounPage({ name, aliases, summary, commands }: TreeNoun): string {
  const also = aliases.length === 0 ? '' : ` Also: ${aliases.map(code).join(', ')}.`;
  const [first] = commands;
  // A noun that is a command by itself has no section of its own.
  if (first?.path.length === 1) return page([...commandSection(first, '#'), toIndex]);
  return page([
    `# waybill ${name}`,
    `${summary}.${also}`,
    ...commands.flatMap((command) => commandSection(command, '##')),
    toIndex,
  ]);
}

/** The pages of `docs/commands`: a page a noun, with what help says, and an index with the global flags. */
export function commandsPages(tree: ProgramTree): Readonly<Record<string, string>> {
  const index = page([
    '# Commands',
    ['```text', 'waybill <noun> <verb> [arguments] [flags]', '```'].join('\n'),
    'Add `--sandbox` to try an example without an account. `waybill sandbox examples examples` writes the files that they name.',
    table(
      ['Command', ''],
      tree.nouns.map(({ name, summary }) => [`[${name}](${name}.md)`, cell(summary)]),
    ),
    '## Global flags',
    'Every command takes them, before or after its verb. A flag beats its environment variable, which beats the setting of the profile, which beats the default.',
    ...flagTables(tree.globalFlags),
  ]);
  return {
    'README.md': index,
    ...Object.fromEntries(tree.nouns.map((noun) => [`${noun.name}.md`, nounPage(noun)])),
  };
}
