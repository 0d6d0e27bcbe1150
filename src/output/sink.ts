import type { Writable } from 'node:stream';
import { localFileFailure } from '../failure';

/** Characters gathered before they are handed to the stream. */
const batch = 64 * 1024;

/**
 * Standard output, written to its end. Small writes are gathered and handed over when the program
 * next waits for something, so that a line a row costs no system call a row. A reader that has gone
 * away (EPIPE) is no error: `closed` tells a list to stop. Any other error is a failure.
 */
export class Sink {
  readonly #stream: Writable;
  #gathered = '';
  #scheduled = false;
  #closed = false;
  #error: Error | undefined;
  /** Bytes' worth of writes that the stream has not confirmed yet, and who waits for them. */
  #unconfirmed = 0;
  #waiting: (() => void)[] = [];

  constructor(stream: Writable) {
    this.#stream = stream;
    stream.on('error', (error) => this.#fail(error));
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

  #handOver(): void {
    const text = this.#gathered;
    this.#gathered = '';
    if (text === '' || this.#closed || this.#error !== undefined) return;
    this.#unconfirmed += text.length;
    this.#stream.write(text, (error) => {
      if (error) this.#fail(error);
      this.#unconfirmed -= text.length;
      this.#wake();
    });
  }

  #check(): void {
    if (this.#error !== undefined) {
      throw localFileFailure(`The output could not be written: ${this.#error.message}`, {
        hint: 'Make room where it goes, or send it elsewhere.',
        cause: this.#error,
      });
    }
  }

  /** Takes the text; the promise resolves when more may come. Throws a failure (exit 14). */
  async write(text: string): Promise<void> {
    this.#check();
    this.#gathered += text;
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
    await this.#until(batch);
  }

  async #until(atMost: number): Promise<void> {
    while (this.#unconfirmed > atMost && !this.#closed && this.#error === undefined) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#check();
  }

  /** Resolves when everything has been taken by the reader's side. Throws a failure (exit 14). */
  async flush(): Promise<void> {
    this.#handOver();
    await this.#until(0);
  }
}
