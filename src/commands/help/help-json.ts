import {
  type Documents,
  describeCommand,
  globalTreeFlags,
  type Noun,
  type Nouns,
  programTree,
  type TreeCommand,
  type TreeFlag,
} from '../../cli/definition';
import type { HelpAbout } from '../../cli/help';
import { exitCodes } from '../../exit-codes';
import { outputFormats } from '../../formats';
import { membersBelow } from '../../lib/once';
import { writtenFiles } from '../../output/asked-files';
import type { View } from '../../output/view';
import { version } from '../../version';
import { commandSchema, schemaName } from './schemas';

const maybe = { optional: true } as const;
const text = (means: string, more?: typeof maybe) => ({ kind: 'text', means, ...more }) as const;
const yes = (means: string) => ({ kind: 'yesNo', means, optional: true }) as const;

const commandFields = (output: string): View<unknown>['fields'] => ({
  command: text('Its words: `orders list`'),
  summary: text('One line'),
  description: text('Paragraphs of plain text', maybe),
  aliases: { kind: 'list', of: 'text', means: 'Other names of its last word', ...maybe },
  arguments: { kind: 'list', means: 'Its arguments, in order' },
  'arguments.name': text('The name'),
  'arguments.describe': text('What it is'),
  'arguments.required': yes('True if it is needed'),
  'arguments.several': yes('True if there may be several'),
  flags: { kind: 'list', means: 'Its flags, and those that every command takes' },
  'flags.name': text('The name, with its dashes'),
  'flags.short': text('The short name', maybe),
  'flags.value': text('The placeholder of its value; a switch has none', maybe),
  'flags.describe': text('What it does'),
  'flags.choices': { kind: 'list', of: 'text', means: 'All values that it takes', ...maybe },
  'flags.default': text('What holds without it', maybe),
  'flags.environment': text('The variable that does the same', maybe),
  'flags.repeatable': yes('True if it may be repeated'),
  'flags.required': yes('True if it is needed'),
  'flags.group': text('Its heading'),
  formats: {
    kind: 'list',
    of: 'text',
    means: 'The formats it prints, if it prints data',
    ...maybe,
  },
  output: { kind: 'any', means: output },
  examples: { kind: 'list', means: 'Examples' },
  'examples.command': text('The command line'),
  'examples.explains': text('What it does'),
  exitCodes: { kind: 'list', means: 'How it may end' },
  'exitCodes.code': { kind: 'number', means: 'The exit code' },
  'exitCodes.meaning': text('What it means'),
});

export const helpDocuments: Documents = {
  'A command': {
    fields: commandFields('The schema of what it prints with --json; null if it prints none'),
  },
  'All commands': {
    fields: {
      version: text("waybill's version"),
      commands: { kind: 'list', means: 'The commands' },
      ...membersBelow('commands', commandFields('A file in schemas; null if it prints no JSON')),
      topics: { kind: 'list', means: 'The topics of help' },
      'topics.name': text('The name'),
      'topics.summary': text('One line'),
    },
  },
  'With --man': [writtenFiles],
};

const trueOnly = (value: boolean | undefined) => (value ? true : undefined);

const flagDocument = ({ label, placeholder, defaultText, ...flag }: TreeFlag) => ({
  name: label,
  short: flag.short && `-${flag.short}`,
  value: placeholder,
  describe: flag.describe,
  choices: flag.choices,
  default: defaultText,
  environment: flag.environment,
  repeatable: trueOnly(flag.repeatable),
  required: trueOnly(flag.required),
  group: flag.group,
});

/** A command as `help --json` prints it; what does not apply is undefined and left out. */
function commandDocument({ path, aliases, ...command }: TreeCommand, output: unknown) {
  const own = new Set(command.flags.map(({ key }) => key));
  const flags = [...command.flags, ...globalTreeFlags().filter(({ key }) => !own.has(key))];
  return {
    command: path.join(' '),
    summary: command.summary,
    description: command.describe || undefined,
    aliases: aliases.length > 0 ? aliases : undefined,
    arguments: command.arguments.map(({ name, describe, optional, variadic }) => ({
      name,
      describe,
      required: trueOnly(!optional),
      several: trueOnly(variadic),
    })),
    flags: flags.map(flagDocument),
    formats: command.fields && outputFormats,
    output,
    examples: command.examples.map(({ command, explains }) => ({ command, explains })),
    exitCodes: Object.values(exitCodes).map(({ code, meaning }) => ({ code, meaning })),
  };
}

/** The command tree as data, from what help is made of: of one command, of a noun, or of all. */
export async function helpDocument({ path, noun, command }: HelpAbout, nouns: Nouns) {
  if (command !== undefined) {
    const named = path.length === 1 ? noun : noun?.verbs?.[path[1] ?? ''];
    const described = describeCommand(path, { ...named }, command);
    return commandDocument(described, await commandSchema(described));
  }
  const [name] = path;
  const own = name === undefined ? nouns : { [name]: noun as Noun };
  const tree = await programTree(own);
  const commands = tree.nouns.flatMap((one) => one.commands);
  return {
    version,
    commands: commands.map((one) =>
      commandDocument(one, one.documents === undefined ? null : schemaName(one)),
    ),
    topics: (nouns.help?.topics ?? []).map(([topic, summary]) => ({ name: topic, summary })),
  };
}
