/** A value read from a file or a flag, with what an issue below it is called. */
export interface Sourced<T> {
  readonly value: T;
  /** Given the rest of the path below the value. */
  nameOf(rest: readonly string[]): string;
}
