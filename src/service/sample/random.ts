import { uuid } from '../identifiers';

/** Repeatable randomness: the same seed gives the same choices on every machine. */
export interface Chance {
  /** A number in [0, 1). */
  next(): number;
  /** An integer from `from` to `to`, inclusive. */
  between(from: number, to: number): number;
  pick<T>(choices: readonly T[]): T;
  /** This many decimal digits. */
  digits(count: number): string;
  uuid(): string;
}

/**
 * mulberry32: 32 bits of state, plenty for sandbox data. All seeds share one cycle of 2³² numbers, so two
 * long sequences may overlap; `salt` keeps their ids different if they do.
 */
export function chance(seed: number, salt = 0): Chance {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  }
  const salted = () => ((next() * 0x1_0000_0000) ^ salt) >>> 0;
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    between,
    pick: (choices) => choices[between(0, choices.length - 1)] as never,
    digits: (count) => Array.from({ length: count }, () => between(0, 9)).join(''),
    uuid: () => uuid(() => salted() / 0x1_0000_0000),
  };
}
