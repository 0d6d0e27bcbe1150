import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { defineCommand, maybeSeveral, one } from '../../src/cli/definition';
import type { Nouns } from '../../src/cli/find';
import { choice, choices, repeated, text, texts, toggle } from '../../src/cli/flag';
import { commandsOf, programTree } from '../../src/cli/tree';
import { nouns as waybillNouns } from '../../src/commands/tree';
import { completionScripts } from '../../src/completion/scripts';
import { projectFolder } from '../support/project';
import {
  bashCompleter,
  type Completer,
  fishCompleter,
  isInstalled,
  typeIntoBash,
  zshCompleter,
} from './shells';

const run = async () => undefined;
const list = defineCommand({
  summary: 'A command',
  arguments: {},
  flags: {
    status: choices('<s,…>', "Which statuses: it's [any] of them", [
      'purchased',
      'shipped',
      'paid',
    ]),
    limit: text('<n>', 'How many', { short: 'L' }),
    group: texts('<id,…>', 'Which groups', { suggestions: ['bfmr', 'buying_group'] }),
    all: toggle('All of them'),
  },
  examples: [],
  run,
});
const get = defineCommand({
  summary: 'A command',
  arguments: { order: maybeSeveral('Orders', { complete: 'order' }) },
  flags: { by: choice('<id|number>', 'How to read it', ['id', 'number']) },
  examples: [],
  run,
});
const add = defineCommand({
  summary: 'A command',
  arguments: { order: one('The order', { complete: 'order' }), number: maybeSeveral('Numbers') },
  flags: {
    csv: text('<file>', 'A file', { complete: 'file' }),
    item: repeated(text('<k=v,…>', 'A line item')),
  },
  examples: [],
  run,
});
const config = defineCommand({
  summary: 'A command',
  arguments: { key: one('A setting', { suggestions: ['baseUrl', 'output'] }) },
  flags: {},
  examples: [],
  run,
});
const shell = defineCommand({
  summary: 'A command',
  arguments: { shell: one('The shell', { choices: ['bash', 'zsh'] }) },
  flags: {},
  examples: [],
  run,
});
const help = defineCommand({
  summary: 'A command',
  arguments: { about: one('A command', { complete: 'command', suggestions: ['money', 'cron'] }) },
  flags: {},
  examples: [],
  run,
});
const load = <T>(command: T) => ({ load: async () => ({ command }) });
const nouns: Nouns = {
  orders: {
    summary: "Buying group orders: the account's own",
    aliases: ['order'],
    verbs: {
      list: { summary: 'List', aliases: ['ls'], ...load(list) },
      get: { summary: 'Get', ...load(get) },
    },
  },
  shipments: { summary: 'Shipments', verbs: { add: { summary: 'Add', ...load(add) } } },
  config: { summary: 'Settings', verbs: { get: { summary: 'Get one', ...load(config) } } },
  completion: { summary: 'Completion', ...load(shell) },
  help: { summary: 'Help', ...load(help) },
  __complete: { summary: 'Hidden', hidden: true, ...load(shell) },
};

const folder = mkdtempSync(join(tmpdir(), 'waybill-shell-'));
const calls = join(folder, 'calls');
const scripts = completionScripts(await programTree(nouns));
for (const [name, script] of Object.entries(scripts)) writeFileSync(join(folder, name), script);
/** Stands where waybill would: it notes every start, and offers what only a running one knows. */
writeFileSync(
  join(folder, 'waybill'),
  `#!/bin/sh
echo "$*" >> ${calls}
printf '%s\\t%s\\n' BBY01-1 'Best Buy, paid' BBY01-2 '' '$(touch pwned)' '' 'two words' 'a: b'
`,
);
chmodSync(join(folder, 'waybill'), 0o755);

const env = {
  // A shell that is killed must not write its history into the folder while it is removed.
  HISTFILE: '/dev/null',
  PATH: `${folder}:${process.env.PATH}`,
  HOME: folder,
  TERM: 'xterm',
  LC_ALL: 'C.UTF-8',
};
const zsh = isInstalled('zsh')
  ? zshCompleter({
      setUp: `autoload -Uz compinit; compinit -D; source ${join(folder, 'waybill.zsh')}`,
      env,
    })
  : undefined;
