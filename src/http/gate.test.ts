import { describe, expect, test } from 'vitest';
import { virtualTime } from '../../test/support/virtual-time';
import { Failure } from '../failure';
import { Gate, type Pass } from './gate';

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
  test('lets so many through and no more', async () => {
    const { gate } = gateOf(2);
    let through = 0;
    for (let request = 0; request < 5; request++) void gate.enter(never).then(() => through++);
    await settled();
    expect(through).toBe(2);
    gate.leave();
    await settled();
    expect(through).toBe(3);
  });

  test('a 429 holds everyone back, one probe goes first', async () => {
    const { gate, pauses, time } = gateOf(3);
    const passes: Pass[] = [];
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
    gate.succeeded(passes[0] as Pass);
    gate.leave();
    await settled();
    expect(passes).toHaveLength(3);
  });

  test('whoever is interrupted leaves the queue, and the others move up', async () => {
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

  test('nobody enters once interrupted', async () => {
    const { gate } = gateOf(1);
    await expect(gate.enter(AbortSignal.abort('over'))).rejects.toBe('over');
  });

  test('stopped, it refuses those who wait and those who come', async () => {
    const { gate } = gateOf(1);
    const failure = new Failure({ ending: 'unauthorized', code: 'unauthorized', message: 'no' });
    await gate.enter(never);
    const waiting = gate.enter(never);
    gate.stop(failure);
    await expect(waiting).rejects.toBe(failure);
    await expect(gate.enter(never)).rejects.toBe(failure);
  });

  test('an abandoned pause leaves no timer behind', async () => {
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
