import { usageFailure } from '../../failure';
import { isTooDeep, parseJson, whyNotJson } from '../../lib/json';

/** A member of a body, or a parameter of a query, as typed. */
export type Field = readonly [name: string, value: unknown];

function split(typed: string, label: string): readonly [string, string] {
  const at = typed.indexOf('=');
  if (at < 1) throw usageFailure(`${label} takes key=value, not "${typed}"`);
  return [typed.slice(0, at), typed.slice(at + 1)];
}

/** `-f key=value`: the value is text, whatever it looks like. */
export function textField(typed: string, label: string): Field {
  return split(typed, label);
}

/** `-F key=json`: the value is JSON. */
export function jsonField(typed: string, label: string): Field {
  const [name, text] = split(typed, label);
  try {
    return [name, parseJson(text)];
  } catch (error) {
    if (isTooDeep(error)) throw usageFailure(`${label} ${name} ${whyNotJson(error)}`);
    throw usageFailure(`${label} ${name} is given something that is not JSON`, {
      hint: `Text needs quotes of its own: '${name}="…"'. Or give it with -f ${name}=…`,
    });
  }
}

/** One value a name. Throws where a name stands twice, or holds what must not stand in a flag. */
export function fieldsOf(given: readonly Field[]): Readonly<Record<string, unknown>> {
  const names = given.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw usageFailure(`The field ${twice} is given twice`);
  if (names.includes('redemptionCodes')) {
    throw usageFailure('Redemption codes do not belong into a flag, where others can see them', {
      hint: 'Put the whole body into a file, or pipe it in: --input <file|->.',
    });
  }
  return Object.fromEntries(given);
}
