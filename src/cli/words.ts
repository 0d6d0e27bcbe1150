import { type Flags, flagLabel } from './flag';

/** How flags are written on a command line: `--output`, `-o`. */
export interface Spellings {
  readonly withValue: ReadonlySet<string>;
  readonly switches: ReadonlySet<string>;
}

export function spellings(flags: Flags): Spellings {
  const withValue = new Set<string>();
  const switches = new Set<string>();
  for (const [key, { short, placeholder }] of Object.entries(flags)) {
    const names = placeholder === undefined ? switches : withValue;
    names.add(flagLabel(key));
    if (short !== undefined) names.add(`-${short}`);
  }
  return { withValue, switches };
}

interface Word {
  readonly text: string;
  readonly index: number;
  /** The flags in it, those of a cluster such as `-qo` apart; undefined for a word that is no flag. */
  readonly flags: readonly string[] | undefined;
}

/** The flags in a word that begins with a dash, and whether the next word is the last one's value. */
function readFlags(text: string, { withValue, switches }: Spellings) {
  if (text.startsWith('--')) return { flags: [text], takesNext: withValue.has(text) };
  const letters = [...text.slice(1)];
  const flags: string[] = [];
  for (const [index, letter] of letters.entries()) {
    const flag = `-${letter}`;
    if (withValue.has(flag)) {
      return { flags: [...flags, flag], takesNext: index === letters.length - 1 };
    }
    if (!switches.has(flag)) break;
    flags.push(flag);
  }
  return { flags, takesNext: false };
}

/**
 * The words of a command line that are no value of a flag, the `--` that ends the flags left out. It
 * reads them as commander does, which is loaded only when a command is really run.
 */
export function* readWords(words: readonly string[], known: Spellings): Generator<Word> {
  let ended = false;
  for (let index = 0; index < words.length; index++) {
    const text = words[index] as string;
    if (!ended && text === '--') {
      ended = true;
    } else if (ended || !text.startsWith('-') || text === '-') {
      yield { text, index, flags: undefined };
    } else {
      const { flags, takesNext } = readFlags(text, known);
      yield { text, index, flags };
      if (takesNext) index++;
    }
  }
}
