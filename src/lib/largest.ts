/**
 * The largest of any number of numbers, and 0 of none. `Math.max` takes them as arguments, which at
 * about 125,000 overflow the stack.
 */
export function largest(numbers: Iterable<number>): number {
  let most = 0;
  for (const number of numbers) most = Math.max(most, number);
  return most;
}
