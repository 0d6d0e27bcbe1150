import { flagLabel } from './flag';
import { globalFlags } from './global-flags';

/**
 * Splits the words of a command line into the ones that name the command and the rest. Global flags
 * "work before or after the verb", so they and their values are stepped over on the way; nothing is
 * loaded for that but their declarations.
 */
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

/** Takes the first word off that is no flag; undefined where there is none. */
export function takeName(words: readonly string[]): { name?: string; rest: readonly string[] } {
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as string;
    if (word === '--') break;
    if (!word.startsWith('-') || word === '-') {
      return { name: word, rest: [...words.slice(0, index), ...words.slice(index + 1)] };
    }
    if (takesNext(word)) index++;
  }
  return { rest: words };
}
