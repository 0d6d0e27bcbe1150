import { Command as Commander, CommanderError, Option } from 'commander';
import { type Failure, usageFailure } from '../failure';
import { unlessItThrows } from '../lib/once';
import {
  type AnyCommand,
  argumentTerm,
  flagTerm,
  type Noun,
  type Nouns,
  treeFlags,
} from './definition';
import { explainLine } from './explain-line';
import {
  type Flag,
  type Flags,
  type FlagValues,
  flagLabel,
  kebab,
  readChoice,
  refuseEmpty,
} from './flag';
import { type GlobalFlags, globalFlags, informationFlags } from './global-flags';
import { type HelpAbout, type HelpStyle, renderHelp } from './help';

export type Request =
  | { readonly kind: 'version' }
  /** `waybill` alone. */
  | { readonly kind: 'overview'; readonly globals: GlobalFlags }
  | {
      readonly kind: 'help';
      readonly about: HelpAbout;
      readonly isJson: boolean;
      page(style?: HelpStyle): Promise<string>;
    }
  | {
      readonly kind: 'run';
      readonly command: AnyCommand;
      readonly input: Readonly<Record<string, unknown>>;
      readonly globals: GlobalFlags;
    };

const everywhere: Flags = { ...globalFlags, ...informationFlags };

type Declared = ReturnType<typeof declare>;

function declare(flags: Flags) {
  return treeFlags(flags, 'Flags').map((flag) => {
    const option = new Option(flagTerm(flag));
    // `--no-input` is a separate switch, not commander's negation of `--input`.
    option.negate = false;
    return { key: flag.key, option };
  });
}

/** commander's command, and how it and its subcommands differ. */
class LineCommand extends Commander {
  /** The first argument's value if something else is in its place: a path, an address, or the only word. */
  beforePath: string | undefined;
  /** The values of the first argument, in upper case. */
  firstChoices: readonly string[] = [];

  override parseOptions(words: string[]): ReturnType<Commander['parseOptions']> {
    const parsed = super.parseOptions(words);
    const [first = '', ...others] = parsed.operands;
    const isPath = /^(\/|[a-z]+:\/\/)/i.test(first);
    const isChoice = this.firstChoices.includes(first.toUpperCase());
    const isAlone = first !== '' && others.length === 0 && !isChoice;
    if (this.beforePath !== undefined && (isPath || isAlone)) {
      parsed.operands.unshift(this.beforePath);
    }
    return parsed;
  }
  override createCommand(name?: string): LineCommand {
    return new LineCommand(name);
  }
  /** Throws where commander would print help and end the process, so that the caller decides. */
  override help(): never {
    throw new CommanderError(0, 'commander.help', 'A command is missing');
  }
}

/** Global flags that say whose overview `waybill` alone shows. */
const ofTheAccount = ['sandbox', 'profile'];

/**
 * The only reader of the command line: commander, given only the declarations of the command that the line
 * names. What was read so far is known at any time, so that an error has the format that the line asks for.
 */
export class CommandLine {
  /** The typed values of each flag in order, `1` for a switch. */
  readonly #typed = new Map<string, string[]>();
  readonly #everywhere: Declared;
  readonly #program = new LineCommand('waybill');
  #current = this.#program;
  /** `['orders', 'list']`, as far as the line names commands. */
  path: readonly string[] = [];
  /** The noun, if its verb has not been read yet. */
  noun: Noun | undefined;
  command: AnyCommand | undefined;
  #stopped: string | undefined;

  constructor(
    readonly words: readonly string[],
    readonly nouns: Nouns,
  ) {
    this.#everywhere = declare(this.#mentioned(everywhere));
    this.#program
      .helpOption(false)
      .exitOverride()
      .enablePositionalOptions()
      .showSuggestionAfterError(false)
      .configureOutput({ writeErr: () => {} });
    this.#addFlags(this.#everywhere);
    this.#addCommands(nouns);
  }

