import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import type { Example } from '../../src/command/definition';
import { nouns } from '../../src/commands/nouns';
import { exitCodes } from '../../src/exit-codes';
import { program, projectFolder } from '../support/project';
import { temporaryHome } from '../support/waybill';

/** The nouns whose examples all run by themselves on the sample account. */
const selfContained = ['orders', 'giftcards', 'cards'];

/** A folder with a `waybill` in it, as an installation puts one on the path. */
let path = '';
beforeAll(() => {
  path = mkdtempSync(join(tmpdir(), 'waybill-test-'));
  const launcher = join(path, 'waybill');
  writeFileSync(launcher, `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
  chmodSync(launcher, 0o755);
});

async function examplesOf(name: string): Promise<readonly (readonly [string, Example])[]> {
  const verbs = Object.entries(nouns[name]?.verbs ?? {});
  const lists = verbs.map(async ([verb, { load }]) => {
    const { command } = await load();
    expect(command.examples, `${name} ${verb} has an example`).not.toEqual([]);
    return command.examples.map((example) => [example.command, example] as const);
  });
  return (await Promise.all(lists)).flat();
}

/** Runs a line of help in a shell, on a sample account of its own. */
async function runInShell(line: string) {
  const child = spawn('/bin/sh', ['-c', line], {
    cwd: projectFolder,
    env: {
      PATH: `${path}:${process.env.PATH}`,
      WAYBILL_HOME: temporaryHome(),
      WAYBILL_SANDBOX: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const exitCode = child.exitCode ?? (await new Promise((resolve) => child.on('close', resolve)));
  return { exitCode, stdout, stderr };
}

for (const name of selfContained) {
  test.each(await examplesOf(name))('%s', async (line, { ending = 'done' }) => {
    const { exitCode, stdout, stderr } = await runInShell(line);
    expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({
      exitCode: exitCodes[ending].code,
      stderr: ending === 'done' ? '' : expect.any(String),
    });
    if (ending === 'done') expect(stdout).not.toBe('');
  });
}
