import { colorChoices, type GlobalFlags, outputFormats } from '../cli/global-flags';

type Presentation = Pick<GlobalFlags, 'profile' | 'output' | 'json' | 'color' | 'debug'>;

function lastValue(words: readonly string[], spellings: RegExp): string | undefined {
  let value: string | undefined;
  for (const [index, word] of words.entries()) {
    const [matched] = spellings.exec(word) ?? [];
    if (matched === undefined) continue;
    value = matched === word ? words[index + 1] : word.slice(matched.length).replace(/^=/, '');
  }
  return value;
}

/**
 * How an error is to be told, read from the words alone: also a command line that could not be
 * parsed gets its error in the format that it asks for.
 */
export function typedPresentation(words: readonly string[]): Presentation {
  const end = words.indexOf('--');
  const flags = end === -1 ? words : words.slice(0, end);
  const format = lastValue(flags, /^(--output(?==|$)|-[qvy]*o)/);
  const color = lastValue(flags, /^--color(?==|$)/);
  const json = flags.includes('--json');
  return {
    profile: lastValue(flags, /^--profile(?==|$)/),
    json,
    output: json ? 'json' : outputFormats.find((one) => one === format),
    color: colorChoices.find((one) => one === color),
    debug: flags.includes('--debug'),
  };
}
