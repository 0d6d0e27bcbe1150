import { spawn } from '@lydell/node-pty';
import { program, projectFolder } from '../support/project';
import { keepOpen } from '../support/terminal';

/** What the screen shows, and what is then typed. */
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

/** Runs the built program on a terminal and answers its prompts as they appear. */
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
  keepOpen(terminal);
  let screen = '';
  let answered = 0;
  let seen = 0;
  terminal.onData((data) => {
    screen += data;
    // An empty answer only waits for its prompt: the next prompt may have arrived with it.
    for (let typed = ''; typed === ''; ) {
      const [prompt, answer] = dialogue[answered] ?? [];
      if (prompt === undefined || answer === undefined) return;
      const at = screen.indexOf(prompt, seen);
      if (at === -1) return;
      seen = at + prompt.length;
      answered++;
      terminal.write(answer);
      typed = answer;
    }
  });
  return new Promise((resolve) => {
    terminal.onExit(({ exitCode, signal }) => resolve({ exitCode, signal, screen }));
  });
}
