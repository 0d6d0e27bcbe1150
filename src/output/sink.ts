import type { Writable } from 'node:stream';
import { localFileFailure } from '../failure';
import type { Terminal } from '../world';
import type { Screen } from './screen';

/** Characters gathered before they are handed to the stream. */
const batch = 64 * 1024;

type Stream = Writable & Terminal;

interface SinkParts {
  /** Cleared before anything is written, where both share a terminal. */
  readonly screen?: Screen;
  /** Ends the wait for a reader that has stopped reading. */
  readonly interruption?: AbortSignal;
  /** Takes what is written last, where nothing was before; returns what it could not take. */
  readonly writeAtOnce?: (text: string) => Uint8Array;
}

/**
 * Standard output, written to its end. Small writes are gathered and handed over when the program
 * next waits for something, so that a line a row costs no system call a row. A reader that has gone
 * away (EPIPE) is no error: `closed` tells a list to stop. Any other error is a failure.
 */
export class Sink {
  readonly #open: () => Stream;
  readonly #parts: SinkParts;
  #opened: Stream | undefined;
  #gathered = '';
  #scheduled = false;
  #closed = false;
  #error: Error | undefined;
  #told = false;
  /** Characters that the stream has not confirmed yet, and who waits for them. */
  #unconfirmed = 0;
  #waiting: (() => void)[] = [];

  /** The stream is opened when there is something to write that cannot be written at once. */
  constructor(open: () => Stream, parts: SinkParts = {}) {
    this.#open = open;
    this.#parts = parts;
    parts.interruption?.addEventListener('abort', () => this.#wake());
  }

  /** Whether whoever read has gone away. */
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

  #takeGathered(): string {
    const text = this.#gathered;
    this.#gathered = '';
    return text;
  }

  #handOver(chunk: string | Uint8Array): void {
    if (chunk.length === 0 || this.#closed || this.#error !== undefined) return;
    this.#opened ??= this.#open().on('error', (error) => this.#fail(error));
    const stream = this.#opened;
    if (stream.isTTY === true) this.#parts.screen?.clear();
    this.#unconfirmed += chunk.length;
    stream.write(chunk, (error) => {
      if (error) this.#fail(error);
      this.#unconfirmed -= chunk.length;
      this.#wake();
    });
  }

  /** Told once: whoever hears of it stops, and what is still written then goes nowhere. */
  #check(): void {
    if (this.#error !== undefined && !this.#told) {
      this.#told = true;
      // Node says "ENOSPC: no space left on device, write".
      const reason = this.#error.message.replace(/^[A-Z]+: |, \w+$/g, '');
      throw localFileFailure(`The output could not be written: ${reason}`, {
        hint: 'Make room where it goes, or send it elsewhere.',
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
    if (this.#gathered.length < batch) {
      if (this.#scheduled) return;
      this.#scheduled = true;
      setImmediate(() => {
        this.#scheduled = false;
        this.#handOver(this.#takeGathered());
      });
      return;
    }
    this.#handOver(this.#takeGathered());
    if (!(await this.#until(batch))) throw this.#parts.interruption?.reason;
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
    const { writeAtOnce } = this.#parts;
    const text = this.#takeGathered();
    const atOnce = text !== '' && this.#opened === undefined && writeAtOnce !== undefined;
    this.#handOver(atOnce ? writeAtOnce(text) : text);
    await this.#until(0);
  }
}
