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

/** Names for ids with texts; of equal ones all but the first get a number, and none is one of `taken`. */
export function accountNames(
  texts: ReadonlyMap<string, string>,
  taken: readonly string[] = [],
): ReadonlyMap<string, string> {
  const used = new Set(taken);
  const names = new Map<string, string>();
  const key = ([id, text]: readonly [string, string]) => [text, id].join('\0');
  for (const [id, text] of [...texts].sort((a, b) => (key(a) < key(b) ? -1 : 1))) {
    const name = componentOf(text);
    let distinct = name;
    for (let count = 2; used.has(distinct); count++) {
      const number = `-${count}`;
      distinct = name.slice(0, longest - number.length) + number;
    }
    used.add(distinct);
    names.set(id, distinct);
  }
  return names;
}
