import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { projectFolder } from '../support/project';

const script = join(projectFolder, 'scripts/budget.mjs');
const source = readFileSync(script, 'utf8');

/** A limit that the script declares. */
function limit(name: string): number {
  const [, digits = ''] = new RegExp(`\\b${name}: ([\\d_]+)`).exec(source) ?? [];
  return Number(digits.replaceAll('_', ''));
}
const limits = {
  source: limit('source'),
  commands: limit('commands'),
  file: limit('file'),
  function: limit('function'),
};

/** So many lines, each a statement. */
const statements = (lines: number) => 'void 0;\n'.repeat(lines);

/** Declarations of functions, each with so many lines. */
const functions = (name: string, lines: number) => {
  const body = statements(lines - 2);
  return [
    `export function ${name}() {\n${body}}\n`,
    `export const ${name}Arrow = () => {\n${body}};\n`,
    `export class ${name}Class {\n  method() {\n${body}}\n}\n`,
  ].join('');
};

/** Files of a size, which together have so many lines. */
function files(folder: string, lines: number, size: number): readonly [string, string][] {
  const whole = Math.floor(lines / size);
  const sizes = [...Array.from({ length: whole }, () => size), lines % size];
  return sizes.map((some, index) => [`${folder}/${index}.ts`, statements(some)]);
}

/** Two files that share two of the names they export. */
const names = {
  one: 'export interface Row {}\nexport const read = () => 1;\nexport type A = 1;\n',
  two: 'export type Row = 1;\nexport function read() {}\ntype A = 1;\n',
};

/** Runs the budget's check on a tree of such files. */
async function checked(planted: readonly (readonly [path: string, text: string])[]) {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-budget-'));
  for (const [path, text] of planted) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const run = promisify(execFile)(process.execPath, [script], { cwd: folder });
  const { stdout, code } = await run.then(
    (ended) => ({ ...ended, code: 0 }),
    (error: { stdout: string; code: number }) => error,
  );
  return { exitCode: code, lines: stdout.split('\n') };
}

test('the source may have as many lines as the budget says; tests and generated code count for nothing', async () => {
  const { exitCode, lines } = await checked([
    ...files('src/commands', limits.commands, limits.file),
    ...files('src/api', limits.source - limits.commands - 500, limits.file),
    ['src/http/functions.ts', functions('whole', limits.function)],
    ['src/http/rest.ts', statements(500 - 3 * limits.function - 2)],
    ['src/http/functions.test.ts', functions('tested', limits.function + 1) + statements(1000)],
    ['src/generated/checks.ts', functions('generated', limits.function + 1) + statements(1000)],
  ]);
  expect(lines).toEqual([
    `src: ${limits.source} of at most ${limits.source} lines`,
    `src/commands: ${limits.commands} of at most ${limits.commands} lines`,
    `a file: at most ${limits.file} lines; a function: at most ${limits.function}`,
    'a name: exported by one file',
    '',
  ]);
  expect(exitCode).toBe(0);
});

test('one line more is over it: of the source, the commands, a file and each kind of function; so is a name that two files export', async () => {
  const { exitCode, lines } = await checked([
    ...files('src/commands', limits.commands + 1, limits.file),
    ...files('src/api', limits.source - limits.commands - 1000, limits.file),
    ['src/http/functions.ts', functions('long', limits.function + 1)],
    ['src/http/file.ts', statements(limits.file + 1)],
    ['src/http/rest.ts', statements(994 - 3 * (limits.function + 1) - 2 - (limits.file + 1))],
    ['src/http/one.ts', names.one],
    ['src/http/two.ts', names.two],
  ]);
  expect(lines.slice(lines.indexOf('Over the budget:') + 1)).toEqual([
    'src: 1 over',
    'src/commands: 1 over',
    `src/http/file.ts: a file of ${limits.file + 1} lines`,
    `src/http/functions.ts:1: a function of ${limits.function + 1} lines`,
    `src/http/functions.ts:${limits.function + 2}: a function of ${limits.function + 1} lines`,
    `src/http/functions.ts:${2 * (limits.function + 1) + 2}: a function of ${limits.function + 1} lines`,
    'Row: exported by src/http/one.ts, src/http/two.ts',
    'read: exported by src/http/one.ts, src/http/two.ts',
    '',
  ]);
  expect(exitCode).toBe(1);
});
