import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { Interruption } from '../world';
import { Screen } from './screen';
import { Sink } from './sink';

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function systemError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: it failed`), { code });
}

/** A reader that takes a chunk when asked to, or fails. */
function reader() {
  const taken: string[] = [];
  const waiting: ((error?: Error) => void)[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string, _, done) {
      taken.push(chunk);
      waiting.push(done);
    },
  }).on('error', () => {});
  return { stream, taken, waiting, read: (error?: Error) => waiting.shift()?.(error) };
}

const big = 'x'.repeat(64 * 1024);

/** Whether the promise is still pending after everything that could settle it has run. */
async function isOpen(promise: Promise<unknown>): Promise<boolean> {
  const open = Symbol('open');
  return (await Promise.race([promise, turn().then(() => open)])) === open;
}

test.each([
  [true, ['finding\n', 'summary\n']],
  [undefined, ['summary\n', 'finding\n']],
])(
  'on a terminal (%s), a line of stderr follows what was printed before it',
  async (isTTY, order) => {
    const shown: string[] = [];
    const write = (text: string, done?: () => void) => {
      shown.push(text);
      done?.();
    };
    const screen = new Screen(() => ({ isTTY: true, write }));
    const sink = new Sink({ isTTY, write } as never, { screen });
    await sink.write('finding\n');
    screen.line('summary');
    await sink.flush();
    expect(shown).toEqual(order);
  },
);

test('small writes wait for a slow reader, however often the program waits between them', async () => {
  const { stream, read } = reader();
  const sink = new Sink(stream);
  const part = big.slice(0, big.length / 4);
  let written = 0;
  let last = sink.write(part);
  for (; written < 20 && !(await isOpen(last)); written += 1) {
    await turn();
    last = sink.write(part);
  }
  expect(written).toBeLessThan(8);
  for (let taken = 0; taken < 20; taken += 1) {
    read();
    await turn();
  }
  expect(await isOpen(last)).toBe(false);
});

test('collects small writes until the program waits', async () => {
  const { stream, taken } = reader();
  const sink = new Sink(stream);
  await sink.write('a');
  await sink.write('b');
  expect(taken).toEqual([]);
  await turn();
  expect(taken).toEqual(['ab']);
});

test('removes the bar on a terminal before writing anything', async () => {
  const written: string[] = [];
  const screen = new Screen(() => ({ isTTY: true, write: (text) => written.push(text) }));
  const { stream, taken } = reader();
  const sink = new Sink(Object.assign(stream, { isTTY: true }), { screen });
  screen.draw('bar');
  await sink.write(big);
  expect(written).toEqual(['\r\u001b[Kbar', '\r\u001b[K']);
  expect(taken).toEqual([big]);
});

test('a slow reader slows down the writer, and gets everything', async () => {
  const { stream, taken, read } = reader();
  const sink = new Sink(stream);
  await sink.write(big);
  const second = sink.write(big);
  expect(await isOpen(second)).toBe(true);
  read();
  await second;
  const end = sink.flush();
  expect(await isOpen(end)).toBe(true);
  read();
  await end;
  expect(taken.join('')).toBe(big + big);
});

test('a reader that has gone away is not an error', async () => {
  const { stream, read } = reader();
  const sink = new Sink(stream);
  await sink.write(big);
  const second = sink.write(big);
  read(systemError('EPIPE'));
  await second;
  expect(sink.closed).toBe(true);
  await sink.write('more');
  await sink.flush();
});

describe.each(['ENOSPC', 'EIO'])('%s', (code) => {
  test('is reported once: exit 14', async () => {
    const { stream, read } = reader();
    const sink = new Sink(stream);
    await sink.write('a');
    const end = sink.flush();
    read(systemError(code));
    await expect(end).rejects.toMatchObject({ exitCode: 14 });
    await sink.write('b');
    await sink.flush();
  });

  test('is reported by the next write', async () => {
    const { stream, read } = reader();
    const sink = new Sink(stream);
    await sink.write('a');
    await turn();
    read(systemError(code));
    await turn();
    await expect(sink.write('b')).rejects.toMatchObject({ exitCode: 14 });
  });
});

describe('an interrupted run', () => {
  test('does not wait for a reader', async () => {
    const controller = new AbortController();
    const { stream } = reader();
    const sink = new Sink(stream, { interruption: controller.signal });
    await sink.write(big);
    const second = sink.write(big);
    const interruption = new Interruption('SIGINT');
    controller.abort(interruption);
    await expect(second).rejects.toBe(interruption);
    await sink.flush();
  });

  test('still writes what it has to write', async () => {
    const { stream, taken } = reader();
    const sink = new Sink(stream, { interruption: AbortSignal.abort() });
    await sink.write('summary');
    await sink.flush();
    expect(taken).toEqual(['summary']);
  });
});

test('what is held back for the pager is not written in front of it', async () => {
  const shown: string[] = [];
  const paged: string[] = [];
  let to = shown;
  const pager = {
    start() {
      to = paged;
    },
    async end() {
      to = shown;
    },
  };
  const write = (text: string, done?: () => void) => {
    to.push(text);
    done?.();
  };
  const sink = new Sink({ isTTY: true, rows: 3, write, pager: async () => pager } as never);
  await sink.write('first\n');
  await sink.held(async () => {
    await sink.write('second\n');
    await turn();
    await sink.write('third\nfourth\n');
  });
  expect({ shown, paged }).toEqual({ shown: [], paged: ['first\nsecond\nthird\nfourth\n'] });
});

test('a terminal that does not know its size has 24 lines of 80 columns', async () => {
  let pagers = 0;
  const pager = async () => {
    pagers++;
    return undefined;
  };
  const write = (_: string, done?: () => void) => done?.();
  const sink = new Sink({ isTTY: true, rows: 0, columns: 0, write, pager } as never);
  await sink.held(() => sink.write(`${'x'.repeat(81)}\n`.repeat(11)));
  expect(pagers).toBe(0);
  await sink.held(() => sink.write(`${'x'.repeat(81)}\n`.repeat(12)));
  expect(pagers).toBe(1);
});
