import { afterAll, describe, expect, test } from 'vitest';
import type { Example } from '../../src/command/definition';
import { commandsOf, programTree, type TreeCommand } from '../../src/command/tree';
import { nouns } from '../../src/commands/nouns';
import { exitCodes } from '../../src/exit-codes';
import { lacksTool, openWorkspace, type Setting } from './workspace';

/*
 * Every example that help shows is run as it stands there. In a command's declaration it says how it
 * ends (`ending`) where that is not "done".
 */
const workspace = await openWorkspace();
afterAll(() => workspace.close());

const commands = commandsOf(await programTree(nouns));

/** These are about accounts; everything else is practised in the sandbox. */
const withAccount: readonly string[] = ['auth', 'doctor'];
function settingOf({ path: [noun = ''] }: TreeCommand): Setting {
  return withAccount.includes(noun) ? 'account' : 'sandbox';
}

/** A server takes a port that is free, and is asked to end when it has said where it serves. */
function runnable(line: string): string {
  if (!/\bsandbox serve\b/.test(line)) return line;
  return `coproc { exec ${line.replace(/--port \d+/, '--port 0')}; }; read -r <&"\${COPROC[0]}"; kill "$COPROC_PID"; wait "$COPROC_PID"`;
}

describe.each(commands.map((command): [string, TreeCommand] => [command.path.join(' '), command]))(
  'waybill %s',
  (_, command) => {
    test('has examples, each told in a few words', () => {
      const takesAnything = command.arguments.length + command.flags.length > 0;
      expect(command.examples.length).toBeGreaterThanOrEqual(takesAnything ? 2 : 1);
      for (const { command: line, explains } of command.examples) {
        expect(line).toContain(`waybill ${command.path.join(' ')}`);
        expect(explains).toMatch(/^[A-Z].*[^.]$/);
      }
    });

    test.concurrent.each(command.examples)('$command', async (example: Example) => {
      const { command: line, ending = 'done' } = example;
      if (lacksTool(line)) return;
      const { exitCode, stderr } = await workspace.run(runnable(line), settingOf(command));
      expect({ exitCode, stderr: exitCode === exitCodes[ending].code ? '' : stderr }).toEqual({
        exitCode: exitCodes[ending].code,
        stderr: '',
      });
    });
  },
);
