/** Whether a value is what JSON calls an object: neither null nor an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reading JSON that others wrote: the service, files, commands. Anyone who prints, masks or checks a value
 * goes through it level by level, and a few thousand levels are more than the call stack holds. The
 * service's own bodies have six.
 */
const mostLevels = 200;

class TooDeep extends Error {
  override readonly name = 'TooDeep';
}

/** Whether a value has more levels of lists and objects than these. Goes no deeper than that. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    for (const one of value) if (isDeeper(one, levels - 1)) return true;
    return false;
  }
  // What was parsed has members of its own only, and no list of them has to be made.
  for (const name in value) {
    if (isDeeper((value as Record<string, unknown>)[name], levels - 1)) return true;
  }
  return false;
}

/** The value of a text. What it throws has a reason in `whyNotJson`, and may quote the text itself. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isDeeper(value, mostLevels)) throw new TooDeep();
  return value;
}

/** What `parseJson` threw, as the end of a sentence: nothing of the text is in it. */
export function whyNotJson(error: unknown): string {
  return isTooDeep(error) ? `is nested more than ${mostLevels} levels deep` : 'is not valid JSON';
}

export function isTooDeep(error: unknown): boolean {
  return error instanceof TooDeep;
}
