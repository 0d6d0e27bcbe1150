import { type Failure, usageFailure } from '../failure';
import type { AnyCommand, Noun } from './definition';
import { type Flags, flagLabel } from './flag';
import { globalFlags, informationFlags } from './global-flags';
import { closest } from './suggest';
import { readWords, spellings } from './words';

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

const globalSpellings = spellings({ ...globalFlags, ...informationFlags });

/**
 * Takes the first word off that is no flag; the name is undefined where there is none. Global flags
 * "work before or after the verb", so they and their values are stepped over on the way; nothing is
 * loaded for that but their declarations.
 */
export function takeName(words: readonly string[]): { name?: string; rest: readonly string[] } {
  for (const { text, index, flags } of readWords(words, globalSpellings)) {
    if (flags !== undefined) continue;
    return { name: text, rest: [...words.slice(0, index), ...words.slice(index + 1)] };
  }
  return { rest: words };
}

/** What the line asks to be told instead of running anything; it wins over all else on it. */
export function informationWanted(request: Request): keyof typeof informationFlags | undefined {
  const { kind, rest } = request;
  if (kind !== 'command' && rest.length === 0) return 'help';
  const known = kind === 'command' ? spellings(allFlags(request.command)) : globalSpellings;
  const flags = new Set([...readWords(rest, known)].flatMap((word) => word.flags ?? []));
  for (const [key, { short }] of Object.entries(informationFlags)) {
    if (flags.has(flagLabel(key)) || flags.has(`-${short}`)) {
      return key as keyof typeof informationFlags;
    }
  }
  return undefined;
}

/** A command's own flags and the ones that every command takes. */
export function allFlags({ flags }: Pick<AnyCommand, 'flags'>): Flags {
  return { ...flags, ...globalFlags, ...informationFlags };
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

/** The names that are shown to people. */
export function shownNames(entries: Readonly<Record<string, Named>>): string[] {
  return Object.keys(entries).filter((name) => entries[name]?.hidden !== true);
}

function unknownName(
  message: string,
  typed: string,
  known: Readonly<Record<string, Named>>,
): Failure {
  const names = shownNames(known);
  const near = closest(typed, names);
  return usageFailure(message, {
    hint: `${near === undefined ? '' : `Did you mean ${near}? `}There are ${names.join(', ')}.`,
  });
}

/**
 * Where no name was found, it may have been a value: `waybill orders --limit 5 list`. Only global
 * flags are known before the verb, so what follows another one there is taken for the verb.
 */
function refuseMisplaced(words: readonly string[], path: string): void {
  for (const { text, flags } of readWords(words, globalSpellings)) {
    if (flags === undefined) return;
    const [flag = ''] = text.split('=');
    const { withValue, switches } = globalSpellings;
    const known = flag.startsWith('--')
      ? withValue.has(flag) || switches.has(flag)
      : flags.length > 0;
    if (known) continue;
    throw usageFailure(`${text} stands too early: ${path} itself takes no such flag`, {
      hint: 'The flags of a command stand behind its verb; global ones may stand anywhere.',
    });
  }
}

/** Finds the command that the words name and loads that one alone. Throws a usage failure. */
export async function findCommand(words: readonly string[], nouns: Nouns): Promise<Request> {
  const { name: nounTyped, rest: afterNoun } = takeName(words);
  if (nounTyped === 'help') {
    // `waybill help orders list` is `waybill orders list --help`; what names no command is a topic.
    const { name: subject = '', rest } = takeName(afterNoun);
    if (subject === 'help') return findCommand(['help', ...rest, '--help'], nouns);
    if (subject === '' || resolve(subject, nouns) !== undefined) {
      const request = await findCommand(afterNoun, nouns);
      return { ...request, rest: [...request.rest, '--help'] };
    }
  }
  if (nounTyped === undefined) return { kind: 'program', nouns, rest: afterNoun };
  const foundNoun = resolve(nounTyped, nouns);
  if (foundNoun === undefined) {
    refuseMisplaced(words, 'waybill');
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
    refuseMisplaced(afterNoun, `waybill ${name}`);
    throw unknownName(`There is no verb "${verbTyped}" of ${name}`, verbTyped, noun.verbs);
  }
  const [verbName, verb] = foundVerb;
  const { command } = await verb.load();
  return { kind: 'command', path: [name, verbName], named: verb, command, rest };
}
