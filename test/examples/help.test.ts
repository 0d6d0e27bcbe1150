import { afterAll, describe, expect, test } from 'vitest';
import {
  commandsOf,
  type Example,
  programTree,
  type TreeCommand,
  type TreeNoun,
} from '../../src/cli/definition';
import { nouns } from '../../src/commands/tree';
import { exitCodes } from '../../src/exit-codes';
import { startCluster } from '../support/postgres';
import { missingPrograms } from '../support/tier';
import { lacksTool, openWorkspace, type Setting } from './workspace';

/*
 * Runs every example in the help as written. Its declaration in the command says how it ends
 * (`ending`) if not with "done".
 */
const workspace = await openWorkspace();
/** For the examples that copy into PostgreSQL. */
const cluster = missingPrograms('postgres').length === 0 ? await startCluster() : undefined;
afterAll(() => Promise.all([workspace.close(), cluster?.stop()]));

const tree = await programTree(nouns);

/** How the examples of a noun are run, if not in the sandbox, where a reader has an account. */
const settings: Readonly<Record<string, Setting>> = {
  ...{ auth: 'account', doctor: 'account' },
  ...{ config: 'nothing', completion: 'nothing', sandbox: 'nothing', help: 'nothing' },
};
const settingOf = (noun: string) => settings[noun] ?? 'sandbox';

async function expectToEndAsTold({ command: line, ending = 'done' }: Example, noun: string) {
  const pushes = /\bmirror push\b/.test(line);
  if (lacksTool(line) || (pushes && cluster === undefined)) return;
  const { exitCode, stderr } = await workspace.run(
    pushes ? `export WAYBILL_POSTGRES_URL='${cluster?.url()}'; ${line}` : runnable(line),
    settingOf(noun),
  );
  const { code } = exitCodes[ending];
  expect({ exitCode, stderr: exitCode === code ? '' : stderr }).toEqual({
    exitCode: code,
    stderr: '',
  });
}

/** Gives a server a free port, and stops it once it has printed where it is serving. */
function runnable(line: string): string {
  if (!/\bsandbox serve\b/.test(line)) return line;
  return `coproc { exec ${line.replace(/--port \d+/, '--port 0')}; }; read -r <&"\${COPROC[0]}"; kill "$COPROC_PID"; wait "$COPROC_PID"`;
}

describe.each(tree.nouns.map((noun): [string, TreeNoun] => [noun.name, noun]))(
  'waybill %s',
  (name, { examples, commands }) => {
    test('has examples, each explained in a few words', () => {
      const hasVerbs = commands.some(({ path }) => path.length > 1);
      expect(examples.length).toBeGreaterThanOrEqual(hasVerbs ? 2 : 0);
      for (const { command: line, explains } of examples) {
        expect(line).toMatch(/\bwaybill /);
        expect(explains).toMatch(/^[A-Z].*[^.]$/);
      }
    });

    test.concurrent.each(examples)('$command', (example) => expectToEndAsTold(example, name));
  },
);

describe.each(
  commandsOf(tree).map((command): [string, TreeCommand] => [command.path.join(' '), command]),
)('waybill %s', (path, command) => {
  test('has examples, each explained in a few words', () => {
    const takesAnything = command.arguments.length + command.flags.length > 0;
    expect(command.examples.length).toBeGreaterThanOrEqual(takesAnything ? 2 : 1);
    for (const { command: line, explains } of command.examples) {
      expect(line.replaceAll(' --sandbox', '')).toContain(`waybill ${path}`);
      expect(explains).toMatch(/^[A-Z].*[^.]$/);
    }
  });

  test.concurrent.each(command.examples)('$command', (example: Example) =>
    expectToEndAsTold(example, command.path[0] ?? ''),
  );
});
