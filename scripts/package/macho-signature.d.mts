/**
 * The number of pages with a hash in the signature, and the numbers of those that don't match it.
 */
export function checkSignature(file: Buffer): {
  readonly pages: number;
  readonly wrong: readonly number[];
};
