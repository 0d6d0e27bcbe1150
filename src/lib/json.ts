export type Members = Readonly<Record<string, unknown>>;

/** True for an object of JSON: neither null nor an array. */
export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects in a list of JSON; none in what is no list. */
export function objectsIn(value: unknown): readonly Members[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The most levels of others' JSON: code that recurses would overflow the stack. The service's have six. */
const mostLevels = 200;

class TooDeep extends Error {
  override readonly name = 'TooDeep';
}

/** The greatest magnitude of the numbers in a value. Throws if it has more than this many levels. */
function greatestNumber(value: unknown, levels: number): number {
  if (typeof value === 'number') return Math.abs(value);
  if (typeof value !== 'object' || value === null) return 0;
  if (levels === 0) throw new TooDeep();
  let greatest = 0;
  for (const one of Array.isArray(value) ? value : Object.values(value)) {
    const found = greatestNumber(one, levels - 1);
    if (found > greatest) greatest = found;
  }
  return greatest;
}

/** Parses a text. `whyNotJson` explains what this throws; the error itself may quote the text. */
export function parseJson(text: string): unknown {
  return parseExactly(text).value;
}

/** Like `parseJson`; `changed` is the place of a number that JavaScript would change: 9007199254740993. */
export function parseExactly(text: string) {
  const value: unknown = JSON.parse(text);
  // Hardly any text has a number that needs a closer look.
  const isExact = greatestNumber(value, mostLevels) <= Number.MAX_SAFE_INTEGER;
  return { value, changed: isExact ? undefined : changedNumber(text) };
}

/** Explains what `parseJson` threw, as the end of a sentence that quotes none of the text. */
export function whyNotJson(error: unknown): string {
  return isTooDeep(error) ? `is nested more than ${mostLevels} levels deep` : 'is not valid JSON';
}

export function isTooDeep(error: unknown): boolean {
  return error instanceof TooDeep;
}

const literal = /-?\d[\d.eE+-]*/y;

/** The digits and the power of ten of a number, however it is written. */
function decimal(text: string): string {
  const [mantissa = '', power = '0'] = text.toLowerCase().replace('-', '').split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = whole + fraction;
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return `${digits.slice(0, end)}e${Number(power) - fraction.length + digits.length - end}`;
}

function isChanged(text: string): boolean {
  const number = Number(text);
  if (Math.abs(number) <= Number.MAX_SAFE_INTEGER) return false;
  return !Number.isFinite(number) || decimal(text) !== decimal(String(number));
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
}

/** The path to the first number in a parsed text that JavaScript would change. */
function changedNumber(text: string): string | undefined {
  const path: (string | number)[] = [];
  let word = '';
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    if (sign === '"') {
      const end = endOfString(text, at);
      word = text.slice(at, end + 1);
      at = end;
    } else if (sign === '{' || sign === '[') path.push(0);
    else if (sign === '}' || sign === ']') path.pop();
    else if (sign === ':') path[path.length - 1] = JSON.parse(word) as string;
    else if (sign === ',') {
      const last = path.pop();
      path.push(typeof last === 'number' ? last + 1 : 0);
    } else if (/[-\d]/.test(sign)) {
      literal.lastIndex = at;
      const [number = ''] = literal.exec(text) ?? [];
      if (isChanged(number)) return path.join('.');
      at += number.length - 1;
    }
  }
  return undefined;
}
