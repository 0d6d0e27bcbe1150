import { usageFailure } from '../failure';
import { nameHint } from '../lib/suggest';

/** One `key=value` of a flag such as `--item`, with the quotes of the value removed. */
export interface Assignment<K extends string> {
  readonly key: K;
  readonly value: string;
}

/** A key up to its `=`; spaces around it are ignored. */
const keyForm = /^\s*([A-Za-z][A-Za-z0-9-]*)\s*=/;
/** A comma separates two assignments only if another key follows it. */
const nextForm = /,(?=\s*[A-Za-z][A-Za-z0-9-]*\s*=)/;
/** A value in double quotes, where a quote inside is doubled. */
const quotedForm = /^\s*"((?:[^"]|"")*)"\s*/;

function splitValue(text: string, label: string): { value: string; rest: string } {
  const [whole, quoted] = quotedForm.exec(text) ?? [];
  if (whole !== undefined && quoted !== undefined) {
    const rest = text.slice(whole.length);
    if (rest !== '' && !rest.startsWith(',')) {
      throw usageFailure(`${label} has text after a closing quote: "${rest}"`, {
        hint: 'Put the whole value in quotes, and double any quote inside it.',
      });
    }
    return { value: quoted.replaceAll('""', '"'), rest: rest.slice(1) };
  }
  if (text.trimStart().startsWith('"')) {
    throw usageFailure(`${label} has an unclosed quote: "${text}"`);
  }
  const end = text.search(nextForm);
  if (end === -1) return { value: text.trim(), rest: '' };
  return { value: text.slice(0, end).trim(), rest: text.slice(end + 1) };
}

/**
 * Reads `description=Echo Dot, 5th gen,price=$1,234.56,qty=2`. A comma belongs to the value unless another
 * `key=` follows it, and an `=` in a value always does; a value that contains `,word=` goes in double quotes.
 * Throws a usage failure for an unknown or repeated key and for text that is no assignment.
 */
export function readAssignments<K extends string>(
  typed: string,
  label: string,
  keys: readonly K[],
): readonly Assignment<K>[] {
  const list = `The keys are ${keys.join(', ')}.`;
  const assignments: Assignment<K>[] = [];
  let rest = typed;
  do {
    const [whole, word] = keyForm.exec(rest) ?? [];
    if (whole === undefined || word === undefined) {
      throw usageFailure(`${label} takes key=value pairs, not "${rest}"`, { hint: list });
    }
    const key = keys.find((one) => one === word.toLowerCase());
    if (key === undefined) {
      throw usageFailure(`${label} has an unknown key "${word}"`, {
        hint: nameHint(
          word.toLowerCase(),
          keys,
          `${list} Put a value that contains ",${word}=" in double quotes.`,
        ),
      });
    }
    if (assignments.some((one) => one.key === key)) {
      throw usageFailure(`${label} names ${key} twice`);
    }
    const split = splitValue(rest.slice(whole.length), label);
    assignments.push({ key, value: split.value });
    rest = split.rest;
  } while (rest !== '');
  return assignments;
}
