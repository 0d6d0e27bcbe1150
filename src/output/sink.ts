import { localFileFailure } from '../failure';
import type { Pager, StandardOutput } from '../world';
import type { Screen } from './screen';

/** Characters gathered before they are handed to the stream. */
const batch = 64 * 1024;

interface SinkParts {
  /** Cleared before anything is written, where both share a terminal. */
  readonly screen?: Screen;
  /** Ends the wait for a reader that has stopped reading. */
  readonly interruption?: AbortSignal;
}

/**
 * Standard output, written to its end. Small writes are gathered and handed over when the program
 * next waits for something, so that a line a row costs no system call a row. A reader that has gone
 * away (EPIPE) is not an error: `closed` tells a list to stop. Any other error is a failure.
 */
export class Sink {
  readonly #stdout: StandardOutput;
  readonly #parts: SinkParts;
  #gathered = '';
  #scheduled = false;
  #closed = false;
  #error: Error | undefined;
  #reported = false;
  /** Characters that the stream has not confirmed yet, and who waits for them. */
  #unconfirmed = 0;
  #waiting: (() => void)[] = [];
  /** Held back until it is known whether it fits on the terminal. */
  #held = false;
  #pager: Pager | undefined;

  constructor(stdout: StandardOutput, parts: SinkParts = {}) {
    this.#stdout = stdout;
    this.#parts = parts;
    parts.interruption?.addEventListener('abort', () => this.#wake());
  }

  /** Whether anyone who read has gone away. */
  get closed(): boolean {
    return this.#closed;
  }

  #fail(error: NodeJS.ErrnoException): void {
    if (error.code === 'EPIPE') this.#closed = true;
    // Writes after an error fail with errors of their own: the first one tells.
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
    if (this.#stdout.isTTY === true) this.#parts.screen?.clear();
    this.#unconfirmed += chunk.length;
    this.#stdout.write(chunk, (error) => {
      if (error) this.#fail(error);
      this.#unconfirmed -= chunk.length;
      this.#wake();
    });
  }

  /** Thrown once: anyone who catches it stops, and what is still written then goes nowhere. */
  #check(): void {
    if (this.#error !== undefined && !this.#reported) {
      this.#reported = true;
      // Node says "ENOSPC: no space left on device, write".
      const reason = this.#error.message.replace(/^[A-Z]+: |, \w+$/g, '');
      throw localFileFailure(`The output could not be written: ${reason}`, {
        hint: 'Free some space there, or write to a different place.',
        cause: this.#error,
      });
    }
  }

  /**
   * Takes the text; the promise resolves when more may come. Throws a failure (exit 14), or the
   * interruption that came while it waited for the reader.
   */
  async write(text: string): Promise<void> {
    this.#check();
    this.#gathered += text;
    if (this.#held && !this.#isLong()) return;
    if (this.#held) await this.#startPager();
    if (this.#gathered.length < batch) {
      if (this.#scheduled) return;
      this.#scheduled = true;
      setImmediate(() => {
        this.#scheduled = false;
        this.#handOver();
      });
      return;
    }
    this.#handOver();
    if (!(await this.#until(batch))) throw this.#parts.interruption?.reason;
  }

  /** As `write`, for a file that is the result itself. */
  async writeBytes(bytes: Uint8Array): Promise<void> {
    this.#check();
    this.#handOver();
    this.#pass(bytes);
    if (!(await this.#until(batch))) throw this.#parts.interruption?.reason;
  }

  /**
   * What is written between this and `release` goes through the pager where it is longer than the
   * terminal.
   */
  hold(): void {
    this.#held = this.#stdout.isTTY === true && this.#stdout.pager !== undefined;
  }

  #isLong(): boolean {
    const { columns = 80, rows: most = 24 } = this.#stdout;
    const lines = this.#gathered.split('\n').slice(0, -1);
    const rows = lines.reduce((sum, { length }) => sum + Math.ceil(length / columns || 1), 0);
    return rows >= most;
  }

  /** Loaded only here: most of what is printed fits. */
  async #startPager(): Promise<void> {
    this.#held = false;
    this.#pager = await this.#stdout.pager?.();
    if (this.#pager === undefined) return;
    this.#parts.screen?.pause();
    this.#pager.start();
  }

  /** Hands over what there is, and where it is in a pager waits until the person has left it. */
  async release(): Promise<void> {
    this.#held = false;
    this.#handOver();
    const pager = this.#pager;
    if (pager === undefined) return;
    this.#pager = undefined;
    try {
      await pager.end();
    } finally {
      this.#parts.screen?.resume();
    }
  }

  /** Whether no more than that is under way; false when the run is interrupted before. */
  async #until(atMost: number): Promise<boolean> {
    while (this.#unconfirmed > atMost && !this.#closed && this.#error === undefined) {
      if (this.#parts.interruption?.aborted) return false;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#check();
    return true;
  }

  /**
   * Resolves when everything has been taken, or the run is interrupted. Throws a failure (exit 14).
   */
  async flush(): Promise<void> {
    this.#handOver();
    await this.#until(0);
  }
}
