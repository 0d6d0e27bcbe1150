import { type Failure, usageFailure } from '../failure';
import type { AnyCommand, Noun } from './definition';
import { flagLabel } from './flag';
import { globalFlags } from './global-flags';
import { closest } from './suggest';

export type Nouns = Readonly<Record<string, Noun>>;

/** What a command line names, and the words that are left for it. */
export type Request =
  | { readonly kind: 'program'; readonly nouns: Nouns; readonly rest: readonly string[] }
  | {
      readonly kind: 'noun';
      readonly name: string;
      readonly noun: Noun;
      readonly rest: readonly string[];
    }
  | {
      readonly kind: 'command';
      /** `['orders', 'list']` */
      readonly path: readonly string[];
      readonly named: { readonly summary: string; readonly aliases?: readonly string[] };
      readonly command: AnyCommand;
      readonly rest: readonly string[];
    };

const withValue = new Set<string>();
for (const [key, flag] of Object.entries(globalFlags)) {
  if (!('placeholder' in flag)) continue;
  withValue.add(flagLabel(key));
  if ('short' in flag) withValue.add(`-${flag.short}`);
}

/** Whether the word is a flag that takes the next word as its value. */
function takesNext(word: string): boolean {
  if (word.startsWith('--')) return withValue.has(word);
  // In a cluster such as `-qo json` only the last letter can still want a value.
  const letters = word.slice(1);
  const index = [...letters].findIndex((letter) => withValue.has(`-${letter}`));
  return index !== -1 && index === letters.length - 1;
}

/**
 * Takes the first word off that is no flag; the name is undefined where there is none. Global flags
 * "work before or after the verb", so they and their values are stepped over on the way; nothing is
 * loaded for that but their declarations.
 */
export function takeName(words: readonly string[]): { name?: string; rest: readonly string[] } {
  let onlyNames = false;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as string;
    if (word === '--' && !onlyNames) {
      onlyNames = true;
    } else if (onlyNames || !word.startsWith('-') || word === '-') {
      return { name: word, rest: [...words.slice(0, index), ...words.slice(index + 1)] };
    } else if (takesNext(word)) {
      index++;
    }
  }
  return { rest: words };
}

type Named = { readonly aliases?: readonly string[]; readonly hidden?: boolean };

function resolve<T extends Named>(
  typed: string,
  entries: Readonly<Record<string, T>>,
): readonly [string, T] | undefined {
  return Object.entries(entries).find(
    ([name, { aliases = [] }]) => name === typed || aliases.includes(typed),
  );
}

function unknownName(
  message: string,
  typed: string,
  known: Readonly<Record<string, Named>>,
): Failure {
  const names = Object.keys(known).filter((name) => known[name]?.hidden !== true);
  const near = closest(typed, names);
  return usageFailure(message, {
    hint: `${near === undefined ? '' : `Did you mean ${near}? `}There are ${names.join(', ')}.`,
  });
}

/** Finds the command that the words name and loads that one alone. Throws a usage failure. */
export async function findCommand(words: readonly string[], nouns: Nouns): Promise<Request> {
  const { name: nounTyped, rest: afterNoun } = takeName(words);
  if (nounTyped === 'help') {
    // `waybill help orders list` is `waybill orders list --help`; what names no command is a topic.
    const { name: subject } = takeName(afterNoun);
    if (subject === undefined || resolve(subject, nouns) !== undefined) {
      const request = await findCommand(afterNoun, nouns);
      return { ...request, rest: [...request.rest, '--help'] };
    }
  }
  if (nounTyped === undefined) return { kind: 'program', nouns, rest: afterNoun };
  const foundNoun = resolve(nounTyped, nouns);
  if (foundNoun === undefined) {
    throw unknownName(`There is no command "${nounTyped}"`, nounTyped, nouns);
  }
  const [name, noun] = foundNoun;
  if (noun.verbs === undefined) {
    const loaded = await noun.load?.();
    if (loaded === undefined) throw new Error(`${name} has neither verbs nor a function`);
    return { kind: 'command', path: [name], named: noun, command: loaded.command, rest: afterNoun };
  }
  const { name: verbTyped, rest } = takeName(afterNoun);
  if (verbTyped === undefined) return { kind: 'noun', name, noun, rest };
  const foundVerb = resolve(verbTyped, noun.verbs);
  if (foundVerb === undefined) {
    throw unknownName(`There is no verb "${verbTyped}" of ${name}`, verbTyped, noun.verbs);
  }
  const [verbName, verb] = foundVerb;
  const { command } = await verb.load();
  return { kind: 'command', path: [name, verbName], named: verb, command, rest };
}
