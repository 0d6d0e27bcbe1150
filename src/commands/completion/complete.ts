import { readdirSync } from 'node:fs';
import { CommandLine } from '../../cli/command-line';
import { type Noun, type Nouns, summaries } from '../../cli/definition';
import { type Completion, type Flag, flagLabel } from '../../cli/flag';
import { unlessItThrows } from '../../lib/once';
import { visibleLine } from '../../output/text';
import { type Offer, readCompletionValues } from '../../settings/completion-values';
import { readConfig } from '../../settings/config-file';
import { filePaths } from '../../settings/paths';
import { resolveSettings } from '../../settings/resolve';
import type { World } from '../../world';

/** Tells the scripts to use the shell's own completion of files. */
const files: Offer = [':files', ''];

type Valued = Partial<
  Pick<Flag<unknown>, 'choices' | 'suggestions' | 'complete' | 'joined' | 'parse'>
>;

const plain = (values: readonly string[]) => values.map((value): Offer => [value, '']);

/** The short ids of the uploads that are kept. */
function jobs(folder: string): readonly Offer[] {
  const names = readdirSync(folder).filter((name) => /^[0-9a-f]{64}$/.test(name));
  return plain(names.map((name) => name.slice(0, 8)));
}

function accountValues(kind: Completion, line: CommandLine, world: World): readonly Offer[] {
  const paths = filePaths(world);
  const config = readConfig(paths.configFile, { userId: world.userId });
  if (kind === 'profile') return plain(Object.keys(config.profiles));
  if (kind === 'job') return jobs(paths.jobsFolder);
  const kinds = kind === 'payer' ? (['group', 'platform'] as const) : [kind];
  const settings = resolveSettings({ flags: line.globals, env: world.env, config });
  const values = readCompletionValues(paths, settings);
  return kinds.flatMap((one) => values[one] ?? []);
}

function valuesOf(valued: Valued, line: CommandLine, world: World): readonly Offer[] {
  const { choices, suggestions = [], complete } = valued;
  if (choices !== undefined) return plain(choices);
  if (complete === 'file') return [files];
  if (complete === 'fields') return plain(line.command?.fields ?? []);
  if (complete === 'setting') {
    const flag = line.flags[line.operands[0] ?? ''];
    return flag?.setting ? valuesOf(flag, line, world) : [];
  }
  const living = complete === undefined ? [] : accountValues(complete, line, world);
  return [...new Map([...plain(suggestions), ...living])];
}

/**
 * Values that start with `typed`; of several joined by commas, the last is still being typed. Keys such as
 * `price=` are joined as well, where a value after them is one that the flag takes.
 */
function startingWith(
  typed: string,
  { joined = false, complete, parse }: Valued,
  offers: readonly Offer[],
): readonly Offer[] {
  if (offers.includes(files)) return offers;
  const areKeys = offers.some(([value]) => value.endsWith('='));
  const parts = joined || areKeys ? typed.split(',') : [typed];
  const last = (parts.pop() ?? '').toLowerCase();
  // An order's number may be typed as it is printed: `#1045`.
  const mark = ['order', 'giftcard'].includes(complete ?? '') && last.startsWith('#') ? '#' : '';
  const start = last.slice(mark.length);
  const before = parts.map((part) => `${part},`).join('');
  return offers
    .filter(([value]) => value.toLowerCase().startsWith(start) && !parts.includes(value))
    .map(([value, describe]): Offer => [`${before}${mark}${value}`, describe])
    .filter(([value]) =>
      areKeys ? isTaken(`${value}1`, parse) : parts.length === 0 || isTaken(value, parse),
    );
}

/** True unless the flag refuses the value: some can't be joined. */
function isTaken(value: string, parse: Valued['parse']): boolean {
  return unlessItThrows(() => ({ parsed: parse?.([value], '') })) !== undefined;
}

