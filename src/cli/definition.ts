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
  /** Known values that completion offers where others are accepted as well. */
  readonly suggestions?: readonly string[];
  /** Only carries the type. */
  readonly value?: T;
}

export type Arguments = Readonly<Record<string, Argument<unknown>>>;
export type ArgumentValues<A extends Arguments> = {
  readonly [K in keyof A]: A[K] extends Argument<infer T> ? T : never;
};

type ArgumentExtras = Pick<Argument<unknown>, 'choices' | 'complete' | 'suggestions'>;

export function one(describe: string, extras: ArgumentExtras = {}): Argument<string> {
  return { describe, optional: false, variadic: false, ...extras };
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

/** A command line that help and docs show, and that the tests run against the sandbox. */
export interface Example {
  readonly command: string;
  readonly explains: string;
  /** How it ends there, where that is not `done`. */
  readonly ending?: Ending;
}

/** One verb: its declaration and its function, in one file. */
export interface Command<A extends Arguments = Arguments, F extends Flags = Flags> {
  /** One line: what help lists a verb under. That of a noun without verbs is in the tree. */
  readonly summary?: string;
  /** What help says below the summary: paragraphs of plain text. */
  readonly description?: string;
  /** The fields of what it prints: what completion offers for `--fields`. */
  readonly fields?: readonly string[];
  readonly arguments: A;
  readonly flags: F;
  readonly examples: readonly Example[];
  /** The ending where it is not `done`; failures are thrown. */
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

/** Any command, its types forgotten: what the program and the generators handle. */
export type AnyCommand = Pick<
  Command,
  'summary' | 'description' | 'fields' | 'arguments' | 'flags' | 'examples'
> & {
  run(input: never, context: Context): ReturnType<Command['run']>;
};

/** A verb as its noun lists it, and the file to load when it is meant. */
export interface Verb {
  readonly aliases?: readonly string[];
  load(): Promise<{ readonly command: AnyCommand }>;
}

/** A noun with its verbs, or one that is a command by itself (`api`, `doctor`, …). */
export interface Noun {
  readonly summary: string;
  readonly aliases?: readonly string[];
  /** Of its verbs, for its own help. */
  readonly examples?: readonly Example[];
  readonly verbs?: Readonly<Record<string, Verb>>;
  /** Only where there are no verbs. */
  load?(): Promise<{ readonly command: AnyCommand }>;
}
