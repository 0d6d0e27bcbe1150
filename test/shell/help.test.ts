import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CommandLine } from '../../src/cli/command-line';
import { commandsOf, programTree } from '../../src/cli/definition';
import type { HelpStyle } from '../../src/cli/help';
import { topicNames } from '../../src/commands/help/topics';
import { spaced } from '../../src/commands/help/topics/csv';
import { nouns } from '../../src/commands/tree';
import { orderFields, withPaths } from '../../src/contract/fields';
import {
  buyingGroupStatuses,
  featuredBuyingGroups,
  giftCardStatuses,
} from '../../src/contract/values';
import { exitCodes } from '../../src/exit-codes';
import { shipmentColumns } from '../../src/imports/shipments/shipment-columns';
import { outcomes, verdicts } from '../../src/insight/reconcile/model';
import { foreign } from '../../src/tabular/spellings';
import { outcomes as rowOutcomes } from '../../src/upload/outcome';
import { projectFolder } from '../support/project';
import { shownInTerminal } from '../support/terminal';
import { missingPrograms } from '../support/tier';
import { temporaryHome, waybill } from '../support/waybill';

const tree = await programTree(nouns);
const commands = commandsOf(tree);

/** The help for what these words name. */
async function helpOf(path: readonly string[], style?: HelpStyle): Promise<string> {
  const request = await new CommandLine([...path, '--help'], nouns).read();
  if (request.kind !== 'help') throw new Error(`${path.join(' ')} --help asks for ${request.kind}`);
  return request.page(style);
}

