import { Command as Commander, CommanderError, Help, type Option } from 'commander';
import {
  type AnyCommand,
  describeCommand,
  type Example,
  examplesIn,
  type Noun,
  type Nouns,
  sharedFlagLines,
  usageLine,
} from './definition';

/** Longer lines are hard to read, however wide the terminal is. */
const widest = 100;
/** Below this width, wrapping is worse than letting the terminal break lines. */
const narrowest = 40;
/** Terms wider than this share of the page get their own line. */
const termShare = 0.38;

export interface HelpStyle {
  /** Columns of the terminal; 80 if there is none. */
  readonly width?: number | undefined;
  readonly heading?: ((text: string) => string) | undefined;
}

/** A page that `waybill help <topic>` shows; some say what the commands are. */
export interface Topic {
  write(page: HelpPage, nouns: Nouns, platform: string): void | Promise<void>;
}

export type HelpRow = readonly [term: string, text: string];

function helpWidth({ width }: HelpStyle): number {
  // A terminal that does not know its width reports 0.
  return Math.min(Math.max(width || 80, narrowest), widest);
}

/** Puts each paragraph on one line, ready for filling; indented lines are left unchanged. */
function unbroken(text: string): string {
  const paragraphs = text.trim().split(/\n{2,}/);
  return paragraphs.map((one) => (/^\s/.test(one) ? one : one.replaceAll('\n', ' '))).join('\n\n');
}

/** commander's layout, but long terms get their own lines and preformatted lines are kept. */
class WaybillHelp extends Help {
  override minWidthToWrap = 1;

  get #widestTerm(): number {
    return (this.helpWidth ?? 80) * termShare;
  }

  columnOf(terms: readonly string[]): number {
    const lengths = terms.map((term) => term.length);
    return Math.max(0, ...lengths.filter((length) => length <= this.#widestTerm));
  }
  override padWidth(command: Commander): number {
    return this.columnOf([
      ...this.visibleArguments(command).map((one) => this.argumentTerm(one)),
      ...this.visibleOptions(command).map((one) => this.optionTerm(one)),
      ...this.visibleCommands(command).map((one) => this.subcommandTerm(one)),
    ]);
  }
  override formatItem(term: string, column: number, text: string, helper: Help): string {
    if (term.length <= column) return super.formatItem(term, column, text, helper);
    return `  ${term}\n${super.formatItem('', column, text, helper)}`;
  }
  override boxWrap(text: string, width: number): string {
    const lines = text.split('\n');
    return lines.map((one) => (/^\s/.test(one) ? one : super.boxWrap(one, width))).join('\n');
  }
  override subcommandTerm(command: Commander): string {
    return command.name();
  }
  override optionTerm({ short, flags }: Option): string {
    return short === undefined ? `    ${flags}` : flags;
  }
  override commandUsage(command: Commander): string {
    return command.usage();
  }
}

/** commander's command with the layout above, for itself and its subcommands. */
export class HelpedCommand extends Commander {
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
  override createCommand(name?: string): HelpedCommand {
    return new HelpedCommand(name);
  }
  /** Throws where commander would print help and end the process, so that the caller decides. */
  override help(): never {
    throw new CommanderError(0, 'commander.help', 'A command is missing');
  }
  override createHelp(): Help {
    return Object.assign(new WaybillHelp(), this.configureHelp());
  }
}

/** Paragraphs, columns and lines under headings: a help topic, or the end of a command's help. */
export class HelpPage {
  readonly #help = new WaybillHelp();
  readonly #heading: (text: string) => string;
  readonly #sections: string[] = [];

  constructor(style: HelpStyle = {}) {
    this.#help.helpWidth = helpWidth(style);
    this.#heading = style.heading ?? ((text) => text);
  }

  /** Adds a paragraph; an empty text adds nothing. */
  text(text: string): this {
    if (text === '') return this;
    this.#sections.push(this.#help.boxWrap(unbroken(text), this.#help.helpWidth ?? 80));
    return this;
  }

  /** Adds two columns under a heading; without rows, nothing. */
  rows(heading: string, rows: readonly HelpRow[]): this {
    const column = this.#help.columnOf(rows.map(([term]) => term));
    return this.lines(
      heading,
      rows.map(([term, text]) => this.#help.formatItem(term, column, text, this.#help)),
    );
  }

  /** Adds unchanged lines under a heading; without lines, nothing. */
  lines(heading: string, lines: readonly string[]): this {
    if (lines.length > 0) this.#sections.push([this.#heading(`${heading}:`), ...lines].join('\n'));
    return this;
  }

  verbatim(text: string): this {
    this.#sections.push(text.trimEnd());
    return this;
  }

  toString(): string {
    return `${this.#sections.join('\n\n')}\n`;
  }
}

function exampleLines(examples: readonly Example[]): string[] {
  const lines = examples.flatMap(({ command, explains }) => [`  # ${explains}`, `  $ ${command}`]);
  const useFiles = examples.some(({ command }) => command.includes(' examples/'));
  return useFiles ? [...lines, '  # For the files, run waybill sandbox examples examples'] : lines;
}

/** Names what is looked for in a command's help most often, and where the others are. */
const globalLine =
  'Global flags, such as -o csv, --fields, --profile and --dry-run: waybill help flags';

const program = {
  summary: 'Track orders, shipments and gift cards from the command line',
  examples: { 'waybill --sandbox orders list': 'Try it without an account' },
};

/** A command, a noun with verbs, or, without either, the program. */
export interface HelpAbout {
  readonly path: readonly string[];
  readonly noun: Noun | undefined;
  readonly command: AnyCommand | undefined;
}

export function renderHelp(
  commander: HelpedCommand,
  { path, noun, command, topics }: HelpAbout & { readonly topics: readonly HelpRow[] },
  style: HelpStyle = {},
): string {
  const { examples = {} } = command ?? noun ?? program;
  const summary = command?.summary ?? (noun ?? program).summary;
  const named = command === undefined || path.length === 1 ? noun : noun?.verbs?.[path[1] ?? ''];
  const line = ['waybill', ...path].join(' ');
  const rest = noun === undefined ? '<noun> <verb> [arguments]' : '<verb> [arguments]';
  const described = command && describeCommand(path, {}, command);
  const usage = described === undefined ? `${line} ${rest} [flags]` : usageLine(described);
  const more = {
    program: 'Run waybill help <command> for a command, waybill help <topic> for a topic.',
    noun: `Run ${line} <verb> --help for details.`,
    command: '',
  }[command !== undefined ? 'command' : noun === undefined ? 'program' : 'noun'];
  const also = named?.aliases === undefined ? '' : `Aliases: ${named.aliases.join(', ')}.`;
  const see = noun?.topic === undefined ? '' : `See also waybill help ${noun.topic}.`;
  const after = new HelpPage(style)
    .text(sharedFlagLines(described?.flags ?? []).join('\n\n'))
    .rows('Topics', topics)
    .text([also, more, see, globalLine].filter((part) => part !== '').join(' '));
  const shown = new HelpPage(style)
    .lines('Examples', exampleLines(examplesIn(examples)))
    .toString()
    .trimEnd();
  const help = commander
    .usage(usage)
    .description(`${unbroken(`${summary}\n\n${command?.description ?? ''}`)}\n\n${shown}`.trimEnd())
    .configureHelp({ styleTitle: style.heading ?? ((text) => text) })
    .configureOutput({ getOutHelpWidth: () => helpWidth(style), getOutHasColors: () => true })
    .helpInformation();
  return `${help}\n${after}`;
}