  /** The flags that the line may contain: declaring all of them takes longer than reading the line. */
  #mentioned(flags: Flags): Flags {
    const words = this.words.filter((word) => word.startsWith('-'));
    if (words.length === 0) return {};
    // `-yL5` means `-y -L 5`.
    const letters = new Set(words.filter((word) => !word.startsWith('--')).join(''));
    const isMentioned = (key: string, short = '') =>
      letters.has(short) || words.some((word) => word.startsWith(flagLabel(key)));
    return Object.fromEntries(
      Object.entries(flags).filter(([key, { short }]) => isMentioned(key, short)),
    );
  }

  /** The words that are neither flags nor command names. */
  get operands(): readonly string[] {
    return this.#current.args;
  }
  /** Every flag that is allowed at the end of the line so far. */
  get flags(): Flags {
    return { ...everywhere, ...this.command?.flags };
  }
  gives(key: string): boolean {
    return this.#typed.has(key);
  }
  get lacksValue(): boolean {
    return this.#stopped === 'commander.optionMissingArgument';
  }
  /** True if the line is correct so far, though it may be incomplete. */
  get mayGoOn(): boolean {
    const unfinished = [undefined, 'commander.help', 'commander.missingArgument'];
    return unfinished.includes(this.#stopped) || this.lacksValue;
  }

  /** The global flags read so far, without invalid values. Never throws. */
  get globals(): GlobalFlags {
    const values = Object.entries<Flag<unknown>>(globalFlags).map(([key, flag]) => {
      const label = flagLabel(key);
      const typed = this.#typed.get(key) ?? [];
      return [key, unlessItThrows(() => flag.parse(typed, label)) ?? flag.parse([], label)];
    });
    const globals = Object.fromEntries(values) as GlobalFlags;
    return globals.json ? { ...globals, output: 'json' } : globals;
  }

  /** Reads the whole line. Throws a usage failure in the user's words. */
  async read(): Promise<Request> {
    const failure = await this.#parse();
    if (this.#stopped === 'commander.unknownCommand') throw failure;
    const about = this.path[0] === 'help' ? this.#helpSubject() : undefined;
    const isJson = this.globals.output === 'json';
    const helpWords = isJson ? ['--help', '--json'] : ['--help'];
    if (about !== undefined) return new CommandLine([...about, ...helpWords], this.nouns).read();
    const stopped = this.#stopped === 'commander.help';
    const isOverview = [...this.#typed.keys()].every((key) => ofTheAccount.includes(key));
    if (stopped && isOverview && this.path.length === 0) {
      return { kind: 'overview', globals: this.globals };
    }
    const bare = stopped && this.#typed.size === 0;
    if (this.#typed.has('help') || bare) {
      const about = { path: this.path, noun: this.noun, command: this.command };
      return { kind: 'help', about, isJson, page: (style) => renderHelp(about, this.nouns, style) };
    }
    if (this.#typed.has('version')) return { kind: 'version' };
    if (failure !== undefined) throw failure;
    this.#refuseConflicts();
    const command = this.command as AnyCommand;
    const input = { ...this.#readArguments(command), ...this.#readFlags(command.flags) };
    for (const key of Object.keys(command.flags)) this.#typed.delete(key);
    const globals = this.#readFlags(globalFlags);
    return { kind: 'run', command, input, globals };
  }

  /** The subject of `waybill help orders list`; undefined if the `help` command itself has to run. */
  #helpSubject(): readonly string[] | undefined {
    if (this.lacksValue || this.#typed.has('version')) return undefined;
    const [subject] = this.operands;
    if (Object.keys(this.command?.flags ?? {}).some((key) => this.#typed.has(key)))
      return undefined;
    if (subject === undefined) return this.#typed.has('help') ? undefined : [];
    if (Object.hasOwn(this.nouns, subject)) return this.operands;
    // An alias, such as reports, may be the name of a topic.
    const isTopic = this.noun?.topics?.some(([name]) => name === subject);
    if (isTopic && this.operands.length === 1 && !this.#typed.has('help')) return undefined;
    const isAlias = Object.values(this.nouns).some(({ aliases }) => aliases?.includes(subject));
    return isAlias ? this.operands : undefined;
  }

  async #parse(): Promise<Failure | undefined> {
    try {
      await this.#program.parseAsync([...this.words], { from: 'user' });
      return undefined;
    } catch (error) {
      if (!(error instanceof CommanderError)) throw error;
      this.#stopped = error.code;
      return explainLine(error, this);
    }
  }

  async #enter(addressed: LineCommand): Promise<void> {
    const name = addressed.name();
    this.#current = addressed;
    this.path = [...this.path, name];
    const entry = this.noun?.verbs?.[name] ?? this.nouns[name];
    this.noun ??= entry as Noun;
    if (entry?.load === undefined) {
      this.#addCommands((entry as Noun).verbs ?? {});
    } else {
      this.command = (await entry.load()).command;
      this.#addFlags(declare(this.#mentioned(this.command.flags)));
      this.#addArguments(this.command);
    }
    // A command's own flag can override a global one: --no-header then describes the input file.
    const own = this.command?.flags ?? {};
    this.#addFlags(this.#everywhere.filter(({ key }) => !Object.hasOwn(own, key)));
  }

  #addCommands(entries: Readonly<Record<string, Pick<Noun, 'aliases'>>>): void {
    const all = Object.entries(entries);
    const named = all.filter(([name, { aliases = [] }]) =>
      [name, ...aliases].some((one) => this.words.includes(one)),
    );
    // An unknown name is an error only next to a known one.
    const wanted = named.length === 0 ? all : named;
    for (const [name, { aliases = [] }] of wanted) this.#current.command(name).aliases(aliases);
    this.#current
      .helpCommand(false)
      .hook('preSubcommand', (_, addressed) => this.#enter(addressed as LineCommand));
  }

  #addArguments(command: AnyCommand): void {
    for (const [key, argument] of Object.entries(command.arguments)) {
      this.#current.argument(argumentTerm({ ...argument, name: kebab(key) }));
      if (argument.beforePath === undefined) continue;
      this.#current.beforePath = argument.beforePath;
      this.#current.firstChoices = argument.choices ?? [];
    }
  }

  #addFlags(flags: Declared): void {
    for (const { key, option } of flags) {
      this.#current.addOption(option).on(`option:${option.name()}`, (text: string | undefined) => {
        // Other tools accept `-o=json`, but commander keeps the equals sign in the value.
        const value = option.short === undefined ? text : text?.replace(/^=/, '');
        this.#typed.set(key, [...(this.#typed.get(key) ?? []), value ?? '1']);
      });
    }
  }

  /** Global flags may come before the verb, where commander doesn't look for conflicts. */
  #refuseConflicts(): void {
    for (const [key, { conflicts = [] }] of Object.entries<Flag<unknown>>(this.flags)) {
      const other = this.gives(key) ? conflicts.find((one) => this.gives(one)) : undefined;
      if (other === undefined) continue;
      throw usageFailure(`${flagLabel(key)} and ${flagLabel(other)} can't be used together`, {
        hint: `See ${['waybill', ...this.path].join(' ')} --help.`,
      });
    }
  }

  #readFlags<F extends Flags>(flags: F): FlagValues<F> {
    const values = Object.entries(flags).map(([key, flag]) => {
      const typed = this.#typed.get(key) ?? [];
      const label = flagLabel(key);
      if (typed.length > 1 && flag.placeholder !== undefined && flag.repeatable !== true) {
        const quoted = typed.map((word) => `"${word}"`).join(', ');
        const hint = `It takes one value, but got ${quoted}.`;
        throw usageFailure(`${label} was given ${typed.length} times`, { hint });
      }
      return [key, flag.parse(typed, label)];
    });
    return Object.fromEntries(values) as FlagValues<F>;
  }

  #readArguments(command: AnyCommand): Record<string, unknown> {
    const values = Object.entries(command.arguments).map(([key, { choices, complete }], index) => {
      const label = `<${kebab(key)}>`;
      const read = (word: string) => {
        // A file without a name would be the current folder.
        if (complete === 'file') return refuseEmpty(word, label);
        // Among words as short as shells and methods, the closest is likely to be another one.
        return choices === undefined ? word : readChoice(word, label, choices, []);
      };
      const value = this.#current.processedArgs[index];
      if (Array.isArray(value)) return [key, value.map(read)];
      return [key, value === undefined ? undefined : read(value)];
    });
    return Object.fromEntries(values);
  }
}
