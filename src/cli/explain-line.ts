import type { CommanderError } from 'commander';
import { type Failure, usageFailure } from '../failure';
import { nameHint } from '../lib/suggest';
import { continued } from '../lib/words';
import { describeCommand, type Nouns, usageLine } from './definition';
import { type Flag, type Flags, flagLabel, kebab } from './flag';
import { flagHabits, habitHint } from './habits';
import type { HelpAbout } from './help';
import { signedDollarsToCents } from './money';

/** A line as far as it was read before an error. */
interface ReadLine extends HelpAbout {
  readonly words: readonly string[];
  readonly nouns: Nouns;
  /** The words that are neither flags nor command names. */
  readonly operands: readonly string[];
  readonly flags: Flags;
}

const negativeNumber = /^-(\d+|\d*\.\d+)(e[+-]?\d+)?$/;

function isCalled(typed: string, [key, { short }]: [string, Flag<unknown>]): boolean {
  return typed === flagLabel(key) || (short !== undefined && typed === `-${short}`);
}

export async function explainLine(error: CommanderError, line: ReadLine): Promise<Failure> {
  switch (error.code) {
    case 'commander.help':
    case 'commander.unknownCommand':
      return unknownCommand(line);
    case 'commander.unknownOption':
      return unknownFlag(line);
    case 'commander.optionMissingArgument': {
      const typed = line.words.at(-1) ?? '';
      const flag = Object.entries(line.flags).find((entry) => isCalled(typed, entry))?.[1];
      return usageFailure(`${typed} needs a value`, {
        hint: flag && `Use ${typed} ${flag.placeholder}.`,
      });
    }
    default:
      return wrongArguments(error, line);
  }
}

const commandOf = ({ path }: ReadLine) => ['waybill', ...path].join(' ');

function unknownCommand(line: ReadLine): Failure {
  const { noun, nouns, path, operands } = line;
  const names = Object.keys(noun?.verbs ?? nouns);
  const what = noun === undefined ? 'command' : 'verb';
  const [typed] = operands;
  const list = `Choose one of ${names.join(', ')}.`;
  if (typed === undefined) {
    const hint = `${list} See ${commandOf(line)} --help.`;
    return usageFailure(`${commandOf(line)} needs a ${what}`, { hint });
  }
  const of = noun === undefined ? '' : ` for ${commandOf(line)}`;
  const hint = habitHint(typed, path, names) ?? nameHint(typed, names, list);
  return usageFailure(`Unknown ${what} "${typed}"${of}`, { hint });
}

/** True if the flag belongs to a verb that the line does not name. */
async function isOfVerb(typed: string, { noun, nouns }: ReadLine): Promise<boolean> {
  const addressed = noun === undefined ? Object.values(nouns) : [noun];
  const entries = addressed.flatMap((one) => [one, ...Object.values(one.verbs ?? {})]);
  const loaded = await Promise.all(entries.map((entry) => entry.load?.()));
  return loaded.some((one) =>
    Object.entries(one?.command.flags ?? {}).some((entry) => isCalled(typed, entry)),
  );
}

async function unknownFlag(line: ReadLine): Promise<Failure> {
  const { operands, flags, command } = line;
  const typed = operands.find((word) => /^-./.test(word) && !negativeNumber.test(word));
  const [name = ''] = (typed ?? '').split('=');
  if (Object.keys(flags).some((key) => flagLabel(key) === name)) {
    return usageFailure(`${name} takes no value`);
  }
  // `-json` is missing a dash.
  const near = [name.replace(/^-+/, ''), Object.keys(flags).map(kebab)] as const;
  const message = `Unknown flag ${name} for ${commandOf(line)}`;
  if (command !== undefined) {
    const amount = name.replace(/[$,]/g, '');
    const hint =
      amount !== name && signedDollarsToCents(name) !== undefined
        ? `Write a negative amount as ${amount}.`
        : (flagHabits[name] ?? nameHint(...near, `See ${commandOf(line)} --help.`, '--'));
    return usageFailure(message, { hint });
  }
  const hint = nameHint(...near, '', '--');
  if (hint !== '') return usageFailure(message, { hint });
  if (!(await isOfVerb(name, line))) {
    return usageFailure(`Unknown flag ${name}`, { hint: 'See waybill help flags.' });
  }
  const place = `Put ${name} after the verb: only global flags can come before it.`;
  return usageFailure(message, { hint: place });
}

function wrongArguments(error: CommanderError, line: ReadLine): Failure {
  const { operands, path, command } = line;
  if (command === undefined) throw error;
  const described = describeCommand(path, {}, command);
  const declared = described.arguments;
  const usage = { hint: `Usage: ${usageLine(described)}` };
  if (error.code === 'commander.missingArgument') {
    const missing = declared.slice(operands.length).find(({ optional }) => !optional);
    const choices = missing?.choices?.join(', ');
    const what = choices === undefined ? continued(missing?.describe ?? '') : `one of ${choices}`;
    return usageFailure(`${commandOf(line)} needs <${missing?.name}>: ${what}`, usage);
  }
  if (error.code !== 'commander.excessArguments') throw error;
  const surplus = operands
    .slice(declared.length)
    .map((word) => `"${word}"`)
    .join(', ');
  return declared.length === 0
    ? usageFailure(`${commandOf(line)} takes no arguments, but got ${surplus}`, usage)
    : usageFailure(`Too many arguments for ${commandOf(line)}: ${surplus}`, usage);
}
