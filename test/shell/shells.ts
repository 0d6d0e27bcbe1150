import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type IPty, spawn } from '@lydell/node-pty';
import { missingPrograms } from '../support/tier';

const run = promisify(execFile);

/** What a shell offers at the end of a command line. */
export type Completer = (line: string) => Promise<string[]>;

export interface ShellSetting {
  /** The completion script. */
  readonly script: string;
  readonly env: Readonly<Record<string, string>>;
}

export function isInstalled(shell: string): boolean {
  return missingPrograms('shells', [shell]).length === 0;
}

/** As readline does: words end at blanks, and `=` and `:` are words of their own. */
function readlineWords(line: string): string[] {
  const words = line.match(/[=:]+|[^\s=:]+/g) ?? [];
  return /\s$/.test(line) ? [...words, ''] : words;
}

/** Calls the completion function as bash does; what it offers is read back from COMPREPLY. */
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

/** What a terminal shows, read up to one mark after the other. */
class ScreenReader {
  #shown = '';
  #wake = () => {};

  constructor(terminal: IPty) {
    terminal.onData((data) => {
      this.#shown += data;
      this.#wake();
    });
  }

  /** What is before the next `mark`; the rest is left for the next call. */
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

/** Ends the shell, and waits until it has. A hang-up, which bash may sit out, is not enough. */
function ended(terminal: IPty): Promise<void> {
  return new Promise((resolve) => {
    terminal.onExit(() => resolve());
    terminal.kill('SIGKILL');
  });
}

/** Types into an interactive bash, tabs included, and runs the line; resolves when `until` is shown. */
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
  // A tab is one for readline only when the prompt is there; spelled in two parts, the prompt is
  // not found in the echo of this line.
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
 * An interactive zsh in a pseudo terminal, since zsh completes nowhere else. Whatever its completion
 * system is about to offer passes through `compadd`, which notes it down here.
 */
export function zshCompleter({
  setUp,
  env,
}: {
  /** A line that brings the completion in. */
  readonly setUp: string;
  readonly env: ShellSetting['env'];
}): Completer & { close(): Promise<void> } {
  const terminal = spawn('zsh', ['-f', '-i'], { cols: 200, rows: 50, env: { ...env } });
  const screen = new ScreenReader(terminal);
  // The markers are spelled in two parts so that the echo of this line is not taken for them.
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
