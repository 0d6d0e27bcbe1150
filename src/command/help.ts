import type { Nouns, Request } from './find';
import { type HelpStyle, Layout, type Row } from './layout';
import { argumentTerm, flagNotes, flagTerm, usageLine } from './terms';
import {
  describeCommand,
  describeNoun,
  globalTreeFlags,
  type TreeCommand,
  type TreeFlag,
  type TreeNoun,
} from './tree';

/** Flags under their headings, in the order in which the headings first appear. */
export function flagGroups(flags: readonly TreeFlag[]): ReadonlyMap<string, readonly TreeFlag[]> {
  const groups = new Map<string, TreeFlag[]>();
  for (const flag of flags) {
    groups.set(flag.group, [...(groups.get(flag.group) ?? []), flag]);
  }
  return groups;
}

function addFlags(layout: Layout, flags: readonly TreeFlag[]): void {
  for (const [group, members] of flagGroups(flags)) {
    layout.rows(
      group,
      members.map((flag): Row => [flagTerm(flag), `${flag.describe}${flagNotes(flag)}`]),
    );
  }
}

function exampleLines(examples: TreeCommand['examples']): string[] {
  return examples.flatMap(({ command, explains }) => [`  # ${explains}`, `  $ ${command}`]);
}

/** `waybill orders list --help` */
export function commandHelp(command: TreeCommand, style: HelpStyle = {}): string {
  const layout = new Layout(style)
    .text(command.summary)
    .usage(usageLine(command.path, command.arguments))
    .text(command.describe)
    .text(command.aliases.length === 0 ? '' : `Also: ${command.aliases.join(', ')}`)
    .rows(
      'Arguments',
      command.arguments.map((argument): Row => {
        const { choices } = argument;
        const notes = choices === undefined ? '' : ` (${choices.join(', ')})`;
        return [argumentTerm(argument), `${argument.describe}${notes}`];
      }),
    );
  addFlags(layout, [...command.flags, ...globalTreeFlags()]);
  return layout.lines('Examples', exampleLines(command.examples)).toString();
}

/** `waybill orders --help`: its verbs, a line each, and an example of the first few. */
export function nounHelp(noun: TreeNoun, style: HelpStyle = {}): string {
  const examples = noun.commands.flatMap((command) => command.examples.slice(0, 1)).slice(0, 3);
  return new Layout(style)
    .text(noun.summary)
    .usage(`waybill ${noun.name} <verb> [arguments] [flags]`)
    .rows(
      'Verbs',
      noun.commands.map(({ path, summary }): Row => [path.at(-1) ?? '', summary]),
    )
    .lines('Examples', exampleLines(examples))
    .text(`waybill ${noun.name} <verb> --help says more of each.`)
    .toString();
}

/** `waybill --help`: its nouns, a line each. */
export function programHelp(nouns: Nouns, style: HelpStyle = {}): string {
  const layout = new Layout(style)
    .text('Orders, shipments and gift cards of a tracking account, from the command line')
    .usage('waybill <noun> <verb> [arguments] [flags]')
    .rows(
      'Commands',
      Object.entries(nouns)
        .filter(([, { hidden }]) => hidden !== true)
        .map(([name, { summary }]): Row => [name, summary]),
    );
  addFlags(layout, globalTreeFlags());
  return layout
    .lines('Examples', ['  # Try it without an account', '  $ waybill --sandbox orders list'])
    .text('waybill <noun> --help, waybill <noun> <verb> --help and waybill help <topic> say more.')
    .toString();
}

/** The help of whatever a command line names. */
export async function helpFor(request: Request, style: HelpStyle = {}): Promise<string> {
  if (request.kind === 'program') return programHelp(request.nouns, style);
  if (request.kind === 'noun') {
    return nounHelp(await describeNoun(request.name, request.noun), style);
  }
  return commandHelp(describeCommand(request.path, request.named, request.command), style);
}
