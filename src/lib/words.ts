/** Quotes a word for a POSIX shell. */
export function quotedWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** "999", "1,234". */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** "1 row", "1,234 rows". */
export function counted(count: number, unit: string): string {
  return `${grouped(count)} ${count === 1 ? unit.replace(/s$/, '') : unit}`;
}
