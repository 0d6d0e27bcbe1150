import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type IPty, spawn } from '@lydell/node-pty';
import { missingPrograms } from '../support/tier';

const run = promisify(execFile);

/** Returns what a shell offers at the end of a command line. */
export type Completer = (line: string) => Promise<string[]>;

export interface ShellSetting {
  /** The completion script. */
  readonly script: string;
  readonly env: Readonly<Record<string, string>>;
}

export function isInstalled(shell: string): boolean {
  return missingPrograms('shells', [shell]).length === 0;
}

/** Splits words as readline does: at blanks, with `=` and `:` as separate words. */
function readlineWords(line: string): string[] {
  const words = line.match(/[=:]+|[^\s=:]+/g) ?? [];
  return /\s$/.test(line) ? [...words, ''] : words;
}

/** Calls the completion function as bash does, and reads the offers from COMPREPLY. */
export function bashCompleter({ script, env }: ShellSetting): Completer {
  const call = `
    source "$1"; line=$2; shift 2
    COMP_LINE=$line COMP_POINT=\${#line} COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    COMP_WORDBREAKS=$' \\t\\n"\\'><=;|&(:'
    _waybill
    ((\${#COMPREPLY[@]} == 0)) || printf '%s\\n' "\${COMPREPLY[@]}"`;
  return async (line) => {
    const words = readlineWords(line);
    const { stdout } = await run(
      'bash',
      ['--noprofile', '--norc', '-c', call, 'bash', script, line, ...words],
      { env },
    );
    return stdout.split('\n').filter((offer) => offer !== '');
  };
}

/** Reads a terminal's output up to one mark after another. */
class ScreenReader {
  #shown = '';
  #wake = () => {};

  constructor(terminal: IPty) {
    terminal.onData((data) => {
      this.#shown += data;
      this.#wake();
    });
  }

  /** The output before the next `mark`; leaves the rest for the next call. */
  async until(mark: string): Promise<string> {
    while (!this.#shown.includes(mark)) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const place = this.#shown.indexOf(mark);
    const before = this.#shown.slice(0, place);
    this.#shown = this.#shown.slice(place + mark.length);
    return before;
  }
}

/** Kills the shell and waits for it to exit. A hang-up is not enough, since bash may ignore it. */
function ended(terminal: IPty): Promise<void> {
  return new Promise((resolve) => {
    terminal.onExit(() => resolve());
    terminal.kill('SIGKILL');
  });
}

/**
 * Types a line into an interactive bash, tabs included, and runs it; resolves when `until` appears.
 */
export async function typeIntoBash(
  { script, env }: ShellSetting,
  line: string,
  until: string,
): Promise<void> {
  const terminal = spawn('bash', ['--noprofile', '--norc', '-i'], {
    cols: 200,
    env: { ...env, PS1: '' },
  });
  const screen = new ScreenReader(terminal);
  // Readline handles tabs only once the prompt is there. The prompt is spelled in two parts so that
  // the echo of this line does not match it.
  terminal.write(`source ${script}; PS1="<<rea""dy>>"\n`);
  await screen.until('<<ready>>');
  terminal.write(`${line}\n`);
  await screen.until(until);
  await ended(terminal);
}

export function fishCompleter({ script, env }: ShellSetting): Completer {
  return async (line) => {
    const { stdout } = await run(
      'fish',
      ['--no-config', '-c', 'source $argv[1]; complete -C $argv[2]', script, line],
      { env },
    );
    return stdout
      .split('\n')
      .flatMap((row) => row.split('\t').slice(0, 1))
      .filter(Boolean);
  };
}

const marker = '<<listed>>';

/**
 * An interactive zsh in a pseudo terminal, the only place where zsh completes. Every offer of its
 * completion system passes through `compadd`, which is replaced here to record it.
 */
export function zshCompleter({
  setUp,
  env,
}: {
  /** A line that loads the completion. */
  readonly setUp: string;
  readonly env: ShellSetting['env'];
}): Completer & { close(): Promise<void> } {
  const terminal = spawn('zsh', ['-f', '-i'], { cols: 200, rows: 50, env: { ...env } });
  const screen = new ScreenReader(terminal);
  // The markers are spelled in two parts so that the echo of this line does not match them.
  terminal.write(
    [
      'PROMPT=',
      setUp,
      'LISTMAX=10000',
      `compadd() {
         if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
         local -a hits; builtin compadd -A hits "$@"; offered+=($hits); builtin compadd "$@"
       }`,
      'typeset -ga offered',
      'zle -C list-offered list-choices _main_complete',
      `tell() { offered=(); zle list-offered; print -rn -- "<<start>""> \${(j:|:)offered} <<listed"">>"; BUFFER=; }`,
      'zle -N tell; bindkey "^T" tell',
      'print "<<rea""dy>>"',
      '',
    ].join('\n'),
  );
  const ready = screen.until('<<ready>>');
  const complete = async (line: string) => {
    await ready;
    terminal.write(`${line}\u0014`);
    await screen.until('<<start>>');
    const offered = (await screen.until(marker)).trim();
    return offered === '' ? [] : offered.split('|');
  };
  return Object.assign(complete, { close: () => ended(terminal) });
}
