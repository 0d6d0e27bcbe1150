import type { Noun } from './definition';
import type { Nouns, Request } from './find';
import { type HelpStyle, Layout, type Row } from './layout';
import { argumentTerm, flagNotes, flagTerm, usageLine } from './terms';
import { describeCommand, globalTreeFlags, type TreeCommand, type TreeFlag } from './tree';

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

/** `waybill orders --help`: its verbs, a line each; none of them is loaded for it. */
export function nounHelp(name: string, noun: Noun, style: HelpStyle = {}): string {
  return new Layout(style)
    .text(noun.summary)
    .usage(`waybill ${name} <verb> [arguments] [flags]`)
    .rows(
      'Verbs',
      Object.entries(noun.verbs ?? {}).map(([verb, { summary }]): Row => [verb, summary]),
    )
    .lines('Examples', exampleLines(noun.examples ?? []))
    .text(`waybill ${name} <verb> --help says more of each.`)
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
export function helpFor(request: Request, style: HelpStyle = {}): string {
  if (request.kind === 'program') return programHelp(request.nouns, style);
  if (request.kind === 'noun') {
    return nounHelp(request.name, request.noun, style);
  }
  return commandHelp(describeCommand(request.path, request.named, request.command), style);
}
