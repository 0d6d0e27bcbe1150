import { Help } from 'commander';
import {
  type AnyCommand,
  describeCommand,
  type Example,
  examplesIn,
  explainedFlags,
  flagGroups,
  flagNotes,
  flagTerm,
  type Noun,
  type Nouns,
  sharedFlagLines,
  summaries,
  type TreeArgument,
  type TreeFlag,
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

/** commander's layout, but preformatted lines are kept. */
class Layout extends Help {
  override minWidthToWrap = 1;
  override boxWrap(text: string, width: number): string {
    const lines = text.split('\n');
    return lines.map((one) => (/^\s/.test(one) ? one : super.boxWrap(one, width))).join('\n');
  }
}

/** Paragraphs, columns and lines under headings: a help topic, or the end of a command's help. */
export class HelpPage {
  readonly #layout = new Layout();
  readonly #width: number;
  readonly #sections: string[] = [];

  constructor(private readonly style: HelpStyle = {}) {
    this.#width = helpWidth(style);
    this.#layout.helpWidth = this.#width;
  }

  heading(name: string): string {
    return this.style.heading?.(`${name}:`) ?? `${name}:`;
  }

  /** The width of a column of these terms, but for those that are too long for it. */
  columnOf(rows: readonly HelpRow[]): number {
    const lengths = rows.map(([term]) => term.length);
    return Math.max(0, ...lengths.filter((length) => length <= this.#width * termShare));
  }

  /** Adds a paragraph; an empty text adds nothing. */
  text(text: string): this {
    if (text === '') return this;
    this.#sections.push(this.#layout.boxWrap(unbroken(text), this.#width));
    return this;
  }

  /** Adds two columns under a heading; without rows, nothing. A long term gets its own line. */
  rows(heading: string, rows: readonly HelpRow[], column = this.columnOf(rows)): this {
    const item = (term: string, text: string) =>
      this.#layout.formatItem(term, column, text, this.#layout);
    return this.lines(
      heading,
      rows.map(([term, text]) =>
        term.length <= column ? item(term, text) : `  ${term}\n${item('', text)}`,
      ),
    );
  }

  /** Adds unchanged lines under a heading; without lines, nothing. */
  lines(heading: string, lines: readonly string[]): this {
    if (lines.length > 0) this.#sections.push([this.heading(heading), ...lines].join('\n'));
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

/** A flag as pages list it. */
export const flagRow = (flag: TreeFlag): HelpRow => [
  `${flag.short === undefined ? '    ' : ''}${flagTerm(flag)}`,
  `${flag.describe}${flagNotes(flag)}`,
];

const argumentRow = ({ name, describe, choices }: TreeArgument): HelpRow => [
  name,
  choices === undefined ? describe : `${describe} (${choices.join(', ')})`,
];

export async function renderHelp(
  { path, noun, command }: HelpAbout,
  nouns: Nouns,
  style: HelpStyle = {},
): Promise<string> {
  const { examples = {} } = command ?? noun ?? program;
  const summary = command?.summary ?? (noun ?? program).summary;
  const named = command === undefined || path.length === 1 ? noun : noun?.verbs?.[path[1] ?? ''];
  const line = ['waybill', ...path].join(' ');
  const rest = noun === undefined ? '<noun> <verb> [arguments]' : '<verb> [arguments]';
  const described = command && describeCommand(path, {}, command);
  const { arguments: args = [], flags = [] } = described ?? {};
  const more = {
    program: 'Run waybill help <command> for a command, waybill help <topic> for a topic.',
    noun: `Run ${line} <verb> --help for details.`,
    command: '',
  }[command !== undefined ? 'command' : noun === undefined ? 'program' : 'noun'];
  const also = named?.aliases === undefined ? '' : `Aliases: ${named.aliases.join(', ')}.`;
  const see = noun?.topic === undefined ? '' : `See also waybill help ${noun.topic}.`;
  const { topics = [] } = noun ?? nouns.help ?? {};
  const lists: readonly (readonly [heading: string, rows: readonly HelpRow[]])[] = [
    ['Arguments', args.map(argumentRow)],
    ...[...flagGroups(explainedFlags(flags))].map(([group, members]) => {
      return [group, members.map(flagRow)] as const;
    }),
    [noun === undefined ? 'Commands' : 'Verbs', command ? [] : await summaries(nouns, noun)],
  ];
  const page = new HelpPage(style);
  const usage = described === undefined ? `${line} ${rest} [flags]` : usageLine(described);
  page
    .verbatim(`${page.heading('Usage')} ${usage}`)
    .text(`${summary}\n\n${command?.description ?? ''}`)
    .lines('Examples', exampleLines(examplesIn(examples)));
  const column = page.columnOf(lists.flatMap(([, rows]) => rows));
  for (const [heading, rows] of lists) page.rows(heading, rows, column);
  return page
    .text(sharedFlagLines(flags).join('\n\n'))
    .rows('Topics', topics)
    .text([also, more, see, globalLine].filter((part) => part !== '').join(' '))
    .toString();
}
