import type { Screen } from './screen';

/** Everything that goes to stderr while a command runs, one or more lines at a time. */
export interface Notices {
  /** Worth knowing, but not a result: silent with -q. */
  notice(text: string): void;
  /** A problem: something to act on, or a result that is not what was meant. Never silent. */
  warning(text: string): void;
  /** A line that the user asked for with --verbose or --debug: never silent. */
  trace(text: string): void;
}

/** Writes notices to the screen; the guard in front of the stream removes secrets. */
export function createNotices(screen: Screen, quiet: boolean): Notices {
  return {
    notice: (text) => {
      if (!quiet) screen.line(text);
    },
    warning: (text) => screen.line(`Warning: ${text}`),
    trace: (text) => screen.line(text),
  };
}
