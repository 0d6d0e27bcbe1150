import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { virtualTime } from '../../test/support/virtual-time';
import { Failure } from '../failure';
import { afterLimit, afterSuccess, fullPace, Gate, type Pace } from './rate-limit';

const seconds = (milliseconds: number) => milliseconds / 1000;

/** The waits for a service that refuses every probe, until they no longer fit. */
function waitsOf({
  retryAfter,
  chance = 0,
  maxWait = 900,
}: {
  retryAfter?: number;
  chance?: number;
  maxWait?: number;
}): number[] {
  const waits: number[] = [];
  let pace: Pace | undefined = fullPace(4, maxWait * 1000);
  let now = 0;
  for (;;) {
    pace = afterLimit(pace, { pauses: pace.pauses, now, retryAfter, chance });
    if (pace === undefined) return waits;
    waits.push(seconds(pace.pausedUntil - now));
    now = pace.pausedUntil;
  }
}

describe('a service that refuses for good', () => {
  test('without a header: waits 5, 15, 60, 60 … s, within the limit', () => {
    expect(waitsOf({})).toEqual([5, 15, ...new Array(14).fill(60)]);
  });

  test('adds up to a fifth', () => {
    expect(waitsOf({ chance: 0.5 }).slice(0, 3)).toEqual([5.5, 16.5, 66]);
  });

  test('waits exactly as long as it asks for', () => {
    expect(waitsOf({ retryAfter: 100_000 })).toEqual(new Array(9).fill(100));
  });

  test('waits longer than it asks for after that was too short three times', () => {
    expect(waitsOf({ retryAfter: 2_000 }).slice(0, 7)).toEqual([2, 2, 2, 5, 15, 60, 60]);
    expect(waitsOf({ retryAfter: 30_000 }).slice(0, 6)).toEqual([30, 30, 30, 30, 30, 60]);
  });

  test('zero is not permission to hammer', () => {
    expect(waitsOf({ retryAfter: 0 }).slice(0, 4)).toEqual([1, 1, 1, 5]);
  });

  test.each([1e12, 901_000])("%d ms can't fit: stops waiting at once", (retryAfter) => {
    expect(waitsOf({ retryAfter })).toEqual([]);
  });

  test('does not wait if no wait is allowed', () => {
    expect(waitsOf({ maxWait: 0 })).toEqual([]);
  });

  test('sends few probes and waits within the limit, whatever it says', () => {
    fc.assert(
      fc.property(
        fc.option(fc.nat(1e6), { nil: undefined }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (retryAfter, chance) => {
          const waits = waitsOf({ ...(retryAfter === undefined ? {} : { retryAfter }), chance });
          // One more request than waits, and at most 20.
          expect(waits.length).toBeLessThanOrEqual(19);
          expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThanOrEqual(900);
        },
      ),
    );
  });
});

describe('several workers', () => {
  const limited = { now: 0, retryAfter: undefined, chance: 0 };

  test('pause once, not four times, when refused together', () => {
    let pace = fullPace(4, 900_000);
    for (let worker = 0; worker < 4; worker++) {
      pace = afterLimit(pace, { ...limited, pauses: 0 }) ?? pace;
    }
    expect(pace).toMatchObject({ pauses: 1, refusals: 1, pausedUntil: 5000, waited: 5000 });
  });

  test('wait once, for the longest time that any of them got', () => {
    let pace = fullPace(4, 900_000);
    for (const retryAfter of [3000, 9000, 4000]) {
      pace = afterLimit(pace, { ...limited, pauses: 0, retryAfter }) ?? pace;
    }
    expect(pace).toMatchObject({ pauses: 1, pausedUntil: 9000, waited: 9000 });
  });

  test('send one probe first, then one more for each success', () => {
    let pace = afterLimit(fullPace(4, 900_000), { ...limited, pauses: 0 }) as Pace;
    const windows = [pace.window];
    for (let success = 0; success < 5; success++) {
      pace = afterSuccess(pace, pace.pauses);
      windows.push(pace.window);
    }
    expect(windows).toEqual([1, 2, 3, 4, 4, 4]);
  });

  test('learn nothing from a success that was sent before the pause', () => {
    const pace = afterLimit(fullPace(4, 900_000), { ...limited, pauses: 0 }) as Pace;
    expect(afterSuccess(pace, 0)).toBe(pace);
  });

  test('reset the count of refusals after a success', () => {
    let pace = fullPace(1, 900_000);
    pace = afterLimit(pace, { ...limited, pauses: pace.pauses }) as Pace;
    pace = afterLimit(pace, { ...limited, now: 5000, pauses: pace.pauses }) as Pace;
    pace = afterSuccess(pace, pace.pauses);
    pace = afterLimit(pace, { ...limited, now: 30_000, pauses: pace.pauses }) as Pace;
    expect(pace.pausedUntil).toBe(35_000);
    expect(pace.waited).toBe(25_000);
  });
});

const never = new AbortController().signal;

function gateOf(concurrency: number) {
  const time = virtualTime({ random: () => 0 });
  const pauses: number[] = [];
  const gate = new Gate({
    ...time,
    concurrency,
    maxWait: 900_000,
    onPause: (milliseconds) => pauses.push(milliseconds),
  });
  return { time, gate, pauses };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('the gate', () => {
  test('lets this many through and no more', async () => {
    const { gate } = gateOf(2);
    let through = 0;
    for (let request = 0; request < 5; request++) void gate.enter(never).then(() => through++);
    await settled();
    expect(through).toBe(2);
    gate.leave();
    await settled();
    expect(through).toBe(3);
  });

  test('holds everyone back after a 429 and sends one probe first', async () => {
    const { gate, pauses, time } = gateOf(3);
    const passes: number[] = [];
    const enter = () => void gate.enter(never).then((pass) => passes.push(pass));
    for (let request = 0; request < 3; request++) enter();
    await settled();
    for (const pass of passes.splice(0)) {
      expect(gate.limited(pass, undefined)).toBe(true);
      gate.leave();
    }
    for (let request = 0; request < 3; request++) enter();
    expect(time.clock.monotonic()).toBe(0);
    await settled();
    await settled();
    expect(pauses).toEqual([5000]);
    expect(time.clock.monotonic()).toBe(5000);
    expect(passes).toHaveLength(1);
    gate.succeeded(passes[0] as number);
    gate.leave();
    await settled();
    expect(passes).toHaveLength(3);
  });

  test('removes an interrupted request from the queue and moves the others up', async () => {
    const { gate } = gateOf(1);
    const leaving = new AbortController();
    const order: string[] = [];
    await gate.enter(never);
    const second = gate.enter(leaving.signal).catch((reason) => order.push(String(reason)));
    void gate.enter(never).then(() => order.push('third'));
    leaving.abort('interrupted');
    await second;
    gate.leave();
    await settled();
    expect(order).toEqual(['interrupted', 'third']);
  });

  test('lets no one in once interrupted', async () => {
    const { gate } = gateOf(1);
    await expect(gate.enter(AbortSignal.abort('over'))).rejects.toBe('over');
  });

  test('refuses waiting and new requests once stopped', async () => {
    const { gate } = gateOf(1);
    const failure = new Failure({ ending: 'unauthorized', code: 'unauthorized', message: 'no' });
    await gate.enter(never);
    const waiting = gate.enter(never);
    gate.stop(failure);
    await expect(waiting).rejects.toBe(failure);
    await expect(gate.enter(never)).rejects.toBe(failure);
  });

  test('leaves no timer behind when a pause is abandoned', async () => {
    const { gate, time } = gateOf(1);
    const leaving = new AbortController();
    const pass = await gate.enter(never);
    gate.limited(pass, undefined);
    gate.leave();
    const waiting = gate.enter(leaving.signal);
    leaving.abort('over');
    await expect(waiting).rejects.toBe('over');
    await settled();
    expect(time.clock.monotonic()).toBe(0);
  });
});
