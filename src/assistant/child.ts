import { execFile } from 'node:child_process';
import pLimit from 'p-limit';
import { serverVariable, type World } from '../world';

/** Bytes of a command's output: a report of every order in a large account has 60 MB. */
const maxBuffer = 256 * 1024 * 1024;
/** However many calls a client makes at the same time. */
const inTurn = pLimit(4);

/** `code` is the exit code, or what Node calls the reason why there is none. */
export type Printed = Readonly<Record<'stdout' | 'stderr', string>> & { readonly code: unknown };

/** Runs a command in a process of its own, since SQLite may not notice that it is to stop. May reject. */
export function runCommand(
  { program: [program, ...before], env, processes }: World,
  words: readonly string[],
  { input, ...ending }: { input: string; signal: AbortSignal; killSignal: 'SIGKILL' | 'SIGTERM' },
): Promise<Printed> {
  // On Windows a program without a console would open one for each command.
  const served = { ...env, [serverVariable]: String(processes.own) };
  const options = { env: served, maxBuffer, windowsHide: true, ...ending };
  const start = () =>
    new Promise<Printed>((resolve) => {
      const child = execFile(program, [...before, ...words], options, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : error.code, stdout, stderr }),
      );
      // A command may end without reading its input.
      child.stdin?.on('error', () => {}).end(input);
    });
  return inTurn(start);
}
