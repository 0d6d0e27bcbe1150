import {
  argumentTerm,
  explainedFlags,
  flagGroups,
  flagNotes,
  flagTerm,
  type Nouns,
  type ProgramTree,
  programTree,
  sharedFlagLines,
  type TreeCommand,
  type TreeFlag,
  type TreeNoun,
} from '../../cli/definition';
import type { Context } from '../../context/context';
import { endingPrecedence, exitCodes } from '../../exit-codes';
import { writeFolder } from '../../output/asked-files';
import { settingsOrDefaults } from '../../settings/resolve';
import { version } from '../../version';

const symbols: Readonly<Record<string, string>> = { '…': '\\&...', '≥': '\\[>=]' };

/** Escapes text so that nothing in it is a roff request or escape (groff_man(7)). */
function text(plain: string): string {
  return plain
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/[…≥’‘]/g, (character) => symbols[character] ?? '\\(aq')
    .replace(/^([.'])/gm, '\\&$1');
}

const bold = (plain: string) => `\\fB${text(plain)}\\fR`;
const italic = (plain: string) => `\\fI${text(plain)}\\fR`;

function heading(name: string): string {
  return `.TH "${text(name.toUpperCase())}" "1" "" "waybill ${text(version)}" "waybill manual"`;
}

function described(term: string, plain: string): string[] {
  return ['.TP', term, text(plain)];
}

function flagLines(flags: readonly TreeFlag[]): string[] {
  return flags.flatMap((flag) => {
    const { short, label, placeholder } = flag;
    const names = [...(short === undefined ? [] : [`-${short}`]), label].map(bold).join(', ');
    const value = placeholder === undefined ? '' : ` ${italic(placeholder)}`;
    return described(`${names}${value}`, `${flag.describe}${flagNotes(flag)}`);
  });
}

function paragraphs(plain: string): string[] {
  return plain
    .split(/\n{2,}/)
    .flatMap((paragraph) =>
      /^\s/.test(paragraph)
        ? ['.PP', '.nf', text(paragraph), '.fi']
        : ['.PP', text(paragraph.replaceAll('\n', ' '))],
    );
}

function exampleLines(examples: TreeCommand['examples']): string[] {
  return examples.flatMap(({ command, explains }) => [
    '.PP',
    `${text(explains)}:`,
    '.PP',
    '.RS 4',
    '.nf',
    text(command),
    '.fi',
    '.RE',
  ]);
}

function commandLines({ path, aliases, ...command }: TreeCommand): string[] {
  const args = command.arguments.map((argument) => italic(argumentTerm(argument)));
  const needed = command.flags
    .filter(({ required }) => required)
    .map((flag) => bold(flagTerm(flag)));
  return [
    `.SS "waybill ${path.join(' ')}"`,
    `${text(command.summary)}.`,
    '.PP',
    [bold(`waybill ${path.join(' ')}`), ...args, ...needed, '[flags]'].join(' '),
    ...(command.describe === '' ? [] : paragraphs(command.describe)),
    ...(aliases.length === 0 ? [] : ['.PP', `Also: ${aliases.map(bold).join(', ')}.`]),
    ...command.arguments.flatMap(({ name, describe, choices }) =>
      described(italic(name), choices ? `${describe} (${choices.join(', ')})` : describe),
    ),
    ...flagLines(explainedFlags(command.flags)),
    ...sharedFlagLines(command.flags).flatMap((line) => ['.PP', text(line)]),
    ...exampleLines(command.examples),
  ];
}

function seeAlso(names: readonly string[]): string[] {
  return ['.SH "SEE ALSO"', names.map((name) => `${bold(name)}(1)`).join(', ')];
}

function nounPage({ name, aliases, summary, commands }: TreeNoun): string {
  const title = `waybill-${name}`;
  return [
    heading(title),
    '.SH "NAME"',
    `${text(title)} \\- ${text(summary)}`,
    '.SH "SYNOPSIS"',
    `${bold(`waybill ${name}`)} ${commands.some(({ path }) => path.length > 1) ? '<verb> ' : ''}[arguments] [flags]`,
    ...(aliases.length === 0 ? [] : ['.PP', `Also: ${aliases.map(bold).join(', ')}.`]),
    '.SH "COMMANDS"',
    ...commands.flatMap(commandLines),
    ...seeAlso(['waybill']),
    '',
  ].join('\n');
}

function programPage({ nouns, globalFlags }: ProgramTree): string {
  const environment = globalFlags.filter((flag) => flag.environment !== undefined);
  return [
    heading('waybill'),
    '.SH "NAME"',
    'waybill \\- upload, track and reconcile orders of buying groups, from the command line',
    '.SH "SYNOPSIS"',
    `${bold('waybill')} <noun> <verb> [arguments] [flags]`,
    '.SH "COMMANDS"',
    ...nouns.flatMap(({ name, summary }) => described(`${bold(`waybill-${name}`)}(1)`, summary)),
    '.SH "EXAMPLES"',
    text(
      'Add --sandbox to try an example without an account. waybill sandbox examples examples writes the files that they name.',
    ),
    '.SH "GLOBAL FLAGS"',
    'Every command takes these flags, before or after its verb.',
    ...[...flagGroups(globalFlags)].flatMap(([group, flags]) => [
      `.SS "${group}"`,
      ...flagLines(flags),
    ]),
    '.SH "ENVIRONMENT"',
    "A flag beats its variable, which beats the profile's setting, which beats the default.",
    ...environment.flatMap((flag) =>
      described(bold(flag.environment ?? ''), `${flag.label}: ${flag.describe}`),
    ),
    '.PP',
    `${bold('waybill help environment')} lists the others.`,
    '.SH "EXIT STATUS"',
    `If several apply, the first of ${endingPrecedence.map((ending) => exitCodes[ending].code).join(', ')} wins.`,
    ...Object.values(exitCodes).flatMap(({ code, meaning }) =>
      described(bold(String(code)), meaning),
    ),
    ...seeAlso(nouns.map(({ name }) => `waybill-${name}`)),
    '',
  ].join('\n');
}

/** The pages of section 1 by file name: one for the program and one per noun. */
export function manPages(tree: ProgramTree): Readonly<Record<string, string>> {
  return {
    'waybill.1': programPage(tree),
    ...Object.fromEntries(tree.nouns.map((noun) => [`waybill-${noun.name}.1`, nounPage(noun)])),
  };
}

export async function writeManPages(folder: string, nouns: Nouns, context: Context): Promise<void> {
  const output = await context.output(settingsOrDefaults(context));
  await writeFolder(folder, manPages(await programTree(nouns)), output, context);
}
