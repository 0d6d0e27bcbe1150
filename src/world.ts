import type { Readable, Writable } from 'node:stream';

/** What a stream tells about the terminal behind it, if there is one. */
export interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
}

/** Where long output goes on a terminal. */
export interface Pager {
  /** What is written from here on goes into the pager. */
  start(): void;
  /** Resolves when the person has left it. */
  end(): Promise<void>;
}

/** Standard output: `done` is called when the text was taken, or with what went wrong. */
export interface StandardOutput extends Terminal {
  /** For long output; undefined where there is no terminal, or the user wants none. */
  pager?(): Promise<Pager | undefined>;
  write(text: string | Uint8Array, done: (error?: Error | null) => void): unknown;
}

export interface Clock {
  /** Wall clock, milliseconds since the epoch. It may jump: for dates, never for durations. */
  now(): number;
  /** Milliseconds since some fixed moment, never going back: for time-outs and waits. */
  monotonic(): number;
}

/** The machine's processes, as far as a lock has to know them. */
export interface ProcessTable {
  /** The id of this process. */
  readonly own: number;
  isAlive(id: number): boolean;
}

/**
 * The outer world, passed in by `main.ts`: nothing else reaches for `process`, the real clock or real
 * randomness, so that tests can hand in their own.
 */
export interface World {
  /** The words after the program's name. */
  readonly arguments: readonly string[];
  readonly stdin: Readable;
  /** Known without opening stdin, which costs time. */
  readonly stdinIsTerminal: boolean;
  readonly stdout: StandardOutput;
  readonly stderr: Writable & Terminal;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly homeDirectory: string;
  /** Whose files are one's own; undefined on Windows, where users have no numbers. */
  readonly userId: number | undefined;
  /** What runs this program; `version` as in `20.19.3`. Bun is part of the executable. */
  readonly runtime: { readonly name: 'Node' | 'Bun'; readonly version: string };
  /** The command line of the process that asks the keychain. */
  readonly keychainProcess: readonly [program: string, ...words: string[]];
  readonly clock: Clock;
  readonly processes: ProcessTable;
  /** Resolves after this many milliseconds; rejects with the signal's reason when that fires first. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** A number in [0, 1). */
  random(): number;
  /** Fires at the first SIGINT, SIGTERM or SIGHUP, with an `Interruption` as its reason. */
  readonly interruption: AbortSignal;
}

/** Why `World.interruption` fired. */
export class Interruption extends Error {
  override readonly name = 'Interruption';
  constructor(readonly signal: 'SIGINT' | 'SIGTERM') {
    super(signal === 'SIGINT' ? 'interrupted' : 'terminated');
  }
}
