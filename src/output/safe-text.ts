/**
 * Characters that drive a terminal or turn the reading direction around: C0 and C1 controls, DEL,
 * and the bidirectional controls of Unicode (UAX #9), with which a text can pose as another.
 */
const hostile = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const hostileButBreaks = new RegExp(
  hostile.source.replace('\\u0000-\\u001f', '\\u0000-\\u0009\\u000b-\\u001f'),
  'g',
);

function escaped(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x100
    ? `\\x${code.toString(16).padStart(2, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`;
}

/** One line that is safe to show: line breaks and tabs as a space, other controls as `\x1b`. */
export function visibleLine(text: string): string {
  return text.replace(/\r\n|[\t\n\r]/g, ' ').replace(hostile, escaped);
}

/** Lines that are safe to show: line breaks stay, tabs become a space, other controls `\x1b`. */
export function visibleLines(text: string): string {
  return text.replace(/\r\n/g, '\n').replaceAll('\t', ' ').replace(hostileButBreaks, escaped);
}

/**
 * JSON that is safe on a terminal and still means the same: JSON.stringify escapes only what is
 * below U+0020, so the others are written as `\u009b`. U+2028 and U+2029 go with them, since some
 * readers of ndjson take them for line ends.
 */
export function safeJson(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