const shells: [string, Completer | undefined][] = [
  ['bash', bashCompleter({ script: join(folder, 'waybill.bash'), env })],
  ['zsh', zsh],
  [
    'fish',
    isInstalled('fish') ? fishCompleter({ script: join(folder, 'waybill.fish'), env }) : undefined,
  ],
];
afterAll(async () => {
  await zsh?.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => rmSync(calls, { force: true }));

const started = () => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []);

describe.each(shells)('%s', (name, complete) => {
  if (complete === undefined) {
    test.skip(`${name} is not installed: its completion was not tested`);
    return;
  }
  /** What is offered, without what stands before it in the same word already. */
  const offered = async (line: string) => {
    const found = await complete(line);
    // Where nothing else fits, zsh offers the flags.
    const wanted = / -\S*$/.test(line) ? found : found.filter((offer) => !offer.startsWith('-'));
    return [...new Set(wanted.map((offer) => offer.replace(/^--\w+=/, '').trim()))].sort();
  };

  test.each([
    ['waybill ', ['completion', 'config', 'help', 'orders', 'shipments']],
    ['waybill co', ['completion', 'config']],
    ['waybill --profile orders ', ['completion', 'config', 'help', 'orders', 'shipments']],
    ['waybill orders ', ['get', 'list']],
    ['waybill order ', ['get', 'list']],
    ['waybill -qo json orders g', ['get']],
    ['waybill --output=json --sandbox orders --retries 2 l', ['list']],
    ['waybill --base-url http://127.0.0.1:1/api orders ', ['get', 'list']],
    ['waybill -o ', ['csv', 'json', 'ndjson', 'table', 'tsv']],
    ['waybill orders list --output ', ['csv', 'json', 'ndjson', 'table', 'tsv']],
    ['waybill orders list --output=t', ['table', 'tsv']],
    ['waybill orders list --color=', ['always', 'auto', 'never']],
    ['waybill order ls --status p', ['paid', 'purchased']],
    ['waybill orders list --all --group ', ['bfmr', 'buying_group']],
    ['waybill orders get --by ', ['id', 'number']],
    ['waybill completion ', ['bash', 'zsh']],
    ['waybill config get ', ['baseUrl', 'output']],
    ['waybill help ', ['completion', 'config', 'cron', 'help', 'money', 'orders', 'shipments']],
    ['waybill help orders ', ['get', 'list']],
    ['waybill orders list ', []],
    ['waybill orders list --limit ', []],
    ['waybill wrong ', []],
  ])('%s', async (line, expected) => {
    expect(await offered(line)).toEqual(expected);
    expect(started()).toEqual([]);
  });

  test('values joined by commas', async () => {
    const found = await complete('waybill orders list --status paid,sh');
    expect(found.map((offer) => offer.replace(/^paid,/, '').replace(/,$/, ''))).toEqual([
      'shipped',
    ]);
    expect(started()).toEqual([]);
  });

  test('the flags of a command and the global ones, but of no other command', async () => {
    const found = await offered('waybill orders list --');
    expect(found).toEqual(expect.arrayContaining(['--status', '--limit', '--all', '--json']));
    expect(found).not.toContain('--by');
    expect(found).not.toContain('--csv');
    expect(await offered('waybill --no')).toEqual(['--no-input']);
    expect(started()).toEqual([]);
  });

  test('files where a file is taken', async () => {
    writeFileSync(join(folder, 'rows.csv'), '');
    const found = await offered(`waybill shipments add --csv ${folder}/ro`);
    // Bash leaves files to readline, which its function can't be seen doing.
    if (name !== 'bash') expect(found.join()).toContain('rows.csv');
    expect(started()).toEqual([]);
  });

  test('living values are asked of waybill, with the words that say where to look', async () => {
    const found = await complete('waybill --sandbox orders get --by number BBY');
    expect(found.sort()).toEqual(['BBY01-1', 'BBY01-2']);
    expect(started()).toEqual(['__complete order -- --sandbox orders get --by number']);
  });

  test('only where they fit: not after the argument that takes them', async () => {
    expect(await offered('waybill shipments add BBY01-1 ')).toEqual([]);
    expect(started()).toEqual([]);
    expect(await complete('waybill orders get BBY01-1 BBY01-2')).toEqual(['BBY01-2']);
  });

  test('a value from the service stays one plain word, whatever it holds', async () => {
    const found = await complete('waybill orders get ');
    if (name === 'bash') expect(found).toContain('\\$\\(touch\\ pwned\\)');
    expect(existsSync(join(folder, 'pwned'))).toBe(false);
    expect(existsSync('pwned')).toBe(false);
  });
});

