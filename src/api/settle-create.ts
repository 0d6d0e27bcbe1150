import { Failure } from '../failure';
import { LostCreate } from '../http/client';
import type { Settled } from './types';

/** Milliseconds to wait for a lost request to arrive after all. */
export const settlingTime = 5_000;

export interface Settling<T> {
  /** Sends the create; throws a `LostCreate` if it may have been carried out. */
  readonly send: () => Promise<T>;
  /**
   * Looks up the order: undefined if its number is nowhere, a `conflict` if another order has it. Without it,
   * the loss of the request is an unknown outcome at once.
   */
  readonly look?: (() => Promise<T | undefined>) | undefined;
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Its name in messages: `order 123-4567890`. */
  readonly what: string;
  readonly hint: string;
}

/** A change of which nobody knows whether it was made: `what` is the rest of "Can't tell whether". */
export function undecided(what: string, hint: string, cause?: unknown): Failure {
  const message = `Can't tell whether ${what}`;
  return new Failure({ ending: 'unknown', code: 'outcome_unknown', message, hint, cause });
}

/**
 * Creates an order, and never a second one. A lost request is looked up by its number, which is unique in the
 * account, and again after a while. If it is not found, it is sent once more: should the first one arrive
 * late, that one gets a 409.
 */
export async function settleCreate<T>(settling: Settling<T>): Promise<Settled<T>> {
  const { send, look, pause, what, hint } = settling;
  const lost = (seen: unknown) => {
    const reason = seen instanceof Error ? `: ${seen.message}` : '';
    return undecided(`${what} was created${reason}`, hint, seen);
  };
  try {
    return { data: await send(), recovered: false };
  } catch (error) {
    if (!(error instanceof LostCreate)) throw error;
    if (look === undefined) throw lost(error.seen);
    try {
      return await afterLoss(look);
    } catch (later) {
      if (later instanceof Failure && ['conflict', 'unknown'].includes(later.ending)) throw later;
      // The service's verdict on this very request also covers its first attempt.
      if (later instanceof Failure && later.isAboutInput) throw later;
      throw lost(later instanceof LostCreate ? later.seen : error.seen);
    }
  }

  async function afterLoss(look: () => Promise<T | undefined>): Promise<Settled<T>> {
    const found = (await look()) ?? (await pause(settlingTime).then(look));
    if (found !== undefined) return { data: found, recovered: true };
    try {
      return { data: await send(), recovered: false };
    } catch (error) {
      const conflict = error instanceof Failure && error.ending === 'conflict';
      if (!conflict && !(error instanceof LostCreate)) throw error;
      // A 409 now may come from the first attempt, which arrived late.
      if (!conflict) await pause(settlingTime);
      const late = await look();
      if (late === undefined) throw error;
      return { data: late, recovered: true };
    }
  }
}