describe.each(commands.map((command) => [command.path.join(' '), command] as const))(
  'help of %s',
  (_, command) => {
    test.each([40, 60, 80, 100, 200])('fits into %i columns', async (width) => {
      const examples = new Set(command.examples.map((example) => `  $ ${example.command}`));
      const preformatted = new Set(command.describe.split('\n').filter((line) => /^\s/.test(line)));
      const tooLong = (await helpOf(command.path, { width }))
        .split('\n')
        .filter((line) => line.length > Math.min(width, 100))
        // A command is copied, so it is never broken, and a single word on a line can't be.
        .filter((line) => !examples.has(line) && !preformatted.has(line))
        .filter((line) => /\S\s+\S/.test(line.trim()) && !line.startsWith('Usage:'))
        .filter((line) => !(width < 80 && line.startsWith('  #')));
      expect(tooLong).toEqual([]);
    });

    test('is the same with and without color', async () => {
      const colored = await helpOf(command.path, {
        heading: (text) => `\u001b[1m${text}\u001b[22m`,
      });
      expect(colored).toContain('\u001b[1mUsage:\u001b[22m');
      expect(colored.replace(/\u001b\[\d+m/g, '')).toBe(await helpOf(command.path));
    });

    test('names everything declared, and where the global flags are explained', async () => {
      const help = await helpOf(command.path);
      expect(help.replace(/\s+/g, ' ')).toContain('waybill help flags');
      for (const { label, environment = '', defaultText, explainedIn } of command.flags) {
        expect(help).toContain(label);
        if (explainedIn !== undefined) {
          expect(help.replace(/\s+/g, ' ')).toContain(`(waybill help ${explainedIn}):`);
          continue;
        }
        expect(help).toContain(environment);
        if (defaultText !== undefined) expect(help).toMatch(/default/);
      }
      for (const { name } of command.arguments) expect(help).toContain(name);
    });
  },
);

test('the help of the program as a whole', async () => {
  const help = await helpOf([]);
  for (const name of topicNames) expect(help).toMatch(new RegExp(`^ {2}${name} +[A-Z]`, 'm'));
  for (const { name, summary } of tree.nouns) {
    expect(help).toMatch(new RegExp(`^ {2}${name} +${summary.slice(0, 20)}`, 'm'));
  }
});

describe('the built program', () => {
  const plain = { exitCode: 0, signal: null, stderr: '' };

  test.each([
    ['help orders list', 'orders list --help'],
    ['help orders list', 'order ls -h'],
    ['help orders', 'orders'],
    ['help orders', '--yes orders --help --limit'],
    ['help', '--help'],
    ['help', 'help --yes'],
    ['help completion', 'completion --help'],
    ['help help', 'help --help'],
    ['help reconcile', 'reconcile --help'],
    ['help mirror', 'mirror --help'],
    ['help payment', 'payments --help'],
  ])('waybill %s is waybill %s', async (line, other) => {
    const run = (text: string) => waybill(text.split(' ').filter((word) => word !== ''));
    const reported = await run(line);
    expect({ ...reported, stdout: '' }).toEqual({ ...plain, stdout: '' });
    expect(await run(other)).toEqual(reported);
  });

  test('describes every command as JSON, and one like in the whole', async () => {
    const json = async (...words: readonly string[]) => {
      const { stdout, stderr, exitCode } = await waybill(words);
      expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
      return JSON.parse(stdout);
    };
    const whole = await json('help', '--json');
    expect(Object.keys(whole)).toEqual(['version', 'commands', 'topics']);
    expect(await json('--help', '-o', 'json')).toEqual(whole);
    expect(whole.topics.map(({ name }: { name: string }) => name)).toEqual(topicNames);
    const all = commandsOf(tree).map(({ path }) => path.join(' '));
    expect(whole.commands.map(({ command }: { command: string }) => command)).toEqual(all);
    const [list] = whole.commands.filter(
      (one: { command: string }) => one.command === 'orders list',
    );
    const output = JSON.parse(readFileSync(join(projectFolder, `schemas/${list.output}`), 'utf8'));
    expect(await json('help', '--json', 'orders', 'list')).toEqual({ ...list, output });
    expect(await json('orders', 'ls', '--help', '--json')).toEqual({ ...list, output });
    expect((await json('completion', '--help', '--json')).output).toBeNull();
    const flag = (name: string) => list.flags.find((one: { name: string }) => one.name === name);
    expect(flag('--limit')).toEqual({
      ...{ name: '--limit', short: '-L', value: '<n>', default: '25', group: 'Flags' },
      describe: expect.stringContaining('How many'),
    });
    expect(flag('--output')).toMatchObject({
      ...{ environment: 'WAYBILL_OUTPUT', choices: list.formats, group: 'Output' },
    });
    expect(list.exitCodes).toContainEqual({ code: 6, meaning: 'not found (404)' });
    const get = await json('orders', 'get', '--help', '--json');
    expect(get.arguments).toEqual([{ name: 'order', describe: expect.any(String), several: true }]);
    const verbs = await json('help', 'payments', '--json');
    expect(verbs.commands.map(({ command }: { command: string }) => command)).toContain(
      'payments add',
    );
  });

  test.each([
    ['reconcile', 'payouts'],
    ['mirror', 'mirrors'],
    ['mirror push', 'mirrors'],
    ['sync', 'mirrors'],
    ['report unpaid', 'reports'],
    ['shipments add', 'csv'],
    ['query', 'sql'],
  ])('the help of %s names the topic %s', async (line, topic) => {
    const { stdout } = await waybill(['help', ...line.split(' ')]);
    expect(stdout).toMatch(/^Usage: waybill /);
    expect(stdout).toContain(`See also waybill help ${topic}.`);
  });

  test('an alias of a command may be the name of a topic', async () => {
    expect((await waybill(['help', 'reports'])).stdout).not.toContain('Usage:');
    expect((await waybill(['help', 'report'])).stdout).toContain('Usage: waybill report <verb>');
  });

  /** Of these pages, which say more than others, nobody reads every line. */
  const longPages = ['orders create', 'orders update', 'csv'];
  const pages = [
    ...commands.map(({ path }) => path.join(' ')),
    ...tree.nouns.map(({ name }) => name),
    ...topicNames,
    '',
  ];

  test.each([...new Set(pages)])('the page of help %s is short', async (page) => {
    const { stdout } = await waybill(['help', ...page.split(' ').filter(Boolean)]);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(longPages.includes(page) ? 110 : 80);
  });

  test('what is explained elsewhere is explained there', async () => {
    const shared = commands.flatMap(({ flags }) => flags.filter((flag) => flag.explainedIn));
    const pages = new Set(shared.map(({ explainedIn = '' }) => explainedIn));
    expect([...pages]).toEqual(['filters', 'orders create', 'orders update']);
    for (const page of pages) {
      const { stdout } = await waybill(['help', ...page.split(' ')]);
      for (const { label, explainedIn } of shared) {
        if (explainedIn === page)
          expect(stdout).toMatch(new RegExp(`^ +${label}( .*)?(  [A-Z]|$)`, 'm'));
      }
    }
  });

  test('the topic csv explains every outcome and every column', async () => {
    const { stdout } = await waybill(['help', 'csv']);
    for (const name of [...rowOutcomes, ...shipmentColumns.map(({ field }) => field)])
      expect(stdout).toMatch(new RegExp(`^ {2}${name} +[A-Z]`, 'm'));
  });

  test('the topic csv shows headers as people write them, and all of their letters', () => {
    expect(spaced('packagetrackingnumber')).toBe('package tracking number');
    const others: readonly string[] = Object.values(foreign).flat();
    for (const { names } of shipmentColumns) {
      for (const name of names.filter((one) => !others.includes(one))) {
        expect(spaced(name).replaceAll(' ', '')).toBe(name);
        for (const word of spaced(name).split(' ')) expect(word.length).toBeLessThanOrEqual(9);
      }
    }
  });

  test('the topic payouts explains every outcome and every verdict', async () => {
    const { stdout } = await waybill(['help', 'payouts']);
    for (const name of [...outcomes, ...verdicts.map((one) => one.replaceAll('_', ' '))])
      expect(stdout).toMatch(new RegExp(`^ {2}${name} +[A-Z]`, 'm'));
  });

  test('the topic fields has every field, flag and value of an order', async () => {
    const { stdout } = await waybill(['help', 'fields']);
    for (const [path, { flag, describe }] of withPaths(orderFields)) {
      expect(stdout).toMatch(new RegExp(`^ {2}${path.replaceAll('.', '\\.')}( |$)`, 'm'));
      if (describe !== undefined) expect(stdout.replace(/\s+/g, ' ')).toContain(`--${flag})`);
    }
    const values = [...buyingGroupStatuses, ...giftCardStatuses, ...featuredBuyingGroups];
    for (const value of values) expect(stdout).toContain(value);
  });

  test('help works without settings, even with invalid ones', async () => {
    const env = { WAYBILL_OUTPUT: 'nonsense', WAYBILL_HOME: '/dev/null/none' };
    for (const words of [
      ['orders', 'list', '--help'],
      ['help', 'environment'],
    ]) {
      expect(await waybill(words, { env })).toEqual(await waybill(words));
    }
  });

  test.each([
    ['exit-code', 'Did you mean exit-codes?'],
    ['tracking', 'Use waybill shipments.'],
    ['view', 'Use waybill orders get <order>.'],
    ['frobnicate', 'For all commands, run waybill help.'],
  ])('help for the unknown subject %s leads on', async (about, hint) => {
    const { exitCode, stdout, stderr } = await waybill(['help', about]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(`Unknown command or topic "${about}"`);
    expect(stderr.replaceAll('\n', ' ')).toContain(hint);
  });

  test('--man without a folder is not a request for help', async () => {
    expect(await waybill(['help', '--man'])).toMatchObject({
      ...{ exitCode: 2, stdout: '' },
      stderr: 'Error: --man needs a value\nUse --man <folder>.\n',
    });
  });

  test('headings are bold only on a terminal, and the page is as wide as it is', async () => {
    const shown = await shownInTerminal(['cards', 'list', '--help'], { columns: 60 });
    expect(shown.exitCode).toBe(0);
    expect(shown.written).toContain('\u001b[1mUsage:\u001b[22m waybill cards list');
    const env = { NO_COLOR: '1' };
    const bare = await shownInTerminal(['cards', 'list', '--help'], { columns: 60, env });
    expect(bare.written).not.toContain('\u001b');
    expect((await waybill(['cards', 'list', '--help'])).stdout).not.toContain('\u001b');
  });

  test('the topic exit-codes is generated from the exit codes', async () => {
    const { stdout } = await waybill(['help', 'exit-codes']);
    for (const { code } of Object.values(exitCodes))
      expect(stdout).toMatch(new RegExp(`^ +${code} `, 'm'));
    expect(stdout).toContain('the first of 11, 14, 130, 143, 12, 4, 5, 9, 10, 13, 8, 7,');
  });

  test('the topic flags is generated from the flags', async () => {
    const { stdout } = await waybill(['help', 'flags']);
    for (const { label, environment = '' } of tree.globalFlags) {
      expect(stdout).toContain(label);
      expect(stdout).toContain(environment);
    }
  });

  test('the topic environment is generated from the flags', async () => {
    const { stdout } = await waybill(['help', 'environment']);
    for (const { environment, label } of tree.globalFlags) {
      if (environment !== undefined)
        expect(stdout).toMatch(new RegExp(`${environment} +${label}:`));
    }
  });

  test('the topic environment names what a folder holds, above all what only it holds', async () => {
    const { stdout } = await waybill(['help', 'environment']);
    expect(stdout).toMatch(/XDG_CONFIG_HOME .*settings.* mappings/is);
    expect(stdout).toMatch(/XDG_DATA_HOME .*mirrors.*payments.*sandbox/is);
  });

  test.each(['bash', 'zsh', 'fish', 'powershell'])(
    'completion %s prints the script',
    async (shell) => {
      const file = `waybill.${shell === 'powershell' ? 'ps1' : shell}`;
      expect(await waybill(['completion', shell, '--json'])).toEqual({
        ...plain,
        stdout: readFileSync(join(projectFolder, 'completions', file), 'utf8'),
      });
    },
  );
});

const folder = join(projectFolder, 'man');

describe('help --man', () => {
  const written = join(temporaryHome(), 'share', 'man1');

  test('writes the pages of the project, and names them', async () => {
    const { exitCode, stdout } = await waybill(['help', '--man', written, '--json']);
    expect(exitCode).toBe(0);
    const pages = readdirSync(folder);
    const files = (JSON.parse(stdout) as { file: string }[]).map(({ file }) => file);
    expect(files.sort()).toEqual(pages.map((name) => join(written, name)).sort());
    for (const name of pages) {
      expect(readFileSync(join(written, name), 'utf8')).toBe(
        readFileSync(join(folder, name), 'utf8'),
      );
    }
  });

  test('replaces pages only with permission', async () => {
    const page = join(written, 'waybill.1');
    writeFileSync(page, 'mine');
    expect((await waybill(['help', '--man', written])).exitCode).toBe(2);
    expect(readFileSync(page, 'utf8')).toBe('mine');
    expect((await waybill(['help', '--man', written, '-y', '-q'])).exitCode).toBe(0);
    expect(readFileSync(page, 'utf8')).toContain('.TH "WAYBILL"');
  });

  test('writes nothing with --dry-run', async () => {
    const folder = join(temporaryHome(), 'man1');
    const refused = await waybill(['help', '--man', folder, '--dry-run']);
    expect([refused.exitCode, existsSync(folder)]).toEqual([2, false]);
    expect(refused.stderr).toContain('--dry-run does not work with this command');
  });

  test("can't be combined with a command", async () => {
    const { exitCode, stderr } = await waybill(['help', 'orders', '--man', written]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('takes no command');
  });
});

describe('man pages', () => {
  if (missingPrograms('shells', ['groff']).length > 0) {
    test.skip('groff is not installed: man pages not checked');
    return;
  }
  test.each(readdirSync(folder))('%s causes no groff warnings', (name) => {
    const { status, stderr } = spawnSync(
      'groff',
      ['-man', '-Tutf8', '-ww', '-z', join(folder, name)],
      { encoding: 'utf8' },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
