import { localFileFailure } from '../failure';
import type { Pager, StandardOutput } from '../world';
import type { Screen } from './screen';

/** The pipe's reader has closed it, or the pager has ended and Node has noticed first. */
const goneReader: ReadonlySet<string | undefined> = new Set(['EPIPE', 'ERR_STREAM_DESTROYED']);

/** Characters to collect before passing them to the stream. */
const batch = 64 * 1024;

interface SinkParts {
  /** Cleared before anything is written, if both share a terminal. */
  readonly screen?: Screen;
  /** Ends the wait for a reader that is not reading. */
  readonly interruption?: AbortSignal;
  /** A remark on the run if its output can't be written. */
  remark?(): string | undefined;
}

/**
 * Standard output, written completely. Small writes are collected until the program next waits, which saves a
 * system call per row. A reader that has gone away (EPIPE) is no error: `closed` tells a list to stop. Any
 * other error is a failure.
 */
export class Sink {
  #gathered = '';
  #scheduled = false;
  #closed = false;
  #error: Error | undefined;
  #reported = false;
  /** The number of characters that the stream has not confirmed yet, and what waits for them. */
  #unconfirmed = 0;
  #waiting: (() => void)[] = [];
  /** Set while output is held back until it is known to fit on the terminal. */
  #held = false;
  #pager: Pager | undefined;

  constructor(
    private readonly stdout: StandardOutput,
    private readonly parts: SinkParts = {},
  ) {
    parts.interruption?.addEventListener('abort', () => this.#wake());
    if (parts.screen === undefined) return;
    // On a terminal, lines appear in the order in which the program writes them.
    parts.screen.onLines = () => {
      if (stdout.isTTY === true && !this.#held) this.#handOver();
    };
  }

  get closed(): boolean {
    return this.#closed;
  }

  #fail(error: NodeJS.ErrnoException): void {
    if (this.#error === undefined && goneReader.has(error.code)) this.#closed = true;
    // Writes after an error fail with other errors; the first one is the cause.
    else if (!this.#closed) this.#error ??= error;
    this.#wake();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  #handOver(): void {
    const text = this.#gathered;
    this.#gathered = '';
    this.#pass(text);
  }

  #pass(chunk: string | Uint8Array): void {
    if (chunk.length === 0 || this.#closed || this.#error !== undefined) return;
    if (this.stdout.isTTY === true) this.parts.screen?.clear();
    this.#unconfirmed += chunk.length;
    this.stdout.write(chunk, (error) => {
      if (error) this.#fail(error);
      this.#unconfirmed -= chunk.length;
      this.#wake();
    });
  }

  /** Throws once: the caller that catches it stops, and anything written after that is dropped. */
  #check(): void {
    if (this.#error !== undefined && !this.#reported) {
      this.#reported = true;
      // Node says "ENOSPC: no space left on device, write".
      const reason = this.#error.message.replace(/^[A-Z]+: |, \w+$/g, '');
      throw localFileFailure(`The output could not be written: ${reason}`, {
        hint: ['Free some space there, or write to a different place.', this.parts.remark?.()]
          .filter(Boolean)
          .join(' '),
        cause: this.#error,
      });
    }
  }

  /** Resolves when there is room for more. Throws exit 14, or the interruption if one came meanwhile. */
  async write(text: string): Promise<void> {
    this.#check();
    this.#gathered += text;
    if (this.#held && !this.#isLong()) return;
    if (this.#held) await this.#startPager();
    // Also small writes wait for a reader that is slower than their source.
    if (this.#gathered.length < batch && this.#unconfirmed <= batch) {
      if (this.#scheduled) return;
      this.#scheduled = true;
      setImmediate(() => {
        this.#scheduled = false;
        // It was scheduled before `held`: the pager may be next.
        if (!this.#held) this.#handOver();
      });
      return;
    }
    this.#handOver();
    if (!(await this.#until(batch))) throw this.parts.interruption?.reason;
  }

  /** Like `write`, for a file that is itself the result. */
  async writeBytes(bytes: Uint8Array): Promise<void> {
    this.#check();
    this.#handOver();
    this.#pass(bytes);
    if (!(await this.#until(batch))) throw this.parts.interruption?.reason;
  }

  /** Sends what `write` writes through the pager if it is longer than the terminal. */
  async held(write: () => Promise<void>): Promise<void> {
    this.#held = this.stdout.isTTY === true && this.stdout.pager !== undefined;
    try {
      await write();
    } finally {
      await this.#release();
    }
  }

  #isLong(): boolean {
    const { columns, rows } = this.stdout;
    const lines = this.#gathered.split('\n').slice(0, -1);
    const width = columns || 80;
    const shown = lines.reduce((sum, { length }) => sum + Math.ceil(length / width || 1), 0);
    return shown >= (rows || 24);
  }

  /** Loads the pager only here, because most output fits. */
  async #startPager(): Promise<void> {
    this.#held = false;
    this.#pager = await this.stdout.pager?.();
    if (this.#pager === undefined) return;
    this.parts.screen?.pause();
    this.#pager.start();
  }

  /** Passes on what is held back; if it is in a pager, waits until the person quits it. */
  async #release(): Promise<void> {
    this.#held = false;
    this.#handOver();
    const pager = this.#pager;
    if (pager === undefined) return;
    this.#pager = undefined;
    try {
      await pager.end();
    } finally {
      this.parts.screen?.resume();
    }
  }

  /** Waits until at most that many characters are unconfirmed; false if interrupted before. */
  async #until(atMost: number): Promise<boolean> {
    while (this.#unconfirmed > atMost && !this.#closed && this.#error === undefined) {
      if (this.parts.interruption?.aborted) return false;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#check();
    return true;
  }

  /** Resolves when everything has been read, or at the interruption. Throws a failure (exit 14). */
  async flush(): Promise<void> {
    this.#handOver();
    await this.#until(0);
  }
}
