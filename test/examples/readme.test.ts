import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { endingPrecedence, exitCodes } from '../../src/exit-codes';
import { projectFolder } from '../support/project';
import { lacksTool, openWorkspace } from './workspace';

/*
 * Runs every `sh` block of the README as written, with an account logged in, and the commands of
 * its crontab. The blocks that install, build or test the project run elsewhere: on the way to
 * these tests, and in test/shell/package.test.ts. test/credentials/typed-login.test.ts covers the
 * prompts of the `console` block.
 */
const readme = readFileSync(join(projectFolder, 'README.md'), 'utf8');
const workspace = await openWorkspace();
afterAll(() => workspace.close());

function blocks(language: string): string[] {
  const fence = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms');
  return [...readme.matchAll(fence)].map(([, text]) => text as string);
}

const installs = (block: string) => /\bnpm (ci|install|run)\b/.test(block);
const scripts = blocks('sh').filter((block) => !installs(block));

test('the README shows how to log in, look up, change, upload and automate', () => {
  expect(scripts.length).toBeGreaterThanOrEqual(6);
  expect(blocks('sh').filter(installs)).toHaveLength(2);
});

test.each(scripts)('%s', async (script) => {
  if (lacksTool(script)) return;
  const { exitCode, stderr } = await workspace.run(`set -euo pipefail\n${script}`, 'account');
  expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' });
});

test('the crontab uploads and syncs with nothing to mail', async () => {
  const [crontab = ''] = blocks('crontab');
  const entries = [...crontab.matchAll(/^(?:[\d*]+ +){5}(.*)$/gm)].map(
    ([, line]) => line as string,
  );
  expect(entries).toHaveLength(2);
  for (const entry of entries) {
    if (lacksTool(entry)) continue;
    const { exitCode, stderr } = await workspace.run(entry, 'account');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  }
});

test('the commands to try upload the example and list the orders', async () => {
  const [first = ''] = blocks('sh');
  expect(first.trim().split('\n')).toHaveLength(3);
  // As in an archive's folder: nothing is there but what the first command writes.
  const script = `set -e\nmkdir archive\ncd archive\n${first}`;
  const { exitCode, stdout } = await workspace.run(script, 'account');
  expect(exitCode).toBe(0);
  expect(stdout).toContain('120 added');
  expect(stdout).toContain('112-1253995-5139830');
});

test("the table of exit codes matches the program's", () => {
  const table = readFileSync(join(projectFolder, 'docs', 'exit-codes.md'), 'utf8');
  const rows = [...table.matchAll(/^\| (\d+) \| (.*) \|$/gm)].map(([, code, meaning]) => [
    Number(code),
    meaning,
  ]);
  expect(rows).toEqual(Object.values(exitCodes).map(({ code, meaning }) => [code, meaning]));
  const order = endingPrecedence.map((ending) => exitCodes[ending].code).join(', ');
  expect(table).toContain(`the first of ${order} wins`);
});
