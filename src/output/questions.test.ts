import { getEventListeners } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { Interruption } from '../world';
import { createQuestions, type Questions } from './questions';
import { Screen } from './screen';

interface Setting {
  yes?: boolean;
  noInput?: boolean;
  stdinIsTerminal?: boolean;
  stderrIsTerminal?: boolean;
  interruption?: AbortSignal;
  columns?: number;
}

/** A person at a terminal: what is typed, what is shown, and whether keys are still read raw. */
function person(setting: Setting = {}) {
  const raw: boolean[] = [];
  const stdin = Object.assign(new PassThrough(), { setRawMode: (on: boolean) => raw.push(on) });
  const stderr = Object.assign(new PassThrough(), {
    isTTY: setting.stderrIsTerminal ?? true,
    columns: setting.columns ?? 80,
  });
  let shown = '';
  stderr.on('data', (chunk) => {
    shown += chunk;
  });
  const questions = createQuestions({
    world: {
      stdin,
      stdinIsTerminal: setting.stdinIsTerminal ?? true,
      stderr,
      interruption: setting.interruption ?? new AbortController().signal,
    },
    settings: { yes: setting.yes ?? false, noInput: setting.noInput ?? false, color: 'auto' },
    screen: new Screen(() => stderr),
  });
  /** Asks, and types each key once its question is shown. */
  const answer = async <T>(ask: (questions: Questions) => Promise<T>, keys: readonly string[]) => {
    shown = '';
    const asked = ask(questions);
    asked.catch(() => {});
    // The first question loads clack, which reads a lone escape only after a moment.
    while (shown === '') await new Promise((resolve) => setImmediate(resolve));
    for (const key of keys) stdin.write(key);
    return asked;
  };
  const typeAhead = (typed: string) => stdin.write(typed);
  return { questions, answer, typeAhead, raw, shown: () => shown };
}

const store = {
  question: 'Where to keep it?',
  flag: '--store keychain|file',
  options: [
    { value: 'keychain', label: 'The keychain' },
    { value: 'file', label: 'A file', hint: 'mode 0600' },
  ],
} as const;

test('a confirmation is no unless the answer is yes', async () => {
  const confirm = (questions: Questions) => questions.confirm('Replace them all?');
  expect(await person().answer(confirm, ['\r'])).toBe(false);
  expect(await person().answer(confirm, ['y'])).toBe(true);
});

test('what was typed before a question is shown does not answer it', async () => {
  const confirm = (questions: Questions) => questions.confirm('Replace them all?');
  for (const typed of ['y', 'y\n', 'ls\n', 'waybill report unpaid\n']) {
    const { answer, typeAhead } = person();
    typeAhead(typed);
    expect(await answer(confirm, ['\r']), typed).toBe(false);
  }
  const { answer, typeAhead } = person();
  typeAhead('staples\n');
  const store = { question: 'Store name?', flag: '--retailer' };
  expect(await answer((questions) => questions.text(store), ['costco', '\r'])).toBe('costco');
});

test('Ctrl-C ends the run also while a question is made ready', async () => {
  const { answer, typeAhead } = person();
  typeAhead('\u0003');
  const ended = answer((questions) => questions.confirm('Replace them all?'), []);
  await expect(ended).rejects.toEqual(new Interruption('SIGINT', true));
});

test('Ctrl-Z stops nothing, so that the next key is still read', async () => {
  let stops = 0;
  const stop = () => {
    stops += 1;
  };
  process.on('SIGTSTP', stop);
  try {
    const confirm = (questions: Questions) => questions.confirm('Replace them all?');
    expect(await person().answer(confirm, ['\u001a', 'y'])).toBe(true);
    const key = { question: 'API key?', flag: '--api-key' };
    const text = (questions: Questions) => questions.text(key);
    expect(await person().answer(text, ['a', '\u001a', 'b', '\r'])).toBe('ab');
    expect(stops).toBe(0);
  } finally {
    process.off('SIGTSTP', stop);
  }
});

test('of many options a name is found in any spelling, beside the one for any other', async () => {
  const labels = [
    'Best Buy',
    "Lowe's",
    'Target',
    'Costco',
    'Staples',
    'Amazon',
    'Walmart',
    'Apple',
  ];
  const options = [...labels, 'Another one'].map((label) => ({ value: label, label }));
  const question = { question: 'Store?', flag: '--retailer', options, other: 'Another one' };
  const choose = (questions: Questions) => questions.choose(question);
  for (const [typed, found] of [
    ['bestbuy', 'Best Buy'],
    ['LOWES', "Lowe's"],
    ['micro center', 'Another one'],
  ] as const) {
    expect(await person().answer(choose, [...typed, '\r']), typed).toBe(found);
  }
});

