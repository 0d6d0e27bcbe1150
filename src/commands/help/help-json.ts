import type { HelpAbout } from '../../cli/command-line';
import {
  describeCommand,
  globalTreeFlags,
  type Noun,
  type Nouns,
  programTree,
  type TreeCommand,
  type TreeFlag,
} from '../../cli/definition';
import { exitCodes } from '../../exit-codes';
import { outputFormats } from '../../formats';
import { version } from '../../version';

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
function commandDocument({ path, aliases, ...command }: TreeCommand) {
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
    examples: command.examples.map(({ command, explains }) => ({ command, explains })),
    exitCodes: Object.values(exitCodes).map(({ code, meaning }) => ({ code, meaning })),
  };
}

/** The command tree as data, from what help is made of: of one command, of a noun, or of all. */
export async function helpDocument({ path, noun, command }: HelpAbout, nouns: Nouns) {
  if (command !== undefined) {
    const named = path.length === 1 ? noun : noun?.verbs?.[path[1] ?? ''];
    return commandDocument(describeCommand(path, { ...named }, command));
  }
  const [name] = path;
  const own = name === undefined ? nouns : { [name]: noun as Noun };
  const tree = await programTree(own);
  const commands = tree.nouns.flatMap((one) => one.commands);
  return {
    version,
    commands: commands.map(commandDocument),
    topics: (nouns.help?.topics ?? []).map(([topic, summary]) => ({ name: topic, summary })),
  };
}
