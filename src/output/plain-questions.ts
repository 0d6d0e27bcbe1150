import { createInterface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';

/** Questions as lines, with an answer that is typed: nothing is redrawn. Named and called as Clack's are. */

export interface Prompted {
  readonly message: string;
  /** Keys, as they are pressed. */
  readonly input: Readable;
  readonly output: Writable;
  readonly signal: AbortSignal;
}

interface Typed extends Prompted {
  readonly validate?: (typed: string | undefined) => string | undefined;
}

export interface Option<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string;
}

interface Choosing extends Prompted {
  readonly validate: (chosen: unknown) => string | undefined;
  readonly options: Option<string>[];
  /** Of those that are found by typing; a numbered list shows all. */
  readonly filter?: (typed: string, option: Partial<Option<string>>) => boolean;
  readonly initialValue?: string;
}

const cancelled = Symbol('cancelled');

const isCancel = (answer: unknown): boolean => answer === cancelled;

/** The next line, echoed unless it is secret, without its end; a symbol at Ctrl-C, Ctrl-D or a signal. */
async function nextLine({ input, output, signal }: Prompted, isSecret: boolean) {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const echo = isSecret ? nowhere : output;
  const lines = createInterface({ input, output: echo, terminal: true, historySize: 0 });
  const close = () => lines.close();
  signal.addEventListener('abort', close);
  try {
    return await new Promise<string | symbol>((resolve) => {
      lines.once('line', resolve).once('close', () => resolve(cancelled));
      if (signal.aborted) close();
    });
  } finally {
    signal.removeEventListener('abort', close);
    close();
    if (isSecret) output.write('\n');
  }
}

/** Asks until `read` understands the answer, or returns what to say about one that it does not. */
async function ask<T>(
  asked: Prompted,
  read: (typed: string) => { readonly answer: T } | string,
  isSecret = false,
): Promise<T | symbol> {
  asked.output.write(`${asked.message}\n`);
  for (;;) {
    const typed = await nextLine(asked, isSecret);
    if (typeof typed === 'symbol') return typed;
    const found = read(typed);
    if (typeof found !== 'string') return found.answer;
    asked.output.write(`${found}\n`);
  }
}

const asText = ({ validate }: Typed) => {
  return (typed: string) => validate?.(typed) ?? { answer: typed };
};

const text = (asked: Typed) => ask(asked, asText(asked));

function password(asked: Typed): Promise<string | symbol> {
  const message = `${asked.message} What you type is not shown.`;
  return ask({ ...asked, message }, asText(asked), true);
}

function confirm(asked: Prompted & { readonly initialValue: boolean }) {
  const help = `Type yes or no, then Enter. Enter alone means ${asked.initialValue ? 'yes' : 'no'}.`;
  return ask({ ...asked, message: `${asked.message}\n${help}` }, (typed) => {
    const word = typed.trim().toLowerCase();
    if (word === '') return { answer: asked.initialValue };
    const answer = { y: true, yes: true, n: false, no: false }[word];
    return answer === undefined ? help : { answer };
  });
}

/** Numbered options, of which a part of the text finds one as well. */
function select(asked: Choosing) {
  const { options, initialValue } = asked;
  const line = (option: Option<string>) =>
    `${options.indexOf(option) + 1}. ${option.label}${option.hint ? `, ${option.hint}` : ''}`;
  const preset = options.findIndex(({ value }) => value === initialValue);
  const enter = preset === -1 ? '' : ` Enter alone means ${preset + 1}.`;
  const help = `Type a number from 1 to ${options.length}, or a part of the text, then Enter.${enter}`;
  const message = [asked.message, ...options.map(line), help].join('\n');
  return ask({ ...asked, message }, (typed) => {
    const part = typed.trim().toLowerCase();
    const fitting = options.filter((one) => part !== '' && line(one).toLowerCase().includes(part));
    const named = options[part === '' ? preset : Number(part) - 1];
    const found = named ?? (fitting.length === 1 ? fitting[0] : undefined);
    return found ? { answer: found.value } : [...fitting.map(line), help].join('\n');
  });
}

/** The prompts used here, as lines. A part of an option's text finds it in any list. */
export const plainPrompts = { isCancel, text, password, confirm, select, autocomplete: select };