describe("the scripts of waybill's own tree", () => {
  const committed = (name: string) => join(projectFolder, 'completions', name);

  test.each([
    ['bash', 'waybill.bash'],
    ['zsh', 'waybill.zsh'],
    ['fish', 'waybill.fish'],
  ])('%s finds no fault with its own', (shell, name) => {
    if (!isInstalled(shell)) return;
    const { status, stderr } = spawnSync(shell, ['-n', committed(name)], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  test('every value of every flag is offered', async () => {
    const offered = bashCompleter({ script: committed('waybill.bash'), env });
    for (const { path, flags } of commandsOf(await programTree(waybillNouns))) {
      for (const { label, choices: words } of flags) {
        if (words === undefined) continue;
        expect(await offered(`waybill ${path.join(' ')} ${label} `)).toEqual(words);
      }
    }
    expect(started()).toEqual([]);
  });
});

describe('bash at a terminal', () => {
  const setting = { script: join(folder, 'waybill.bash'), env };

  test.each([
    ['--output=js\t orders li\t', '--output=json orders list'],
    ['orders list --status paid,sh\t', 'orders list --status paid,shipped'],
    ['orders get two\t', 'orders get two words'],
    [`shipments add --csv ${folder}/wayb\t.ba\t`, `shipments add --csv ${folder}/waybill.bash`],
  ])('%s', async (typed, run) => {
    await typeIntoBash(setting, `waybill ${typed}`, 'two words');
    expect(started().at(-1)).toBe(run);
  });
});

describe('zsh from a folder of completions', () => {
  if (!isInstalled('zsh')) {
    test.skip('zsh is not installed: this was not tested');
    return;
  }
  const folderOfZsh = join(folder, 'site-functions');
  mkdirSync(folderOfZsh);
  copyFileSync(join(folder, 'waybill.zsh'), join(folderOfZsh, '_waybill'));
  const autoloaded = zshCompleter({
    setUp: `fpath=(${folderOfZsh} $fpath); autoload -Uz compinit; compinit -D -u`,
    env,
  });
  afterAll(() => autoloaded.close());

  test('it is found and loaded when it is first wanted', async () => {
    expect(await autoloaded('waybill orders l')).toEqual(['list']);
    expect(await autoloaded('waybill orders list --status pu')).toEqual(['purchased']);
  });
});

test('the PowerShell script is whole: quotes, brackets and every name', () => {
  const script = readFileSync(join(folder, 'waybill.ps1'), 'utf8');
  const open: string[] = [];
  const pairs: Readonly<Record<string, string>> = { ')': '(', '}': '{', ']': '[' };
  const bare = script.replace(/^\s*#.*$/gm, '').replace(/'(?:[^']|'')*'|"(?:[^"`]|`.)*"/g, "''");
  for (const character of bare) {
    if ('({['.includes(character)) open.push(character);
    if (character in pairs) expect(open.pop()).toBe(pairs[character]);
  }
  expect(open).toEqual([]);
  expect(bare.replaceAll("''", '')).not.toMatch(/['"]/);
  for (const name of ['orders', 'list', '--status', '--csv', '--json', 'purchased', 'cron']) {
    expect(script).toContain(`'${name}'`);
  }
  expect(script).toContain("'Buying group orders: the account''s own'");
});