/** The flag of this spelling: `--output`, `-o`, or the last one of `-qo`. */
function flagNamed(word: string, line: CommandLine): Flag<unknown> | undefined {
  const long = word.startsWith('--');
  return Object.entries<Flag<unknown>>(line.flags).find(([key, { short }]) =>
    long ? flagLabel(key) === word : short !== undefined && word.endsWith(short),
  )?.[1];
}

function flagOffers(line: CommandLine): readonly Offer[] {
  return Object.entries<Flag<unknown>>(line.flags)
    .filter(([key, { repeatable }]) => repeatable || !line.gives(key))
    .flatMap(([key, { short, describe }]): Offer[] => [
      [flagLabel(key), describe],
      ...(short === undefined ? [] : [[`-${short}`, describe] as const]),
    ]);
}

function nounNamed(nouns: Nouns, typed: string): Noun | undefined {
  return Object.entries(nouns).find(
    ([name, { aliases = [] }]) => name === typed || aliases.includes(typed),
  )?.[1];
}

/** The argument that is still being typed. */
function argumentOf({ command, operands }: CommandLine) {
  const declared = Object.values(command?.arguments ?? {});
  const last = declared.at(-1);
  return declared[operands.length] ?? (last?.variadic ? last : undefined);
}

async function argumentOffers(line: CommandLine, nouns: Nouns, world: World) {
  const { command, operands } = line;
  if (command === undefined) return summaries(nouns, line.noun);
  const argument = argumentOf(line);
  if (argument === undefined) return [];
  const offers = valuesOf(argument, line, world).filter(([value]) => !operands.includes(value));
  if (argument.complete !== 'command') return offers;
  const [noun, ...more] = operands;
  if (noun === undefined) return [...new Map([...offers, ...(await summaries(nouns))])];
  return more.length === 0 ? summaries(nouns, nounNamed(nouns, noun) ?? nouns.help) : [];
}

/** Leaves out what would be read as a flag, except waybill's own values, such as `-total`. */
function withoutFlags(offers: readonly Offer[], own: readonly string[] = []): readonly Offer[] {
  return offers.filter(([value]) => !value.startsWith('-') || own.includes(value));
}

/** The completions of the last word, which is still being typed. */
async function offersFor(words: readonly string[], nouns: Nouns, world: World) {
  const before = words.slice(0, -1);
  const typed = words.at(-1) ?? '';
  const line = new CommandLine(before, nouns);
  // Errors in an unfinished line don't matter; only how far it was read does.
  await line.read().catch(() => {});
  if (line.lacksValue) {
    const flag = flagNamed(before.at(-1) ?? '', line);
    if (flag === undefined) return [];
    const offers = startingWith(typed, flag, valuesOf(flag, line, world));
    return withoutFlags(offers, flag.suggestions);
  }
  if (!line.mayGoOn) return [];
  if (typed.startsWith('-') && !before.includes('--')) {
    const [label = '', value] = typed.split(/=(.*)/s);
    if (value === undefined) return startingWith(typed, {}, flagOffers(line));
    const flag = flagNamed(label, line);
    if (flag?.placeholder === undefined) return [];
    const offers = startingWith(value, flag, valuesOf(flag, line, world));
    return offers.map(
      (offer): Offer => (offer === files ? offer : [`${label}=${offer[0]}`, offer[1]]),
    );
  }
  const complete = argumentOf(line)?.complete;
  const all = await argumentOffers(line, nouns, world);
  const offers = startingWith(typed, complete === undefined ? {} : { complete }, all);
  return before.includes('--') ? offers : withoutFlags(offers);
}

/**
 * Offers for the completion scripts, one a line, or `:files`. Opens no database, keychain or connection, and
 * never prints an error: pressing the tab key should not show a message.
 */
export async function complete(words: readonly string[], nouns: Nouns, world: World) {
  const offers = await offersFor(words, nouns, world).catch(() => []);
  return offers
    .filter(([value]) => value !== '' && visibleLine(value) === value)
    .filter((offer) => offer === files || !offer[0].startsWith(':'))
    .map(([value, describe]) => `${value}\t${visibleLine(describe)}\n`)
    .join('');
}
