import type { Completion } from '../cli/flag';
import { commandsOf, type ProgramTree, type TreeArgument, type TreeFlag } from '../cli/tree';

/** Values that only a running waybill knows: the scripts ask `waybill __complete` for them. */
export const livingKinds = ['profile', 'card', 'subcard', 'order', 'giftcard'] as const;
export type LivingKind = (typeof livingKinds)[number];

function isLiving(kind: Completion): kind is LivingKind {
  return (livingKinds as readonly string[]).includes(kind);
}

/** Where the values of a flag or an argument come from. */
export type Source =
  | { readonly from: 'words'; readonly words: readonly string[]; readonly joined: boolean }
  | { readonly from: 'living'; readonly kind: LivingKind }
  | { readonly from: 'files' }
  | { readonly from: 'nothing' };

export interface PlannedFlag {
  /** `['-o', '--output']` */
  readonly names: readonly string[];
  readonly describe: string;
  readonly repeatable: boolean;
  /** Absent for a switch. */
  readonly value?: Source;
}

export interface PlannedArgument {
  readonly name: string;
  readonly variadic: boolean;
  readonly value: Source;
}

export interface PlannedName {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly summary: string;
}

export interface PlannedCommand extends PlannedName {
  /** `['orders', 'list']` */
  readonly path: readonly string[];
  readonly flags: readonly PlannedFlag[];
  readonly arguments: readonly PlannedArgument[];
}

export interface PlannedNoun extends PlannedName {
  readonly verbs: readonly PlannedName[];
}

/** What every shell's script is written from. */
export interface Plan {
  readonly nouns: readonly PlannedNoun[];
  readonly commands: readonly PlannedCommand[];
  readonly globalFlags: readonly PlannedFlag[];
  /** What `waybill help` takes besides the names of commands. */
  readonly topics: readonly string[];
}

type Valued = Pick<TreeFlag, 'choices' | 'suggestions' | 'complete' | 'joined'>;

function sourceOf({ choices, suggestions, complete, joined = false }: Valued): Source {
  const words = choices ?? suggestions;
  if (words !== undefined) return { from: 'words', words, joined };
  if (complete === 'file') return { from: 'files' };
  if (complete !== undefined && isLiving(complete)) return { from: 'living', kind: complete };
  return { from: 'nothing' };
}

function planFlag(flag: TreeFlag): PlannedFlag {
  return {
    names: [...(flag.short === undefined ? [] : [`-${flag.short}`]), flag.label],
    describe: flag.describe,
    repeatable: flag.repeatable === true,
    ...(flag.placeholder === undefined ? {} : { value: sourceOf(flag) }),
  };
}

/** The argument that takes the names of commands is completed from the tree itself. */
function takesCommands(argument: TreeArgument): boolean {
  return argument.complete === 'command';
}

export function completionPlan(tree: ProgramTree): Plan {
  const commands = commandsOf(tree);
  return {
    nouns: tree.nouns.map(({ name, aliases, summary, commands: own }) => ({
      name,
      aliases,
      summary,
      verbs: own.flatMap(({ path, aliases: verbAliases, summary: verbSummary }) => {
        const [, verb] = path;
        return verb === undefined
          ? []
          : [{ name: verb, aliases: verbAliases, summary: verbSummary }];
      }),
    })),
    commands: commands.map(({ path, aliases, summary, flags, arguments: args }) => ({
      path,
      name: path.at(-1) ?? '',
      aliases,
      summary,
      flags: flags.map(planFlag),
      arguments: args
        .filter((argument) => !takesCommands(argument))
        .map((argument) => ({
          name: argument.name,
          variadic: argument.variadic,
          value: sourceOf(argument),
        })),
    })),
    globalFlags: tree.globalFlags.map(planFlag),
    topics: commands.flatMap((command) =>
      command.arguments.filter(takesCommands).flatMap(({ suggestions = [] }) => suggestions),
    ),
  };
}
