import { visibleLines } from './safe-text';

/** Everything that goes to stderr while a command runs, one line or more at a time. */
export interface Notices {
  /** Worth knowing, not a result: silent with -q. */
  notice(text: string): void;
  /** Worth acting upon: silent with -q too, which leaves errors only. */
  warning(text: string): void;
  /** A line that the user asked for, by --verbose or --debug: never silenced. */
  trace(text: string): void;
}

/** Secrets are taken out by the guard that stands in front of the stream. */
export function createNotices(stderr: { write(text: string): unknown }, quiet: boolean): Notices {
  const line = (text: string) => void stderr.write(`${visibleLines(text)}\n`);
  const unlessQuiet = (text: string) => {
    if (!quiet) line(text);
  };
  return { notice: unlessQuiet, warning: (text) => unlessQuiet(`Warning: ${text}`), trace: line };
}
