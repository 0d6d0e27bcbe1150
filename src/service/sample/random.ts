import { uuid } from '../identifiers';

/** Repeatable randomness: the same seed gives the same choices on every machine. */
export type Chance = ReturnType<typeof chance>;

/**
 * mulberry32: 32 bits of state, plenty for sandbox data. All seeds share one cycle of 2³² numbers, so two
 * long sequences may overlap; `salt` keeps their ids different if they do.
 */
export function chance(seed: number, salt = 0) {
  let state = seed >>> 0;
  /** A number in [0, 1). */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  }
  const salted = () => ((next() * 0x1_0000_0000) ^ salt) >>> 0;
  /** An integer from `from` to `to`, inclusive. */
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    between,
    pick: <T>(choices: readonly T[]) => choices[between(0, choices.length - 1)] as T,
    /** This many decimal digits. */
    digits: (count: number) => Array.from({ length: count }, () => between(0, 9)).join(''),
    uuid: () => uuid(() => salted() / 0x1_0000_0000),
  };
}
