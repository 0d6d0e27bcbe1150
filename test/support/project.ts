import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectFolder = fileURLToPath(new URL('../../', import.meta.url));
/** The launcher of the build that Node runs. */
export const launcher = fileURLToPath(new URL('../../bin/waybill.js', import.meta.url));

const { WAYBILL_PROGRAM: executable = '' } = process.env;

/**
 * How the tests start waybill: the build under the Node that runs the tests, or the executable that
 * `WAYBILL_PROGRAM` names.
 */
export const program: { readonly file: string; readonly words: readonly string[] } =
  executable === ''
    ? { file: process.execPath, words: [launcher] }
    : { file: resolve(executable), words: [] };

/** Whether the program under test is for Windows, where files have no modes. */
export const isForWindows = (process.env.WAYBILL_TARGET ?? process.platform).startsWith('win');

/** Whether the program under test is the executable, which includes its own runtime. */
export const isExecutable = executable !== '';

/** The environment that makes the program's runtime run a script of ours first. */
export function preloading(script: string): Record<string, string> {
  return isExecutable
    ? { BUN_OPTIONS: `--preload=${script}` }
    : { NODE_OPTIONS: `--require ${script}` };
}

/** The same as the beginning of a shell command. */
export const programInShell = [program.file, ...program.words]
  .map((word) => `'${word.replaceAll("'", "'\\''")}'`)
  .join(' ');
