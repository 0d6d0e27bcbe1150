/** Quotes a word for a POSIX shell. */
export function quotedWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** "1 row", "12 rows". */
export function counted(count: number, unit: string): string {
  return `${count} ${count === 1 ? unit.replace(/s$/, '') : unit}`;
}
