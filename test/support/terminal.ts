import { closeSync, constants, openSync } from 'node:fs';
import { type IPty, spawn } from '@lydell/node-pty';
import { canRunHere, runHereBuilt } from './built-program';
import { program, projectFolder } from './project';
import { runsHere } from './tier';

export interface TerminalOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
}

export interface Ended {
  readonly exitCode: number;
  /** Everything written to the terminal, control sequences included. */
  readonly written: string;
}

/** A program in its own terminal, with someone at the keyboard. */
export interface TerminalSession {
  /** Resolves when the terminal has shown the text; rejects if the program ends first. */
  shows(text: string): Promise<void>;
  type(keys: string): void;
  kill(signal: string): void;
  readonly ended: Promise<Ended>;
}

export const keys = {
  enter: '\r',
  ctrlC: '\u0003',
  ctrlD: '\u0004',
  down: '\u001b[B',
  right: '\u001b[C',
} as const;

/**
 * Linux discards unread output when the last program closes the terminal: about one run in a
 * hundred lost its last lines. This keeps the terminal open until the program has exited and its
 * output was read.
 */
export function keepOpen(pty: IPty): void {
  const { ptsName } = pty as IPty & { readonly ptsName: string };
  const descriptor = openSync(ptsName, constants.O_RDWR | constants.O_NOCTTY);
  let quietTurns = 0;
  pty.onData(() => {
    quietTurns = 0;
  });
  const timer = setInterval(() => {
    quietTurns = isAlive(pty.pid) ? 0 : quietTurns + 1;
    // Timers run before what is readable is read: on a busy machine the first turn proves nothing.
    if (quietTurns < 3) return;
    clearInterval(timer);
    closeSync(descriptor);
  }, 10);
}

function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

/** Runs any program in a real pseudo-terminal. */
export function inTerminal(
  file: string,
  words: readonly string[],
  { env = {}, columns = 100, rows = 200 }: TerminalOptions = {},
): TerminalSession {
  const pty = spawn(file, [...words], {
    cols: columns,
    rows,
    cwd: projectFolder,
    // A pager would wait for someone at the keyboard.
    env: {
      PATH: process.env.PATH,
      HOME: '/nonexistent',
      TERM: 'xterm-256color',
      PAGER: '',
      ...env,
    },
  });
  let written = '';
  let over = false;
  const checks = new Set<() => void>();
  keepOpen(pty);
  pty.onData((data) => {
    written += data;
    for (const check of checks) check();
  });
  const ended = new Promise<Ended>((resolve) => {
    pty.onExit(({ exitCode }) => {
      over = true;
      for (const check of checks) check();
      resolve({ exitCode, written });
    });
  });
  return {
    ended,
    type: (typed) => pty.write(typed),
    kill: (signal) => pty.kill(signal),
    shows: (text) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (written.includes(text)) resolve();
          else if (over) reject(new Error(`"${text}" was never shown:\n${written}`));
          else return;
          checks.delete(check);
        };
        checks.add(check);
        check();
      }),
  };
}

/** Runs the built program in a terminal, as a user does. */
export function waybillInTerminal(
  words: readonly string[],
  options: TerminalOptions = {},
): TerminalSession {
  return inTerminal(program.file, [...program.words, ...words], options);
}

/**
 * Runs the built program in a terminal where no one types; in the quick tier, where it can, inside the
 * test's own process.
 */
export async function shownInTerminal(
  words: readonly string[],
  options: TerminalOptions = {},
): Promise<Ended> {
  const { columns = 100, rows = 200 } = options;
  const env = { TERM: 'xterm-256color', PAGER: '', ...options.env };
  if (!runsHere || !canRunHere(words, { env })) return waybillInTerminal(words, options).ended;
  const terminal = { isTTY: true, columns, rows };
  const { exitCode, stdout } = await runHereBuilt(words, { env }, terminal);
  return { exitCode: Number(exitCode), written: stdout };
}
