import stringWidth from 'fast-string-width';

/** Characters that control a terminal (ECMA-48) or the reading direction (UAX #9), to pose as another text. */
const bidirectional = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069';
const hostile = new RegExp(`[\\u0000-\\u001f\\u007f-\\u009f${bidirectional}]`, 'g');
const hostileInLines = new RegExp(
  `[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f${bidirectional}]`,
  'g',
);
/** Includes U+2028 and U+2029: some readers of ndjson take them for line ends. */
const hostileInJson = new RegExp(`[\\u007f-\\u009f\\u2028\\u2029${bidirectional}]`, 'g');

function hexadecimal(character: string, digits: number): string {
  return character.charCodeAt(0).toString(16).padStart(digits, '0');
}

function escaped(character: string): string {
  return character < '\u0100'
    ? `\\x${hexadecimal(character, 2)}`
    : `\\u${hexadecimal(character, 4)}`;
}

/** One line that is safe to show: line breaks and tabs become a space, other controls `\x1b`. */
export function visibleLine(text: string): string {
  return text.replace(/\r\n|[\t\n\r]/g, ' ').replace(hostile, escaped);
}

/** Lines that are safe to show: line breaks and tabs stay, other controls become `\x1b`. */
export function visibleLines(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(hostileInLines, escaped);
}

/** The same JSON, safe on a terminal: controls that JSON.stringify leaves alone become `\u009b`. */
export function safeJson(json: string): string {
  return json.replace(hostileInJson, (character) => `\\u${hexadecimal(character, 4)}`);
}

const printableAscii = /^[\u0020-\u007e]*$/;
const ellipsis = '…';
export const listSeparator = ', ';

/** True if every character of a text is certainly one column wide, without a table lookup. */
export function isPlainAscii(text: string): boolean {
  return printableAscii.test(text);
}

/** The number of terminal columns of a text. string-width would take as long as starting Node twice. */
export function measure(text: string): number {
  return isPlainAscii(text) ? text.length : stringWidth(text);
}

/** One drawn character with its marks, a flag, an emoji. Intl.Segmenter takes a third of Node's own start. */
const drawn = /(?:\p{RI}{2}|.)(?:\p{M}|\p{EMod}|[\u{e0020}-\u{e007f}]|\u200d.)*/gsu;

/** The part of a text that fits into `width` columns; never splits a character. */
function beginning(text: string, width: number): string {
  if (isPlainAscii(text)) return text.slice(0, Math.max(0, width));
  let kept = '';
  let taken = 0;
  // Read even a megabyte of text only as far as it shows.
  for (const [character] of text.matchAll(drawn)) {
    taken += measure(character);
    if (taken > width) break;
    kept += character;
  }
  return kept;
}

/** The text, or as much of it as fits into `width` columns followed by `…`. */
export function cut(text: string, width: number): string {
  const kept = beginning(text, width);
  if (kept.length === text.length) return text;
  return width <= 0 ? '' : beginning(kept, width - 1).trimEnd() + ellipsis;
}

/** A list of identifiers in `width` columns, cut between them and never within one. */
export function cutList(items: readonly string[], width: number): string {
  const whole = items.join(listSeparator);
  if (measure(whole) <= width) return whole;
  let kept = '';
  for (const item of items) {
    const more = `${kept}${item}${listSeparator}`;
    if (kept !== '' && measure(more) + 1 > width) break;
    kept = more;
  }
  return kept + ellipsis;
}

/** Wraps a text at spaces into lines of `width` columns. A wider word stays whole: people copy identifiers. */
export function wrapped(
  text: string,
  width: number,
  words: readonly string[] = text.split(' '),
): readonly string[] {
  const lines: string[] = [];
  let line: string | undefined;
  for (const word of words) {
    const longer: string = line === undefined ? word : `${line} ${word}`;
    if (line !== undefined && measure(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line ?? ''];
}

/** The commands after `waybill`, to tell them from a sentence about it. */
export const commandNouns =
  'api|auth|cards|changes|completion|config|doctor|export|giftcards|help|jobs|mcp|mirror|orders|payments|query|reconcile|report|sandbox|shipments|sync';
/** A command to copy at the end of a line: it gets a line of its own if they don't fit together. */
const commandAtEnd = new RegExp(`^(.*?:) (waybill (?:${commandNouns}|-).*)$`);
/** A command with its noun, verb, arguments and flags; a number with what it counts; a line's. */
const keptTogether = new RegExp(
  `\\bwaybill (?:${commandNouns})(?: [a-z][\\w-]*)?(?: (?:<\\S+|\\d\\S*|-\\S+(?: \\S+)?))*|--map \\S+=\\S+|(?<!\\S)\\d[\\d,]* (?=[a-z]{3})|\\blines? \\d+`,
  'g',
);
/** Holds words together; what is shown never contains it. */
const joint = '\0';

/** Wraps every line of prose at words, indented as before, and keeps together what belongs together. */
export function wrappedLines(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => wrappedLine(line, width))
    .join('\n');
}

function wrappedLine(line: string, width: number): readonly string[] {
  if (measure(line) <= width) return [line];
  const [indent = ''] = /^ */.exec(line) ?? [];
  const [, before, command] = commandAtEnd.exec(line) ?? [];
  if (before !== undefined && command !== undefined) {
    return [...wrappedLine(before, width), indent + command];
  }
  const text = line.slice(indent.length);
  const words = text
    .replace(keptTogether, (kept) => kept.replaceAll(' ', joint))
    .split(' ')
    .map((word) => word.replaceAll(joint, ' '));
  return wrapped(text, width - indent.length, words).map((one) => indent + one);
}
