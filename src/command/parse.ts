import { Command as Commander, CommanderError, Option } from 'commander';
import { usageFailure } from '../failure';
import type { AnyCommand } from './definition';
import { type Flag, type Flags, flagLabel } from './flag';
import { type GlobalFlags, globalFlags } from './global-flags';
import { helpLayout } from './help';

export interface Parsed {
  readonly arguments: Readonly<Record<string, string | string[] | undefined>>;
  readonly flags: Readonly<Record<string, unknown>>;
  readonly globals: GlobalFlags;
}

/** Values as typed, by flag: every occurrence in order, an empty text for a switch. */
type Typed = Map<string, string[]>;

function toOption(key: string, flag: Flag<unknown>, typed: Typed): Option {
  const short = flag.short === undefined ? '' : `-${flag.short}, `;
  const placeholder = flag.placeholder === undefined ? '' : ` ${flag.placeholder}`;
  const option = new Option(`${short}${flagLabel(key)}${placeholder}`, flag.describe);
  // `--no-input` is a switch of its own here, not commander's negation of `--input`.
  option.negate = false;
  option.attributeName = () => key;
  option.argParser((value: string) => {
    const values = typed.get(key) ?? [];
    typed.set(key, [...values, value]);
    return value;
  });
  return option;
}

/** Builds commander's command for one verb: its own flags and the global ones beside them. */
export function toCommander(
  words: readonly string[],
  summary: string,
  command: AnyCommand,
  typed: Typed = new Map(),
): Commander {
  const commander = new Commander(words.join(' '));
  commander
    .exitOverride()
    .configureOutput({ writeOut: () => {}, writeErr: () => {} })
    .allowExcessArguments(false)
    .summary(summary)
    .configureHelp(helpLayout)
    .helpOption('-h, --help', 'Show this help');
  for (const [key, argument] of Object.entries(command.arguments)) {
    const name = `${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}${argument.variadic ? '...' : ''}`;
    commander.argument(argument.optional ? `[${name}]` : `<${name}>`, argument.describe);
  }
  const add = (flags: Flags, group: string) => {
    for (const [key, flag] of Object.entries(flags)) {
      commander.addOption(toOption(key, flag, typed).helpGroup(flag.group ?? group));
    }
  };
  add(command.flags, 'Flags');
  add(globalFlags, 'Run');
  return commander;
}

function readFlags(flags: Flags, typed: Typed, given: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    Object.entries(flags).map(([key, flag]) => {
      const values = flag.placeholder === undefined && given[key] === true ? ['true'] : [];
      return [key, flag.parse(typed.get(key) ?? values, flagLabel(key))];
    }),
  );
}

/**
 * Parses the words after the verb. Throws a usage failure in the user's words, or returns
 * undefined where help was asked for.
 */
export function parse(
  words: readonly string[],
  summary: string,
  command: AnyCommand,
  rest: readonly string[],
): Parsed | undefined {
  const typed: Typed = new Map();
  const commander = toCommander(words, summary, command, typed);
  try {
    commander.parse(rest, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'commander.helpDisplayed') return undefined;
    const [message = '', suggestion] = error.message.replace(/^error: /, '').split('\n');
    const did = suggestion?.replace(/^\(|\)$/g, '');
    throw usageFailure(message, {
      hint: `${did === undefined ? '' : `${did} `}See ${words.join(' ')} --help.`,
    });
  }
  const given = commander.opts();
  return {
    arguments: Object.fromEntries(
      Object.keys(command.arguments).map((key, index) => [key, commander.processedArgs[index]]),
    ),
    flags: readFlags(command.flags, typed, given),
    globals: readFlags(globalFlags, typed, given) as unknown as GlobalFlags,
  };
}
