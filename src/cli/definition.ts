import type { Context } from '../context/context';
import type { Ending } from '../exit-codes';
import { groupBy } from '../lib/once';
import { type Completion, type Flag, type Flags, type FlagValues, flagLabel, kebab } from './flag';
import { globalFlags, informationFlags } from './global-flags';

/** A positional argument, in the order of declaration. */
export interface Argument<T> {
  readonly describe: string;
  readonly optional: boolean;
  readonly variadic: boolean;
  readonly choices?: readonly string[];
  readonly complete?: Completion;
  /** Known values for completion to offer; others are accepted too. */
  readonly suggestions?: readonly string[];
  /** For the first argument in front of a path: its value if the path comes first. */
  readonly beforePath?: string;
  /** Exists only for its type. */
  readonly value?: T;
}

export type Arguments = Readonly<Record<string, Argument<unknown>>>;
type ArgumentValues<A extends Arguments> = {
  readonly [K in keyof A]: A[K] extends Argument<infer T> ? T : never;
};

type ArgumentExtras = Omit<Argument<unknown>, 'describe' | 'optional' | 'variadic' | 'value'>;

const argumentOf =
  <T>(isOptional: boolean, variadic: boolean) =>
  (describe: string, extras: ArgumentExtras = {}): Argument<T> => ({
    describe,
    optional: isOptional || extras.beforePath !== undefined,
    variadic,
    ...extras,
  });

export const one = argumentOf<string>(false, false);
export const maybeOne = argumentOf<string | undefined>(true, false);
export const several = argumentOf<string[]>(false, true);
export const maybeSeveral = argumentOf<string[]>(true, true);

/**
 * Examples by their command lines, which help and docs show and tests run against the sandbox: what each does,
 * and how it ends there if not with `done`.
 */
export type Examples = Readonly<
  Record<string, string | readonly [explains: string, ending: Ending]>
>;

export type Example = ReturnType<typeof examplesIn>[number];

export const examplesIn = (examples: Examples) =>
  Object.entries(examples).map(([command, value]) => {
    const [explains, ending] = typeof value === 'string' ? [value] : value;
    return { command, explains, ...(ending && { ending }) };
  });

/** An object in a JSON document: members by their dotted paths, declared as in a view. */
export interface DocumentMembers {
  readonly fields: Readonly<Record<string, unknown>>;
  /** Set if it may have others, too: what the service or the user named. */
  readonly open?: true;
}

/** An object, or one that `help/schemas.ts` knows by name: `order`, `request`. */
export type DocumentShape = DocumentMembers | string;

/**
 * The JSON documents that a command prints, by what they are: `With --count`; in brackets the elements of a
 * list. `line` is what a line of ndjson may be, if not just one of these objects.
 */
export type Documents = Readonly<Record<string, DocumentShape | readonly DocumentShape[]>>;

/** One verb: its declaration and its function, in one file. */
export interface Command<A extends Arguments = Arguments, F extends Flags = Flags> {
  /** One line for lists of verbs. A noun without verbs has its summary in the tree. */
  readonly summary?: string;
  /** Paragraphs of plain text that help shows below the summary. */
  readonly description?: string;
  /** The fields of its output, which completion offers for `--fields`. */
  readonly fields?: readonly string[];
  readonly documents?: Documents | (() => Promise<Documents>);
  readonly arguments: A;
  readonly flags: F;
  readonly examples: Examples;
  /** Set if it changes only local files: a user who types --dry-run does not expect that. */
  readonly refusesDryRun?: true;
  /** Returns the ending if it is not `done`; failures are thrown. */
  run(
    input: ArgumentValues<A> & FlagValues<F>,
    context: Context,
  ): Promise<Ending | undefined | void>;
}

type None = Record<never, never>;

/** A command, which has neither arguments nor flags unless it declares them. */
export function defineCommand<const A extends Arguments = None, const F extends Flags = None>(
  command: Omit<Command<A, F>, 'arguments' | 'flags'> &
    Partial<Pick<Command<A, F>, 'arguments' | 'flags'>>,
): Command<A, F> {
  return { arguments: {} as A, flags: {} as F, ...command };
}

/** A command without its type parameters, as the program and the generators handle it. */
export type AnyCommand = Omit<Command, 'run'> & {
  run(input: never, context: Context): ReturnType<Command['run']>;
};

/** A verb as its noun lists it, with the file to load when it is used. */
export interface Verb {
  readonly aliases?: readonly string[];
  load(): Promise<{ readonly command: AnyCommand }>;
}

/** A noun with its verbs, or one that is a command by itself (`api`, `doctor`, …). */
export interface Noun {
  readonly summary: string;
  readonly aliases?: readonly string[];
  readonly topic?: string;
  readonly topics?: readonly (readonly [name: string, summary: string])[];
  readonly examples?: Examples;
  readonly verbs?: Readonly<Record<string, Verb>>;
  /** Only for a noun without verbs. */
  load?(): Promise<{ readonly command: AnyCommand }>;
}

export type Nouns = Readonly<Record<string, Noun>>;

