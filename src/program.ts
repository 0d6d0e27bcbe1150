import type { AnyCommand, Noun, Verb } from './command/definition';
import { takeName } from './command/find';
import { closest } from './command/suggest';
import { nouns } from './commands/nouns';
import { usageFailure } from './failure';

/** What a command line asks for. */
export type Request =
  | { readonly kind: 'program' }
  | { readonly kind: 'noun'; readonly name: string; readonly noun: Noun }
  | {
      readonly kind: 'command';
      /** `waybill orders list` */
      readonly words: readonly string[];
      readonly summary: string;
      readonly command: AnyCommand;
      readonly rest: readonly string[];
    };

function resolve<T extends { readonly aliases?: readonly string[] }>(
  typed: string,
  entries: Readonly<Record<string, T>>,
): readonly [string, T] | undefined {
  return Object.entries(entries).find(
    ([name, { aliases = [] }]) => name === typed || aliases.includes(typed),
  );
}

function unknownName(what: string, typed: string, known: Readonly<Record<string, unknown>>) {
  const near = closest(typed, Object.keys(known));
  const list = Object.keys(known).join(', ');
  return usageFailure(`There is no ${what} "${typed}"`, {
    hint: near === undefined ? `There are: ${list}.` : `Did you mean ${near}?`,
  });
}

/** Finds the command that the words name and loads that one alone. Throws a usage failure. */
export async function findCommand(typed: readonly string[]): Promise<Request> {
  const { name: nounTyped, rest } = takeName(typed);
  if (nounTyped === undefined) {
    const first = typed.find((word) => word !== '-h' && word !== '--help');
    if (
      first !== undefined &&
      typed.length > 0 &&
      !typed.some((w) => w === '-h' || w === '--help')
    ) {
      throw usageFailure('No command was given', { hint: 'See waybill --help.' });
    }
    return { kind: 'program' };
  }
  const foundNoun = resolve(nounTyped, nouns);
  if (foundNoun === undefined) throw unknownName('command', nounTyped, nouns);
  const [nounName, noun] = foundNoun;
  if (noun.verbs === undefined) {
    const loaded = await noun.load?.();
    if (loaded === undefined) throw new Error(`${nounName} has neither verbs nor a function`);
    return {
      kind: 'command',
      words: ['waybill', nounName],
      summary: noun.summary,
      command: loaded.command,
      rest,
    };
  }
  const { name: verbTyped, rest: words } = takeName(rest);
  if (verbTyped === undefined) return { kind: 'noun', name: nounName, noun };
  const foundVerb: readonly [string, Verb] | undefined = resolve(verbTyped, noun.verbs);
  if (foundVerb === undefined) throw unknownName(`verb of ${nounName}`, verbTyped, noun.verbs);
  const [verbName, verb] = foundVerb;
  const { command } = await verb.load();
  return {
    kind: 'command',
    words: ['waybill', nounName, verbName],
    summary: verb.summary,
    command,
    rest: words,
  };
}
