import type { Command as Commander, Help } from 'commander';
import type { AnyCommand, Example, Noun } from './definition';

const widest = 100;

/** How commander lays help out: the summary first, global flags below the command's own. */
export const helpLayout: Partial<Help> = {
  showGlobalOptions: false,
  commandDescription: (command: Commander) => command.summary(),
};

function exampleLines(examples: readonly Example[]): string {
  if (examples.length === 0) return '';
  const lines = examples.flatMap(({ command, explains }) => [`  # ${explains}`, `  $ ${command}`]);
  return `\nExamples:\n${lines.join('\n')}\n`;
}

/** The help of one command, without colour, at most `width` columns wide. */
export function commandHelp(commander: Commander, command: AnyCommand, width = 80): string {
  commander.configureHelp({ ...helpLayout, helpWidth: Math.min(width, widest) });
  const describe = command.describe === undefined ? '' : `\n${command.describe.trim()}\n`;
  return `${commander.helpInformation()}${describe}${exampleLines(command.examples)}`;
}

function rows(entries: readonly (readonly [string, string])[]): string {
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, summary]) => `  ${name.padEnd(width)}  ${summary}`).join('\n');
}

/** The help of a noun: its verbs, a line each. */
export function nounHelp(name: string, noun: Noun): string {
  const verbs = Object.entries(noun.verbs ?? {}).map(
    ([verb, { summary }]) => [verb, summary] as const,
  );
  return [
    `Usage: waybill ${name} <verb> [arguments] [flags]`,
    '',
    noun.summary,
    '',
    'Verbs:',
    rows(verbs),
    '',
    `waybill ${name} <verb> --help tells more of each.`,
    '',
  ].join('\n');
}

/** The help of the whole program: its nouns, a line each. */
export function programHelp(nouns: Readonly<Record<string, Noun>>): string {
  return [
    'Usage: waybill <noun> <verb> [arguments] [flags]',
    '',
    'Orders, shipments and gift cards of a tracking account, from the command line',
    '',
    'Nouns:',
    rows(Object.entries(nouns).map(([name, { summary }]) => [name, summary] as const)),
    '',
    'waybill <noun> --help and waybill help <topic> tell more of each.',
    'Try it without an account: waybill --sandbox orders list',
    '',
  ].join('\n');
}
