import { PassThrough } from 'node:stream';
import { promises as timers } from 'node:timers';
import { type Failure, usageFailure } from '../failure';
import type { ColorChoice } from '../formats';
import { plainName } from '../lib/fold';
import { Interruption, type World } from '../world';
import type { Option, Prompted, plainPrompts } from './plain-questions';
import type { Screen } from './screen';
import { visibleLine } from './text';

/** A question for a person, with the flag that answers it in a script. */
export interface Question {
  readonly question: string;
  /** The answer as messages name it; by default, the question itself. */
  readonly what?: string;
  /** The flag to use instead: `--secret-stdin`, `--store keychain|file`. */
  readonly flag: string;
  /** Set if an empty answer will do. */
  readonly optional?: boolean;
}

export type Questions = ReturnType<typeof createQuestions>;

interface QuestionParts {
  readonly world: Pick<World, 'stdin' | 'stdinIsTerminal' | 'stderr' | 'interruption'>;
  readonly settings: {
    readonly yes: boolean;
    readonly noInput: boolean;
    readonly color: ColorChoice;
  };
  readonly screen: Screen;
}

/** More options than this are found by typing. */
const mostInSight = 8;

/** The keys Ctrl-C, Ctrl-D and Escape, as a terminal sends them. */
const [interrupt, endOfInput, escapeKey] = ['\u0003', '\u0004', '\u001b'] as const;
/** Ctrl-Z is left out: readline would stop the process, and read no key after it goes on. */
const suspend = '\u001a';

const colors = /\u001b\[[\d;]*m/g;

/** Answers to a question without text: y, n, or a key that is no character, as Enter or an arrow. */
const oneKey = /^([^ -~]|(y|yes|n|no)\r*$)/i;

/** The keys pressed while a question is shown. What was typed before may be the next command. */
function keyboard(input: World['stdin'], takesText: boolean) {
  const setRawMode = (on: boolean) => input.setRawMode?.(on);
  const keys = Object.assign(new PassThrough(), { isTTY: true, setRawMode });
  let isShown = false;
  const press = (chunk: Buffer) => {
    const typed = chunk.toString('latin1').replaceAll('\n', '\r').replaceAll(suspend, '');
    if (!isShown && typed.includes(interrupt)) keys.write(interrupt);
    if (isShown && (takesText || oneKey.test(typed))) keys.write(typed, 'latin1');
  };
  setRawMode(true);
  input.on('data', press).resume();
  return {
    keys,
    /** Resolves when what was typed ahead has been read. */
    async show() {
      for (let turns = 0; turns < 3; turns += 1) await timers.setImmediate();
      isShown = true;
    },
    leave() {
      input.off('data', press).pause();
      setRawMode(false);
    },
  };
}

/** The same stream without colors, which Clack decides about by the process's own environment. */
function uncolored<T extends World['stderr']>(stream: T): T {
  const write = (text: string) => stream.write(text.replace(colors, ''));
  const get = (_: T, name: keyof T) => {
    const value = stream[name];
    return name === 'write' ? write : typeof value === 'function' ? value.bind(stream) : value;
  };
  return new Proxy(stream, { get: get as never });
}

type Prompts = typeof plainPrompts;

/** Prompts that are drawn again at every key. */
async function redrawnPrompts(): Promise<Prompts> {
  const clack = await import('@clack/prompts');
  // At Ctrl-D readline closes without an answer, and a prompt would wait forever. Keys cancel by what
  // they send: by its name, Escape would also move the cursor, as would letters that Clack reads as
  // arrows.
  clack.settings.aliases.clear();
  for (const sent of [interrupt, endOfInput, escapeKey]) clack.settings.aliases.set(sent, 'cancel');
  return clack;
}

function forValue({ question, what = question, flag }: Question) {
  const refused = usageFailure(`Can't prompt here for ${what}`, { hint: `Use ${flag}.` });
  return { question, refused };
}

/** Prompts on stderr if a person can answer; otherwise a usage failure names the flag. Ctrl-C is exit 130. */
export function createQuestions({ world, settings, screen }: QuestionParts) {
  const { stdin: input, interruption: run } = world;
  const output = settings.color === 'never' ? uncolored(world.stderr) : world.stderr;
  const mayAsk = !settings.noInput && world.stdinIsTerminal && output.isTTY === true;
  // Nobody can answer once standard input was read to its end, even at a terminal.
  const isPossible = () => mayAsk && !input.readableEnded && !input.destroyed;

  async function ask<T>(
    { question, refused }: { readonly question: string; readonly refused: Failure },
    prompt: (prompts: Prompts, common: Prompted) => Promise<T | symbol>,
    takesText = false,
  ): Promise<T> {
    if (!isPossible()) throw refused;
    run.throwIfAborted();
    const isPlain = !screen.redraws();
    const { keys, show, leave } = keyboard(input, takesText || isPlain);
    // Clack never removes its listener, so each prompt gets a signal of its own.
    const asking = new AbortController();
    const stop = () => asking.abort();
    run.addEventListener('abort', stop);
    try {
      const prompts: Prompts = isPlain
        ? (await import('./plain-questions')).plainPrompts
        : await redrawnPrompts();
      await show();
      run.throwIfAborted();
      screen.clear();
      // A terminal that does not know its size says 0, where Clack writes one character on a line.
      if (output.columns === 0) Object.assign(output, { columns: screen.width });
      const message = visibleLine(question);
      const answer = await prompt(prompts, { message, input: keys, output, signal: asking.signal });
      if (!prompts.isCancel(answer)) return answer as T;
    } finally {
      run.removeEventListener('abort', stop);
      leave();
    }
    throw run.aborted ? run.reason : new Interruption('SIGINT', true);
  }

  const required = (value: string | undefined) =>
    value === undefined || value.trim() === '' ? 'Enter a value.' : undefined;
  const typed = (kind: 'text' | 'password', question: Question) => {
    const validate = question.optional === true ? {} : { validate: required };
    return ask<string>(
      forValue(question),
      (prompts, common) => prompts[kind]({ ...common, ...validate }),
      true,
    );
  };

  return {
    get possible(): boolean {
      return isPossible();
    },
    /** True at once with --yes. `preselected` is the answer that Enter gives. */
    confirm: async (question: string, preselected = false): Promise<boolean> => {
      const hint = 'To answer yes, use --yes.';
      const refused = usageFailure(`Can't prompt here to confirm: ${question}`, { hint });
      return (
        settings.yes ||
        ask<boolean>({ question, refused }, ({ confirm }, common) =>
          confirm({ ...common, initialValue: preselected }),
        )
      );
    },
    text: (question: Question) => typed('text', question),
    /** Shows a dot for each character typed. */
    secret: (question: Question) => typed('password', question),
    /** Of many options, those are shown that contain what is typed in any spelling, and `other`. */
    choose: <T extends string>(
      question: Question & { options: readonly Option<T>[]; preselected?: T; other?: T },
    ) =>
      ask<T>(
        forValue(question),
        ({ select, autocomplete }, common) =>
          (question.options.length > mostInSight ? autocomplete : select)({
            ...common,
            validate: (found) => (found === undefined ? 'Nothing fits.' : undefined),
            ...(question.preselected !== undefined && { initialValue: question.preselected }),
            filter: (typed, { value = '', label = '' }) =>
              value === question.other || plainName(label).includes(plainName(typed)),
            options: question.options.map(({ value, label, hint }) => ({
              value,
              label: visibleLine(label),
              ...(hint === undefined ? {} : { hint: visibleLine(hint) }),
            })),
          }) as Promise<T | symbol>,
        question.options.length > mostInSight,
      ),
  };
}
