import type { Readable, Writable } from 'node:stream';

export interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
}

/** The target of long output on a terminal. */
export interface Pager {
  /** Sends what is written from here on to the pager. */
  start(): void;
  end(): Promise<void>;
}

/** Standard output: calls `done` when the text was accepted, or with the error. */
export interface StandardOutput extends Terminal {
  /** For long output; undefined without a terminal, or if the user wants none. */
  pager?(): Promise<Pager | undefined>;
  write(text: string | Uint8Array, done: (error?: Error | null) => void): unknown;
}

export interface Clock {
  /** Wall clock, milliseconds since the epoch. It may jump: for dates, never for durations. */
  now(): number;
  /** Milliseconds since some fixed moment, never going back: for timeouts and waits. */
  monotonic(): number;
}

/** Tells a process apart from a later one with the same id, also after a restart. */
export interface ProcessMarks {
  own(id: number): Promise<string>;
  isAlive(id: number, mark: string): Promise<boolean>;
}

/** The machine's processes, as much as a lock needs to know of them. */
export interface ProcessTable {
  readonly own: number;
  isAlive(id: number): boolean;
  /** Ends the group of processes that this one leads. */
  endGroup(id: number): void;
  /** Not on Linux, where files say when each process started. */
  readonly marks?: () => Promise<ProcessMarks>;
}

/** The outside world: nothing but `main.ts` touches `process`, the real clock or real randomness. */
export interface World {
  readonly arguments: readonly string[];
  readonly stdin: Readable & { setRawMode?(on: boolean): unknown };
  /** Known without opening stdin, which costs time. */
  readonly stdinIsTerminal: boolean;
  readonly stdout: StandardOutput;
  readonly stderr: Writable & Terminal;
  /** Known without opening stderr. */
  readonly stderrIsTerminal: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  /** Looked up when it is read: a container's user may have none. */
  readonly homeDirectory: string;
  /** The owner of the user's files; undefined on Windows, where users have no numeric ids. */
  readonly userId: number | undefined;
  /** The runtime of this program; `version` as in `20.19.3`. Bun is part of the executable. */
  readonly runtime: { readonly name: 'Node' | 'Bun'; readonly version: string };
  /** The command line of this program, without its arguments. */
  readonly program: readonly [program: string, ...words: string[]];
  /** The command line of the process that queries the keychain. */
  readonly keychainProcess: readonly [program: string, ...words: string[]];
  readonly clock: Clock;
  readonly processes: ProcessTable;
  /** Resolves after this many milliseconds; rejects with the signal's reason if that fires first. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** A number in [0, 1). */
  random(): number;
  /** Fires at the first SIGINT, SIGTERM or SIGHUP, with an `Interruption` as its reason. */
  readonly interruption: AbortSignal;
  /** Fires at the second one: the run no longer waits for the response to a write. */
  readonly insistence: AbortSignal;
  /** Ends the program after this run although something that can't be stopped is still at work. */
  abandonWork(): void;
}

/** The reason why `World.interruption` fired. */
export class Interruption extends Error {
  override readonly name = 'Interruption';
  constructor(
    readonly signal: 'SIGINT' | 'SIGTERM',
    /** True if a person ended the run instead of answering a question. */
    readonly atQuestion = false,
  ) {
    super(signal === 'SIGINT' ? 'interrupted' : 'terminated');
  }
}

/** Reason to abort what is done. Without one, an abort creates an error with a stack, at half a millisecond. */
export const workDone = Symbol('work done');

/** Holds the id of the process that a command answers: it ends when that one does, even if killed. */
export const serverVariable = 'WAYBILL_SERVER_PROCESS';