/** The nouns or one noun's verbs, with their summaries. */
export async function summaries(nouns: Nouns, noun?: Noun) {
  const entries: readonly (readonly [string, Noun | Verb])[] = Object.entries(
    noun === undefined ? nouns : (noun.verbs ?? {}),
  );
  const listed = entries.map(async ([name, entry]): Promise<readonly [string, string]> => {
    return [name, ('summary' in entry ? entry : (await entry.load()).command).summary ?? ''];
  });
  return Promise.all(listed);
}

/** The command tree as plain data with every verb loaded, for man pages, docs, topics and tests. */
export type ProgramTree = Awaited<ReturnType<typeof programTree>>;
export type TreeNoun = ProgramTree['nouns'][number];
export type TreeCommand = ReturnType<typeof describeCommand>;

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

export function treeFlags(flags: Flags, group: string): TreeFlag[] {
  return Object.entries(flags).map(([key, { parse: _, ...flag }]) => ({
    group,
    ...flag,
    key,
    label: flagLabel(key),
  }));
}

export function globalTreeFlags(): TreeFlag[] {
  return treeFlags({ ...globalFlags, ...informationFlags }, 'Run');
}

export function describeCommand(
  path: readonly string[],
  { aliases = [], summary = '', topics }: Partial<Noun>,
  command: AnyCommand,
) {
  const lines = topics?.map(([name, text]) => `  ${name.padEnd(11)}  ${text}`) ?? [];
  const list = lines.length === 0 ? [] : [['Topics:', '', ...lines].join('\n')];
  return {
    /** `['orders', 'list']`, or `['doctor']` for a noun without verbs. */
    path,
    /** Other names of the last word of the path. */
    aliases,
    summary: command.summary ?? summary,
    describe: [command.description ?? '', ...list].join('\n\n').trim(),
    arguments: Object.entries(command.arguments).map(
      ([key, argument]): TreeArgument => ({ ...argument, name: kebab(key) }),
    ),
    flags: treeFlags(command.flags, 'Flags'),
    /** The fields of its output, which has every format then. */
    fields: command.fields,
    documents: command.documents,
    examples: examplesIn(command.examples),
  };
}

async function describeNoun(name: string, noun: Noun) {
  const { aliases = [], examples = {}, verbs = {} } = noun;
  const own = (await noun.load?.())?.command;
  const commands = Object.entries(verbs).map(async ([verb, entry]) =>
    describeCommand([name, verb], entry, (await entry.load()).command),
  );
  return {
    name,
    aliases,
    summary: noun.summary,
    examples: examplesIn(examples),
    commands: own ? [describeCommand([name], noun, own)] : await Promise.all(commands),
  };
}

export async function programTree(nouns: Nouns) {
  const entries = Object.entries(nouns);
  return {
    nouns: await Promise.all(entries.map(([name, noun]) => describeNoun(name, noun))),
    globalFlags: globalTreeFlags(),
  };
}

export function commandsOf(tree: ProgramTree): readonly TreeCommand[] {
  return tree.nouns.flatMap((noun) => noun.commands);
}

/** Flags under their headings, in the order in which the headings first appear. */
export function flagGroups(flags: readonly TreeFlag[]): ReadonlyMap<string, readonly TreeFlag[]> {
  return groupBy(flags, ({ group }) => group);
}

/** The flags that a command's own help explains. */
export const explainedFlags = (flags: readonly TreeFlag[]) =>
  flags.filter(({ explainedIn }) => explainedIn === undefined);

/** A line for the flags that another page explains: `Filters (waybill help filters): --status …`. */
export function sharedFlagLines(flags: readonly TreeFlag[]): readonly string[] {
  const shared = flags.filter(({ explainedIn }) => explainedIn !== undefined);
  return [...flagGroups(shared)].map(
    ([group, members]) =>
      `${group} (waybill help ${members[0]?.explainedIn}): ${members.map(({ label }) => label).join(' ')}`,
  );
}

/** An argument in a usage line: `<order...>`, `[topic]`. */
export function argumentTerm({ name, optional, variadic }: TreeArgument): string {
  const term = `${name}${variadic ? '...' : ''}`;
  return optional ? `[${term}]` : `<${term}>`;
}

/** `-o, --output <format>` */
export function flagTerm({ label, short, placeholder }: TreeFlag): string {
  const front = short === undefined ? '' : `-${short}, `;
  return `${front}${label}${placeholder === undefined ? '' : ` ${placeholder}`}`;
}

/** The notes after a flag's description: `(1 to 16; default 4; WAYBILL_CONCURRENCY)`. */
export function flagNotes(flag: TreeFlag): string {
  const { choices, joined, rangeText, repeatable, defaultText, environment, required } = flag;
  const notes = [
    ...(required ? ['required'] : []),
    ...(choices === undefined ? [] : [choices.join(', ')]),
    ...(rangeText === undefined ? [] : [rangeText]),
    ...(repeatable && !joined ? ['repeatable'] : []),
    ...(defaultText === undefined ? [] : [`default ${defaultText}`]),
    ...(environment === undefined ? [] : [environment]),
  ];
  return notes.length === 0 ? '' : ` (${notes.join('; ')})`;
}

export function usageLine({ path, arguments: args, flags }: TreeCommand): string {
  const needed = flags.filter(({ required }) => required).map(flagTerm);
  return ['waybill', ...path, ...args.map(argumentTerm), ...needed, '[flags]'].join(' ');
}
