import { type Failure, usageFailure } from '../failure';
import { Interruption, type World } from '../world';
import type { Screen } from './screen';
import { visibleLine } from './text';

/** A question for a person, with the flag that answers it in a script. */
export interface Question {
  readonly question: string;
  /** The answer as messages name it; by default, the question itself. */
  readonly what?: string;
  /** The flag to use instead: `--secret-stdin`, `--store keychain|file`. */
  readonly flag: string;
  /** Whether an empty answer will do. */
  readonly optional?: boolean;
}

export interface Option<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string;
}

/**
 * Prompts on stderr, only if a person can see and answer them; otherwise each is a usage failure
 * that names the flag. Ctrl-C and Ctrl-D end the run (exit 130) and restore the terminal.
 */
export interface Questions {
  /** Whether prompting is possible at all. */
  readonly possible: boolean;
  /** Returns true immediately with --yes. `preselected` is the answer that Enter gives. */
  confirm(question: string, preselected?: boolean): Promise<boolean>;
  text(question: Question): Promise<string>;
  /** Shows a dot for each character typed. */
  secret(question: Question): Promise<string>;
  choose<T extends string>(
    question: Question & { readonly options: readonly Option<T>[]; readonly preselected?: T },
  ): Promise<T>;
}

export interface QuestionParts {
  readonly world: Pick<World, 'stdin' | 'stdinIsTerminal' | 'stderr' | 'interruption'>;
  readonly settings: { readonly yes: boolean; readonly noInput: boolean };
  readonly screen: Screen;
}

/** What a terminal sends for Ctrl-D and Escape. */
const [endOfInput, escapeKey] = ['\u0004', '\u001b'];

function unconfirmed(question: string): Failure {
  return usageFailure(`Can't prompt here to confirm: ${question}`, {
    hint: 'To answer yes, use --yes.',
  });
}

function forValue({ question, what = question, flag }: Question) {
  const refused = usageFailure(`Can't prompt here for ${what}`, { hint: `Use ${flag}.` });
  return { question, refused };
}

export function createQuestions({ world, settings, screen }: QuestionParts): Questions {
  const { stdin: input, stderr: output, interruption: run } = world;
  const mayAsk = !settings.noInput && world.stdinIsTerminal && output.isTTY === true;
  // Nobody can answer once standard input was read to its end, even at a terminal.
  const isPossible = () => mayAsk && !input.readableEnded && !input.destroyed;

  async function ask<T>(
    { question, refused }: { readonly question: string; readonly refused: Failure },
    prompt: (
      clack: typeof import('@clack/prompts'),
      common: { message: string; input: typeof input; output: typeof output; signal: AbortSignal },
    ) => Promise<T | symbol>,
  ): Promise<T> {
    if (!isPossible()) throw refused;
    const clack = await import('@clack/prompts');
    // At Ctrl-D readline closes without an answer, and a prompt would wait for one forever. Escape
    // cancels by what it sends: by its name, it would also move the cursor to the other answer.
    clack.settings.aliases.delete('escape');
    for (const sent of [endOfInput, escapeKey]) clack.settings.aliases.set(sent, 'cancel');
    run.throwIfAborted();
    screen.clear();
    // A terminal that does not know its size says 0, where Clack writes one character on a line.
    if (output.columns === 0) Object.assign(output, { columns: screen.width });
    // Clack never removes its listener, so each prompt gets a signal of its own.
    const asking = new AbortController();
    const stop = () => asking.abort();
    run.addEventListener('abort', stop);
    const message = visibleLine(question);
    const answer = await prompt(clack, { message, input, output, signal: asking.signal }).finally(
      () => run.removeEventListener('abort', stop),
    );
    if (!clack.isCancel(answer)) return answer as T;
    throw run.aborted ? run.reason : new Interruption('SIGINT');
  }

  const required = (value: string | undefined) =>
    value === undefined || value.trim() === '' ? 'Enter a value.' : undefined;

  return {
    get possible() {
      return isPossible();
    },
    confirm: async (question, preselected = false) =>
      settings.yes ||
      ask<boolean>({ question, refused: unconfirmed(question) }, ({ confirm }, common) =>
        confirm({ ...common, initialValue: preselected }),
      ),
    text: (question) =>
      ask<string>(forValue(question), ({ text }, common) =>
        text({ ...common, ...(question.optional !== true && { validate: required }) }),
      ),
    secret: (question) =>
      ask<string>(forValue(question), ({ password }, common) =>
        password({ ...common, validate: required }),
      ),
    choose: <T extends string>(
      question: Question & { options: readonly Option<T>[]; preselected?: T },
    ) =>
      ask<T>(
        forValue(question),
        ({ select }, common) =>
          select<string>({
            ...common,
            ...(question.preselected !== undefined && { initialValue: question.preselected }),
            options: question.options.map(({ value, label, hint }) => ({
              value,
              label: visibleLine(label),
              ...(hint === undefined ? {} : { hint: visibleLine(hint) }),
            })),
          }) as Promise<T | symbol>,
      ),
  };
}
