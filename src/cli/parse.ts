import { Command as Commander, CommanderError, Option } from 'commander';
import { type Failure, usageFailure } from '../failure';
import type { AnyCommand, Argument, Arguments } from './definition';
import { allFlags, type Request, shownNames } from './find';
import { type Flag, type Flags, flagLabel, kebab, readChoice } from './flag';
import { type GlobalFlags, globalFlags } from './global-flags';
import { closest } from './suggest';
import { argumentTerm } from './terms';

/** What a command line comes to. */
export interface Parsed {
  readonly command: AnyCommand;
  readonly arguments: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly flags: Readonly<Record<string, unknown>>;
  readonly globals: GlobalFlags;
}

/** What was typed for each flag: every value in order, `1` for a switch. */
type Typed = ReadonlyMap<string, string[]>;

function addOption(commander: Commander, key: string, flag: Flag<unknown>): string[] {
  const short = flag.short === undefined ? '' : `-${flag.short}, `;
  const value = flag.placeholder === undefined ? '' : ' <value>';
  const option = new Option(`${short}${flagLabel(key)}${value}`);
  // `--no-input` is a switch of its own here, not commander's negation of `--input`.
  option.negate = false;
  const typed: string[] = [];
  commander.addOption(option);
  commander.on(`option:${option.name()}`, (text: string | undefined) => {
    // `-o=json` is how flags with values are joined elsewhere; commander keeps the equals sign.
    typed.push(text === undefined ? '1' : short === '' ? text : text.replace(/^=/, ''));
  });
  return typed;
}

function readFlags(flags: Flags, typed: Typed): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(flags).map(([key, flag]) => [
      key,
      flag.parse(typed.get(key) ?? [], flagLabel(key)),
    ]),
  );
}

function unknownFlag(word: string, path: string, flags: Flags): Failure {
  const [name = word] = word.split('=');
  const known = Object.entries(flags).find(([key]) => flagLabel(key) === name);
  if (known !== undefined) return usageFailure(`${name} is a switch and takes no value`);
  // `-json` is one dash short of what was meant.
  const near = closest(name.replace(/^-+/, ''), Object.keys(flags).map(kebab));
  return usageFailure(`There is no flag ${name} for ${path}`, {
    hint: `${near === undefined ? '' : `Did you mean --${near}? `}See ${path} --help.`,
  });
}

function readArguments(
  declared: Arguments,
  typed: readonly string[],
  path: string,
): Parsed['arguments'] {
  const entries = Object.entries(declared);
  const usage = [
    path,
    ...entries.map(([key, argument]) => argumentTerm({ ...argument, name: kebab(key) })),
  ].join(' ');
  let rest = typed;
  const values = entries.map(
    ([key, argument]): [string, string | readonly string[] | undefined] => {
      const taken = argument.variadic ? rest : rest.slice(0, 1);
      rest = rest.slice(taken.length);
      if (taken.length === 0 && !argument.optional) {
        throw usageFailure(`${path} needs <${kebab(key)}>: ${argument.describe}`, {
          hint: `Usage: ${usage}`,
        });
      }
      const words = taken.map((word) => readWord(word, kebab(key), argument));
      return [key, argument.variadic ? words : words[0]];
    },
  );
  if (rest.length > 0) {
    const extra = rest.map((word) => `"${word}"`).join(', ');
    throw usageFailure(
      entries.length === 0
        ? `${path} takes no arguments, but was given ${extra}`
        : `${path} was given more arguments than it takes: ${extra}`,
      { hint: `Usage: ${usage}` },
    );
  }
  return Object.fromEntries(values);
}

function readWord(word: string, name: string, { choices }: Argument<unknown>): string {
  return choices === undefined ? word : readChoice(word, `<${name}>`, choices);
}

/** A program or a noun by itself takes the global flags, and only to ask for help. */
const nothing: Pick<AnyCommand, 'arguments' | 'flags'> = { arguments: {}, flags: {} };

/**
 * Parses the words that are left beside the command's name, where they ask for no information. Throws
 * a usage failure in the user's words.
 */
export function parse(request: Request): Parsed {
  if (request.kind === 'command') {
    const { path, command, rest } = request;
    return { command, ...parseWords(['waybill', ...path].join(' '), command, rest) };
  }
  const [path, what, entries] =
    request.kind === 'program'
      ? ['waybill', 'command', request.nouns]
      : [`waybill ${request.name}`, 'verb', request.noun.verbs ?? {}];
  parseWords(path, nothing, request.rest);
  throw usageFailure(`${path} needs a ${what}`, {
    hint: `There are ${shownNames(entries).join(', ')}. See ${path} --help.`,
  });
}

function parseWords(
  path: string,
  command: Pick<AnyCommand, 'arguments' | 'flags'>,
  words: readonly string[],
): Omit<Parsed, 'command'> {
  const flags = allFlags(command);
  const commander = new Commander(path)
    .helpOption(false)
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  const typed: Typed = new Map(
    Object.entries(flags).map(([key, flag]) => [key, addOption(commander, key, flag)]),
  );
  const { operands, unknown } = readOptions(commander, words);
  const [stray] = unknown;
  if (stray !== undefined) throw unknownFlag(stray, path, flags);
  return {
    arguments: readArguments(command.arguments, operands, path),
    flags: readFlags(command.flags, typed),
    globals: readFlags(globalFlags, typed) as unknown as GlobalFlags,
  };
}

function readOptions(commander: Commander, words: readonly string[]) {
  try {
    return commander.parseOptions([...words]);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // The one thing that commander refuses here: a flag that ends the line and lacks its value.
    throw usageFailure(`${words.at(-1)} needs a value after it`);
  }
}