test('a text that is pasted is no yes, and no choice', async () => {
  const confirm = (questions: Questions) => questions.confirm('Replace them all?');
  for (const pasted of ['waybill report unpaid\r', 'ls\r', 'what?\r', 'y\rls\r']) {
    expect(await person().answer(confirm, [pasted, '\r']), pasted).toBe(false);
  }
  for (const keys of [
    ['l', 's', '\r'],
    ['w', 'h', 'a', 't', '\r'],
  ]) {
    expect(await person().answer(confirm, keys), keys.join('')).toBe(false);
  }
  const choose = (questions: Questions) => questions.choose(store);
  expect(await person().answer(choose, ['job\r', '\u001b[B', '\r'])).toBe('file');
});

test.each(['\r', '\n', '\r\n'])(
  'a line that is pasted with %j at its end is an answer',
  async (end) => {
    const key = { question: 'API key?', flag: '--api-key' };
    expect(await person().answer((questions) => questions.text(key), [`abc${end}`])).toBe('abc');
    expect(await person().answer((questions) => questions.secret(key), [`abc${end}`])).toBe('abc');
  },
);

test('a terminal that does not know its size shows a question in one piece', async () => {
  const { answer, shown } = person({ columns: 0 });
  await answer((questions) => questions.confirm('Replace them all?'), ['\r']);
  expect(shown()).toContain('Replace them all?');
});

test('asks one question after the other', async () => {
  const { answer, raw } = person();
  const confirm = (questions: Questions) => questions.confirm('Replace them all?');
  for (const key of ['y', 'n', 'y']) expect(await answer(confirm, [key])).toBe(key === 'y');
  expect(raw.at(-1)).toBe(false);
});

test('asks for text, hidden text and a choice', async () => {
  const key = { question: 'API key?', flag: '--api-key' };
  const typing = person();
  expect(await typing.answer((questions) => questions.text(key), ['abc', '\r'])).toBe('abc');
  const hiding = person();
  expect(await hiding.answer((questions) => questions.secret(key), ['s3cr3t', '\r'])).toBe(
    's3cr3t',
  );
  expect(hiding.shown()).not.toContain('s3cr3t');
  expect(hiding.raw.at(-1)).toBe(false);
  const choosing = person();
  expect(await choosing.answer((questions) => questions.choose(store), ['\u001b[B', '\r'])).toBe(
    'file',
  );
});

test('Ctrl-C ends the run and restores the terminal', async () => {
  const { answer, raw, shown } = person();
  const ended = answer((questions) => questions.text(store), ['ab', '\u0003']);
  await expect(ended).rejects.toEqual(new Interruption('SIGINT', true));
  expect(raw.at(-1)).toBe(false);
  expect(shown().lastIndexOf('\u001b[?25h')).toBeGreaterThan(shown().lastIndexOf('\u001b[?25l'));
});

test('Escape ends the run, and shows no answer that nobody gave', async () => {
  const { answer, raw, shown } = person();
  const ended = answer((questions) => questions.confirm('Replace them all?'), ['\u001b']);
  await expect(ended).rejects.toEqual(new Interruption('SIGINT', true));
  expect(raw.at(-1)).toBe(false);
  const [frame = ''] = shown().split('Replace them all?').slice(-1);
  expect(frame).toContain('No');
  expect(frame).not.toContain('Yes');
});

test('a signal during a question ends the run with its own reason', async () => {
  const controller = new AbortController();
  const { questions, raw, shown } = person({ interruption: controller.signal });
  const asked = questions.secret(store);
  const ended = expect(asked).rejects.toEqual(new Interruption('SIGTERM'));
  while (shown() === '') await new Promise((resolve) => setImmediate(resolve));
  controller.abort(new Interruption('SIGTERM'));
  await ended;
  expect(raw.at(-1)).toBe(false);
});

test('an answered question no longer listens for a signal', async () => {
  const { signal } = new AbortController();
  const confirm = (questions: Questions) => questions.confirm('Really?');
  await person({ interruption: signal }).answer(confirm, ['y']);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('shows a hostile question, without obeying it', async () => {
  const { answer, shown } = person();
  await answer((questions) => questions.confirm('Overwrite \u001b]0;owned\u0007?'), ['y']);
  expect(shown()).toContain('Overwrite \\x1b]0;owned\\x07?');
});

describe.each<Setting>([
  { noInput: true },
  { stdinIsTerminal: false },
  { stderrIsTerminal: false },
])('without a person to answer: %j', (setting) => {
  test('each question names its flag: exit 2', async () => {
    const { questions, shown } = person(setting);
    expect(questions.possible).toBe(false);
    const refused = { exitCode: 2, hint: 'Use --store keychain|file.' };
    await expect(questions.confirm('Really?')).rejects.toMatchObject({
      exitCode: 2,
      message: "Can't prompt here to confirm: Really?",
      hint: 'To answer yes, use --yes.',
    });
    await expect(questions.choose(store)).rejects.toMatchObject(refused);
    const key = { ...store, what: 'the API key' };
    await expect(questions.secret(key)).rejects.toMatchObject({
      ...refused,
      message: "Can't prompt here for the API key",
    });
    expect(shown()).toBe('');
  });

  test('--yes confirms', async () => {
    expect(await person({ ...setting, yes: true }).questions.confirm('Really?')).toBe(true);
  });
});
