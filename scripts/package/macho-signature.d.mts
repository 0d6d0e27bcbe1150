/** How many pages the signature has hashes for, and the numbers of those that differ from theirs. */
export function checkSignature(file: Buffer): {
  readonly pages: number;
  readonly wrong: readonly number[];
};
