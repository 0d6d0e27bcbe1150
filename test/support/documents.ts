import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import { nouns } from '../../src/commands/tree';
import { projectFolder } from './project';

/** Checks the JSON that a run printed against the schemas that are shipped. */

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

const ajv = new Ajv2020({ strictTypes: false, allowUnionTypes: true });
for (const keyword of ['x-unit', 'knownValues']) ajv.addKeyword(keyword);

/** A schema or its `$defs/line`, compiled once for each worker; undefined if there is none. */
function validator(name: string, part: string): ValidateFunction | undefined {
  const id = `urn:waybill:${name}.json`;
  if (ajv.getSchema(id) === undefined) {
    try {
      ajv.addSchema(JSON.parse(readFileSync(join(projectFolder, `schemas/${name}.json`), 'utf8')));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }
  return ajv.getSchema(`${id}${part}`) as ValidateFunction | undefined;
}

const named = <T extends { readonly aliases?: readonly string[] }>(
  all: Readonly<Record<string, T>>,
  word: string,
) => Object.entries(all).find(([name, { aliases = [] }]) => [name, ...aliases].includes(word));

/** The name of the schema of a command line's command. */
function schemaOf(words: readonly string[]): string | undefined {
  if (words.includes('--help') || words.includes('-h')) return 'help';
  const plain = words.filter((word) => !word.startsWith('-'));
  for (const [index, word] of plain.entries()) {
    const [noun, { verbs = undefined } = {}] = named(nouns, word) ?? [];
    if (noun === undefined) continue;
    if (verbs === undefined) return noun;
    const [verb] = named(verbs, plain[index + 1] ?? '') ?? [];
    if (verb !== undefined) return `${noun}-${verb}`;
  }
  return undefined;
}

/** The last format that the flags or the environment ask for. */
function formatOf(words: readonly string[], env: Readonly<Record<string, string>>) {
  const typed = words.flatMap((word, index) => {
    if (word === '--json') return 'json';
    const [, joined] = /^(?:-o=?|--output=)(\w+)$/.exec(word) ?? [];
    return joined ?? (word === '-o' || word === '--output' ? (words[index + 1] ?? '') : []);
  });
  return typed.at(-1) ?? env.WAYBILL_OUTPUT;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A reader that went away, a text that is the result, a number.
    return undefined;
  }
}

/** Throws if a text is JSON that a schema, or its `$defs/line`, does not describe. */
export function check(name: string, part: string, text: string): void {
  const value = parsed(text);
  if (value === undefined || (part !== '' && typeof value !== 'object')) return;
  const validate = validator(name, part);
  if (validate === undefined) throw new Error(`${name} printed JSON that has no schema: ${text}`);
  if (validate(value)) return;
  const faults = ajv.errorsText(validate.errors, { separator: '\n' });
  throw new Error(`Not as in schemas/${name}.json${part}:\n${faults}\n${text.slice(0, 2000)}`);
}

/** Throws if the run printed JSON, or an error, that its schema does not describe. */
export function checkDocuments<R extends Printed>(
  run: R,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): R {
  const format = formatOf(words, env);
  if (format !== 'json' && format !== 'ndjson') return run;
  for (const line of run.stderr.split('\n')) {
    if (line.startsWith('{"error":')) check('error', '', line);
  }
  const name = schemaOf(words);
  const isChosen = words.some((word) => word.startsWith('--fields'));
  if (name === undefined || name === 'api' || isChosen || run.stdout === '') return run;
  if (format === 'json') check(name, '', run.stdout);
  else for (const line of run.stdout.split('\n')) check(name, '#/$defs/line', line);
  return run;
}
