/** What is left of an identifier if case, spaces and punctuation don't count. */
export function lettersAndDigits(text: string): string {
  if (/^[0-9A-Z]*$/.test(text)) return text;
  // Normalizing is slow, and plain ASCII is already normalized.
  const form = /^[\x00-\x7f]*$/.test(text) ? text : text.normalize('NFKC');
  return form.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** `#821.0`: a number of digits only, as a column of decimals shows it. */
const decimals = /^\s*#?\s*(\d+)\.0+\s*$/;

/**
 * An order number for comparing: two spellings of one number have the same key. Case, spaces,
 * punctuation, kinds of dashes, a `#` in front and the `.0` of a number of digits don't count;
 * leading zeros do.
 */
export function orderNumberKey(orderNumber: string): string {
  return lettersAndDigits(decimals.exec(orderNumber)?.[1] ?? orderNumber);
}
