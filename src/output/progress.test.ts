import { describe, expect, test } from 'vitest';
import { durationInWords, progressBar, progressLine, progressOn, type Task } from './progress';
import { Screen } from './screen';

const reading: Task = { label: 'Reading orders', unit: 'orders', total: 10_000 };

test.each([
  [{ ...reading, done: 0, seconds: 0 }, 'Reading orders: 0 of 10,000 orders'],
  [
    { ...reading, done: 4200, seconds: 5 },
    'Reading orders: 4,200 of 10,000 orders, 840/s, 7 s left',
  ],
  [
    { ...reading, done: 10, seconds: 100 },
    'Reading orders: 10 of 10,000 orders, 0.1/s, 27 h 45 min left',
  ],
  [{ ...reading, done: 10_000, seconds: 8 }, 'Reading orders: 10,000 of 10,000 orders, 1,250/s'],
  [{ label: 'Uploading', unit: 'rows', done: 7, seconds: 2 }, 'Uploading: 7 rows, 3.5/s'],
])('the line for %j', (state, line) => {
  expect(progressLine(state)).toBe(line);
});

test.each([
  [0.2, '1 s'],
  [59.5, '1 min 0 s'],
  [200, '3 min 20 s'],
  [7500, '2 h 5 min'],
])('%d seconds are %s', (seconds, text) => {
  expect(durationInWords(seconds)).toBe(text);
});

test('the bar is never wider than the terminal', () => {
  const state = { ...reading, done: 5000, seconds: 5 };
  expect(progressBar(state, 120)).toBe(
    '━━━━━━━━━━━━──────────── Reading orders: 5,000 of 10,000 orders, 1,000/s, 5 s left',
  );
  for (const width of [1, 10, 40, 79, 80, 81, 200]) {
    expect(progressBar(state, width).length).toBeLessThan(width);
  }
});

/** A clock that advances only by its own sleeps, and stops when asked to. */
function fakeTime() {
  let now = 0;
  const slept: number[] = [];
  let due: (() => void) | undefined;
  return {
    slept,
    clock: { now: () => now, monotonic: () => now },
    sleep: (milliseconds: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        due = () => {
          now += milliseconds;
          slept.push(milliseconds);
          resolve();
        };
        signal?.addEventListener('abort', () => reject(signal.reason));
      }),
    /** Ends the current sleep. */
    tick: async () => {
      due?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe('while work is in progress', () => {
  async function shown(stderr: { isTTY?: boolean; columns?: number }, quiet: boolean) {
    const written: string[] = [];
    const screen = new Screen(() => ({ ...stderr, write: (text) => written.push(text) }));
    const time = fakeTime();
    await progressOn(
      screen,
      quiet,
      time,
    )(reading, async (progress) => {
      progress.advance(100);
      await time.tick();
      progress.advance();
      await time.tick();
      progress.expect(202);
    });
    return { written, slept: time.slept };
  }

  test('a terminal shows it in place and ends up clean', async () => {
    const { written, slept } = await shown({ isTTY: true, columns: 60 }, false);
    expect(slept).toEqual([200, 200]);
    expect(written).toEqual([
      '\r\u001b[KReading orders: 100 of 10,000 orders, 500/s, 20 s left',
      '\r\u001b[KReading orders: 101 of 10,000 orders, 253/s, 40 s left',
      '\r\u001b[K',
    ]);
  });

  test('a log gets a line every ten seconds', async () => {
    const { written, slept } = await shown({}, false);
    expect(slept).toEqual([10_000, 10_000]);
    expect(written).toEqual([
      'Reading orders: 100 of 10,000 orders, 10/s, 16 min 30 s left\n',
      'Reading orders: 101 of 10,000 orders, 5.0/s, 32 min 41 s left\n',
    ]);
  });

  test('-q is silent', async () => {
    expect(await shown({ isTTY: true }, true)).toEqual({ written: [], slept: [] });
  });

  test('work that fails leaves a clean screen and throws its own error', async () => {
    const written: string[] = [];
    const screen = new Screen(() => ({ isTTY: true, write: (text) => written.push(text) }));
    const time = fakeTime();
    const work = progressOn(
      screen,
      false,
      time,
    )(reading, async () => {
      await time.tick();
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(written.at(-1)).toBe('\r\u001b[K');
  });
});

test('prints a notice above the bar', () => {
  const written: string[] = [];
  const screen = new Screen(() => ({ isTTY: true, write: (text) => written.push(text) }));
  screen.line('before');
  screen.draw('bar');
  screen.line('evil \u001b[2J\r\u202e');
  screen.clear();
  expect(written).toEqual([
    'before\n',
    '\r\u001b[Kbar',
    '\r\u001b[K',
    'evil \\x1b[2J\\x0d\\u202e\n',
  ]);
});
