import { spawn } from '@lydell/node-pty';
import { program, projectFolder } from '../support/project';

/** What stands on the screen, and what is typed once it does. */
export type Dialogue = readonly (readonly [prompt: string, answer: string])[];

export const enter = '\r';
export const down = '\u001B[B';
export const controlC = '\u0003';

export interface Conversation {
  readonly exitCode: number;
  readonly signal: number | undefined;
  /** Everything that was written to the terminal, escape sequences included. */
  readonly screen: string;
}

/** Runs the built program on a terminal and answers its questions as they come up. */
export function converse(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  dialogue: Dialogue,
): Promise<Conversation> {
  const terminal = spawn(program.file, [...program.words, ...words], {
    cols: 120,
    cwd: projectFolder,
    env: { PATH: process.env.PATH, TERM: 'xterm', HOME: '/nonexistent', ...env },
  });
  let screen = '';
  let answered = 0;
  let seen = 0;
  terminal.onData((data) => {
    screen += data;
    const next = dialogue[answered];
    if (next === undefined) return;
    const at = screen.indexOf(next[0], seen);
    if (at === -1) return;
    seen = at + next[0].length;
    answered++;
    terminal.write(next[1]);
  });
  return new Promise((resolve) => {
    terminal.onExit(({ exitCode, signal }) => resolve({ exitCode, signal, screen }));
  });
}
