import type { Screen } from './screen';

/** Everything that goes to stderr while a command runs, one line or more at a time. */
export interface Notices {
  /** Worth knowing, not a result: silent with -q. */
  notice(text: string): void;
  /** Worth acting upon: silent with -q too, which leaves errors only. */
  warning(text: string): void;
  /** A line that the user asked for, by --verbose or --debug: never silenced. */
  trace(text: string): void;
}

/** The guard in front of the stream removes secrets. */
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
