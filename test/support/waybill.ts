import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canRunHere, runHereBuilt } from './built-program';
import { checkDocuments } from './documents';
import { program, projectFolder } from './project';
import { runsHere } from './tier';

export interface Run {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** Added to a bare environment, so that none of the developer's own settings leak in. */
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Buffer;
  readonly cwd?: string;
  /** Whether the run needs a process of its own in every tier: its streams, signals or memory. */
  readonly alone?: boolean;
}

/** A new folder that is `WAYBILL_HOME` for the runs of one test. */
export function temporaryHome(): string {
  return mkdtempSync(join(tmpdir(), 'waybill-test-'));
}

/** What is in such a folder, but for compiled code, which any run may keep. */
export function namesIn(home: string): readonly string[] {
  return readdirSync(home).filter((name) => name !== 'cache');
}

const checks = new WeakMap<ChildProcess, (run: Run) => Run>();

/** Starts the built program as a user's shell does. */
export function start(words: readonly string[], options: RunOptions = {}): ChildProcess {
  const child = spawn(program.file, [...program.words, ...words], {
    cwd: options.cwd ?? projectFolder,
    env: { PATH: process.env.PATH, HOME: '/nonexistent', ...options.env },
  });
  checks.set(child, (run) => checkDocuments(run, words, options.env));
  return child;
}

/** What a process wrote, and how it ended. Rejects if waybill printed JSON that is not as its schema says. */
export function runOf(child: ChildProcess): Promise<Run> {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode, signal) => {
      const run = {
        exitCode,
        signal,
        stdout: Buffer.concat(stdout).toString('utf8'),
        stderr: Buffer.concat(stderr).toString('utf8'),
      };
      try {
        resolve(checks.get(child)?.(run) ?? run);
      } catch (error) {
        reject(error);
      }
    });
  });
}

let needsProcesses = false;

/**
 * For tests of a database's file: makes each run of the test file a process in the quick tier too.
 * A process that ends closes its database; in the test's own process that waits for the collector.
 */
export function runAsProcesses(): void {
  needsProcesses = true;
}

/**
 * Runs the built program to its end: in the full tier as a process, in the quick tier inside the
 * test's own process where nothing speaks against it. Standard input is closed unless there is input.
 * Throws if it prints JSON that is not as its schema says.
 */
export async function waybill(words: readonly string[], options: RunOptions = {}): Promise<Run> {
  const alone = needsProcesses || options.alone === true || !canRunHere(words, options);
  const { env } = options;
  if (runsHere && !alone) return checkDocuments(await runHereBuilt(words, options), words, env);
  const child = start(words, options);
  child.stdin?.on('error', () => {});
  child.stdin?.end(options.input ?? '');
  return runOf(child);
}
