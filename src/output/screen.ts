import type { Terminal } from '../world';
import { visibleLines } from './text';

const eraseLine = '\r\u001b[K';

type Stderr = Terminal & { write(text: string): unknown };

/**
 * The bottom line of a terminal, which progress draws again and again, and the lines that must not
 * run into it. Where stderr is no terminal there is no such line and everything is written as it
 * comes.
 */
export class Screen {
  readonly #stderr: () => Stderr;
  #drawn = false;
  /** Lines that wait for the pager to go; undefined where there is none. */
  #waiting: string[] | undefined;

  /** The stream is opened when there is something to say. */
  constructor(stderr: () => Stderr) {
    this.#stderr = stderr;
  }

  get isTerminal(): boolean {
    return this.#stderr().isTTY === true;
  }

  get width(): number {
    return this.#stderr().columns || 80;
  }

  /** Draws the bottom line again. Safe text of one line, narrower than the terminal. */
  draw(line: string): void {
    if (this.#waiting !== undefined) return;
    this.#stderr().write(`${eraseLine}${line}`);
    this.#drawn = true;
  }

  /** Takes the bottom line away; called before anything else is written to the terminal. */
  clear(): void {
    if (!this.#drawn) return;
    this.#stderr().write(eraseLine);
    this.#drawn = false;
  }

  /** Leaves the terminal to a pager. */
  pause(): void {
    this.clear();
    this.#waiting ??= [];
  }

  /** Takes it back, and says what waited. */
  resume(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const line of waiting) this.line(line);
  }

  /** Writes a line, or several, above the bottom line. */
  line(text: string): void {
    if (this.#waiting !== undefined) {
      this.#waiting.push(text);
      return;
    }
    this.clear();
    this.#stderr().write(`${visibleLines(text)}\n`);
  }
}
