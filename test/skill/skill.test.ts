import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { CommandLine } from '../../src/cli/command-line';
import { nouns } from '../../src/commands/tree';
import { exitCodes } from '../../src/exit-codes';
import { openWorkspace } from '../examples/workspace';
import { projectFolder } from '../support/project';
import { waybill } from '../support/waybill';
import tasks from './tasks.json' with { type: 'json' };

const skill = readFileSync(join(projectFolder, 'skills/waybill/SKILL.md'), 'utf8');
const workspace = await openWorkspace();
afterAll(() => workspace.close());

/** The words of a command, whose quotes hold no quotes. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');
}

/** Every command in the skill: in code, each part of a line with `&&`. */
const commands = [...skill.matchAll(/`(waybill [^`<]*)`/g)].flatMap(([, line = '']) =>
  line.split(' && '),
);

test('the skill has twenty tasks, and says what it is for, how runs end and how to be safe', () => {
  expect(tasks).toHaveLength(20);
  expect(skill).toMatch(/^---\nname: waybill\ndescription: .{40,1000}\n---\n/);
  for (const { ask, command } of tasks) {
    expect(skill).toContain(ask);
    expect(skill).toContain(command);
  }
  for (const { code } of Object.values(exitCodes)) expect(skill).toContain(`- ${code}: `);
  for (const flag of ['--dry-run', '--no-input', '--codes-file']) expect(skill).toContain(flag);
  const listed = skill.slice(skill.indexOf('## Commands')).replaceAll('\n', ' ');
  for (const [noun, { verbs }] of Object.entries(nouns)) {
    expect(listed).toContain(verbs ? `${noun} (${Object.keys(verbs).join(', ')})` : ` ${noun}`);
  }
});

test('the parser takes every command in the skill', async () => {
  expect(commands.length).toBeGreaterThan(tasks.length);
  for (const line of commands) {
    const [, ...words] = wordsOf(line);
    const request = await new CommandLine(words, nouns).read().catch((error) => error);
    expect(['run', 'help', 'version'], `${line}: ${request.message}`).toContain(request.kind);
  }
});

describe('each task gives in the sandbox what it should', () => {
  test.concurrent.each(tasks)('$ask', async ({ command, gives }) => {
    const { exitCode, stdout, stderr } = await workspace.run(command, 'sandbox');
    expect(exitCode, stderr).toBe(0);
    const found = JSON.parse(stdout);
    // Of a list, its beginning.
    expect(
      Array.isArray(gives) && gives.length > 0 ? found.slice(0, gives.length) : found,
    ).toMatchObject(gives);
  });
});

test('help skill prints it', async () => {
  expect((await waybill(['help', 'skill'])).stdout).toBe(skill);
});
