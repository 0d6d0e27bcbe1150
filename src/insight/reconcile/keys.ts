const plainKey = /^[0-9A-Z]+$/;

/** An identifier for comparison: upper case 0-9 A-Z. Keeps leading zeros. */
export function keyOf(text: string): string {
  if (plainKey.test(text)) return text;
  // Normalizing is slow, and plain ASCII is already normalized.
  const form = /^[\x00-\x7f]*$/.test(text) ? text : text.normalize('NFKC');
  return form.toUpperCase().replace(/[^0-9A-Z]+/g, '');
}

/** The identifiers in a cell, as written. */
export function splitCell(text: string): string[] {
  return text.split(/[,;|\r\n]/);
}
