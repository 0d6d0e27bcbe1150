/** A component of an account as hledger, Ledger and beancount all read it, whatever the text. */

/** Longer names are cut, in characters. */
const longest = 60;

function componentOf(text: string): string {
  const plain = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, longest)
    .replace(/-$/, '');
  return plain === '' ? 'Other' : plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** Something that needs a name of its own: two with the same text are different if their ids are. */
export interface Named {
  readonly id: string;
  readonly text: string;
}

/** The name of each id; of equal ones all but the first get a number, and none is one of `taken`. */
export function accountNames(
  all: Iterable<Named>,
  taken: readonly string[] = [],
): ReadonlyMap<string, string> {
  const used = new Set(taken);
  const names = new Map<string, string>();
  const key = ({ id, text }: Named) => [text, id].join('\0');
  for (const one of [...all].sort((a, b) => (key(a) < key(b) ? -1 : 1))) {
    if (names.has(one.id)) continue;
    const name = componentOf(one.text);
    let distinct = name;
    for (let count = 2; used.has(distinct); count++) {
      const number = `-${count}`;
      distinct = name.slice(0, longest - number.length) + number;
    }
    used.add(distinct);
    names.set(one.id, distinct);
  }
  return names;
}
