import { spawn } from 'node:child_process';
import { programInShell, projectFolder } from './project';
import { type Run, runOf } from './waybill';

/**
 * Runs a shell command in which `waybill` is the built program: for pipes, redirections and the
 * exit code after them.
 */
export function shell(line: string, env: Readonly<Record<string, string>> = {}): Promise<Run> {
  const waybill = `waybill() { ${programInShell} "$@"; }`;
  return runOf(
    spawn('bash', ['-c', `${waybill}\n${line}`], {
      cwd: projectFolder,
      env: { PATH: process.env.PATH, HOME: '/nonexistent', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
}
