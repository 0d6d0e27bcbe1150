import type { Context } from '../context';
import type { Ending } from '../exit-codes';
import type { Completion, Flags, FlagValues } from './flag';

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
export type ArgumentValues<A extends Arguments> = {
  readonly [K in keyof A]: A[K] extends Argument<infer T> ? T : never;
};

type ArgumentExtras = Pick<
  Argument<unknown>,
  'choices' | 'complete' | 'suggestions' | 'beforePath'
>;

export function one(describe: string, extras: ArgumentExtras = {}): Argument<string> {
  return { describe, optional: extras.beforePath !== undefined, variadic: false, ...extras };
}
export function maybeOne(
  describe: string,
  extras: ArgumentExtras = {},
): Argument<string | undefined> {
  return { describe, optional: true, variadic: false, ...extras };
}
export function several(describe: string, extras: ArgumentExtras = {}): Argument<string[]> {
  return { describe, optional: false, variadic: true, ...extras };
}
export function maybeSeveral(describe: string, extras: ArgumentExtras = {}): Argument<string[]> {
  return { describe, optional: true, variadic: true, ...extras };
}

/** A command line that help and docs show and that tests run against the sandbox. */
export interface Example {
  readonly command: string;
  readonly explains: string;
  /** How it ends there, if not with `done`. */
  readonly ending?: Ending;
}

/** One verb: its declaration and its function, in one file. */
export interface Command<A extends Arguments = Arguments, F extends Flags = Flags> {
  /** One line for lists of verbs. A noun without verbs has its summary in the tree. */
  readonly summary?: string;
  /** Paragraphs of plain text that help shows below the summary. */
  readonly description?: string;
  /** The fields of its output, which completion offers for `--fields`. */
  readonly fields?: readonly string[];
  readonly arguments: A;
  readonly flags: F;
  readonly examples: readonly Example[];
  /** Returns the ending if it is not `done`; failures are thrown. */
  run(
    input: ArgumentValues<A> & FlagValues<F>,
    context: Context,
  ): Promise<Ending | undefined | void>;
}

export function defineCommand<const A extends Arguments, const F extends Flags>(
  command: Command<A, F>,
): Command<A, F> {
  return command;
}

/** A command without its type parameters, as the program and the generators handle it. */
export type AnyCommand = Pick<
  Command,
  'summary' | 'description' | 'fields' | 'arguments' | 'flags' | 'examples'
> & {
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
  /** Examples of its verbs, for the noun's own help. */
  readonly examples?: readonly Example[];
  readonly verbs?: Readonly<Record<string, Verb>>;
  /** Only for a noun without verbs. */
  load?(): Promise<{ readonly command: AnyCommand }>;
}
