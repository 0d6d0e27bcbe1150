import type { Terminal } from '../world';
import { visibleLines, wrappedLines } from './text';

const eraseLine = '\r\u001b[K';

type Stderr = Terminal & { write(text: string): unknown };

/** The bottom line of a terminal, which progress redraws, and the lines that must not run into it. */
export class Screen {
  /** Called before lines are written: what was printed before them appears above them. */
  onLines: () => void = () => {};
  /** False where what is drawn again would be read again, or can't be erased: progress is lines then. */
  redraws = () => this.isTerminal();
  #drawn = false;
  /** Lines held back until the pager exits; undefined if there is no pager. */
  #waiting: string[] | undefined;

  /** Opens the stream only when there is something to write. */
  constructor(
    private readonly stderr: () => Stderr,
    readonly isTerminal = () => stderr().isTTY === true,
  ) {}

  get width(): number {
    return this.stderr().columns || 80;
  }

  /** Redraws the bottom line. `line` is a single line of safe text, narrower than the terminal. */
  draw(line: string): void {
    if (this.#waiting !== undefined) return;
    this.stderr().write(`${eraseLine}${line}`);
    this.#drawn = true;
  }

  /** Removes the bottom line; called before anything else is written to the terminal. */
  clear(): void {
    if (!this.#drawn) return;
    this.stderr().write(eraseLine);
    this.#drawn = false;
  }

  pause(): void {
    this.clear();
    this.#waiting ??= [];
  }

  /** Takes the terminal back and writes the lines held back. */
  resume(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const lines of waiting) this.#write(lines);
  }

  /** Writes one or more lines above the bottom line, wrapped at words on a terminal. */
  line(text: string): void {
    const lines = visibleLines(text);
    this.#write(this.isTerminal() ? wrappedLines(lines, this.width) : lines);
  }

  /** The same without wrapping, for what is copied from the screen. */
  wholeLine(text: string): void {
    this.#write(visibleLines(text));
  }

  #write(lines: string): void {
    if (this.#waiting !== undefined) {
      this.#waiting.push(lines);
      return;
    }
    this.onLines();
    this.clear();
    this.stderr().write(`${lines}\n`);
  }
}

/** Everything that goes to stderr while a command runs, one or more lines at a time. */
export type Notices = ReturnType<typeof createNotices>;

/** Writes notices to the screen, as `say` words them; the guard in front of the stream removes secrets. */
export function createNotices(screen: Screen, quiet: boolean, say: (text: string) => string) {
  return {
    /** Worth knowing, but not a result: silent with -q. */
    notice: (text: string) => {
      if (!quiet) screen.line(say(text));
    },
    /** A problem: something to act on, or a result that is not what was meant. Never silent. */
    warning: (text: string) => screen.line(`Warning: ${say(text)}`),
    /** A line that the user asked for with --verbose or --debug: never silent. */
    trace: (text: string) => screen.wholeLine(text),
  };
}
