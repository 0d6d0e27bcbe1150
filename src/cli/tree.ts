import type { AnyCommand, Argument, Example, Noun } from './definition';
import { type Flag, type Flags, flagLabel, kebab } from './flag';
import { globalFlags, informationFlags } from './global-flags';

/**
 * The command tree as plain data, every verb loaded: what help, completion scripts, man pages,
 * `docs/commands.md` and the tests that go over every command are made from.
 */
export interface ProgramTree {
  readonly nouns: readonly TreeNoun[];
  readonly globalFlags: readonly TreeFlag[];
}

export interface TreeNoun {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  /** Of its verbs; empty where it has none. */
  readonly examples: readonly Example[];
  /** Its verbs, or the one command that it is by itself. */
  readonly commands: readonly TreeCommand[];
}

export interface TreeCommand {
  /** `['orders', 'list']`, or `['doctor']` for a noun without verbs. */
  readonly path: readonly string[];
  /** Other names of the last word of the path. */
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly describe: string;
  readonly arguments: readonly TreeArgument[];
  /** Its own; the global ones are the program's. */
  readonly flags: readonly TreeFlag[];
  readonly examples: readonly Example[];
}

export interface TreeArgument extends Omit<Argument<unknown>, 'value'> {
  /** As shown: `order-number`. */
  readonly name: string;
}

export interface TreeFlag extends Omit<Flag<unknown>, 'parse'> {
  /** As settings name it: `orderNumber`. */
  readonly key: string;
  /** `--order-number` */
  readonly label: string;
  readonly group: string;
}

function treeFlags(flags: Flags, group: string): TreeFlag[] {
  return Object.entries(flags).map(([key, { parse: _, ...flag }]) => ({
    group,
    ...flag,
    key,
    label: flagLabel(key),
  }));
}

/** The flags that every command takes, with the two that only tell something. */
export function globalTreeFlags(): TreeFlag[] {
  return treeFlags({ ...globalFlags, ...informationFlags }, 'Run');
}

/** What `path` names, as plain data. */
export function describeCommand(
  path: readonly string[],
  { summary, aliases = [] }: { summary: string; aliases?: readonly string[] },
  command: AnyCommand,
): TreeCommand {
  return {
    path,
    aliases,
    summary,
    describe: command.description?.trim() ?? '',
    arguments: Object.entries(command.arguments).map(([key, argument]) => ({
      ...argument,
      name: kebab(key),
    })),
    flags: treeFlags(command.flags, 'Flags'),
    examples: command.examples,
  };
}

/** A noun with its verbs, all of them loaded. */
async function describeNoun(name: string, noun: Noun): Promise<TreeNoun> {
  const { summary, aliases = [], examples = [] } = noun;
  const commands =
    noun.verbs === undefined
      ? noun.load === undefined
        ? []
        : [describeCommand([name], noun, (await noun.load()).command)]
      : await Promise.all(
          Object.entries(noun.verbs).map(async ([verbName, verb]) =>
            describeCommand([name, verbName], verb, (await verb.load()).command),
          ),
        );
  return { name, aliases, summary, examples, commands };
}

/** Loads every verb. Hidden nouns are left out. */
export async function programTree(nouns: Readonly<Record<string, Noun>>): Promise<ProgramTree> {
  const shown = Object.entries(nouns).filter(([, noun]) => noun.hidden !== true);
  return {
    nouns: await Promise.all(shown.map(([name, noun]) => describeNoun(name, noun))),
    globalFlags: globalTreeFlags(),
  };
}

export function commandsOf(tree: ProgramTree): readonly TreeCommand[] {
  return tree.nouns.flatMap((noun) => noun.commands);
}
