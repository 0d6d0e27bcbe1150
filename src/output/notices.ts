import type { Screen } from './screen';

/** Everything that goes to stderr while a command runs, one or more lines at a time. */
export interface Notices {
  /** Worth knowing, but not a result: silent with -q. */
  notice(text: string): void;
  /** Worth acting on; also silent with -q, which leaves only errors. */
  warning(text: string): void;
  /** A line that the user asked for with --verbose or --debug: never silent. */
  trace(text: string): void;
}

/** Writes notices to the screen; the guard in front of the stream removes secrets. */
export function createNotices(screen: Screen, quiet: boolean): Notices {
  const unlessQuiet = (text: string) => {
    if (!quiet) screen.line(text);
  };
  return {
    notice: unlessQuiet,
    warning: (text) => unlessQuiet(`Warning: ${text}`),
    trace: (text) => screen.line(text),
  };
}
